#include "engine/launch/ending.h"

#include "engine/plan/op.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include <sys/wait.h>

namespace launch {

namespace {

// The number that follows `before` in `text`, wherever the line breaks.
std::optional<int> numberAfter(std::string_view text, std::string_view before)
{
    const std::size_t found = text.find(before);
    if (found == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(found + before.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    int number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        return std::nullopt;
    return number;
}

std::string opText(const telemetry::SpanRecord& span)
{
    using telemetry::SpanKind;
    switch (span.kind) {
    case SpanKind::Forward:
    case SpanKind::Backward:
    case SpanKind::InputGrad:
    case SpanKind::WeightGrad:
        return plan::toText(
            plan::Op{span.stage, static_cast<plan::OpKind>(span.kind), span.microbatch});
    case SpanKind::Send:
        return "a send";
    case SpanKind::Receive:
        return "a receive";
    case SpanKind::Collective:
        return "a collective";
    case SpanKind::Optimizer:
        return "the optimizer";
    case SpanKind::Recompute:
        return "a recomputation";
    }
    return "an op";
}

static_assert(static_cast<int>(telemetry::SpanKind::WeightGrad)
              == static_cast<int>(plan::OpKind::WeightGrad));

} // namespace

std::string Ending::outcome() const
{
    return state == RunState::Failed ? "failed: " + sentence : std::string(textOf(state));
}

std::optional<RankVerdict> verdictIn(std::string_view mpirunOutput)
{
    if (const std::size_t notice = mpirunOutput.find("mpirun noticed that process rank");
        notice != std::string_view::npos) {
        const std::string_view rest = mpirunOutput.substr(notice);
        const auto rank = numberAfter(rest, "process rank");
        const auto signal = numberAfter(rest, "exited on signal");
        if (rank && signal)
            return RankVerdict{*rank, *signal, 0};
    }
    // "Process name: [[45,1],2]" and "Exit code: 3"
    const std::size_t name = mpirunOutput.find("Process name: [[");
    if (name == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = mpirunOutput.substr(name);
    const auto rank = numberAfter(rest, "],");
    const auto code = numberAfter(rest, "Exit code:");
    if (!rank || !code)
        return std::nullopt;
    return RankVerdict{*rank, 0, *code};
}

std::string howItEnded(const std::optional<RankVerdict>& verdict, std::optional<int> waitStatus)
{
    constexpr int kSignalBase = 128; // a shell's and mpirun's way to pass a signal on
    int signal = verdict ? verdict->signal : 0;
    int code = verdict ? verdict->exitCode : 0;
    if (!verdict && waitStatus && WIFSIGNALED(*waitStatus)) {
        signal = WTERMSIG(*waitStatus);
    } else if (!verdict && waitStatus && WIFEXITED(*waitStatus)) {
        const int exited = WEXITSTATUS(*waitStatus);
        if (exited > kSignalBase)
            signal = exited - kSignalBase;
        else
            code = exited;
    }
    if (signal != 0)
        return "was killed by signal " + std::to_string(signal);
    if (code != 0)
        return "ended with exit code " + std::to_string(code);
    return "ended";
}

std::string whereItWas(const std::optional<telemetry::SpanRecord>& lastOp)
{
    if (!lastOp)
        return " before its first op";
    return " in step " + std::to_string(lastOp->step) + " after " + opText(*lastOp);
}

std::string tailOf(const std::filesystem::path& file, std::size_t bytes)
{
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream)
        return {};
    const auto size = static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0));
    const std::size_t begin = size > bytes ? size - bytes : 0;
    stream.seekg(static_cast<std::streamoff>(begin));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace launch
