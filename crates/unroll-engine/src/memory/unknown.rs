//! Unknown memory: objects that code which was not executed had access to.
//!
//! Code that reads an address there may write its target. So the targets of such an object become unknown as well,
//! and an object that is unknown stays so. Treating an object as unknown is always sound.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Content, Globals, Memory};
use crate::domain::value::{ObjectId, Pointer, PointerBase, Value};

/// Objects whose addresses are in no memory, so that no pointer of which nothing is known leads there.
#[derive(Clone, Debug, Default)]
pub struct Private {
    /// Which.
    pub objects: FxHashSet<ObjectId>,
    /// How often the contents of one became arbitrary.
    forgotten: u32,
}

impl Private {
    fn anything<B>(&mut self) -> Content<B> {
        self.forgotten += 1;
        Content::Any(self.forgotten)
    }
}

/// Looks for the objects that contents point to.
pub struct Reach<B> {
    /// Objects that were met.
    objects: Vec<ObjectId>,
    /// Functions that were met, by symbol.
    functions: Vec<Rc<str>>,
    /// True if something was met of which nothing is known.
    is_open: bool,
    /// Words that were met, and offsets of pointers.
    words: Vec<B>,
    /// Layers that were looked at, which states share; kept, so that no other gets the address of one.
    seen: FxHashMap<*const Content<B>, Rc<Content<B>>>,
}

impl<B> Default for Reach<B> {
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            functions: Vec::new(),
            is_open: false,
            words: Vec::new(),
            seen: FxHashMap::default(),
        }
    }
}

impl<B: Copy> Reach<B> {
    /// These objects.
    pub fn of(objects: Vec<ObjectId>) -> Self {
        Self {
            objects,
            ..Self::default()
        }
    }

    /// Adds what a value points to.
    pub fn value(&mut self, value: &Value<B>) {
        match value {
            Value::Undef => {}
            Value::Bits(bits) => self.words.push(*bits),
            Value::Pointer(pointer) => self.pointer(pointer),
            Value::Aggregate(values) => {
                for value in values.iter() {
                    self.value(value);
                }
            }
        }
    }

    /// Adds what a pointer points to.
    pub fn pointer(&mut self, pointer: &Pointer<B>) {
        for case in pointer.0.iter() {
            self.words.extend([case.guard, case.offset]);
            match &case.place {
                PointerBase::Object(object) => self.objects.push(*object),
                PointerBase::Function(symbol, _) => self.functions.push(Rc::clone(symbol)),
                PointerBase::Unknown => self.is_open = true,
                PointerBase::Absolute => {}
            }
        }
    }

    /// The next object that was met.
    pub fn pop(&mut self) -> Option<ObjectId> {
        self.objects.pop()
    }

    /// All words that were met.
    pub fn into_words(self) -> Vec<B> {
        self.words
    }

    /// Adds what a content points to.
    pub fn content(&mut self, content: &Rc<Content<B>>) {
        let mut todo = vec![Rc::clone(content)];
        while let Some(content) = todo.pop() {
            let kept = Rc::clone(&content);
            // The entry keeps the content alive: were it dropped, another one could get its address
            // and count as seen.
            if self.seen.insert(Rc::as_ptr(&content), kept).is_some() {
                continue;
            }
            match &*content {
                Content::Unknown(_) | Content::Any(_) | Content::Room { .. } => {
                    self.is_open = true;
                }
                Content::Uninit | Content::Zero | Content::Array { .. } => {}
                Content::Data(data) => {
                    for pointer in data.pointers.values() {
                        self.pointer(pointer);
                    }
                }
                Content::Cells { cells, below } => {
                    for cell in cells.values() {
                        self.value(&cell.value);
                    }
                    todo.push(Rc::clone(below));
                }
                Content::Store {
                    cell,
                    offset,
                    below,
                } => {
                    self.words.push(*offset);
                    self.value(&cell.value);
                    todo.push(Rc::clone(below));
                }
                Content::Copy {
                    source,
                    below,
                    offset,
                    len,
                    source_offset,
                    ..
                } => {
                    self.words.extend([*offset, *len, *source_offset]);
                    todo.extend([Rc::clone(source), Rc::clone(below)]);
                }
                Content::Fill {
                    below,
                    offset,
                    len,
                    byte,
                } => {
                    self.words.extend([*offset, *len, *byte]);
                    todo.push(Rc::clone(below));
                }
                Content::Merge { cond, then, els } => {
                    self.words.push(*cond);
                    todo.extend([Rc::clone(then), Rc::clone(els)]);
                }
            }
        }
    }

    /// The functions that are reached from what was met; `None` where not all are known.
    pub fn functions(mut self, memory: &Memory<B>, globals: &Globals<'_, B>) -> Option<Vec<Rc<str>>>
    where
        B: Clone,
    {
        let mut known = FxHashSet::default();
        while let Some(object) = self.objects.pop() {
            if !known.insert(object) {
                continue;
            }
            let content = memory.get(object).cloned();
            match content.or_else(|| globals.initial(object)) {
                Some(content) => self.content(&content),
                None => self.is_open = true,
            }
        }
        (!self.is_open).then_some(self.functions)
    }

    /// Forgets what the objects hold that were met, and what is reached from there. All of these may have been freed. Whether there was something to forget.
    pub fn forget(
        mut self,
        memory: &mut Memory<B>,
        globals: &Globals<'_, B>,
        private: &mut Private,
    ) -> bool
    where
        B: Clone,
    {
        let mut is_lost = false;
        let mut constants = FxHashSet::default();
        while let Some(object) = self.objects.pop() {
            if globals.constants.contains(&object) {
                // It cannot be written, even where its address is known, but may lead to a variable.
                if constants.insert(object)
                    && let Some(content) = globals.initial(object)
                {
                    self.content(&content);
                }
                continue;
            }
            let content = memory.get(object).cloned();
            let content = content.or_else(|| globals.initial(object));
            if let Some(content) = content
                && !content.is_unknown()
            {
                if private.objects.contains(&object) {
                    memory.set(object, Rc::new(private.anything()));
                    self.content(&content);
                    continue;
                }
                is_lost = true;
                memory.free(object);
                memory.set(object, Rc::new(Content::Unknown(Some(object))));
                self.content(&content);
            }
        }
        is_lost
    }
}
