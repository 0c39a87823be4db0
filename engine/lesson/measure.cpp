#include "engine/lesson/measure.h"

#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/ledger.h"
#include "engine/plan/op.h"
#include "engine/plan/phases.h"
#include "engine/strategy/problem.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace lesson {
namespace {

using Id = MeasureId;

// The words of an enum, as JSON reports have them.
template <class Enum, std::size_t... index>
std::array<std::string_view, sizeof...(index)> keysOf(std::index_sequence<index...>)
{
    return {plan::key(static_cast<Enum>(index))...};
}
template <class Enum, std::size_t count>
std::span<const std::string_view> keysOf()
{
    static const auto kKeys = keysOf<Enum>(std::make_index_sequence<count>{});
    return kKeys;
}

constexpr std::array<std::string_view, 7> kHeld{"weights",     "gradients", "optimizer", "state",
                                                "activations", "other",     "peak"};
constexpr std::array<std::string_view, 3> kAxes{"tensor", "data", "pipeline"};
constexpr std::array<std::string_view, 12> kMeasuredNumbers{
    "step",  "bubble",       "lateness", "slow_rank", "slow_factor", "slow_since",
    "stall", "differing_op", "reruns",   "loss",      "first_loss",  "loss_before"};

auto makeKinds()
{
    const auto places = keysOf<plan::BubblePlace, plan::kBubblePlaces>();
    const auto phases = keysOf<plan::Phase, plan::kPhases.size()>();
    const auto lines = keysOf<plan::LedgerLine, plan::kLedgerLines>();
    return std::array{
        MeasureKind{Id::Makespan, "makespan", Dimension::Time, Arguments::None},
        MeasureKind{Id::Bubble, "bubble", Dimension::Share, Arguments::None},
        MeasureKind{Id::Overhead, "overhead", Dimension::Share, Arguments::None},
        MeasureKind{Id::SpanBubble, "span_bubble", Dimension::Share, Arguments::None},
        MeasureKind{Id::Peak, "peak", Dimension::Count, Arguments::RankOrNone},
        MeasureKind{Id::Activations, "activations", Dimension::Count, Arguments::None},
        MeasureKind{Id::Messages, "messages", Dimension::Count, Arguments::None},
        MeasureKind{Id::Weights, "weights", Dimension::Count, Arguments::None},
        MeasureKind{Id::Legal, "legal", Dimension::Truth, Arguments::None},
        MeasureKind{Id::Ops, "ops", Dimension::Count, Arguments::RankOrNone},
        MeasureKind{Id::Idle, "idle", Dimension::Share, Arguments::Rank},
        MeasureKind{Id::Busy, "busy", Dimension::Time, Arguments::Rank},
        MeasureKind{Id::Place, "place", Dimension::Time, Arguments::RankAndDetail, places},
        MeasureKind{Id::Published, "published", Dimension::Time, Arguments::RankAndDetail, places},
        MeasureKind{Id::PhaseOps, "phase_ops", Dimension::Count, Arguments::RankAndDetail, phases},
        MeasureKind{Id::PhaseEnd, "phase_end", Dimension::Time, Arguments::RankAndDetail, phases},
        MeasureKind{Id::LedgerTime, "ledger", Dimension::Time, Arguments::Detail, lines},
        MeasureKind{Id::LongestBubble, "longest_bubble", Dimension::Time, Arguments::Rank},
        MeasureKind{Id::WaitsFor, "waits_for", Dimension::Word, Arguments::Rank},
        MeasureKind{Id::LeastIdle, "least_idle", Dimension::Word, Arguments::None},
        MeasureKind{Id::Unawaited, "unawaited", Dimension::Word, Arguments::None},
        MeasureKind{Id::Reruns, "reruns", Dimension::Count, Arguments::None},
        MeasureKind{Id::Hop, "hop", Dimension::Time, Arguments::None},
        MeasureKind{Id::PathTransfer, "path_transfer", Dimension::Time, Arguments::None},
        MeasureKind{Id::PathHops, "path_hops", Dimension::Count, Arguments::None},
        MeasureKind{Id::Slack, "slack", Dimension::Time, Arguments::Op},
        MeasureKind{Id::Layers, "layers", Dimension::Count, Arguments::Stage},
        MeasureKind{Id::LayersOf, "layers_of", Dimension::Word, Arguments::Rank},
        MeasureKind{Id::Path, "path", Dimension::Word, Arguments::None},
        MeasureKind{Id::Bound, "bound", Dimension::Time, Arguments::None},
        MeasureKind{Id::Ranks, "ranks", Dimension::Count, Arguments::None},
        MeasureKind{Id::Microbatches, "microbatches", Dimension::Count, Arguments::None},
        MeasureKind{Id::Chunks, "chunks", Dimension::Count, Arguments::None},
        MeasureKind{Id::Sound, "sound", Dimension::Truth, Arguments::None},
        MeasureKind{Id::Warned, "warned", Dimension::Truth, Arguments::Key},
        MeasureKind{Id::Devices, "devices", Dimension::Count, Arguments::None},
        MeasureKind{Id::TensorGroup, "tensor_group", Dimension::Word, Arguments::Rank},
        MeasureKind{Id::DataGroup, "data_group", Dimension::Word, Arguments::Rank},
        MeasureKind{Id::PipelineGroup, "pipeline_group", Dimension::Word, Arguments::Rank},
        MeasureKind{Id::Crosses, "crosses", Dimension::Truth, Arguments::Detail, kAxes},
        MeasureKind{Id::Step, "step", Dimension::Time, Arguments::None},
        MeasureKind{Id::Fits, "fits", Dimension::Truth, Arguments::None},
        MeasureKind{Id::Memory, "memory", Dimension::Memory, Arguments::RankAndDetail, kHeld},
        MeasureKind{Id::Fullest, "fullest", Dimension::Word, Arguments::None},
        MeasureKind{Id::Tokens, "tokens", Dimension::Rate, Arguments::None},
        MeasureKind{Id::Mfu, "mfu", Dimension::Share, Arguments::None},
        MeasureKind{Id::Collectives, "collectives", Dimension::Time, Arguments::None},
        MeasureKind{Id::Measured, "measured", Dimension::Time, Arguments::Detail, kMeasuredNumbers},

    };
}

// The piece before the first '.', taken off the front.
std::string_view takePiece(std::string_view& rest)
{
    const std::size_t point = rest.find('.');
    const std::string_view piece = rest.substr(0, point);
    rest = point == std::string_view::npos ? std::string_view{} : rest.substr(point + 1);
    return piece;
}

const MeasureKind* findKind(std::string_view name)
{
    const auto kinds = measureKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [name](const MeasureKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::string meant(std::string_view name, std::span<const std::string_view> names)
{
    const std::string_view near = strategy::nearest(name, names);
    return near.empty() ? std::string() : "; did you mean '" + std::string(near) + "'?";
}

std::vector<std::string_view> measureNames()
{
    std::vector<std::string_view> names;
    for (const MeasureKind& kind : measureKinds())
        names.push_back(kind.name);
    return names;
}

std::optional<int> rankOf(std::string_view text)
{
    int rank = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    if (error != std::errc{} || end != text.data() + text.size() || rank < 0)
        return std::nullopt;
    return rank;
}

plan::Error isNotComplete(const MeasureKind& kind, std::string_view what)
{
    return {"'" + std::string(kind.name) + "' needs " + std::string(what)};
}

// What stands behind the name.
plan::Outcome readArguments(const MeasureKind& kind, std::string_view rest, Measure& measure)
{
    const auto takeRank = [&]() -> plan::Outcome {
        const auto rank = rankOf(takePiece(rest));
        if (!rank)
            return isNotComplete(kind,
                                 kind.arguments == Arguments::Stage
                                     ? "a stage: " + std::string(kind.name) + ".0"
                                     : "a rank: " + std::string(kind.name) + ".0");
        measure.rank = *rank;
        return plan::done();
    };
    const auto takeDetail = [&]() -> plan::Outcome {
        const std::string_view detail = takePiece(rest);
        if (std::find(kind.details.begin(), kind.details.end(), detail) == kind.details.end())
            return plan::Error{"'" + std::string(kind.name) + "' has no '" + strategy::shown(detail)
                               + "', but " + strategy::listed(kind.details)};
        measure.detail = detail;
        return plan::done();
    };
    plan::Outcome read = plan::done();
    switch (kind.arguments) {
    case Arguments::None:
        break;
    case Arguments::RankOrNone:
        if (!rest.empty())
            read = takeRank();
        break;
    case Arguments::Rank:
    case Arguments::Stage:
        read = takeRank();
        break;
    case Arguments::RankAndDetail:
        read = takeRank();
        if (read)
            read = takeDetail();
        break;
    case Arguments::Detail:
        read = takeDetail();
        break;
    case Arguments::Op: {
        const std::string_view op = takePiece(rest);
        if (!plan::parseOp(op))
            return isNotComplete(kind, "an op: slack.0F7");
        measure.detail = op;
        break;
    }
    case Arguments::Key:
        if (rest.empty())
            return isNotComplete(kind, "a field: warned.parallel.zero");
        measure.detail = rest;
        rest = {};
        break;
    }
    if (read && !rest.empty())
        return plan::Error{"'" + strategy::shown(rest) + "' stands behind '"
                           + std::string(kind.name) + "' and means nothing there"};
    return read;
}

Dimension dimensionOfRun(std::string_view detail)
{
    if (detail == "step" || detail == "lateness")
        return Dimension::Time;
    if (detail == "bubble")
        return Dimension::Share;
    if (detail == "slow_rank" || detail == "stall" || detail == "differing_op")
        return Dimension::Word;
    if (detail == "loss" || detail == "first_loss" || detail == "loss_before")
        return Dimension::Loss;
    return Dimension::Count;
}

} // namespace

std::span<const MeasureKind> measureKinds()
{
    static const auto kKinds = makeKinds();
    return kKinds;
}

const MeasureKind& kindOf(MeasureId id) { return measureKinds()[static_cast<std::size_t>(id)]; }

Dimension dimensionOf(const Measure& measure)
{
    return measure.id == Id::Measured ? dimensionOfRun(measure.detail)
                                      : kindOf(measure.id).dimension;
}

std::string toText(const Measure& measure)
{
    std::string text = measure.state.empty() ? std::string() : measure.state + '.';
    text += kindOf(measure.id).name;
    if (measure.rank >= 0)
        text += '.' + std::to_string(measure.rank);
    if (!measure.detail.empty())
        text += '.' + measure.detail;
    return text;
}

plan::Result<Measure> measureOf(std::string_view text, std::span<const std::string_view> states)
{
    std::string_view rest = text;
    std::string_view first = takePiece(rest);
    Measure measure;
    const MeasureKind* kind = findKind(first);
    if (!kind && !rest.empty()) {
        if (std::find(states.begin(), states.end(), first) == states.end())
            return plan::Error{"names no state: '" + strategy::shown(first) + '\''
                               + meant(first, states)};
        measure.state = first;
        first = takePiece(rest);
        kind = findKind(first);
    }
    if (!kind)
        return plan::Error{"'" + strategy::shown(first) + "' is no measure"
                           + meant(first, measureNames())};
    if (kind->id == Id::Measured && !measure.state.empty())
        return plan::Error{"'measured' is of the run of its step, and stands without a state"};
    measure.id = kind->id;
    if (const auto read = readArguments(*kind, rest, measure); !read)
        return read.error();
    return measure;
}

bool isMeasureName(std::string_view name) { return findKind(name) != nullptr; }

} // namespace lesson
