#[derive(Fields)]
struct Param<'a, T: Ord = u8> where T: Clone {
    name: &'a str,
    r#type: Vec<T>,
}

#[derive(Fields)]
enum Token {
    Word(String, u8),
    Number { value: u64 },
    End,
}
