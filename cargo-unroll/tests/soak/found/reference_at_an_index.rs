// The input chooses among values that hold a reference where others hold two numbers.
enum State<'a> {
    Start(u32, u32),
    Ranges(u32, &'a [(u32, u32)]),
    Char(u32, u32),
}
pub fn f(at: u8, wanted: u8) -> u32 {
    let states = [
        State::Start(0, 0),
        State::Ranges(0, &[(1, 2), (3, 4)]),
        State::Char(0, 141),
        State::Ranges(0, &[(5, 6), (7, 8)]),
    ];
    let wanted = u32::from(wanted);
    let mut sum = 0;
    if let State::Ranges(_, ranges) = &states[usize::from(at) % 4] {
        for (start, end) in ranges.iter().copied() {
            if start > wanted {
                sum += 1;
                break;
            } else if wanted <= end {
                sum += start;
            }
        }
    }
    sum
}
