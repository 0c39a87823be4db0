// Runs bubblescope-run as a user would, in places of the test's own.

#pragma once

#include "tests/scratch_directory.h"

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace launch_test {

struct Finished {
    int code = -1; // exit code; 128 and more: a signal, or the deadline
    std::string out;
    std::string err;
};

class Program {
    tests::ScratchDirectory m_scratch; // before `root`, which is in it

public:
    // The programs in that folder.
    explicit Program(std::filesystem::path programs);
    ~Program(); // stops every run that is still live

    std::filesystem::path bin;
    std::filesystem::path root;             // state and sockets are under it
    std::filesystem::path state;            // XDG_STATE_HOME
    std::string path;                       // PATH
    std::vector<std::string> environment{}; // besides: "NAME=VALUE"
    bool mayMakeNetworks = true; // false: as on a system that lets no user make a network namespace

    // Runs to the end, at most 90 s. Several may run at once, on threads of their own. `err`: a
    // file for what it says meanwhile, if somebody reads that.
    Finished run(const std::vector<std::string>& arguments,
                 const std::string& program = "bubblescope-run",
                 const std::filesystem::path& err = {}) const;

    // A strategy of four ranks with 1 ms ops.
    std::filesystem::path strategy() const { return root / "four.yaml"; }

    // Names in the directory of runs.
    std::vector<std::string> runs() const;

private:
    mutable std::atomic<int> m_begun = 0; // by run()
};

// Waits until the ranks of a run that records into the folder have recorded ops: all of them are
// there then.
bool hasRecorded(const std::filesystem::path& folder);

// Bytes of the messages that the last run has recorded.
std::set<std::string> bytesSent(const Program& program);

// What the list of runs says of the only one that there is, once it has ended.
nlohmann::json endedRun(const Program& program);

} // namespace launch_test
