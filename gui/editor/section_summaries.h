// What stands beside the title of a section that is shut: one line, translated.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

QString scheduleSummary(const strategy::Strategy& s); // "1f1b · 8 microbatches"
QString parallelSummary(const strategy::Strategy& s); // "TP 8 · PP 8 · DP 16 · ZeRO 1"
QString modelSummary(const strategy::Strategy& s);    // "GPT-3 175B", "24 layers × 1,024"
QString clusterSummary(const strategy::Strategy& s);  // "1,024 × a100-80gb"
QString computeSummary(const strategy::Strategy& s);  // "full · bf16"
QString kernelSummary(const strategy::Strategy& s);   // "2 of 4 overlaps · flash"
QString costSummary(const strategy::Strategy& s);     // "from the model"

} // namespace gui
