// A run executes an order that was made by hand, op for op.

#include "tests/launch/cpu_strategy.h"

#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

// Legal, and none of the catalogue: rank 0 runs ahead by two, then by one.
constexpr const char* kRows[]
    = {"0F0 0F1 0F2 0B0 0B1 0F3 0B2 0B3", "1F0 1F1 1B0 1F2 1B1 1B2 1F3 1B3"};

std::filesystem::path byHand(const Program& program)
{
    const auto file = program.root / "hand.yaml";
    std::ofstream(file) << "bubblescope: 1\nname: by hand\n"
                           "model: {layers: 4, hidden: 32, heads: 4, vocab: 256, sequence: 32}\n"
                           "parallel: {pipeline: 2}\nbatch: {micro: 2, global: 8}\n"
                           "schedule:\n  name: custom\n  order: [\""
                        << kRows[0] << "\", \"" << kRows[1] << "\"]\n";
    return file;
}

// [rank]: the ops of a step in the order in which they began, from the CSV of a recording.
std::map<int, std::string> ranOf(const std::string& csv, int step)
{
    std::map<int, std::map<long long, std::string>> ops;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line); // the names of the columns
    while (std::getline(lines, line)) {
        std::istringstream cells(line);
        std::vector<std::string> row;
        for (std::string cell; std::getline(cells, cell, ',');)
            row.push_back(cell);
        if (row.size() < 7 || std::stoi(row[1]) != step
            || (row[2] != "forward" && row[2] != "backward"))
            continue;
        const char letter = row[2] == "forward" ? 'F' : 'B';
        ops[std::stoi(row[0])][std::stoll(row[5])] = row[3] + letter + row[4];
    }
    std::map<int, std::string> ran;
    for (const auto& [rank, begun] : ops)
        for (const auto& [start, op] : begun)
            ran[rank] += (ran[rank].empty() ? "" : " ") + op;
    return ran;
}

TEST(OrderByHand, IsWhatTheRanksRun)
{
    const Program program{BUBBLESCOPE_BIN};
    for (const char* device : {"cpu", "emulated"}) {
        const std::string folder = program.root / device;
        const Finished run = program.run({byHand(program), "--device", device, "--steps", "2",
                                          "--record", folder, "--json", "-"});
        ASSERT_EQ(run.code, 0) << run.err;
        const auto report = nlohmann::json::parse(run.out);
        EXPECT_EQ(report["steps"].size(), 2U);
        const Finished csv = program.run({"export", folder, "--format", "csv"});
        ASSERT_EQ(csv.code, 0) << csv.err;
        for (const int step : {0, 1}) {
            const auto ran = ranOf(csv.out, step);
            ASSERT_EQ(ran.size(), 2U) << csv.out.substr(0, 500);
            EXPECT_EQ(ran.at(0), kRows[0]) << device << ", step " << step;
            EXPECT_EQ(ran.at(1), kRows[1]) << device << ", step " << step;
        }
    }
}

} // namespace
} // namespace launch_test
