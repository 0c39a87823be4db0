#include "tests/runtime/checkpoint/small_model.h"

#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/raw_memory.h"
#include "tests/runtime/checkpoint/ranks.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

namespace checkpoint_test {

using namespace training;

namespace {

// Of `length`, the uneven share of a rank: the first has the least, perhaps nothing.
std::pair<std::int64_t, std::int64_t> share(std::int64_t length, int rank, int ranks)
{
    const auto edge = [&](std::int64_t i) { return length * i * (i + 1) / (ranks * (ranks + 1)); };
    return {edge(rank), edge(rank + 1) - edge(rank)};
}

} // namespace

std::vector<WholeTensor> tensorsOf(int scale)
{
    return {{"model.embed_tokens.weight", false, {7 * scale, 6 * scale}},
            {"model.layers.0.mlp.down_proj.weight", false, {5 * scale, 9 * scale}},
            {"model.layers.0.self_attn.o_proj.weight", false, {6 * scale, 6 * scale}},
            {"model.norm.weight", true, {1, 6 * scale}}};
}

engine::Store& storeOfSlices()
{
    static HostStore store;
    return store;
}

std::uint32_t bitsOf(StatePart part, const std::string& name, std::int64_t row, std::int64_t column)
{
    std::uint64_t bits = std::hash<std::string>()(name) + static_cast<std::uint64_t>(part);
    for (const std::int64_t number : {row, column}) {
        bits = (bits ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
        bits ^= bits >> 29;
    }
    return static_cast<std::uint32_t>(bits >> 16);
}

Holding::Holding(Cut cut, int rank, int ranks, int scale)
    : Holding(tensorsOf(scale), cut, rank, ranks)
{
}

Holding::Holding(std::vector<WholeTensor> tensors, Cut cut, int rank, int ranks)
{
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const WholeTensor& tensor = tensors[i];
        const auto [rows, columns] = tensor.size;
        if (cut == Cut::Whole || (cut == Cut::Quarters && ranks != 4)) {
            if (static_cast<int>(i) % ranks == rank)
                add(tensor, 0, rows, 0, columns);
        } else if (cut == Cut::Columns || tensor.vector) {
            const auto [first, count] = share(columns, rank, ranks);
            add(tensor, 0, rows, first, count);
        } else if (cut == Cut::Rows) {
            const auto [first, count] = share(rows, rank, ranks);
            add(tensor, first, count, 0, columns);
        } else if (cut == Cut::Quarters) {
            const std::int64_t row = rows / 3;
            const std::int64_t column = columns / 2;
            add(tensor, rank / 2 * row, rank / 2 == 0 ? row : rows - row, rank % 2 * column,
                rank % 2 == 0 ? column : columns - column);
        } else {
            // A range of the elements: the end of a row, whole rows, the start of a row.
            auto [first, count] = share(rows * columns, rank, ranks);
            while (count > 0) {
                const std::int64_t column = first % columns;
                const std::int64_t whole = column == 0 ? count / columns : 0;
                const std::int64_t width = whole > 0 ? columns : std::min(count, columns - column);
                add(tensor, first / columns, std::max<std::int64_t>(1, whole), column, width);
                first += std::max<std::int64_t>(1, whole) * width;
                count -= std::max<std::int64_t>(1, whole) * width;
            }
        }
    }
    clear();
}

void Holding::add(const WholeTensor& tensor, std::int64_t row, std::int64_t rows,
                  std::int64_t column, std::int64_t columns)
{
    for (const StatePart part : kStateParts) {
        const std::int64_t stride = columns + (columns > 0 ? 3 : 0);
        m_memory.emplace_back(static_cast<std::size_t>(std::max<std::int64_t>(1, rows * stride)));
        m_slices[static_cast<std::size_t>(part)].push_back(
            {tensor.name,
             tensor.vector,
             tensor.size,
             {row, column},
             {engine::deviceAddress(m_memory.back().data()), rows, columns, stride, Type::F32}});
    }
}

void Holding::fill()
{
    for (const StatePart part : kStateParts)
        for (const TensorSlice& slice : of(part))
            for (std::int64_t row = 0; row < slice.values.rows; ++row)
                for (std::int64_t column = 0; column < slice.values.columns; ++column)
                    *static_cast<std::uint32_t*>(engine::rawPointer(slice.values.at(row, column)))
                        = bitsOf(part, slice.name, slice.first[0] + row, slice.first[1] + column);
}

void Holding::clear()
{
    for (auto& memory : m_memory)
        std::fill(memory.begin(), memory.end(), 0xabababab);
}

// Also that nothing beside the slices was touched.
bool Holding::filled() const
{
    Holding expected = *this;
    std::size_t next = 0;
    expected.m_memory = m_memory;
    expected.clear();
    for (std::size_t i = 0; i < m_slices[0].size(); ++i)
        for (auto& slices : expected.m_slices)
            slices[i].values.data = engine::deviceAddress(expected.m_memory[next++].data());
    expected.fill();
    return expected.m_memory == m_memory;
}

plan::Outcome readSlices(const Checkpoint& checkpoint, StatePart part,
                         const std::vector<TensorSlice>& wanted)
{
    CheckpointSlices slices{storeOfSlices(), {}, {}, {}};
    (part == StatePart::Weights            ? slices.weights
         : part == StatePart::FirstMoments ? slices.firstMoments
                                           : slices.secondMoments)
        = wanted;
    if (const auto fits = checkpoint.checkFits(slices); !fits)
        return fits;
    CheckpointReader reader(checkpoint, slices);
    for (;;) {
        const auto more = reader.next();
        if (!more)
            return more.error();
        if (!*more)
            return plan::done();
    }
}

CheckpointInfo infoOf(std::int64_t step)
{
    CheckpointInfo info;
    info.step = step;
    info.samples = 16 * step;
    info.seed = 42;
    info.strategy = "name: \"sm\xc3\xa4ll\"\nmodel: {layers: 1}\n";
    info.model.layers = 1;
    info.model.hidden = 6;
    info.model.positions = strategy::Positions::Rotary;
    return info;
}

plan::Outcome save(const std::filesystem::path& folder, std::int64_t step, Cut cut, int ranks,
                   int scale)
{
    return theOutcome(onRanks(ranks, [&](engine::HostCommunicator& world) {
        Holding own(cut, world.rank(), ranks, scale);
        own.fill();
        return saveCheckpoint(infoOf(step), own.slices(), folder, world);
    }));
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace checkpoint_test
