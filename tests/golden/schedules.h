// The schedules of other projects as they stand under tests/golden/schedules (README.md there
// says how they were made): a line a case, the ops as a digest of their text.

#pragma once

#include "engine/plan/metrics.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "tests/golden/sha256.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace golden {

struct Case {
    std::string line; // as it stands in the file
    std::map<std::string, std::string> fields;

    bool has(const char* key) const { return fields.contains(key); }
    const std::string& text(const char* key) const { return fields.at(key); }
    int number(const char* key) const { return std::stoi(fields.at(key)); }
    bool deadlocks() const { return text("makespan") == "DEADLOCK"; }
    plan::Shape shape() const
    {
        return {number("ranks"), number("chunks"), number("microbatches")};
    }
};

// `path` as in "torch/GPipe.txt". A file that cannot be read, or one with fewer cases than
// `atLeast`, fails the test.
inline std::vector<Case> readCases(const std::string& path, std::size_t atLeast)
{
    std::vector<Case> cases;
    std::ifstream file(std::string(BUBBLESCOPE_GOLDEN "/schedules/") + path);
    EXPECT_TRUE(file) << path;
    for (std::string line; std::getline(file, line);) {
        Case& entry = cases.emplace_back(Case{line, {}});
        std::istringstream words(line);
        for (std::string word; words >> word;)
            entry.fields[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    }
    EXPECT_GE(cases.size(), atLeast) << path;
    return cases;
}

// What a case's `ops` holds of a schedule.
inline std::string digestOf(const plan::Schedule& schedule)
{
    return sha256(plan::toText(schedule)).substr(0, 32);
}

// Pairs of a microbatch and a stage that each rank holds at once, as in "4/3".
inline std::string peaksOf(const plan::Timeline& timeline)
{
    std::string peaks;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        peaks += (rank == 0 ? "" : "/") + std::to_string(plan::peakInFlight(timeline, rank));
    return peaks;
}

// The same ops in the same order on every rank, and the same makespan and peaks.
inline void expectSame(const Case& golden, const plan::Schedule& schedule)
{
    EXPECT_EQ(digestOf(schedule), golden.text("ops")) << plan::toText(schedule);
    const auto timeline = plan::simulate(schedule, plan::Costs::unit());
    ASSERT_TRUE(timeline) << timeline.error().message;
    EXPECT_EQ(timeline->makespan / plan::test::kUnit, golden.number("makespan"));
    EXPECT_EQ(peaksOf(*timeline), golden.text("peak"));
}

// "torch/GPipe.txt" as a test's name.
inline std::string testName(std::string path)
{
    for (char& c : path)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    return path;
}

} // namespace golden
