// Going on in the background: the caller gets one line when the run can be watched, or the
// reason why there is none.

#pragma once

#include "engine/launch/exit_code.h"
#include "engine/strategy/file_descriptor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

// What the background process tells the one that was called. Without a background it writes
// nothing itself and only remembers. Only the first word counts; the pipe closes with it.
class Announcement {
public:
    Announcement() = default;
    explicit Announcement(strategy::FileDescriptor pipe)
        : m_pipe(std::move(pipe))
    {
    }

    // The caller prints `line` to stdout and ends well.
    void ready(std::string_view line);
    // The caller prints the sentence to stderr and ends with `code`.
    void refused(std::string_view sentence, ExitCode code);

private:
    void tell(char code, std::string_view text);

    strategy::FileDescriptor m_pipe;
};

// Forks; call it while the process has one thread. In the caller: waits up to a minute for the
// announcement, passes it on and returns the exit code to leave with. In the background
// process, which leads its own session and writes to `log`: nullopt, and `announcement` is set.
std::optional<ExitCode> goToBackground(const std::filesystem::path& log,
                                       Announcement& announcement);

} // namespace launch
