// A few tensors with arbitrary bits in them, cut among ranks in several ways.

#pragma once

#include "engine/runtime/training/checkpoint/checkpoint.h"
#include "engine/runtime/training/checkpoint/save_checkpoint.h"
#include "tests/scratch_directory.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace checkpoint_test {

enum class Cut { Whole, Rows, Columns, Flat, Quarters };
inline constexpr Cut kCuts[] = {Cut::Whole, Cut::Rows, Cut::Columns, Cut::Flat, Cut::Quarters};

// The tensors of the model; `scale` multiplies their lengths.
std::vector<training::WholeTensor> tensorsOf(int scale = 1);

// The bits of one value: any, also those of not-a-number.
std::uint32_t bitsOf(training::StatePart part, const std::string& name, std::int64_t row,
                     std::int64_t column);

// Where the values of all slices of these tests lie: the host's memory.
engine::Store& storeOfSlices();

// What one rank of `ranks` holds, with its memory: column slices lie in wider rows.
class Holding {
public:
    Holding(Cut cut, int rank, int ranks, int scale = 1);
    Holding(std::vector<training::WholeTensor> tensors, Cut cut, int rank, int ranks);

    void fill();  // with bitsOf()
    void clear(); // with something else
    bool filled() const;

    training::CheckpointSlices slices() const
    {
        return {storeOfSlices(), m_slices[0], m_slices[1], m_slices[2]};
    }
    std::vector<training::TensorSlice>& of(training::StatePart part)
    {
        return m_slices[static_cast<std::size_t>(part)];
    }

private:
    void add(const training::WholeTensor& tensor, std::int64_t row, std::int64_t rows,
             std::int64_t column, std::int64_t columns);

    std::vector<training::TensorSlice> m_slices[3];
    std::vector<std::vector<std::uint32_t>> m_memory;
};

// Fills the slices of one part.
plan::Outcome readSlices(const training::Checkpoint& checkpoint, training::StatePart part,
                         const std::vector<training::TensorSlice>& wanted);

training::CheckpointInfo infoOf(std::int64_t step);

// Saves the model, cut that way.
plan::Outcome save(const std::filesystem::path& folder, std::int64_t step, Cut cut = Cut::Whole,
                   int ranks = 1, int scale = 1);

std::string contentOf(const std::filesystem::path& file);

} // namespace checkpoint_test
