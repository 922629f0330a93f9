//! Harnesses for `exec_agree.rs`: small loops over all that safe Rust compiles to.
#![crate_type = "lib"]

unsafe extern "C-unwind" {
    fn __unroll_any(key: u64, kind: u32, max: u64) -> u64;
    fn __unroll_any_len(key: u64, cap: u64) -> u64;
    fn __unroll_any_slice(key: u64, kind: u32, size: u64, align: u64, len: u64, max: u64, room: u64) -> *mut u8;
    fn __unroll_step(number: u32, d: u32);
    fn __unroll_exit(number: u32, d: u32, mask: u64, kind: u32);
    fn __unroll_assume(clause: u32, cond: bool);
    fn __unroll_check(clause: u32, cond: bool);
}

fn int(key: u64, max: u64) -> u64 {
    unsafe { __unroll_any(key, 0, max) }
}
fn u8_(key: u64) -> u8 {
    int(key, 0xff) as u8
}
fn i32_(key: u64) -> i32 {
    int(key, 0xffff_ffff) as u32 as i32
}
fn u64_(key: u64) -> u64 {
    int(key, u64::MAX)
}
fn slice<T>(key: u64, max: u64) -> &'static mut [T] {
    let size = size_of::<T>() as u64;
    unsafe {
        let len = __unroll_any_len(key, 40);
        let data = __unroll_any_slice(key + 1, 0, size, align_of::<T>() as u64, len, max, len);
        std::slice::from_raw_parts_mut(data.cast(), len as usize)
    }
}
fn assume(cond: bool) {
    unsafe { __unroll_assume(0, cond) }
}
fn check(cond: bool) {
    unsafe { __unroll_check(1, cond) }
}

/// Probes of one loop.
struct Probe(u32, u32, u64);
impl Probe {
    #[inline(always)]
    fn step(&mut self) {
        self.1 = self.1.wrapping_add(1);
        self.2 = 0;
        unsafe { __unroll_step(self.0, self.1) }
    }
    #[inline(always)]
    fn branch(&mut self, branch: u32) {
        self.2 |= 1 << (branch - 1);
    }
    #[inline(always)]
    fn exit(&self) {
        unsafe { __unroll_exit(self.0, self.1, self.2, 0) }
    }
}
fn probe(number: u32) -> Probe {
    Probe(number, 0, 0)
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_collatz() {
    let mut n = int(1, 60) as u32;
    let mut p = probe(1);
    while n > 1 {
        p.step();
        if n % 2 == 0 {
            p.branch(1);
            n /= 2;
        } else {
            p.branch(2);
            n = 3 * n + 1;
        }
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_overflow() {
    let (step, start) = (u8_(1), u8_(2));
    let mut total = start;
    let mut p = probe(1);
    while total < 200 {
        p.step();
        total += step;
        if step == 0 {
            p.branch(1);
            break;
        }
    }
    p.exit();
    check(total >= 200 || step == 0);
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_signed() {
    let (mut a, b) = (i32_(1), i32_(2));
    assume(b != 0 && b > -1000);
    let mut p = probe(1);
    while a != 0 {
        p.step();
        if a % b == 0 {
            p.branch(1);
            a /= b;
            if b.abs() == 1 {
                p.branch(2);
                a = 0;
            }
        } else if a < 0 {
            p.branch(3);
            a = a.saturating_sub(b) >> 3;
        } else {
            p.branch(4);
            a = a.wrapping_mul(b) & 0xff;
        }
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_bits() {
    let mut x = u64_(1);
    let mut p = probe(1);
    while x != 0 {
        p.step();
        let low = x.trailing_zeros();
        if x.leading_zeros() < 8 {
            p.branch(1);
            x = x.rotate_left(low + 9) & 0xffff;
        } else if x.count_ones() > 20 {
            p.branch(2);
            x = x.swap_bytes() >> 40;
        } else {
            p.branch(3);
            x &= x - 1;
        }
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_slices() {
    let data = slice::<u16>(1, 0xffff);
    let at = int(9, 45) as usize;
    let mut p = probe(1);
    let mut best = 0u16;
    for (i, value) in data.iter().enumerate() {
        p.step();
        if *value > best {
            p.branch(1);
            best = *value;
        } else if i == at {
            p.branch(2);
            best ^= data[at / 2];
        }
    }
    p.exit();
    check(best != 77);
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_swaps() {
    let data = slice::<u8>(1, 0xff);
    let (i, j) = (int(8, 20) as usize, int(9, 20) as usize);
    assume(i < data.len() && j < data.len());
    data[i] = data[j].wrapping_add(1);
    data.swap(j, 0);
    let mut p = probe(1);
    let mut at = i;
    while data[at] != 0 {
        p.step();
        let next = usize::from(data[at]);
        data[at] = 0;
        if next >= data.len() {
            p.branch(1);
            break;
        }
        p.branch(2);
        at = next;
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_reverse() {
    let data = slice::<u32>(1, 0xffff_ffff);
    let mut p = probe(1);
    let (mut low, mut high) = (0, data.len());
    while low + 1 < high {
        p.step();
        high -= 1;
        if data[low] == data[high] {
            p.branch(1);
        } else {
            p.branch(2);
            data.swap(low, high);
        }
        low += 1;
    }
    p.exit();
    if data.len() >= 2 {
        check(data[0] <= data[1]);
    }
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_table() {
    const STEPS: [u8; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 0];
    let mut at = u8_(1) & 15;
    let mut p = probe(1);
    while STEPS[at as usize] != 0 {
        p.step();
        p.branch(u32::from(STEPS[at as usize] % 3) + 1);
        at = (at + STEPS[at as usize]) % 16;
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_nested() {
    let (rows, cols) = (int(1, 6) as u32, int(2, 6) as u32);
    let mut p = probe(1);
    'outer: for row in 0..rows {
        p.step();
        let mut q = probe(2);
        for col in 0..cols {
            q.step();
            if row * col == 12 {
                q.branch(1);
                q.exit();
                p.branch(1);
                continue 'outer;
            }
            if col > row + 3 {
                q.branch(2);
                q.exit();
                p.branch(2);
                break 'outer;
            }
        }
        q.exit();
    }
    p.exit();
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Dot,
    Line(u8),
    Box { width: u8, height: u8 },
}

fn shape(key: u64) -> Shape {
    match int(key, 2) {
        0 => Shape::Dot,
        1 => Shape::Line(u8_(key + 1)),
        _ => Shape::Box { width: u8_(key + 2), height: u8_(key + 3) },
    }
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_enums() {
    let mut now = shape(10);
    let mut p = probe(1);
    loop {
        p.step();
        now = match now {
            Shape::Dot => {
                p.branch(1);
                break;
            }
            Shape::Line(0) => Shape::Dot,
            Shape::Line(n) => {
                p.branch(2);
                Shape::Line(n / 2)
            }
            Shape::Box { width, height } if width > height => {
                p.branch(3);
                Shape::Box { width: height, height: width }
            }
            Shape::Box { width, .. } => Shape::Line(width),
        };
    }
    p.exit();
}

fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_recursion() {
    let (m, n) = (int(1, 1) as u32, int(2, 2) as u32);
    let mut p = probe(1);
    for _ in 0..ackermann(m, n) {
        p.step();
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_wide() {
    let (a, b) = (u64_(1), u64_(2));
    let product = u128::from(a) * u128::from(b);
    let mut high = (product >> 64) as u64;
    let mut p = probe(1);
    while high > 1 {
        p.step();
        if high % 10 == 7 {
            p.branch(1);
            high /= 1000;
        } else {
            p.branch(2);
            high >>= 13;
        }
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_chains() {
    let data = slice::<u8>(1, 0xff);
    let mut p = probe(1);
    let mut seen = [0u32; 4];
    for pair in data.windows(2).filter(|pair| pair[0] != pair[1]).take(5) {
        p.step();
        seen[usize::from(pair[0] & 3)] += 1;
        p.branch(u32::from(pair[1] & 1) + 1);
    }
    p.exit();
    check(seen.iter().all(|count| *count < 4));
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_options() {
    let data = slice::<i32>(1, 0xffff_ffff);
    let mut p = probe(1);
    let mut rest = data.iter().rev();
    let mut sum: Option<i32> = Some(0);
    while let (Some(total), Some(value)) = (sum, rest.next()) {
        p.step();
        sum = total.checked_add(*value);
        p.branch(if sum.is_some() { 1 } else { 2 });
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_structs() {
    #[derive(Clone, Copy)]
    struct Pair {
        key: u16,
        value: u32,
    }
    let mut heap = [Pair { key: 0, value: 0 }; 5];
    for (at, pair) in heap.iter_mut().enumerate() {
        *pair = Pair { key: int(100 + at as u64, 9) as u16, value: at as u32 };
    }
    let mut p = probe(1);
    let mut at = int(1, 4) as usize;
    while at > 0 {
        p.step();
        let parent = (at - 1) / 2;
        if heap[parent].key <= heap[at].key {
            p.branch(1);
            break;
        }
        p.branch(2);
        let copy = heap[at];
        heap[at] = heap[parent];
        heap[parent] = copy;
        at = parent;
    }
    p.exit();
    check(heap[0].value != 3 || heap[0].key < 5);
}

#[unsafe(no_mangle)] // No effort that a test can wait for decides all of its queries; effort: 2000
pub fn __unroll_harness_doubles() {
    let data = slice::<u64>(1, u64::MAX);
    let mut p = probe(1);
    let mut sum = 0.5_f64;
    for &bits in &*data {
        p.step();
        let number = if bits & 1 == 0 { f64::from_bits(bits) } else { (bits >> 40) as i32 as f64 / 7.0 };
        let next = if bits & 2 == 0 { sum * number - 1.0 } else { (number + sum).sqrt() };
        if next.is_nan() {
            p.branch(1);
            break;
        }
        p.branch(if next > sum {
            2
        } else if next as i16 > 100 {
            3
        } else if (next as f32) < 0.1 {
            4
        } else {
            5
        });
        sum = next;
    }
    p.exit();
    check(sum.to_bits() % 3 != 1 || sum < 0.7);
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_singles() {
    let data = slice::<u32>(1, 0xffff_ffff);
    let mut p = probe(1);
    let mut last = -2.5_f32;
    for &bits in &*data {
        p.step();
        let number = match bits % 6 {
            0 => f32::from_bits(bits).floor(),
            1 => (bits as f32).ceil() - 0.5,
            2 => f32::from_bits(bits).trunc().copysign(last),
            3 => (bits as i8 as f32 * 0.25).round(),
            4 => (f32::from_bits(bits) / 3.0).clamp(-100.0, 100.0).powi(3),
            _ => f64::from(f32::from_bits(bits)).max(1.5).min(f64::from(last).abs()) as f32,
        };
        p.branch(match number.partial_cmp(&last) {
            None => 1,
            Some(std::cmp::Ordering::Less) => 2,
            Some(std::cmp::Ordering::Equal) => 3,
            Some(std::cmp::Ordering::Greater) if number as u8 == 7 => 4,
            Some(_) if number as u64 > 1 << 40 => 5,
            Some(_) => 6,
        });
        if number.is_normal() {
            last = -number;
        }
    }
    p.exit();
    check(last.total_cmp(&-1.0_f32).is_ne());
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_atomics() {
    use std::sync::atomic::{AtomicI32, AtomicU8, Ordering};
    let data = slice::<i32>(1, 0xffff_ffff);
    let (number, flags) = (AtomicI32::new(7), AtomicU8::new(0));
    let mut p = probe(1);
    for &value in &*data {
        p.step();
        let before = match value & 7 {
            0 => number.fetch_add(value, Ordering::SeqCst),
            1 => number.fetch_max(value, Ordering::Relaxed),
            2 => number.fetch_min(value, Ordering::Relaxed),
            3 => number.swap(value, Ordering::AcqRel),
            4 => number.fetch_nand(value, Ordering::SeqCst),
            5 => number.fetch_xor(value, Ordering::SeqCst),
            _ => match number.compare_exchange(3, value, Ordering::SeqCst, Ordering::Relaxed) {
                Ok(_) => -1,
                Err(found) => found,
            },
        };
        flags.fetch_or(before as u8, Ordering::Release);
        p.branch(if before < 0 { 1 } else if before > 300 { 2 } else { 3 });
    }
    p.exit();
    check(flags.load(Ordering::Acquire) != 0x7f);
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_compared_memory() {
    let data = slice::<u8>(1, 0xff);
    let mut p = probe(1);
    let mut rest = &*data;
    while let Some((len, tail)) = rest.split_first() {
        p.step();
        let (left, right) = tail.split_at((usize::from(*len) % 4).min(tail.len()));
        let same = right.len() >= left.len() && left == &right[..left.len()];
        p.branch(if same { 1 } else if left < right { 2 } else { 3 });
        rest = right;
    }
    p.exit();
}

#[unsafe(no_mangle)]
pub fn __unroll_harness_pointers_to_functions() {
    fn plus(a: i32, b: i32) -> i32 {
        a.wrapping_add(b)
    }
    fn minus(a: i32, b: i32) -> i32 {
        a.wrapping_sub(b)
    }
    fn least(a: i32, b: i32) -> i32 {
        a.min(b)
    }
    static TABLE: [fn(i32, i32) -> i32; 3] = [plus, minus, least];
    let data = slice::<i32>(1, 0xffff_ffff);
    let mut p = probe(1);
    let mut value = 0;
    for &number in &*data {
        p.step();
        value = TABLE[number as u32 as usize % 3](value, number);
        p.branch(if value < -300 { 1 } else { 2 });
    }
    p.exit();
}
