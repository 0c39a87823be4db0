// The text of a schedule's order: one row per rank, its ops separated by commas.
//
// An op is stage, letter, microbatch, "2F0"; a fused pair stands together,
// "(0F7;7B3)OVERLAP_F_B". These are the cells of PyTorch's schedule CSV, which
// engine/strategy/torch_csv reads and writes.

#pragma once

#include "engine/plan/schedule.h"

#include <string>
#include <string_view>

namespace plan {

inline constexpr std::string_view kPairEnd = ")OVERLAP_F_B";

// Every rank's row, ended by LF. Linear in the ops.
std::string toText(const Schedule& schedule);

// The parts of it, for other forms of such a text. Precondition: there is such a rank.
void appendPair(std::string& text, const Op& forward, const Op& backward);
void appendRow(std::string& text, const Schedule& schedule, std::size_t rank);

} // namespace plan
