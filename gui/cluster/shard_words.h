// Shards in words: what each is, how it is cut, and what is gathered or reduced for it, and when.

#pragma once

#include "gui/cluster/shards.h"

#include <QString>

namespace gui {

QString nameOf(ShardKind kind);           // "Queries, keys, values"
QString nameOf(ShardState state);         // "Weights"
QString cutText(const ShardPiece& piece); // "columns, 1 of 8"

// A sentence each. What tensor and expert ranks exchange for a piece:
QString exchangeOf(const ShardPiece& piece, const plan::Job& job);
// what data ranks exchange for a state of the weights:
QString exchangeOf(ShardState state, const StateShards& shards, const plan::Job& job);
// and what stands between the products.
QString sequenceSentence(const plan::Job& job);
QString withinSentence(const plan::Job& job);

} // namespace gui
