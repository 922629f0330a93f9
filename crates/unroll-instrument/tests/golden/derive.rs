#[derive(Input)]
struct Named<T, const N: usize> where T: Copy {
    first: [T; N],
    r#type: u8,
}

#[derive(Input)]
struct Tuple(u8, Option<bool>);

#[derive(Input)]
struct Unit;

#[derive(Input)]
enum Shape<'a> {
    Point,
    Circle(u32),
    Label { text: &'a str, size: u8 },
}
