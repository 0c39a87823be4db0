// Draws a timeline as text, one row per rank, one column a unit of time, so that a
// test shows the picture it is about: digits are forwards, letters the backwards
// of the same microbatch, dots are idle.

#pragma once

#include "engine/plan/timeline.h"

#include <string>

namespace plan::test {

inline std::string render(const Timeline& timeline, Nanoseconds unit)
{
    std::string text;
    for (const auto& spans : timeline.spans) {
        std::string row(static_cast<std::size_t>(timeline.makespan / unit), '.');
        for (const Span& span : spans)
            for (auto t = span.start / unit; t < span.end / unit; ++t)
                row[static_cast<std::size_t>(t)]
                    = static_cast<char>((isForward(span.op.kind) ? '0' : 'a') + span.op.microbatch);
        text += row + "\n";
    }
    return text;
}

} // namespace plan::test
