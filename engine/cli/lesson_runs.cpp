#include "engine/cli/lesson_runs.h"

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/cli/output.h"
#include "engine/lesson/filled_text.h"
#include "engine/lesson/judge.h"
#include "engine/lesson_run/run_arguments.h"
#include "engine/lesson_run/told_by_run.h"
#include "engine/measured/recording.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

// Null where it cannot be run, which is said.
const lesson::Step* runStep(const lesson::ReadLesson& read, const std::string& id)
{
    const auto& steps = read.lesson.steps;
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&](const lesson::Step& step) { return step.id == id; });
    if (found == steps.end())
        complain("the lesson has no step '" + id + "'");
    else if (!std::holds_alternative<lesson::RunAction>(found->action))
        complain("step '" + id + "' runs nothing");
    else if (!lesson::shownBy(read, *found))
        complain("step '" + id + "' has no state that can be planned");
    else
        return &*found;
    return nullptr;
}

plan::Result<lesson::MeasuredRun> toldBy(const std::string& folder, const plan::Schedule& schedule,
                                         const lesson::MeasuredRun* before)
{
    const auto recording = measured::readRecording(folder);
    if (!recording)
        return recording.error();
    return lesson::toldByRun(recording->steps, schedule, before);
}

int refuse(const plan::Error& error)
{
    complain(error.message);
    return kBadInput;
}

std::string valuesOf(const lesson::MeasuredRun& told, std::optional<plan::Nanoseconds> unit)
{
    std::string text;
    const lesson::PlannedStates none;
    const lesson::Ask ask = lesson::askOf(none, nullptr, &told);
    for (const std::string_view detail : lesson::kindOf(lesson::MeasureId::Measured).details) {
        lesson::TextPiece piece;
        piece.measure.emplace();
        piece.measure->id = lesson::MeasureId::Measured;
        piece.measure->detail = detail;
        if (ask(*piece.measure))
            text += fmt::format("{:<24}{}\n", fmt::format("measured.{}", detail),
                                lesson::shownNumber(piece, ask, unit));
    }
    return text;
}

} // namespace

int writeStepStrategy(const lesson::ReadLesson& read, const std::string& step,
                      const std::string& out)
{
    const lesson::Step* found = runStep(read, step);
    if (!found)
        return kBadInput;
    return deliver(strategy::writeStrategy(lesson::shownBy(read, *found)->strategy()), out);
}

int writeStepArguments(const lesson::ReadLesson& read, const std::string& step, std::uint64_t seed,
                       const std::string& out)
{
    const lesson::Step* found = runStep(read, step);
    if (!found)
        return kBadInput;
    const auto request = lesson::runRequest(std::get<lesson::RunAction>(found->action),
                                            *lesson::shownBy(read, *found), seed);
    if (!request)
        return refuse(request.error());
    std::string text = fmt::format("--device {} --steps {}", request->device, request->steps);
    if (request->slow)
        text += " --slow " + toText(*request->slow);
    if (request->flipBit)
        text += " --flip-bit " + toText(*request->flipBit);
    return deliver(text + '\n', out);
}

int judgeRun(const lesson::ReadLesson& read, const std::string& step, const std::string& folder,
             const std::string& before, const std::string& out)
{
    const lesson::Step* found = runStep(read, step);
    if (!found)
        return kBadInput;
    const plan::Schedule& schedule = lesson::shownBy(read, *found)->schedule();
    std::optional<lesson::MeasuredRun> earlier;
    if (!before.empty()) {
        const auto told = toldBy(before, schedule, nullptr);
        if (!told)
            return refuse(told.error());
        earlier = *told;
    }
    const auto told = toldBy(folder, schedule, earlier ? &*earlier : nullptr);
    if (!told)
        return refuse(told.error());
    const lesson::Judgement judged = lesson::judge(sceneOf(read, *found), *told);
    std::string text = valuesOf(*told, read.lesson.unit);
    for (const lesson::Unmet& unmet : judged.unmet)
        text += "not met: " + unmet.sentence + '\n';
    text += judged.passed ? "passed\n" : "not passed\n";
    const int delivered = deliver(text, out);
    return delivered == 0 && !judged.passed ? 1 : delivered;
}

} // namespace cli
