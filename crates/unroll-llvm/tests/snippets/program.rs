// A whole program for fat LTO: collections, formatting, sorting, floats, parsing, threads.
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

fn main() {
    let text = std::env::args().collect::<Vec<_>>().join(" ");
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut by_length: BTreeMap<usize, String> = BTreeMap::new();
    let mut queue = VecDeque::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_string()).or_default() += 1;
        by_length.insert(word.len(), format!("{word:?} {:>5.2}", word.len() as f64 / 3.0));
        queue.push_front(word);
    }
    let mut sorted: Vec<_> = counts.iter().map(|(word, count)| (*count, word.clone())).collect();
    sorted.sort();
    let mut floats: Vec<f64> = sorted.iter().map(|it| it.0 as f64 * 1.5).collect();
    floats.sort_by(|a, b| a.total_cmp(b));
    let distinct: HashSet<char> = text.chars().collect();
    let sum = std::thread::spawn(move || floats.iter().sum::<f64>().to_string()).join().unwrap_or_default();
    println!("{sorted:?} {by_length:#?} {sum} {distinct:?} {queue:?} {:?}", "12.5e3".parse::<f32>());
}
