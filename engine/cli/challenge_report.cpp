#include "engine/cli/challenge_report.h"

#include "engine/cli/json_writer.h"
#include "engine/lesson/quantity.h"
#include "engine/plan/counted.h"
#include "engine/strategy/problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

std::string inUnits(const lesson::Challenge& challenge, plan::Nanoseconds time)
{
    return lesson::toText(lesson::time(time), lesson::Unit::U, challenge.unit);
}

const plan::StageCosts& stageOf(const lesson::Challenge& challenge)
{
    return challenge.strategy.costs->stages.front();
}

std::string entryLine(const lesson::Challenge& challenge, const lesson::Entry& entry)
{
    const std::string name = strategy::shown(entry.name);
    if (!entry.step)
        return fmt::format("{:>5}  {:<24}{}\n", '-', name, entry.problem);
    return fmt::format("{:>5}  {:<24}{:>9}  {:>8} above the bound\n", entry.place, name,
                       inUnits(challenge, *entry.step),
                       lesson::toText(lesson::share(aboveBound(challenge, *entry.step)),
                                      lesson::Unit::Percent, {}));
}

nlohmann::ordered_json jsonOf(const lesson::Challenge& challenge, const lesson::Entry& entry)
{
    nlohmann::ordered_json json;
    json["name"] = entry.name;
    if (!entry.step) {
        json["problem"] = entry.problem;
        return json;
    }
    json["place"] = entry.place;
    json["step_us"] = usJson(*entry.step);
    json["above_bound"] = rounded(aboveBound(challenge, *entry.step), 6);
    return json;
}

} // namespace

std::string challengeText(const lesson::Challenge& challenge, const lesson::ReadEntries* read)
{
    const plan::StageCosts& stage = stageOf(challenge);
    std::string text = fmt::format(
        "{}: {}, {}, at most {} in flight\n"
        "F {}, I {}, W {}, B of one piece {}, a transfer {}\n"
        "beat {}; no order is shorter than {}\n",
        toText(challenge.date), plan::counted(challenge.strategy.parallel.pipeline, "rank"),
        plan::counted(challenge.strategy.batch.global, "microbatch"), challenge.cap,
        inUnits(challenge, stage.of(plan::OpKind::Forward)),
        inUnits(challenge, stage.of(plan::OpKind::InputGrad)),
        inUnits(challenge, stage.of(plan::OpKind::WeightGrad)),
        inUnits(challenge, stage.of(plan::OpKind::Backward)),
        inUnits(challenge, challenge.strategy.costs->transfer),
        inUnits(challenge, challenge.toBeat), inUnits(challenge, challenge.bound));
    if (!read)
        return text;
    text += read->entries.empty() ? "\nno entries\n"
                                  : "\nplace  name                         step\n";
    for (const lesson::Entry& entry : read->entries)
        text += entryLine(challenge, entry);
    return text;
}

std::string challengeJson(const lesson::Challenge& challenge, const lesson::ReadEntries* read)
{
    const plan::StageCosts& stage = stageOf(challenge);
    nlohmann::ordered_json json;
    json["date"] = toText(challenge.date);
    json["ranks"] = challenge.strategy.parallel.pipeline;
    json["microbatches"] = challenge.strategy.batch.global;
    json["max_in_flight"] = challenge.cap;
    json["forward_us"] = usJson(stage.forward);
    json["input_grad_us"] = usJson(stage.inputGrad);
    json["weight_grad_us"] = usJson(stage.weightGrad);
    json["transfer_us"] = usJson(challenge.strategy.costs->transfer);
    json["to_beat_us"] = usJson(challenge.toBeat);
    json["bound_us"] = usJson(challenge.bound);
    if (read) {
        json["entries"] = nlohmann::ordered_json::array();
        for (const lesson::Entry& entry : read->entries)
            json["entries"].push_back(jsonOf(challenge, entry));
        json["left_out"] = read->leftOut;
    }
    return textOf(json);
}

std::string leftOutText(const lesson::ReadEntries& read)
{
    return fmt::format("{} beyond the first {} are left out",
                       plan::counted(static_cast<long long>(read.leftOut), "file"),
                       lesson::kMaxEntries);
}

} // namespace cli
