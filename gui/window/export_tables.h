// The tables of the window as they are exported: what is shown, and the same with all digits. Pure.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/export/table_text.h"
#include "gui/ledger/ledger_model.h"
#include "gui/timeline/track_data.h"

#include <optional>
#include <vector>

namespace gui {

class ResultModel;

// As the drawer shows it, without the lines that it hides. No more than `mostRanks` ranks; the note
// says so where there are more. Exact: nanoseconds.
NamedTable ledgerTable(const LedgerModel& ledger, int mostRanks);

// What each rank holds when it holds the most, by its parts. Exact: bytes.
NamedTable memoryTable(const StrategyEstimate& estimate);

// What the ops of each stage take, and what is the same for all. Exact: nanoseconds.
NamedTable costTable(const plan::Costs& costs);

// What a search or a sweep came to. Exact: seconds, bytes, shares of 1.
NamedTable resultTable(const ResultModel& results, const QString& name);

// A line for each place, with the numbers that peerTotalsInWords() tells; of the first of the
// tracks that knows them. Nothing where none does. Exact: nanoseconds.
std::optional<NamedTable> rankTable(const std::vector<TrackData>& tracks);

} // namespace gui
