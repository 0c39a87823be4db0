// What the fields of a strategy file are called in the window, and sentences about them in those
// names instead of the keys of the file.

#pragma once

#include "engine/strategy/problem.h"

#include <QString>

namespace gui {

// The label of the field with that key, translated: "Ranks" for "parallel.pipeline". Where no field
// of the editor has it, its own words: "Training: learning rate". An entry of a list is counted
// from 1.
QString fieldName(const QString& key);

// The sentence of a problem with every key in it replaced; it begins behind the name of its field:
// "is 7, which is not divisible by Tensor 2".
QString windowSentence(const strategy::Problem& problem);

// A sentence of a problem with a name before it.
QString behindName(const QString& name, const QString& sentence);

// Both: the sentence of the problem behind the name of its field, if it has one.
QString namedSentence(const strategy::Problem& problem);

} // namespace gui
