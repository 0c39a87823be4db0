// The fields that a sweep offers, and values one would try of each.

#pragma once

#include "engine/strategy/strategy.h"

#include <QStringList>

#include <span>

namespace gui {

struct SweepField {
    const char* key = "";   // as strategy::changeField() takes it
    const char* label = ""; // marked for translation, context "Editor"
};

std::span<const SweepField> sweepFields();

// In the language of the window; the key itself for one that is not offered.
QString sweepLabel(const QString& key);

// Of a number: the halves and doubles of what it is. Of a word: all of them.
// Precondition: the strategy has a model, and `key` is one of sweepFields().
QStringList suggestedValues(const strategy::Strategy& strategy, const QString& key);

} // namespace gui
