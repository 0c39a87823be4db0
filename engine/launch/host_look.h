// What the hosts of a run said of themselves before its ranks start, and what speaks against
// starting them. See engine/runtime/host_look.h for what is said.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/plan/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

struct HostLook {
    std::string host;
    std::string version;
    std::string connection; // empty, or why the connection file cannot be used there
    std::string reaches;    // "open", "refused", "no answer"
    std::int64_t unixNs = 0;

    bool operator==(const HostLook&) const = default;
};

// All that stand in the output of a launcher, which puts words of its own before each.
std::vector<HostLook> hostLooksIn(std::string_view output);

// What the answers are held against.
struct HostsExpected {
    Hosts hosts{};
    std::string version{};          // of this program
    std::filesystem::path folder{}; // of the run
    std::string endpoint{};         // of its supervisor
    std::string output{};           // of the launcher: the words for a host that did not answer
    std::chrono::system_clock::time_point asked{};
    std::chrono::system_clock::time_point answered{};
};

// The error is one sentence: which host, what is the matter, what to do. `remarks` gets what does
// not keep a run from starting.
plan::Outcome judgeHosts(const std::vector<HostLook>& looks, const HostsExpected& expected,
                         std::vector<std::string>& remarks);

} // namespace launch
