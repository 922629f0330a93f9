// Calls of the standard library that panic, one a line, for the table of panic entries.
#![crate_type = "lib"]
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};

pub fn vectors(v: &mut Vec<u32>, at: usize) -> Vec<u32> {
    v.insert(at, 3);
    v.remove(at);
    v.swap_remove(at);
    v.drain(at..at + 2);
    v.truncate(at);
    v.reserve(at);
    v.split_off(at)
}

pub fn slices(v: &mut [u32], w: &[u32], at: usize) -> u32 {
    v.copy_from_slice(w);
    v.rotate_left(at);
    v.swap(at, at + 1);
    v.sort_by(|a, b| b.cmp(a));
    v.select_nth_unstable(at);
    v.copy_within(at.., 1);
    let (left, right) = v.split_at(at);
    let chunks = left.chunks(at).len() + right.windows(at).len() + w.chunks_exact(at).len() + w[at..].len() + w[..at].len();
    let array: [u32; 4] = w[at..at + 4].try_into().unwrap();
    array[at & 7] + w[at] + chunks as u32 + w.first().unwrap() + w.iter().max().expect("not empty")
}

pub fn strings(s: &str, at: usize) -> String {
    let mut owned = s[at..].to_string() + s.split_at(at).0;
    owned.remove(at);
    owned.insert(at, 'c');
    owned.truncate(at);
    owned.replace_range(at.., "x");
    owned.repeat(at) + &owned.split_off(at)
}

pub fn maps(v: &[u32], at: u32) -> u32 {
    let mut queue: VecDeque<u32> = v.iter().copied().collect();
    queue.swap(at as usize, 3);
    let tree: BTreeMap<u32, u32> = v.iter().map(|it| (*it, *it)).collect();
    let hash: HashMap<u32, u32> = v.iter().map(|it| (*it, *it)).collect();
    tree[&at] + hash[&at] + queue[at as usize] + tree.range(at..3).count() as u32
}

pub fn numbers(n: u32, m: u32, s: &str, f: f64) -> u32 {
    let parsed = u32::from_str_radix(s, n).unwrap() + char::from_digit(n, m).unwrap() as u32 + n.ilog10() + n.ilog2();
    let signed = (n as i32).abs() / (m as i32) % (m as i32) - -(n as i32);
    let time = std::time::Duration::new(5, n).mul_f64(f).as_secs() as u32;
    let steps = (0..n).step_by(m as usize).count() as u32;
    (parsed << n >> m) * n.pow(4) - n.div_ceil(m).next_multiple_of(n) + n.clamp(m, 3) + signed as u32 + time + steps
}

pub fn macros(n: u32, cell: &RefCell<u32>, o: Option<u32>, r: Result<u32, String>) -> u32 {
    assert!(n < 3);
    assert_eq!(n, 4, "why {n}");
    match n {
        5 => unreachable!(),
        6 => todo!(),
        7 => unimplemented!("{n}"),
        8 => panic!("hi"),
        9 => std::panic::panic_any(n),
        _ => *cell.borrow() + *cell.borrow_mut() + o.unwrap() + r.expect("fine"),
    }
}
