// Everything the window shows about a strategy before it runs: the schedule, when each op is
// expected to run, where the time goes, and what the papers say it should cost.

#pragma once

#include "engine/plan/closed_forms.h"
#include "engine/plan/insight/critical_path.h"
#include "engine/plan/ledger.h"
#include "engine/plan/result.h"
#include "engine/strategy/estimate/step_prediction.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace gui {

// The largest ranks * chunks * microbatches the window predicts while one types; about 16
// million spans. The command line goes further.
inline constexpr long long kMaxWindowCells = 1LL << 23;

inline constexpr const char* kNoMemory
    = "there is not enough memory for so many ops; use fewer microbatches, chunks or ranks";

// The most ops whose causes are worked out while one types.
inline constexpr std::size_t kMaxExplainedOps = std::size_t{1} << 21;

// Where the costs of a strategy that gives none come from.
enum class CostSource {
    Unit,  // every op part takes 1 us: what emulated runs kept to before they were paced
    Model, // the cost model, of the cluster's device; unit costs where there is no model
};

// How a strategy is to be predicted. Beside a run it follows the steps of that run.
struct PredictedAs {
    CostSource costs = CostSource::Model;
    std::string schedule{}; // that the run swapped to; empty: the strategy's own
    float timeScale = 1;    // of an emulated run: a second of it stands for so many seconds

    bool operator==(const PredictedAs&) const = default;
};

// Immutable once published; shared by every view, on any thread.
struct Prediction {
    strategy::Strategy strategy; // with the schedule of `as`
    PredictedAs as;
    plan::Costs costs; // divided by the time scale of `as`
    strategy::CostOrigin origin;
    // None of the three is null.
    std::shared_ptr<const plan::Schedule> schedule;
    std::shared_ptr<const plan::Timeline> timeline;
    std::shared_ptr<const plan::Ledger> ledger;
    std::optional<plan::ClosedForm> closedForm; // none where no exact one is known
    double bubbleFraction = 0;                  // idle / (ranks * makespan)
    double bubbleOverhead = 0;                  // idle / busy of all ranks
    int peakInFlight = 0;                       // of the fullest rank
    std::thread::id madeBy{};                   // never the window's own thread

    // The costs are the cost model's, and of the cluster's device alone.
    bool modelled() const { return origin.kind == strategy::CostOrigin::Kind::Model; }
};

struct MakespanInterval {
    plan::Nanoseconds low{};
    plan::Nanoseconds high{};
};

// In which four of five like runs have their makespan, divided by the time scale as that is;
// nothing where the costs are not the cost model's.
std::optional<MakespanInterval> makespanInterval(const Prediction& prediction);

using PredictionPtr = std::shared_ptr<const Prediction>;

// What the ops and bubbles of a prediction waited for: worked out after its picture.
struct Causes {
    explicit Causes(PredictionPtr prediction);

    PredictionPtr of; // before the explainer, which refers to its parts
    plan::Explainer explainer;
    plan::CriticalPath critical;
};

using CausesPtr = std::shared_ptr<const Causes>;

// How many ops a step has, of all ranks together.
std::size_t opsOf(const plan::Schedule& schedule);

// Pure; any thread. Null beyond kMaxExplainedOps.
CausesPtr causesOf(const PredictionPtr& prediction);

// Pure; any thread. Fails with the sentence of the schedule or the simulator, or where the shape
// is larger than the window predicts, or where the layers cannot be dealt to its stages, or where
// `stop` says that nobody waits for it.
plan::Result<PredictionPtr> predict(const strategy::Strategy& strategy,
                                    const plan::StopAsked& stop = {},
                                    const PredictedAs& as = {.costs = CostSource::Unit});

} // namespace gui
