//! New objects, with the sizes and alignments that separate their addresses.

use crate::domain::Domain;
use crate::domain::layout::Extent;
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer};
use crate::memory::{Content, Memory};
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;

impl<D: Domain> Machine<'_, D> {
    /// A new object of a size, at a multiple of `align`.
    pub(crate) fn allocate_sized(
        &mut self,
        memory: &mut Memory<D::Bits>,
        content: Content<D::Bits>,
        (size, align): (D::Bits, u64),
    ) -> Pointer<D::Bits> {
        let pointer = self.allocate(memory, content);
        for object in pointer.objects() {
            self.place(object, (size, align), None);
        }
        pointer
    }

    /// A new object that ends with the activation under way.
    pub(crate) fn allocate_on_stack(
        &mut self,
        memory: &mut Memory<D::Bits>,
        extent: (D::Bits, u64),
    ) -> Pointer<D::Bits> {
        let pointer = self.allocate(memory, Content::Uninit);
        let activation = self.activations.under_way.last().copied();
        for object in pointer.objects() {
            self.place(object, extent, activation);
        }
        pointer
    }

    /// Notes the size and alignment of an object.
    pub(crate) fn place(
        &mut self,
        object: ObjectId,
        (size, align): (D::Bits, u64),
        activation: Option<u32>,
    ) {
        self.domain.alignments().set(object, align);
        self.extents.insert(object, Extent { size, activation });
    }

    /// The size and alignment of an input slice, by the arguments of its probe.
    pub(crate) fn extent_of_slice(
        &mut self,
        args: Args<'_, D::Bits>,
    ) -> Result<(D::Bits, u64), Stop> {
        self.extent_of_elements(args, [2, 3, 6])
    }

    /// A new object for elements that the program writes, by the arguments of the probe that asks for it. What is built of it ends at `end`, where
    /// there may be more.
    pub(crate) fn allocate_room(
        &mut self,
        memory: &mut Memory<D::Bits>,
        args: Args<'_, D::Bits>,
        end: Option<u64>,
    ) -> Result<Pointer<D::Bits>, Stop> {
        let extent = self.extent_of_elements(args, [0, 1, 2])?;
        let object = ObjectId(self.objects());
        let content = end.map_or(Content::Uninit, |end| Content::Room { object, end });
        Ok(self.allocate_on_heap(memory, content, extent))
    }

    /// The size and alignment of an object, given the positions of the arguments with the size and alignment of its elements and with their count.
    fn extent_of_elements(
        &mut self,
        args: Args<'_, D::Bits>,
        [size, align, count]: [usize; 3],
    ) -> Result<(D::Bits, u64), Stop> {
        let [elem, align, len] = [size, align, count].map(|at| self.argument(args, at));
        let (elem, align, len) = (elem?, align?, len?);
        let size = self.domain.mul(elem, len);
        let (align, _) = self.domain.interval(align);
        Ok((size, align as u64))
    }
}
