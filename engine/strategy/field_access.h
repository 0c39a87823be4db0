// Fields of a strategy by their dotted path, "parallel.tensor": what tables of keys name.
// All of fields.h, and "name" and "cluster.device". For the code of strategies alone.

#pragma once

#include "engine/strategy/document.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/scalars.h"

#include <map>
#include <string>

namespace strategy {

// Reads a scalar, or a list of them, into the field, strictly. The field keeps its value on an
// error, whose sentence goes behind the key. A path of "model" makes the model.
// Numbers with a point may be written with an exponent: 3e-4.
// Precondition: there is such a field.
plan::Outcome setField(Strategy& strategy, std::string_view path, const Node& value,
                       const std::vector<Node>& items = {});

// The field's value as text: digits, true, a word, [3, 3, 2]; empty for an option not given
// and for fields of a model that is not there. Precondition: there is such a field.
std::string fieldText(const Strategy& strategy, std::string_view path);

// Of every field, costs as one.
std::map<std::string, std::string> fieldTexts(const Strategy& strategy);

// A number as other frameworks write it, in any notation that has one meaning: 3e-4, 0.1, 5.
plan::Result<double> scientificOf(const Node& node, const DecimalRange& range);

// true or false, also as Python writes them.
plan::Result<bool> pythonBooleanOf(const Node& node);

// Layers of the largest stage; 0 without a model.
int largestStage(const Strategy& strategy);

// The same strategy with what it leaves to its defaults written out, for comparing two by what
// they mean: data, chunks, kv_heads, ffn_hidden, head_dim and the like.
Strategy resolved(const Strategy& strategy);

} // namespace strategy
