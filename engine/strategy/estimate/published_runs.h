// Published measurements of training runs, read from a CSV with one run a row, as strategies
// that can be estimated and held against what was measured.
//
// Columns (by name, in any order; others are ignored): uid, family, model, layers, hidden,
// heads, kv_heads, ffn, gated_mlp, vocab, tied_emb, seq, experts, topk, gpu, n_gpus,
// gpus_per_node, dtype, TP, PP, VPP, CP, EP, DP, ZeRO, SP, recompute, MBS, GBS,
// num_microbatches, schedule, step_time_s, peak_mem, mem_unit, mem_kind.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// What a tool that reports memory counts: bytes in tensors, all that the framework's allocator has
// taken from the device, or all of the process, driver and libraries included.
enum class MemoryMeasure { Allocated, Reserved, Process };

struct PublishedRun {
    std::string uid;
    std::string family;
    std::string model;
    int line = 0; // of the file
    Strategy strategy;
    std::optional<double> stepSeconds;
    std::optional<double> peakBytes; // of the fullest device
    MemoryMeasure memoryMeasure = MemoryMeasure::Allocated;
    // What the row does not say, or says against itself, and was taken; a sentence each.
    std::vector<std::string> assumptions;
    std::string whyNot; // cannot be estimated: a sentence; empty: it can
};

// Fails with a sentence that names the line where a row is no row of that table. At most
// 16 MiB and 20 000 rows.
plan::Result<std::vector<PublishedRun>> readPublishedRuns(std::string_view csv);

} // namespace strategy
