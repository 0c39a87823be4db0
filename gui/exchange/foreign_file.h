// Files that are not ours: what they are, told by what stands in them, and what they hold.
//
// Reading one starts no process and opens no file beside it but those that its format allows.

#pragma once

#include "engine/measured/iteration_fit.h"
#include "engine/measured/traced_run.h"
#include "engine/plan/ledger.h"
#include "engine/strategy/pipeline_dump.h"
#include "gui/exchange/loss_report.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// What a path that one wants to open leads to, as far as a look at its beginning tells.
enum class PathKind {
    Strategy,  // a file of ours, or nothing that is known: its reader says what is wrong
    Recording, // an event log of a run, or the directory of one
    Lesson,    // of ours; its reader says what is wrong
    Order,     // of ops: PyTorch's schedule CSV, which belongs to a strategy
    Foreign,   // to be read by readForeign()
};

// Reads at most 64 KiB.
PathKind kindOfPath(const QString& path);

// One iteration of a trace as it was measured, and as its own costs predict it.
struct TraceStep {
    measured::IterationFit fit;
    std::shared_ptr<const plan::Timeline> measured;
    std::shared_ptr<const plan::Ledger> ledger; // of `measured`
    std::shared_ptr<const plan::Timeline> predicted;
    std::shared_ptr<const plan::Ledger> predictedLedger;
};

// A measured pipeline of another framework. Immutable once read; any thread.
struct ForeignTrace {
    QString title; // of its folder
    QString folder;
    strategy::DumpConfig config;
    std::string scheduleName;
    std::shared_ptr<const plan::Schedule> schedule;
    std::vector<TraceStep> steps; // at least one
    std::size_t typical = 0;      // of them, the one to show first
    LossReport report;
};

struct ForeignStrategy {
    strategy::Strategy strategy;
    std::string format; // "megatron-args"
    LossReport report;
    std::vector<strategy::KeptKey> kept; // for the way back
};

// Exactly one of them is there.
struct ForeignFile {
    std::optional<ForeignStrategy> strategy{};
    std::shared_ptr<const ForeignTrace> trace{};
    QStringList problems{}; // translated, or in the words of the engine: one line each
};

// Any thread. Takes some milliseconds for a configuration; a trace is read, and its costs are
// fitted to each of its iterations, until `stop` says that nobody waits.
ForeignFile readForeign(const QString& path, const plan::StopAsked& stop = {});

// As `trace` shows it: a strategy whose costs are those of that step.
strategy::Strategy strategyOf(const ForeignTrace& trace, std::size_t step);

} // namespace gui
