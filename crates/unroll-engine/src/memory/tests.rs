//! Loads at offsets that depend on the input hold what loads at the same numbers do; what is forgotten may be free.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::unknown::{Private, Reach};
use super::{Cell, Content, Data, Globals, Memory, bits_to_pointer, load, pointer_to_bits, store};
use crate::domain::Domain;
use crate::domain::layout::Bases;
use crate::domain::stop::Stop;
use crate::domain::symbolic::Symbolic;
use crate::domain::value::{self, ObjectId, Pointer, PointerBase, Value};
use crate::strategy::paths::word::{Concolic, Word};

/// Bytes of the object.
const SIZE: u64 = 64;

/// Four values of 16 bytes: two numbers, a pointer and a number, four numbers, and a pointer to another object.
fn values(domain: &mut Concolic) -> Result<Rc<Content<Word>>, Stop> {
    let mut content = Rc::new(Content::Uninit);
    let layout: [(u64, u32); 10] = [
        (0, 8),
        (8, 8),
        (16, 0),
        (24, 4),
        (32, 4),
        (36, 4),
        (40, 4),
        (44, 4),
        (48, 4),
        (56, 0),
    ];
    for ((at, size), number) in layout.into_iter().zip(1..) {
        let offset = domain.constant(64, u128::from(at));
        let cell = if size == 0 {
            pointer(domain, number)
        } else {
            let value = Value::Bits(domain.constant(size * 8, u128::from(number) * 0x0101));
            Cell { size, value }
        };
        content = store::store(domain, content, offset, cell)?;
    }
    Ok(content)
}

/// A pointer into an object, as a cell.
fn pointer(domain: &mut Concolic, object: u32) -> Cell<Word> {
    let (always, offset) = (domain.bool(true), domain.constant(64, 4));
    let place = PointerBase::Object(ObjectId(object));
    Cell {
        size: 8,
        value: Value::Pointer(Pointer::single(always, place, offset)),
    }
}

/// The value in this run: the object that it points to and the offset, or the number.
fn seen(value: &Value<Word>) -> Option<(Option<ObjectId>, u128)> {
    match value {
        Value::Bits(word) => Some((None, word.value)),
        Value::Pointer(pointer) => {
            let mut cases = pointer.0.iter().filter(|case| case.guard.value == 1);
            let case = cases.next().expect("a case of the pointer holds");
            assert!(cases.next().is_none(), "cases exclude each other");
            let object = match case.place {
                PointerBase::Object(object) => Some(object),
                _ => None,
            };
            Some((object, case.offset.value))
        }
        Value::Undef | Value::Aggregate(_) => None,
    }
}

/// The number as a word that depends on the input.
fn open(domain: &mut Concolic, number: u64) -> Word {
    let term = domain.symbolic.terms.var("offset", 64);
    domain.word(term, u128::from(number))
}

#[test]
fn pointers_are_whole_at_any_offset() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let content = values(domain)?;
    for align in [1, 8] {
        for at in (0..SIZE).step_by(if align == 1 { 4 } else { 8 }) {
            let (fixed, offset) = (domain.constant(64, u128::from(at)), open(domain, at));
            let expected = load::load(domain, &content, fixed, 8, align)?;
            let found = load::load(domain, &content, offset, 8, align)?;
            let is_object = matches!(expected, Value::Pointer(_));
            if is_object || at % 8 == 0 {
                assert_eq!(seen(&found), seen(&expected), "at {at}, aligned to {align}");
            }
        }
    }
    Ok(())
}

#[test]
fn pointers_are_whole_in_copies_from_any_offset() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let source = values(domain)?;
    for from in (0..SIZE - 8).step_by(8) {
        let offset = open(domain, from);
        let (start, len) = (domain.constant(64, 8), domain.constant(64, 16));
        let target = values(domain)?;
        let copied = store::copy(domain, target, start, &source, offset, len)?;
        for at in [8, 16] {
            let to = domain.constant(64, u128::from(at));
            let there = domain.constant(64, u128::from(from + at - 8));
            let found = load::load(domain, &copied, to, 8, 8)?;
            let expected = load::load(domain, &source, there, 8, 8)?;
            assert_eq!(seen(&found), seen(&expected), "{at} from {from}");
        }
    }
    Ok(())
}

#[test]
fn pointers_are_whole_beside_a_write_at_any_offset() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    for to in (0..SIZE).step_by(4) {
        for is_pointer in [false, true] {
            let content = values(domain)?;
            let offset = open(domain, to);
            let cell = if is_pointer {
                pointer(domain, 77)
            } else {
                let value = Value::Bits(domain.constant(32, 0x55));
                Cell { size: 4, value }
            };
            let fixed = domain.constant(64, u128::from(to));
            let expected = store::store(domain, Rc::clone(&content), fixed, cell.clone())?;
            let written = store::store(domain, content, offset, cell)?;
            for at in (0..SIZE).step_by(8) {
                let place = domain.constant(64, u128::from(at));
                let found = load::load(domain, &written, place, 8, 8)?;
                let expected = load::load(domain, &expected, place, 8, 8)?;
                if matches!(expected, Value::Pointer(_)) {
                    assert_eq!(seen(&found), seen(&expected), "{at} beside {to}");
                }
            }
        }
    }
    Ok(())
}

/// Exchanges the values of 16 bytes at two offsets, as compilers do it: by way of a third place.
fn swap(
    domain: &mut Concolic,
    content: Rc<Content<Word>>,
    [one, other]: [Word; 2],
) -> Result<Rc<Content<Word>>, Stop> {
    let (start, len) = (domain.constant(64, 0), domain.constant(64, 16));
    let place = Rc::new(Content::Uninit);
    let kept = store::copy(domain, place, start, &content, one, len)?;
    let source = Rc::clone(&content);
    let half = store::copy(domain, content, one, &source, other, len)?;
    store::copy(domain, half, other, &kept, start, len)
}

#[test]
fn many_swaps_are_looked_through() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let (mut known, mut content) = (values(domain)?, values(domain)?);
    for round in 0..40_u64 {
        let slots = [round * 7 % 4, round * 5 % 3];
        let fixed = slots.map(|slot| domain.constant(64, u128::from(slot * 16)));
        known = swap(domain, known, fixed)?;
        let mut names = ["one", "other"].into_iter();
        let offsets = slots.map(|slot| {
            let name = format!("{} {round}", names.next().unwrap_or_default());
            let term = domain.symbolic.terms.var(&name, 64);
            let (slot, size) = (domain.word(term, slot.into()), domain.constant(64, 16));
            domain.mul(slot, size)
        });
        content = swap(domain, content, offsets)?;
    }
    for at in (0..SIZE).step_by(8) {
        let place = domain.constant(64, u128::from(at));
        let found = load::load(domain, &content, place, 8, 8)?;
        let expected = load::load(domain, &known, place, 8, 8)?;
        assert_eq!(seen(&found), seen(&expected), "at {at}");
    }
    Ok(())
}

/// A pointer may have an offset that only its other object has, or an undefined one.
#[test]
fn writes_beyond_every_object_change_nothing() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let content = values(domain)?;
    let offset = domain.constant(64, u128::from(u64::MAX - 3));
    let value = Value::Bits(domain.constant(64, 7));
    let written = store::store(domain, Rc::clone(&content), offset, Cell { size: 8, value })?;
    assert!(Rc::ptr_eq(&content, &written));
    Ok(())
}

/// Code that is not executed may free what it can reach, and others may lie there then.
#[test]
fn forgotten_objects_may_be_freed() -> Result<(), Stop> {
    let mut domain = Concolic::default();
    let start = domain.constant(64, 0);
    let holder = pointer(&mut domain, 1);
    let holder = store::store(&mut domain, Rc::new(Content::Uninit), start, holder)?;
    let mut memory = Memory::default();
    memory.set(ObjectId(0), holder);
    memory.set(ObjectId(1), Rc::new(Content::Zero));
    memory.set(ObjectId(2), Rc::new(Content::Zero));
    let globals = Globals {
        initial: &[],
        constants: &FxHashSet::default(),
    };
    assert!(forgets(&mut memory, &globals));
    assert!(memory.dead().iter().eq(&[ObjectId(0), ObjectId(1)]));
    Ok(())
}

/// Forgets the first object; true if there was something to forget.
fn forgets(memory: &mut Memory<Word>, globals: &Globals<'_, Word>) -> bool {
    Reach::of(vec![ObjectId(0)]).forget(memory, globals, &mut Private::default())
}

#[test]
fn variables_behind_constants_are_forgotten_and_constants_are_not() -> Result<(), Stop> {
    let mut domain = Concolic::default();
    let start = domain.constant(64, 0);
    let mut constant = |object| {
        let leads_to = pointer(&mut domain, object);
        store::store(&mut domain, Rc::new(Content::Uninit), start, leads_to).map(Some)
    };
    // A chain of constants, the last of which leads to a variable.
    let variable = Some(Rc::new(Content::Zero));
    let initial = [constant(1)?, constant(2)?, constant(3)?, variable];
    let constants: FxHashSet<ObjectId> = [0, 1, 2].map(ObjectId).into_iter().collect();
    let globals = Globals {
        initial: &initial,
        constants: &constants,
    };
    let mut memory = Memory::default();
    assert!(forgets(&mut memory, &globals));
    assert!(memory.get(ObjectId(3)).is_some_and(|it| it.is_unknown()));
    assert!((0..3).all(|it| memory.get(ObjectId(it)).is_none()));
    // Two that lead to each other alone.
    let globals = Globals {
        initial: &[constant(1)?, constant(0)?],
        constants: &constants,
    };
    assert!(!forgets(&mut Memory::default(), &globals));
    Ok(())
}

/// The bytes of a pointer in a constant are those of the address, as in any other memory.
#[test]
fn parts_of_pointers_in_constants_are_parts_of_addresses() -> Result<(), Stop> {
    let mut domain = Concolic::default();
    let number = 0x1122_3344_5566_7788_u64;
    let cell = pointer(&mut domain, 3);
    let Value::Pointer(address) = &cell.value else {
        panic!("it is a pointer");
    };
    let data = Rc::new(Content::Data(Data {
        bytes: [[0; 8], number.to_le_bytes()].concat(),
        pointers: [(0, address.clone())].into(),
    }));
    let [start, behind] = [0, 8].map(|at| domain.constant(64, at));
    let value = Value::Bits(domain.constant(64, number.into()));
    let mut stored = store::store(&mut domain, Rc::new(Content::Uninit), start, cell)?;
    stored = store::store(&mut domain, stored, behind, Cell { size: 8, value })?;
    for (at, size) in [
        (0, 4),
        (4, 4),
        (3, 1),
        (0, 8),
        (8, 8),
        (4, 8),
        (0, 16),
        (12, 4),
    ] {
        let at = domain.constant(64, at);
        let constant = load::load(&mut domain, &data, at, size, 1)?;
        let variable = load::load(&mut domain, &stored, at, size, 1)?;
        assert_eq!(seen(&constant), seen(&variable), "{size} bytes at {at:?}");
    }
    Ok(())
}

/// Three elements of 24 bytes: a pointer and two numbers.
fn table(domain: &mut Concolic) -> Rc<Content<Word>> {
    let pointers = [0, 24, 48].map(|at| match pointer(domain, at).value {
        Value::Pointer(pointer) => (u64::from(at), pointer),
        other => panic!("{other:?} is no pointer"),
    });
    let numbers = |nth: u8| [[0; 8], [nth; 8], [nth + 0x10; 8]].concat();
    Rc::new(Content::Data(Data {
        bytes: [numbers(1), numbers(2), numbers(3)].concat(),
        pointers: pointers.into(),
    }))
}

#[test]
fn loads_at_any_offset_of_a_constant_see_parts_of_addresses() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let table = table(domain);
    for size in [1, 3, 4, 8, 16] {
        for at in 0..=72 - u64::from(size) {
            let (fixed, offset) = (domain.constant(64, u128::from(at)), open(domain, at));
            let expected = load::load(domain, &table, fixed, size, 1)?;
            let found = load::load(domain, &table, offset, size, 1)?;
            let number = |domain: &mut Concolic, value: &Value<Word>| match value {
                Value::Pointer(pointer) => pointer_to_bits(domain, pointer).value,
                _ => seen(value).map_or(0, |(_, number)| number),
            };
            let [expected, found] = [&expected, &found].map(|value| number(domain, value));
            assert_eq!(found, expected, "{size} bytes at {at}");
        }
    }
    Ok(())
}

/// Steps of three bytes miss most multiples of four.
#[test]
fn three_bytes_are_read_at_each_multiple_of_four() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let data = Rc::new(Content::Data(Data {
        bytes: (0..16).collect(),
        pointers: [].into(),
    }));
    for nth in 0..4 {
        let offset = element(domain, nth, 4, 0);
        let found = load::load(domain, &data, offset, 3, 4)?;
        let bytes = [0, 1, 2].map(|byte| (4 * u128::from(nth) + byte) << (8 * byte));
        assert_eq!(seen(&found), Some((None, bytes.iter().sum())));
    }
    Ok(())
}

/// The offset `size * index + start`, with an index that depends on the input.
fn element(domain: &mut Concolic, index: u64, size: u64, start: u64) -> Word {
    let term = domain.symbolic.terms.var("index", 64);
    let index = domain.word(term, index.into());
    let [size, start] = [size, start].map(|it| domain.constant(64, it.into()));
    let offset = domain.mul(index, size);
    domain.add(offset, start)
}

#[test]
fn numbers_beside_pointers_in_a_table_do_not_depend_on_addresses() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let table = table(domain);
    for (start, size) in [(8, 8), (8, 4), (16, 1), (20, 4)] {
        let offset = element(domain, 1, 24, start);
        let Value::Bits(found) = load::load(domain, &table, offset, size, size.into())? else {
            panic!("numbers are no pointers");
        };
        let Bases::Objects(objects) = domain.bases(found) else {
            panic!("addresses are named");
        };
        assert_eq!(objects, [], "{size} bytes at {start}");
    }
    Ok(())
}

/// So many cells of 16 bytes.
fn cells(domain: &mut Concolic, number: u128) -> Result<Rc<Content<Word>>, Stop> {
    let mut content = Rc::new(Content::Uninit);
    for at in 0..number {
        let offset = domain.constant(64, at * 16);
        let value = Value::Bits(domain.constant(128, at));
        content = store::store(domain, content, offset, Cell { size: 16, value })?;
    }
    Ok(content)
}

#[test]
fn a_load_looks_at_no_more_than_it_may() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let at = open(domain, 16);
    let few = cells(domain, 64)?;
    let found = load::load(domain, &few, at, 1, 1)?;
    assert_eq!(seen(&found), Some((None, 1)));
    // Each of their bytes may be meant, and is a part to look at.
    let many = cells(domain, 9_000)?;
    let refused = load::load(domain, &many, at, 1, 1);
    assert!(matches!(refused, Err(Stop::Budget(_))), "{refused:?}");
    Ok(())
}

/// An index that has wrapped names elements that are no multiples of its factor.
#[test]
fn elements_of_a_wrapped_index_are_read() -> Result<(), Stop> {
    let domain = &mut Concolic::default();
    let table = table(domain);
    let third = u64::MAX / 3 * 2 + 1; // three times this is 1
    for (start, size, number) in [(8, 8, 0x0202_0202_0202_0202), (16, 1, 0x12)] {
        let offset = element(domain, third, 3 * 24, start);
        let found = load::load(domain, &table, offset, size, size.into())?;
        assert_eq!(seen(&found).map(|(_, number)| number), Some(number));
    }
    Ok(())
}

/// A constant of 16 bytes, the second half of which is the pointer.
fn constant(cell: &Cell<Word>) -> Rc<Content<Word>> {
    let Value::Pointer(pointer) = &cell.value else {
        panic!("it is a pointer");
    };
    Rc::new(Content::Data(Data {
        bytes: vec![0; 16],
        pointers: [(8, pointer.clone())].into(),
    }))
}

#[test]
fn an_address_that_is_moved_in_parts_stays_an_address() -> Result<(), Stop> {
    let mut domain = Concolic::default();
    let cell = pointer(&mut domain, 3);
    let start = domain.constant(64, 8);
    let stored = store::store(&mut domain, Rc::new(Content::Uninit), start, cell.clone())?;
    for from in [stored, constant(&cell)] {
        for parts in [[(8, 1), (9, 7)], [(12, 4), (8, 4)]] {
            let Content::Cells { cells, .. } = &*move_parts(&mut domain, &from, &parts)? else {
                panic!("stores at numbers are cells");
            };
            assert_eq!(cells.len(), 1, "{parts:?}");
            assert_eq!(cells[&8], cell, "{parts:?}");
        }
        // One part twice is no address.
        let twice = move_parts(&mut domain, &from, &[(8, 4)])?;
        let first = Cell {
            size: 4,
            value: load::load(&mut domain, &twice, start, 4, 1)?,
        };
        let behind = domain.constant(64, 12);
        let twice = store::store(&mut domain, twice, behind, first)?;
        let Content::Cells { cells, .. } = &*twice else {
            panic!("stores at numbers are cells");
        };
        assert_eq!(cells.len(), 2);
        // There is no place for a pointer at the last addresses.
        let last = domain.constant(64, u128::from(u64::MAX - 1));
        let cell = Cell {
            size: 1,
            value: load::load(&mut domain, &from, start, 1, 1)?,
        };
        store::store(&mut domain, Rc::clone(&twice), last, cell)?;
    }
    Ok(())
}

/// Copies these offsets and sizes one by one.
fn move_parts(
    domain: &mut Concolic,
    from: &Rc<Content<Word>>,
    parts: &[(u64, u32)],
) -> Result<Rc<Content<Word>>, Stop> {
    let mut to = Rc::new(Content::Uninit);
    for (at, size) in parts {
        let at = domain.constant(64, u128::from(*at));
        let value = load::load(domain, from, at, *size, 1)?;
        to = store::store(domain, to, at, Cell { size: *size, value })?;
    }
    Ok(to)
}

#[test]
fn a_choice_of_addresses_in_parts_is_a_choice_of_pointers() -> Result<(), Stop> {
    let mut domain = Symbolic::default();
    let always = domain.bool(true);
    let choice = domain.terms.var("choice", 1);
    let mut parts = |object| {
        let offset = domain.constant(64, 4);
        let pointer = Pointer::single(always, PointerBase::Object(ObjectId(object)), offset);
        let value = Value::Pointer(pointer.clone());
        let at = domain.constant(64, 0);
        let cell = Cell { size: 8, value };
        let content = store::store(&mut domain, Rc::new(Content::Uninit), at, cell)?;
        let mut part = |skip, size| {
            let at = domain.constant(64, skip);
            match load::load(&mut domain, &content, at, size, 1)? {
                Value::Bits(bits) => Ok::<_, Stop>(bits),
                other => panic!("{other:?} is no number"),
            }
        };
        Ok::<_, Stop>((pointer, part(0, 1)?, part(1, 7)?))
    };
    let (first, first_low, first_high) = parts(1)?;
    let (second, second_low, second_high) = parts(2)?;
    let low = domain.ite(choice, first_low, second_low);
    let high = domain.ite(choice, first_high, second_high);
    let number = domain.concat(high, low);
    let expected = value::merge_pointers(&mut domain, choice, &first, &second);
    assert_eq!(bits_to_pointer(&mut domain, number, 9), Some(expected));
    // Parts of two addresses are none.
    let mixed = domain.concat(first_high, second_low);
    assert_eq!(domain.whole(mixed), None);
    Ok(())
}
