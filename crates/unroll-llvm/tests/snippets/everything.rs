// Language features whose IR differs: integers of all widths, floats, 128 bits, slices, enums, closures, trait objects,
// generics, panics, unwinding, atomics, vectors, inline assembly, thread locals, structs by value.
#![crate_type = "lib"]
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};

pub fn integers(a: i8, b: u16, c: i32, d: u64, e: i128, f: u128) -> i128 {
    let narrow = (a as i16).wrapping_mul(b as i16).rotate_left(3).swap_bytes() as i128;
    let wide = e.checked_mul(3).unwrap_or(i128::MIN) ^ (f.leading_zeros() as i128) ^ (f / 7 % 1000) as i128;
    narrow + wide + (c.saturating_add(5).pow(2) >> 1) as i128 + d.overflowing_sub(9).0.count_ones() as i128
}

pub fn floats(x: f32, y: f64, n: u32) -> f64 {
    let z = (x as f64).mul_add(y, 0.1).sqrt().max(y).powi(3) % 7.25;
    if z.is_nan() || x < f32::EPSILON { f64::INFINITY } else { z + n as f64 * 1.0e300 - f64::from(x as i32) + (-x) as f64 }
}

pub fn search(values: &[u32], key: u32) -> Option<usize> {
    let (mut low, mut high) = (0, values.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match values[middle].cmp(&key) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Point,
    Circle { radius: f32 },
    Polygon(Vec<(i16, i16)>),
    Named(Box<Shape>, String),
}

pub fn depth(shape: &Shape) -> usize {
    match shape {
        Shape::Point => 0,
        Shape::Circle { radius } if *radius < 1.5 => 1,
        Shape::Circle { .. } => 2,
        Shape::Polygon(points) => points.iter().filter(|(x, y)| x > y).count(),
        Shape::Named(inner, name) => depth(inner) + name.chars().rev().take_while(|it| it.is_alphanumeric()).count(),
    }
}

pub fn dynamic(values: &mut dyn Iterator<Item = u8>, action: &dyn Fn(u8) -> Result<u8, String>) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    for value in values {
        all.push(action(value)?);
    }
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    Ok(all)
}

pub fn sum<T: Copy + std::ops::Add<Output = T> + Default>(values: &[T]) -> T {
    values.iter().fold(T::default(), |sum, value| sum + *value)
}

pub fn sums() -> (u8, i64, f32) {
    (sum(&[1, 2]), sum(&[-3; 40]), sum(&[1.5, 0.1]))
}

pub fn panics(index: usize, text: &str, cell: &RefCell<u8>) -> u8 {
    assert_ne!(index, 3, "not {index}");
    let caught = std::panic::catch_unwind(|| text.as_bytes()[index] / (index as u8));
    let part = &text[index..];
    *cell.borrow_mut() += part.parse::<u8>().expect("a number");
    caught.unwrap_or_else(|_| unreachable!("{part}"))
}

thread_local!(static COUNT: Cell<u64> = const { Cell::new(7) });
static TOTAL: AtomicU64 = AtomicU64::new(0);
static READY: AtomicBool = AtomicBool::new(false);

pub fn atomics(step: u64) -> u64 {
    COUNT.with(|it| it.set(it.get() + step));
    fence(Ordering::SeqCst);
    READY.store(true, Ordering::Release);
    TOTAL.fetch_max(step, Ordering::Relaxed);
    let _ = TOTAL.compare_exchange_weak(1, step, Ordering::AcqRel, Ordering::Acquire);
    TOTAL.swap(TOTAL.load(Ordering::SeqCst) & COUNT.get(), Ordering::Relaxed)
}

#[cfg(target_arch = "x86_64")]
pub fn vectors(bytes: &[u8; 16], needle: u8) -> i32 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let all = _mm_loadu_si128(bytes.as_ptr().cast());
        let equal = _mm_cmpeq_epi8(all, _mm_set1_epi8(needle as i8));
        _mm_movemask_epi8(_mm_or_si128(equal, _mm_slli_epi16(all, 1)))
    }
}

#[cfg(target_arch = "x86_64")]
pub fn assembly(mut value: u64) -> u64 {
    // SAFETY: changes one register.
    unsafe { std::arch::asm!("add {0}, 3", inout(reg) value, options(pure, nomem, nostack)) };
    std::hint::black_box(value)
}

#[repr(C)]
pub struct Big([u64; 6]);
unsafe extern "C" {
    fn take_big(big: Big, ...) -> Big;
}

pub fn foreign(big: Big) -> u64 {
    // SAFETY: never run.
    unsafe { take_big(big, 1_i32, 2.0_f64).0[5] }
}

pub fn strings(text: &str) -> String {
    let mut words: Vec<String> = text.split(',').map(|it| format!("{:>8.3}|{it:?}", it.len() as f32)).collect();
    words.retain(|it| !it.contains('é') && it.trim_start_matches("ab").ends_with(char::is_whitespace));
    words.join(&'\u{1F600}'.to_string())
}
