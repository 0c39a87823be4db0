// The last lines that the ranks of a run logged, and how many there were in all. Memory is bounded
// however much they say: the oldest lines are dropped, and total() still counts them.

#pragma once

#include "telemetry/codec.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace gui {

// One line as it came; its text is from the run, and so never taken for markup.
struct RankLogLine {
    std::optional<std::uint32_t> rank; // of the world; none: the supervisor said it
    telemetry::LogLevel level = telemetry::LogLevel::Info;
    std::string text;
};

// A value; one thread at a time.
class BoundedLog {
public:
    static constexpr std::size_t kMaxLines = 2000; // kept

    // Behind the others. Never refused.
    void add(RankLogLine line)
    {
        m_lines.push_back(std::move(line));
        if (m_lines.size() > kMaxLines)
            m_lines.pop_front();
        ++m_total;
    }

    const std::deque<RankLogLine>& lines() const { return m_lines; } // oldest first
    // Ever added. A view that has shown `n` of them lacks the last total() - n, as far as they are
    // still kept.
    std::uint64_t total() const { return m_total; }

private:
    std::deque<RankLogLine> m_lines;
    std::uint64_t m_total = 0;
};

} // namespace gui
