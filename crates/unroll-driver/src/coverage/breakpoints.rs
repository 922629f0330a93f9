//! Breakpoints that are hit once: set in the code of this process, and taken out by the handler of their signal.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::elf::Program;
use crate::signal::{SA_NODEFER, SA_ONSTACK, SA_SIGINFO, SigInfo, handle_with};

/// The instruction `int3`.
const BREAKPOINT: u8 = 0xcc;

const SIGTRAP: i32 = 5;
const READ_WRITE_EXECUTE: i32 = 7;
const AT_PHDR: u64 = 3;

/// Where the kernel puts the instruction pointer in a `ucontext_t`: 40 bytes of other fields, then sixteen registers.
const INSTRUCTION_POINTER: usize = 40 + 16 * 8;

/// The breakpoints by address, ascending, with the bytes in their places; set once, never freed.
struct Table {
    addresses: Vec<usize>,
    bytes: Vec<u8>,
}

static TABLE: AtomicPtr<Table> = AtomicPtr::new(null_mut());

/// How many breakpoints were hit.
static HITS: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    fn mprotect(start: *mut u8, len: usize, access: i32) -> i32;
    fn getauxval(kind: u64) -> u64;
    fn sysconf(name: i32) -> i64;
}

/// `_SC_PAGESIZE`.
const PAGE_SIZE: i32 = 30;

/// How many breakpoints were hit so far.
pub(super) fn hits() -> usize {
    HITS.load(Ordering::Relaxed)
}

/// Sets breakpoints at these addresses of the file, as far as they lie in its code; `None` if the system does not allow it.
pub(super) fn set(program: &Program, statements: &[u64]) -> Option<()> {
    // SAFETY: these calls only return numbers.
    let (headers, page) = unsafe { (getauxval(AT_PHDR), sysconf(PAGE_SIZE)) };
    let page = usize::try_from(page).ok().filter(|page| *page > 0)?;
    if headers == 0 || !TABLE.load(Ordering::Acquire).is_null() {
        return None;
    }
    // A position-independent program may be loaded anywhere, and the kernel tells where its headers
    // are.
    let base = headers.wrapping_sub(program.headers);
    let is_code = |address: &u64| {
        let mut code = program.code.iter();
        code.any(|(start, len)| address.wrapping_sub(*start) < *len)
    };
    let in_code = statements.iter().filter(|address| is_code(address));
    let mut addresses: Vec<usize> = in_code
        .map(|address| address.wrapping_add(base) as usize)
        .collect();
    addresses.sort_unstable();
    addresses.dedup();
    for (start, len) in &program.code {
        let start = start.wrapping_add(base) as usize;
        // `mprotect` takes whole pages.
        let first = start / page * page;
        let len = start + *len as usize - first;
        // SAFETY: the pages are those of this program's code, which stays readable and executable.
        let status = unsafe {
            mprotect(
                std::ptr::with_exposed_provenance_mut(first),
                len,
                READ_WRITE_EXECUTE,
            )
        };
        if status != 0 {
            return None;
        }
    }
    // SAFETY: the addresses lie in pages of code that were just made writable.
    let bytes = addresses
        .iter()
        .map(|address| unsafe { byte_at(*address).read_volatile() });
    let table = Box::new(Table {
        bytes: bytes.collect(),
        addresses,
    });
    let table: &'static Table = Box::leak(table);
    // Before the handler and the first breakpoint are set, either of which may need it.
    TABLE.store(std::ptr::from_ref(table).cast_mut(), Ordering::Release);
    if !handle_with(SIGTRAP, Some(handle), SA_SIGINFO | SA_ONSTACK | SA_NODEFER) {
        return None;
    }
    for address in &table.addresses {
        // SAFETY: as above. An instruction begins there, and the handler puts its first byte back before it is executed.
        unsafe { byte_at(*address).write_volatile(BREAKPOINT) };
    }
    Some(())
}

/// The byte of code at an address.
fn byte_at(address: usize) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address)
}

/// Takes out the breakpoint that was hit, and has its instruction executed. A breakpoint of the program itself ends the process, as without this handler.
extern "C" fn handle(_signal: i32, _info: *const SigInfo, context: *mut ()) {
    // SAFETY: the table is never freed.
    let Some(table) = (unsafe { TABLE.load(Ordering::Acquire).as_ref() }) else {
        return;
    };
    // SAFETY: the kernel passes the context of this target, which it restores when the handler returns.
    let pointer: *mut usize = unsafe { context.byte_add(INSTRUCTION_POINTER) }.cast();
    // SAFETY: as above.
    // `int3` is one byte long, and the pointer stands behind it.
    let address = unsafe { pointer.read() }.wrapping_sub(1);
    if let Ok(at) = table.addresses.binary_search(&address) {
        // SAFETY: the code at the addresses of the table is writable.
        unsafe { byte_at(address).write_volatile(table.bytes[at]) };
        HITS.fetch_add(1, Ordering::Relaxed);
    } else {
        handle_with(SIGTRAP, None, 0);
        // SAFETY: the process has just executed the instruction before.
        // Some other cause, such as a signal that was sent.
        if unsafe { byte_at(address).read() } != BREAKPOINT {
            return;
        }
    }
    // SAFETY: as above.
    unsafe { pointer.write(address) };
}
