// The numbers of an estimate in words.

#pragma once

#include "gui/estimate/estimator.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace gui {

inline constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

// "61.2 GiB", of >= 0 bytes.
QString gibibytes(double bytes);

// "4.210 s", "812.3 ms"
QString stepTime(double seconds);

// "1024 × a100-80gb: fits; rank 0 holds the most, 61.2 of 80 GiB, at 0F3."
QString verdictSentence(const StrategyEstimate& estimate);

// All three in the language of the window; the tip may have several lines.
struct VerdictNumber {
    QString name;
    QString value;
    QString tip;
};

// Step time, tokens per second, MFU, bubble, parameters.
std::vector<VerdictNumber> verdictNumbers(const StrategyEstimate& estimate);

// Where the numbers come from, a line each.
QString verdictSources(const StrategyEstimate& estimate);

// What should be known of the numbers, a line each.
QStringList verdictWarnings(const StrategyEstimate& estimate);

} // namespace gui
