// The lines that a person watches while a run goes on.

#pragma once

#include "engine/launch/exit_code.h"
#include "engine/launch/report.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace launch {

// "[4/10] step 3  40.213 ms  bubble 27.31 %  predicted 40.000 ms (+0.53 %), bubble 27.27 %
//  dropped 0", with "could not keep up" where an emulated step did not. Steps are numbered from 0,
//  as on the wire and in the report.
struct StepCount {
    std::int64_t done = 0; // steps of this run, the one of the line too
    std::int64_t of = 0;   // 0: not known
};
std::string stepLine(const StepReport& step, const StepCount& count,
                     const std::optional<Prediction>& predicted, std::uint64_t dropped);

// Writes to stderr: on a terminal one line that is written over, otherwise plain lines, at
// most two a second.
// What comes faster is skipped, but for the newest line, which finish() shows. Not thread-safe.
class Progress {
public:
    enum class Mode { Terminal, Lines };
    // Terminal where stderr is one.
    static Mode modeOfStderr();

    explicit Progress(Mode mode)
        : m_mode(mode)
    {
    }
    ~Progress() { finish(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // A line without its end, which takes the place of the one before it. On a terminal it is shown
    // at most every 50 ms.
    void show(std::string_view line);

    // A sentence that stays.
    void say(std::string_view sentence);

    // Shows the last line if it was held back, and ends it.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void write(std::string_view line);

    Mode m_mode;
    Clock::time_point m_lastWrite{};
    std::string m_held;  // the newest line, not shown yet
    bool m_open = false; // a terminal line without its end
};

// Text as it stands, but for characters that would act on a terminal; see plan::printable().
void showOnStderr(std::string_view text);
// One sentence to stderr, with the program's name in front.
void sayToStderr(std::string_view sentence);
// The same, at the end of a command, which returns with it: gives back `code`.
ExitCode refuse(std::string_view sentence, ExitCode code);

} // namespace launch
