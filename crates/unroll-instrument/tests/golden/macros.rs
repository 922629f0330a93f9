#[unroll_test(__tool(id = "m", form = copies(2)))]
#[ensures(|&found| found < 9)]
fn left_by_macros(rows: &[Vec<u8>]) -> u8 {
    let mut total = 0;
    'rows: for row in rows {
        for item in row {
            match item {
                0 => leave!(total),
                1 => next!('rows),
                2 => return total,
                _ => total += item,
            }
        }
    }
    let last = loop {
        total = total.saturating_sub(rows.first().map_or(1, |row| row[0]));
        if total < 3 {
            stop!(total);
        }
    };
    while last < total {
        println!("{total}");
        total -= 1;
    }
    last
}
