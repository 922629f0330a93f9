//! The runtime's calls (`docs/dev/protocol.md`, section 4), read once for all strategies.
//!
//! In: a probe and its arguments. Out: the value that it returns, after the strategy has received the event. The
//! positions of arguments stand here and nowhere else.

use crate::domain::Domain;
use crate::domain::layout::MOST_BYTES;
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Value};
use crate::memory::Content;
use crate::semantics::intrinsics::{Args, arg};
use crate::strategy::walk::crossing;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::{Bits, Strategy, ValueOf};
use unroll_protocol::{LeafKind, Probe, Restriction};

/// A scalar input that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar {
    /// Its key.
    pub(crate) key: u64,
    /// Its largest value, as far as its type says.
    pub(crate) max: u64,
    /// True if it is a length.
    pub(crate) is_length: bool,
}

impl Scalar {
    /// The name of its variable. Variants of an enum share keys, and may ask for different types.
    pub(crate) fn name(self) -> String {
        format!("k{:x}.{:x}", self.key, self.max)
    }
}

/// Elements that are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements<B> {
    /// Their key.
    pub(crate) key: u64,
    /// True if they are the bytes of a text, which are any UTF-8.
    pub(crate) is_text: bool,
    /// Size of each in bytes.
    pub(crate) size: u32,
    /// How many there are.
    pub(crate) len: B,
    /// The largest value of each, as far as their type says.
    pub(crate) max: u64,
}

/// Executes a probe.
pub(crate) fn execute<'p, S: Strategy<'p>>(
    strategy: &mut S,
    probe: Probe,
    args: Args<'_, Bits<'p, S>>,
    state: &mut S::State,
) -> Result<ValueOf<'p, S>, S::Halt> {
    match probe {
        Probe::Any | Probe::AnyLen | Probe::AnySpare => {
            let scalar = scalar(strategy, probe, args)?;
            Ok(Value::Bits(strategy.scalar(scalar, state)))
        }
        Probe::AnySlice => slice(strategy, args, state),
        Probe::AnyBuilt => built(strategy, args, state),
        Probe::AnyRoom => {
            let size = number(strategy, args, 0)?;
            let len = strategy.machine().argument(args, 2)?;
            strategy.event(Event::Fits { size, len }, state)?;
            let is_partly_built = number(strategy, args, 3)? == 1;
            let most = strategy.most_built().filter(|_| is_partly_built);
            let end = most.map(|most| size.saturating_mul(most));
            let (machine, memory) = strategy.parts(state);
            Ok(Value::Pointer(machine.allocate_room(memory, args, end)?))
        }
        Probe::Forall => {
            let range = words(strategy, args)?;
            let body = strategy.machine().as_pointer(&arg(args, 3)?.1);
            let holds = strategy.forall(range, &arg(args, 2)?.1, &body, state)?;
            Ok(Value::Bits(holds))
        }
        Probe::Hidden => Ok(arg(args, 0)?.1.clone()),
        Probe::Defined => defined(strategy, args, state),
        Probe::Condition => {
            let [number, holds] = words(strategy, args)?;
            Ok(Value::Bits(strategy.condition(number, holds, state)))
        }
        Probe::Shared => {
            let (key, size) = (number(strategy, args, 0)?, number(strategy, args, 2)?);
            let restriction = restriction(number(strategy, args, 3)?)?;
            strategy.machine().share(args, key, size, restriction)?;
            Ok(Value::Undef)
        }
        Probe::Given => {
            let machine = strategy.machine();
            let next = ObjectId(machine.objects());
            machine.inputs.end(next);
            Ok(Value::Undef)
        }
        Probe::Native => {
            strategy.event(Event::AsksNative, state)?;
            Ok(Value::Bits(strategy.machine().domain.bool(false)))
        }
        Probe::Quantifies => {
            let quantifies = strategy.quantifies();
            Ok(Value::Bits(strategy.machine().domain.bool(quantifies)))
        }
        _ => {
            if let Some(event) = event(strategy, probe, args)? {
                crossing::follow(strategy, &event, state)?;
                strategy.event(event, state)?;
            }
            Ok(Value::Undef)
        }
    }
}

/// A variable gets a value.
fn defined<'p, S: Strategy<'p>>(
    strategy: &mut S,
    args: Args<'_, Bits<'p, S>>,
    state: &mut S::State,
) -> Result<ValueOf<'p, S>, S::Halt> {
    let machine = strategy.machine();
    let (size, definition) = (machine.argument(args, 1)?, machine.argument(args, 2)?);
    let place = machine.as_pointer(&arg(args, 0)?.1);
    strategy.define(definition, &place, size, state)?;
    Ok(Value::Undef)
}

/// How many elements of a sequence are built.
fn built<'p, S: Strategy<'p>>(
    strategy: &mut S,
    args: Args<'_, Bits<'p, S>>,
    state: &mut S::State,
) -> Result<ValueOf<'p, S>, S::Halt> {
    let len = strategy.machine().argument(args, 0)?;
    let Some(most) = strategy.most_built() else {
        return Ok(Value::Bits(len));
    };
    strategy.event(Event::Shortened { len, most }, state)?;
    let domain = &mut strategy.machine().domain;
    let most = domain.constant(64, most.into());
    let is_short = domain.ult(len, most);
    Ok(Value::Bits(domain.ite(is_short, len, most)))
}

/// The event of a probe that returns nothing.
fn event<'p, S: Strategy<'p>>(
    strategy: &mut S,
    probe: Probe,
    args: Args<'_, Bits<'p, S>>,
) -> Result<Option<Event<Bits<'p, S>>>, Stop> {
    Ok(Some(match probe {
        Probe::ClosureCall => Event::Limit(Stop::Closure),
        Probe::Beyond => Event::Limit(Stop::Beyond),
        Probe::Restricted => {
            let key = number(strategy, args, 0)?;
            let restriction = restriction(number(strategy, args, 1)?)?;
            if !strategy.machine().inputs.shows(restriction, key) {
                return Ok(None);
            }
            Event::Limit(Stop::Restricted(restriction))
        }
        Probe::Building => Event::Building {
            begins: number(strategy, args, 0)? == 1,
        },
        Probe::Judging => Event::Judging {
            begins: number(strategy, args, 0)? == 1,
        },
        Probe::Enter => Event::Enter {
            loop_: number(strategy, args, 0)? as u32,
        },
        Probe::Step => Event::Step {
            loop_: number(strategy, args, 0)? as u32,
            iteration: strategy.machine().argument(args, 1)?,
        },
        Probe::Exit => {
            let [loop_, depth, mask, kind] = words(strategy, args)?;
            Event::Exit {
                loop_,
                depth,
                mask,
                kind,
            }
        }
        Probe::Label => {
            let [number, holds] = words(strategy, args)?;
            Event::Label { number, holds }
        }
        Probe::Assume => {
            let [clause, holds] = words(strategy, args)?;
            Event::Assume { clause, holds }
        }
        Probe::Check => Event::Check {
            clause: number(strategy, args, 0)? as u32,
            holds: strategy.machine().argument(args, 1)?,
        },
        Probe::Inapplicable => Event::Inapplicable {
            loop_: number(strategy, args, 0)? as u32,
        },
        _ => return Ok(None),
    }))
}

/// The scalar that a probe asks for.
fn scalar<'p, S: Strategy<'p>>(
    strategy: &mut S,
    probe: Probe,
    args: Args<'_, Bits<'p, S>>,
) -> Result<Scalar, Stop> {
    let key = number(strategy, args, 0)?;
    let is_length = probe != Probe::Any;
    // What the native side can make is no limit of the program: a proof has to hold for longer inputs too.
    let max = if is_length {
        MOST_BYTES
    } else {
        number(strategy, args, 2)?
    };
    Ok(Scalar {
        key,
        max,
        is_length,
    })
}

/// A sequence of elements, and room behind them.
fn slice<'p, S: Strategy<'p>>(
    strategy: &mut S,
    args: Args<'_, Bits<'p, S>>,
    state: &mut S::State,
) -> Result<ValueOf<'p, S>, S::Halt> {
    let elements = Elements {
        key: number(strategy, args, 0)?,
        is_text: number(strategy, args, 1)? == LeafKind::Char.code().into(),
        size: number(strategy, args, 2)? as u32,
        len: strategy.machine().argument(args, 4)?,
        max: number(strategy, args, 5)?,
    };
    let array = strategy.array(elements, state);
    let len = strategy.machine().argument(args, 6)?;
    // Elsewhere the event would say nothing new: a length by itself is at most `MOST_BYTES`, which
    // is the bound for single bytes.
    if len != elements.len || elements.size > 1 {
        let size = elements.size.into();
        strategy.event(Event::Fits { size, len }, state)?;
    }
    let elem = elements.size;
    let (machine, memory) = strategy.parts(state);
    let extent = machine.extent_of_slice(args)?;
    let content = Content::Array { array, elem };
    let pointer = machine.allocate_on_heap(memory, content, extent);
    Ok(Value::Pointer(pointer))
}

/// The [number](Strategy::number) at a position of the arguments.
fn number<'p, S: Strategy<'p>>(
    strategy: &mut S,
    args: Args<'_, Bits<'p, S>>,
    position: usize,
) -> Result<u64, Stop> {
    let word = strategy.machine().argument(args, position)?;
    strategy.number(word)
}

/// The first `N` arguments.
fn words<'p, const N: usize, S: Strategy<'p>>(
    strategy: &mut S,
    args: Args<'_, Bits<'p, S>>,
) -> Result<[Bits<'p, S>; N], Stop> {
    let machine = strategy.machine();
    let mut words = [machine.domain.bool(false); N];
    for (position, word) in words.iter_mut().enumerate() {
        *word = machine.argument(args, position)?;
    }
    Ok(words)
}

/// The restriction with this code.
///
/// # Errors
/// When the runtime is of another version.
fn restriction(code: u64) -> Result<Restriction, Stop> {
    let known = u32::try_from(code).ok().map(Restriction::try_from);
    let known = known.and_then(Result::ok);
    known.ok_or_else(|| Stop::unsupported(format!("restriction {code} of inputs")))
}

/// How many elements of `size` bytes an object can have. Those of no size take no room.
pub(crate) fn most_elements(size: u64) -> u128 {
    MOST_BYTES.checked_div(size).unwrap_or(u64::MAX).into()
}
