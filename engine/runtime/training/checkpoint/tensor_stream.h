// Slices from a device into a file of whole tensors, and out of it, some megabytes at a time.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/store.h"
#include "engine/runtime/training/checkpoint/crc_shift.h"
#include "engine/runtime/training/checkpoint/open_file.h"
#include "engine/runtime/training/tensor_slice.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace training {

// Writes one slice into its places. Rows that are whole in the file go out many at once,
// those of a column slice one by one.
class SliceWriter {
public:
    // The file, the store that the slice lies in, and the slice must outlive it; the tensor begins
    // at `tensorStart` of the file.
    SliceWriter(const OpenFile& file, std::uint64_t tensorStart, engine::Store& store,
                const TensorSlice& slice);

    // The next part; false once all is written.
    plan::Result<bool> next();

    // What the slice adds to the CRC of its tensor. Precondition: all is written.
    std::uint32_t crcShare() const { return m_share.value(); }

private:
    void download(std::int64_t rows);
    plan::Outcome write(std::int64_t rows) const;

    const OpenFile* m_file;
    engine::Store* m_store;
    const TensorSlice* m_slice;
    std::uint64_t m_tensorStart;
    std::int64_t m_row = 0; // of the slice: the next to write
    CrcShare m_share;
    std::vector<std::byte> m_rows; // the next, one after the other
};

// Reads one whole tensor, sums it up and fills those slices of it that are wanted. What they
// hold is not to be used before the sum has been compared.
class TensorReader {
public:
    // The file, the store and the memory of the slices must outlive it. Precondition: all of
    // `wanted` lie in `store`, are of one tensor of `rows` by `columns` F32 values, and within it.
    TensorReader(const OpenFile& file, std::uint64_t tensorStart, std::int64_t rows,
                 std::int64_t columns, engine::Store& store,
                 std::vector<const TensorSlice*> wanted);

    // The next part; false once all is read.
    plan::Result<bool> next();

    std::uint32_t crc() const { return m_crc; } // CRC-32C of what was read

private:
    // Copies what the block just read has of the slice, up to element `end` of the tensor.
    void spread(const TensorSlice& slice, std::int64_t end) const;

    const OpenFile* m_file;
    std::uint64_t m_tensorStart;
    std::int64_t m_elements;
    std::int64_t m_columns;
    engine::Store* m_store;
    std::vector<const TensorSlice*> m_wanted;
    std::int64_t m_element = 0; // the next to read
    std::uint32_t m_crc = 0;
    std::vector<std::byte> m_block;
};

} // namespace training
