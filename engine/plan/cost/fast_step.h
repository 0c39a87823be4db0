// A step's time and memory without simulating it: what a search ranks by.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <string_view>

namespace plan {

// Seconds, by the closed form of the catalogue's entry (CatalogEntry::fastSeconds). T_s: forward
// and backward of a stage, h: a hop, W_r: of all stages of a rank and one microbatch, k: the
// slowest, m, p, v as everywhere.
//   gpipe        sum F + sum h + (m-1) max F, and the same of the backwards: exact
//   1f1b         sum T + 2 sum h + (m-1) max over neighbouring stages i..j, j-i < m, of
//                (T_i + .. + T_j + 2 (h_i + .. + h_j-1)) / (j-i+1): neighbours wait for each
//                other (of one stage: max T)
//   interleaved  m W_k + T of the first stages of the other ranks + their hops twice
//                + 2 (v-1) p max(0, h - F (N-p)/p), N the group
//   zb-h1, -h2   m T_k + sum over the other stages of max(0, F + I + 2h - W), -h2: 2 W
//   V of zbv     m W_k + (p-1) (F + h) of the slowest stage, and what the odd op costs
//   others       m W_k + (p-1) (F + I + W) / v
// Never less than the way of one microbatch through all stages and back plus m-1 times the
// slowest stage, where weight gradients stand on their own without all but one of them. The
// tail follows.
//
// Against the simulator: gpipe exact; interleaved within 2 %, 1f1b from 0 to 12 %
// above and mostly within 0.1 %, zb-h1 and zb-h2 within 7 %, zbv within 25 %.
double fastSeconds(std::string_view schedule, const Shape& shape, const ScheduleOptions& options,
                   const Placement& placement, const Costs& costs);

// Of how many microbatches orderToPeak() lays out a step of that shape: as many as it takes for
// every rank to hold the most it ever will.
struct PeakShape {
    Shape shape;
    ScheduleOptions options;
};
PeakShape peakShapeOf(std::string_view schedule, const Shape& shape,
                      const ScheduleOptions& options);

// A schedule's order up to where each rank holds the most pairs, and the op behind that: all
// that stepMemory() need see of it. Fails as makeSchedule().
Result<Schedule> orderToPeak(std::string_view schedule, const PeakShape& peak);

} // namespace plan
