// A schedule typed by hand, one line per rank, ops separated by commas: whatever they are,
// legal or not, they stand in the order as written.

#pragma once

#include "engine/plan/schedule.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace plan::test {

inline Schedule typed(const Shape& shape, const std::string& text)
{
    Schedule schedule{
        .shape = shape, .placement = loopedPlacement(shape), .order = {}, .phases = {}};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        schedule.order.emplace_back();
        std::istringstream words(line);
        for (std::string word; std::getline(words, word, ',');) {
            const auto op = parseOp(word);
            EXPECT_TRUE(op) << word;
            schedule.order.back().push_back(op.value_or(Op{}));
        }
        schedule.phases.push_back(phasesOf(schedule.order.back()));
    }
    return schedule;
}

// Two ranks, one chunk.
inline Schedule typed(int microbatches, const std::string& text)
{
    return typed({.ranks = 2, .chunks = 1, .microbatches = microbatches}, text);
}

} // namespace plan::test
