#[unroll_test(__tool(id = "l", form = copies(1)))]
fn every_loop(items: &[u8]) -> Option<u32> {
    let mut total = 0;
    'outer: for (i, item) in items.iter().enumerate() {
        let mut rest = *item;
        while let Some(next) = rest.checked_sub(3) {
            rest = next;
            match rest {
                0 => continue 'outer,
                1 if i > 3 => break 'outer,
                2 => continue,
                _ => {}
            }
        }
        let Some(value) = items.get(rest as usize) else {
            continue;
        };
        let found = loop {
            if *value > 3 {
                break items.first()?;
            }
            if rest == 9 {
                return None;
            }
            rest += 1;
        };
        'block: {
            if *found == 7 {
                break 'block;
            }
            total += u32::from(*found);
        }
    }
    let hidden = || {
        loop {
            break 3;
        }
    };
    Some(total + hidden())
}
