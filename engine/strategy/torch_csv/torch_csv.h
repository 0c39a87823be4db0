// PyTorch's schedule CSV, in and out: one row per rank, cells separated by commas.
//
// Compute-only: "2F0" a cell, stage, letter, microbatch; a fused pair in one cell,
// "(0F7;7B3)OVERLAP_F_B"; a blank cell is a bubble. Lowered: no blanks, and the transfers
// stand beside the ops, "2RECV_F0" before 2F0 and "2SEND_F0" after it, "2RECV_B0" and
// "2SEND_B0" around the backward; none between neighbouring stages on one rank. Of weights
// that are gathered on demand there may be "2UNSHARD", "2RESHARD" and "2REDUCE_GRAD".

#pragma once

#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <string>
#include <string_view>

namespace strategy {

enum class CsvForm { ComputeOnly, Lowered };

// The file as PyTorch's csv module writes it, compute-only without blanks: rows end in CR LF.
//
// Precondition of Lowered: `schedule` is legal (engine/plan/validate/validate.h).
std::string toTorchCsv(const plan::Schedule& schedule, CsvForm form);

// Lowered if there is a transfer in it, or weights are gathered.
CsvForm csvFormOf(std::string_view text);

// Ranks are the rows; chunks, microbatches and directions come from the ops, and the
// placement from where the forwards stand: stages whose forwards from one microbatch on
// stand on other ranks make a bidirectional schedule. Blanks leave no trace. Transfers
// must be the ones the ops need and are then dropped: plan::lower() makes them anew.
//
// What it returns is complete: every stage runs every microbatch once, forward and
// backward, on the rank that holds it, and all ranks hold equally many stages. Its order
// may still deadlock (engine/plan/validate/validate.h). Else the error says where: "row 2,
// column 5: ...", both from 1, columns counted in cells. Time and memory are linear in the text.
plan::Result<plan::Schedule> parseSchedule(std::string_view text,
                                           CsvForm form = CsvForm::ComputeOnly);

struct CsvPlace {
    std::size_t row = 0;    // both from 1
    std::size_t column = 0; // counted in cells, blanks and transfers too

    bool operator==(const CsvPlace&) const = default;
};

// Where the op first stands in such a text, alone or in a fused pair; linear in the text.
std::optional<CsvPlace> placeInCsv(std::string_view text, const plan::Op& op);

} // namespace strategy
