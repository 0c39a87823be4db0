// The memory of one rank's training, taken from a device's Store and counted by what it is for.
//
// Blocks that are given back are kept, and used again for what needs at least half of them: a
// step like the ones before takes nothing from the Store. No more is kept than was ever in use at
// once, by the host or by a lane; beyond that, what lay longest goes back to the Store. What is
// counted is what is in use, in the bytes that were asked for.
//
// A block is given back when the host is done with it, which may be before the device is. In the
// Compute lane that does no harm: whoever gets the block next queues its work there behind the
// work of whoever had it. A block that another lane reads or writes carries a mark of the end of
// that (Block::usedUntil), and is not used again before that has passed.
//
// No lane ever waits for such a mark to get a block, because ranks could wait for each other in a
// circle: a message waits for the rank that receives it, and that rank may be about to wait for
// one from here, whose block would be this. So what is sent takes as many blocks as messages are on
// their way at once, which the transport bounds (PipelineRoutes::messages). There the host waits
// instead, before it queues one more, for any of them to leave, not for a certain one. That ends:
// the schedule runs on ranks that stop wherever so many messages are on their way
// (plan::rankBuffersNeeded), and a lane goes on wherever such a rank does.
//
// Where the device has no more, all that is kept goes back to the Store, which waits for all that
// is queued. That alone may be a circle; it has a deadline, and the rank ends for want of memory.

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/store.h"
#include "engine/runtime/training/matrix.h"

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace training {

// What memory is for, as it is reported (telemetry's memory records). Activations: of microbatches
// between their forward and their last backward part. Buffers: what an op needs while it runs,
// messages, and what is left of a step for the host.
enum class Use : std::uint8_t { Weights, Gradients, Optimizer, Activations, Buffers };
inline constexpr std::size_t kUses = 5;

class Memory;

// The moments up to which lanes use a block, one for each lane that does.
using LaneMarks = std::vector<std::pair<engine::Lane, engine::Mark>>;

// Memory in use; given back when it is destroyed. Must not outlive its Memory.
class Block {
public:
    Block() = default; // none
    Block(Block&& other) noexcept;
    Block& operator=(Block&& other) noexcept;
    ~Block() { reset(); }

    engine::DeviceAddress data() const { return m_data; }
    std::size_t bytes() const { return m_bytes; } // as asked for
    explicit operator bool() const { return bool(m_data); }

    // Gives it back; then this is none.
    void reset();

    // What is queued in `lane` before `mark` uses the block, and it may be given back before that
    // is over. Later calls for a lane replace earlier ones. Not needed for the Compute lane.
    void usedUntil(engine::Lane lane, engine::Mark mark);

private:
    friend class Memory;
    Memory* m_memory = nullptr;
    engine::DeviceAddress m_data{};
    std::size_t m_bytes = 0;    // asked for
    std::size_t m_capacity = 0; // held
    Use m_use = Use::Buffers;
    LaneMarks m_marks{};
};

// A view with its memory: whoever holds it may use the view. Moved, not copied.
template <class View>
struct Owned {
    Block block;
    View view{};

    void reset()
    {
        block.reset();
        view = {};
    }
};

using Held = Owned<Matrix>;
using HeldIndices = Owned<IndexMatrix>;
using HeldSlots = Owned<Slots>;

// Used by one thread.
class Memory {
public:
    // Both must outlive this.
    Memory(engine::Store& store, engine::Lanes& lanes);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // Aligned as the Store does, with any content, to be used by what is queued in `lane` from now
    // on and in lanes that wait for that. Throws Failure where the device has no more.
    Block take(std::size_t bytes, Use use, engine::Lane lane = engine::kComputeLane);
    // A contiguous matrix in a block of its own.
    Held matrix(std::int64_t rows, std::int64_t columns, Type type, Use use,
                engine::Lane lane = engine::kComputeLane);
    // The same, of integers.
    HeldIndices indices(std::int64_t rows, std::int64_t columns, Use use);
    HeldSlots slots(std::int64_t count, Use use); // all 0

    // One column with these values.
    HeldIndices uploaded(std::span<const std::int32_t> values, Use use);

    // In bytes. The peak is the largest since the last resetPeaks().
    std::size_t current(Use use) const { return m_current[static_cast<std::size_t>(use)]; }
    std::size_t peak(Use use) const { return m_peak[static_cast<std::size_t>(use)]; }
    void resetPeaks() { m_peak = m_current; }

    // Bytes taken from the Store, in use or kept.
    std::size_t reserved() const { return m_reserved; }

    // Of all its blocks: for uploads and downloads.
    engine::Store& store() const { return m_store; }

private:
    friend class Block;
    struct Kept {
        engine::DeviceAddress data{};
        std::uint64_t since = 0; // counts what was given back
        LaneMarks marks{};
    };
    using KeptBlocks = std::multimap<std::size_t, Kept>; // by capacity

    // That `lane` may use; end(): none.
    KeptBlocks::iterator findKept(std::size_t capacity, engine::Lane lane);
    bool inUse(const Kept& kept, engine::Lane lane);
    std::size_t keptInUse(); // bytes
    engine::DeviceAddress takeFromAll(std::size_t capacity, Use use);
    std::string whyNone(std::size_t capacity, Use use) const;
    void orderAfter(const LaneMarks& marks, engine::Lane lane);
    void giveBack(Block& block);
    void release(KeptBlocks::iterator kept); // to the Store
    void releaseBeyondBound();

    engine::Store& m_store;
    engine::Lanes& m_lanes;
    std::array<std::size_t, kUses> m_current{};
    std::array<std::size_t, kUses> m_peak{};
    std::size_t m_reserved = 0;
    std::size_t m_inUse = 0;     // of that
    std::size_t m_mostInUse = 0; // ever
    KeptBlocks m_kept;
    std::uint64_t m_givenBack = 0;
};

} // namespace training
