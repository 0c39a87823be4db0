#include "engine/launch/progress.h"

#include "engine/plan/printable.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

std::string stepLine(const StepReport& step, const StepCount& count,
                     const std::optional<Prediction>& predicted, std::uint64_t dropped)
{
    std::string line;
    if (count.of > 0)
        line = fmt::format("[{}/{}] ", count.done, count.of);
    line += fmt::format("step {}", step.step);
    if (!step.whole) // its numbers would mean nothing
        return line + fmt::format("  not whole  dropped {}", dropped);
    line += fmt::format("  {:.3f} ms  bubble {:.2f} %", step.seconds * 1e3,
                        step.bubbleFraction * 100);
    if (predicted && predicted->stepSeconds > 0.0)
        line += fmt::format(
            "  predicted {:.3f} ms ({:+.2f} %), bubble {:.2f} %", *predicted->stepSeconds * 1e3,
            (step.seconds / *predicted->stepSeconds - 1) * 100, predicted->bubbleFraction * 100);
    if (predicted && !keptPace(step, *predicted))
        line += "  could not keep up";
    if (step.loss)
        line += fmt::format("  loss {:.4f}", *step.loss);
    if (const auto rate = tokensPerSecond(step))
        line += fmt::format("  {:.0f} tokens/s", *rate);
    if (step.checks.different > 0)
        line += fmt::format("  {} ops DIFFER when run twice", step.checks.different);
    line += fmt::format("  dropped {}", dropped);
    return line;
}

Progress::Mode Progress::modeOfStderr()
{
    return isatty(STDERR_FILENO) == 1 ? Mode::Terminal : Mode::Lines;
}

void Progress::show(std::string_view line)
{
    // A terminal line that changes faster cannot be read; plain lines go to a log, which would
    // fill.
    constexpr std::chrono::milliseconds kTerminalPause{50};
    constexpr std::chrono::milliseconds kLinesPause{500};
    const Clock::time_point now = Clock::now();
    m_held = line;
    if (now - m_lastWrite < (m_mode == Mode::Terminal ? kTerminalPause : kLinesPause))
        return;
    m_lastWrite = now;
    write(m_held);
    m_held.clear();
}

void Progress::say(std::string_view sentence)
{
    finish();
    sayToStderr(sentence);
}

void Progress::finish()
{
    if (!m_held.empty())
        write(m_held);
    m_held.clear();
    if (m_open)
        std::fputc('\n', stderr);
    m_open = false;
}

void Progress::write(std::string_view line)
{
    if (m_mode == Mode::Terminal) {
        // To the line's start, and what the last line left there is cleared.
        std::fputs(fmt::format("\r\033[K{}", plan::printable(line)).c_str(), stderr);
        m_open = true;
    } else {
        showOnStderr(fmt::format("{}\n", line));
    }
    std::fflush(stderr);
}

void showOnStderr(std::string_view text) { std::fputs(plan::printable(text).c_str(), stderr); }

void sayToStderr(std::string_view sentence)
{
    showOnStderr(fmt::format("bubblescope-run: {}\n", sentence));
}

ExitCode refuse(std::string_view sentence, ExitCode code)
{
    sayToStderr(sentence);
    return code;
}

} // namespace launch
