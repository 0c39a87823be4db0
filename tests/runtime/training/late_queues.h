// The queues of a LateDevice, and its memory.

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/training/matrix.h"
#include "engine/runtime/waiting.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace training {

// Which lanes do nothing before somebody waits for them; the others do all they can at once.
enum class Late { Compute, Others };

// Used by one thread.
class LateQueues final : public engine::Lanes, public engine::Background {
public:
    LateQueues(Late late, const engine::Clock& clock, engine::Waiting& waiting);
    ~LateQueues() override;

    using Call = std::function<void()>;
    void queue(engine::Lane lane, Call call);

    // Does all that was queued before the mark, in all lanes as far as it is waited for.
    void runUntil(engine::Mark mark);
    void runAll();

    engine::Lane open(std::string_view name) override;
    void beginStep() override {}
    engine::Mark mark(engine::Lane lane) override;
    void wait(engine::Lane lane, engine::Mark mark) override;
    bool passed(engine::Mark mark) override;
    plan::Result<engine::Nanoseconds> time(engine::Mark mark) override;

    // The host waits for something else meanwhile: others may depend on this device.
    void moveOn() override;

private:
    struct Queued {
        Call call{};            // or
        engine::Mark passes{};  // that is passed here, or
        engine::Mark awaited{}; // that is waited for
    };
    struct Passing { // [mark - 1]
        engine::Lane lane;
        std::optional<engine::Nanoseconds> time{};
    };

    struct Queue {
        std::deque<Queued> calls{};
        bool running = false; // one of them is under way
    };

    Queue& queueOf(engine::Lane lane) { return m_queues.at(lane.number); }
    bool isLate(engine::Lane lane) const
    {
        return (lane == engine::kComputeLane) == (m_late == Late::Compute);
    }
    Passing& passing(engine::Mark mark)
    {
        return m_passings.at(static_cast<std::size_t>(mark.value) - 1);
    }
    void add(engine::Lane lane, Queued queued);
    // These do what can be done without the calls that are under way; true: that was all.
    bool tryFirst(engine::Lane lane);
    bool tryUntil(engine::Mark mark);
    void run(engine::Lane lane);

    const Late m_late;
    const engine::Clock& m_clock;
    engine::Waiting& m_waiting;
    std::deque<Queue> m_queues{1}; // [lane]
    std::vector<Passing> m_passings;
};

// Memory whose addresses cannot be followed.
class GuardedMemory {
public:
    GuardedMemory();
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    DeviceAddress take(std::size_t bytes);

    // Where the values are that lie there.
    DeviceAddress real(DeviceAddress guarded) const;

    template <class View>
    requires requires(View view) { view.data = DeviceAddress(); }
    View real(View view) const
    {
        view.data = real(view.data);
        return view;
    }

private:
    std::byte* m_guarded;
    std::byte* m_values;
    std::size_t m_taken = 0;
};

} // namespace training
