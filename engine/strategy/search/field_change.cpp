#include "engine/strategy/search/field_change.h"

#include "engine/strategy/field_access.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/schedule_fit.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace strategy {
namespace {

constexpr std::string_view kMicrobatches = "batch.microbatches";
constexpr std::string_view kSchedule = "schedule.name";

// Of a strategy with a model, so that the model's fields are there.
bool isChangeable(const Strategy& strategy, std::string_view key)
{
    constexpr std::array<std::string_view, 5> kOthers{"name", "schedule.file", "cluster.profile",
                                                      "parallel.layers_per_stage",
                                                      "parallel.layers_per_rank"};
    return !key.starts_with("training.")
        && std::find(kOthers.begin(), kOthers.end(), key) == kOthers.end()
        && (strategy.model || !key.starts_with("model."))
        && fieldTexts(strategy).contains(std::string(key));
}

void followUp(Strategy& strategy, std::string_view key)
{
    const auto isOneOf = [key](std::initializer_list<std::string_view> keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    if (strategy.cluster.devices > 0
        && isOneOf({"parallel.tensor", "parallel.pipeline", "parallel.context", "cluster.devices"}))
        strategy.parallel.data = 0;
    if (isOneOf({"parallel.pipeline", "parallel.chunks", kSchedule, "model.layers"})) {
        strategy.parallel.layersPerStage.clear();
        strategy.parallel.layersPerRank.clear();
    }
}

plan::Error unknownKey(std::string_view key)
{
    return plan::Error{"'" + shown(key)
                       + "' is not a field that can be varied; give a dotted key as batch.micro, "
                         "batch.microbatches, parallel.tensor or recompute.granularity"};
}

// The batch that makes so many microbatches.
plan::Outcome changeMicrobatches(Strategy& strategy, std::string_view text)
{
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count < 1)
        return plan::Error{"batch.microbatches must be a whole number from 1, not '" + shown(text)
                           + '\''};
    const double samples = 1.0 * count * std::max(1, strategy.batch.micro) * dataParallel(strategy);
    if (samples > kMaxSamples)
        return plan::Error{"batch.microbatches " + std::to_string(count)
                           + " makes a global batch over " + std::to_string(kMaxSamples)};
    strategy.batch.global = static_cast<int>(samples);
    return plan::done();
}

} // namespace

plan::Outcome changeField(Strategy& strategy, std::string_view key, std::string_view value)
{
    if (key == kMicrobatches)
        return changeMicrobatches(strategy, value);
    if (key == "cluster.device") {
        strategy.cluster.device = std::string(value);
        strategy.cluster.spec.reset();
        return plan::done();
    }
    if (!isChangeable(strategy, key))
        return unknownKey(key);
    if (fieldText(strategy, key) == value)
        return plan::done(); // and what goes with it stays
    if (key == kSchedule)
        strategy = withSchedule(std::move(strategy), std::string(value));
    Node node;
    node.kind = Node::Kind::Scalar;
    node.plain = true;
    node.line = 1;
    node.text = std::string(value);
    if (const auto set = setField(strategy, key, node); !set)
        return plan::Error{std::string(key) + ' ' + set.error().message};
    followUp(strategy, key);
    return plan::done();
}

plan::Result<std::string> fieldWord(const Strategy& strategy, std::string_view key)
{
    if (key == kMicrobatches)
        return std::to_string(microbatches(strategy));
    if (key == "cluster.device")
        return strategy.cluster.device;
    if (key == "parallel.data")
        return std::to_string(dataParallel(strategy));
    if (key == "parallel.chunks")
        return std::to_string(shapeOf(strategy).chunks);
    if (key == "batch.global")
        return std::to_string(withSizesWritten(strategy).batch.global);
    if (!isChangeable(strategy, key))
        return unknownKey(key);
    const std::string text = fieldText(strategy, key);
    return text.empty() ? "0" : text;
}

Strategy withSizesWritten(Strategy strategy)
{
    const Parallel& parallel = strategy.parallel;
    const double data = dataParallel(strategy);
    const double devices = data * parallel.tensor * parallel.pipeline * parallel.context;
    if (strategy.cluster.devices == 0 && devices <= kMaxDevices)
        strategy.cluster.devices = static_cast<int>(devices);
    const double samples = data * strategy.batch.micro * microbatches(strategy);
    if (strategy.batch.global == 0 && samples <= kMaxSamples)
        strategy.batch.global = static_cast<int>(samples);
    return strategy;
}

} // namespace strategy
