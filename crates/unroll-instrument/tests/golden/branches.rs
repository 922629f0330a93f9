//! expand: attribute

#[unroll_test(__tool(id = "b1", form = counter, criteria = "branch"))]
fn ways(a: &[u8], mode: u8) -> Option<u8> {
    let Some(first) = a.first() else { return None };
    if mode == 1 {
        return Some(*first);
    }
    let mut n = match mode {
        0 => 3,
        x if x > 9 => a.get(1)?.clone(),
        _ => return None,
    };
    while n > 2 {
        if n == 7 {
            break;
        } else if n == 5 {
            n -= 2;
        } else {
            n -= 1;
        }
    }
    while let Some(_) = a.get(usize::from(n)) {
        n += 1;
    }
    let even = || if n % 2 == 0 { 1 } else { 0 };
    Some(even())
}
