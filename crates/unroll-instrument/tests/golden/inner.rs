//! expand: attribute

#[unroll_test(__tool(id = "inner1", form = counter, criteria = "branch"))]
fn total(text: &str) -> Option<u32> {
    let mut sum = 0;
    for word in text.split(' ') {
        sum += number(word)?;
    }
    return Some(sum);

    fn number(word: &str) -> Option<u32> {
        let mut value = 0;
        for byte in word.bytes() {
            if !byte.is_ascii_digit() {
                return None;
            }
            value = value * 10 + digit(byte);
        }
        Some(value)
    }

    const fn digit(byte: u8) -> u32 {
        if byte < b'0' { 0 } else { (byte - b'0') as u32 }
    }
}
