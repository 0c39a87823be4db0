#include "engine/launch/ending.h"

#include "telemetry/text.h"

namespace launch {

namespace {

telemetry::RunOutcome outcomeOf(RunState state)
{
    switch (state) {
    case RunState::Completed:
        return telemetry::RunOutcome::Completed;
    case RunState::Stopped:
        return telemetry::RunOutcome::Stopped;
    case RunState::Running:
    case RunState::Failed:
    case RunState::Lost:
        break;
    }
    return telemetry::RunOutcome::Failed;
}

RunState stateOf(telemetry::RunOutcome outcome)
{
    switch (outcome) {
    case telemetry::RunOutcome::Completed:
        return RunState::Completed;
    case telemetry::RunOutcome::Stopped:
        return RunState::Stopped;
    case telemetry::RunOutcome::Failed:
        break;
    }
    return RunState::Failed;
}

// The wire has a number outside the range for what is not known.
std::optional<int> knownFrom(int value, int least)
{
    return value >= least ? std::optional(value) : std::nullopt;
}

} // namespace

std::string_view textOf(RunState state)
{
    switch (state) {
    case RunState::Running:
        return "running";
    case RunState::Completed:
        return "completed";
    case RunState::Stopped:
        return "stopped";
    case RunState::Failed:
        return "failed";
    case RunState::Lost:
        return "lost";
    }
    return "lost";
}

std::string Ending::outcome() const
{
    const std::string word(textOf(state));
    return sentence.empty() ? word : word + ": " + sentence;
}

Ending lostEnding()
{
    return {.state = RunState::Lost,
            .sentence = "the supervisor of the run is gone; what it recorded until then is kept"};
}

telemetry::RunEnd toWire(const Ending& ending, std::chrono::system_clock::time_point at)
{
    using std::chrono::nanoseconds;
    telemetry::RunEnd end;
    end.unixNs = std::chrono::duration_cast<nanoseconds>(at.time_since_epoch()).count();
    end.rank = ending.rank.value_or(-1);
    end.signal = ending.signal.value_or(0);
    end.exitCode = ending.exitCode.value_or(-1);
    end.step = ending.step.value_or(-1);
    // Running and Lost are never on the wire: who writes this knows how it ended.
    end.outcome = outcomeOf(ending.state);
    telemetry::copyText(end.op, ending.op);
    telemetry::copyText(end.host, ending.host);
    telemetry::copyText(end.text, ending.sentence);
    return end;
}

Ending endingOf(const telemetry::RunEnd& end)
{
    return {.state = stateOf(end.outcome),
            .sentence = std::string(telemetry::textOf(end.text)),
            .rank = knownFrom(end.rank, 0),
            .host = std::string(telemetry::textOf(end.host)),
            .signal = knownFrom(end.signal, 1),
            .exitCode = knownFrom(end.exitCode, 0),
            .step = knownFrom(end.step, 0),
            .op = std::string(telemetry::textOf(end.op))};
}

} // namespace launch
