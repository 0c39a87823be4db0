// What became of a file on its way in, or of a strategy on its way out: everything that was
// ignored, assumed, rounded, or has no word there.

#pragma once

#include "engine/strategy/convert/format.h"

#include <QString>

#include <vector>

namespace gui {

struct LossReport {
    QString path;   // of the file read or written; empty: not written yet
    QString format; // "Megatron-LM arguments in a shell script", as the engine names it
    std::vector<strategy::Remark> remarks; // in the order of the file

    bool isEmpty() const { return remarks.empty(); }
    bool operator==(const LossReport&) const = default;
};

// "ignored", translated.
QString lossWord(strategy::Remark::Kind kind);

// "Read as X: 3 ignored, 1 assumed", translated, one line.
QString lossSummary(const LossReport& report);

} // namespace gui
