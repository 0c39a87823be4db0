#include "gui/cluster/shard_words.h"

#include <QCoreApplication>

namespace gui {
namespace {

QString shardWord(const char* source) { return QCoreApplication::translate("Shards", source); }

} // namespace

QString nameOf(ShardKind kind)
{
    switch (kind) {
    case ShardKind::Embedding:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Embedding"));
    case ShardKind::Positions:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Positions"));
    case ShardKind::AttentionIn:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Queries, keys, values"));
    case ShardKind::AttentionOut:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Attention output"));
    case ShardKind::MlpUp:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "MLP up"));
    case ShardKind::MlpDown:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "MLP down"));
    case ShardKind::Norms:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Norms and biases"));
    case ShardKind::Experts:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Experts"));
    case ShardKind::Prediction:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Multi-token projection"));
    case ShardKind::FinalNorm:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Final norm"));
    case ShardKind::Head:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Output head"));
    }
    return {};
}

QString nameOf(ShardState state)
{
    switch (state) {
    case ShardState::Weights:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Weights"));
    case ShardState::Gradients:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Gradients"));
    case ShardState::Optimizer:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "Optimizer states"));
    }
    return {};
}

QString cutText(const ShardPiece& piece)
{
    switch (piece.cut) {
    case ShardCut::Whole:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "whole"));
    case ShardCut::Columns:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "columns, 1 of %1")).arg(piece.ways);
    case ShardCut::Rows:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "rows, 1 of %1")).arg(piece.ways);
    case ShardCut::Experts:
        return shardWord(QT_TRANSLATE_NOOP("Shards", "1 of %1 parts")).arg(piece.ways);
    }
    return {};
}

QString exchangeOf(const ShardPiece& piece, const plan::Job& job)
{
    const bool sequence = job.cut.sequence;
    switch (piece.kind) {
    case ShardKind::Experts:
        if (job.cut.expert == 1 && piece.ways == 1)
            return shardWord(QT_TRANSLATE_NOOP("Shards", "Every device has all experts."));
        return shardWord(QT_TRANSLATE_NOOP(
                             "Shards",
                             "%1 expert ranks share the experts: an all-to-all sends each token to "
                             "those that it passes, and a second one brings the results back."))
            .arg(job.cut.expert);
    case ShardKind::Norms:
    case ShardKind::FinalNorm:
    case ShardKind::Positions:
        if (job.cut.tensor == 1)
            break;
        return sequence ? shardWord(QT_TRANSLATE_NOOP(
                   "Shards",
                   "Every tensor rank has all of it and works on its piece of the sequence; "
                   "their gradients are summed at the end of the step."))
                        : shardWord(QT_TRANSLATE_NOOP(
                            "Shards",
                            "Every tensor rank has all of it and does the same work: nothing is "
                            "exchanged."));
    case ShardKind::AttentionIn:
    case ShardKind::MlpUp:
    case ShardKind::Prediction:
    case ShardKind::Head:
        if (piece.ways == 1)
            break;
        return sequence
            ? shardWord(
                  QT_TRANSLATE_NOOP(
                      "Shards",
                      "Cut by columns: the sequence is gathered from %1 tensor ranks before it "
                      "in the forward; in the backward the gradient of its input is "
                      "reduce-scattered."))
                  .arg(piece.ways)
            : shardWord(QT_TRANSLATE_NOOP(
                            "Shards",
                            "Cut by columns: the forward needs nothing of others; in the backward "
                            "the gradient of its input is all-reduced over %1 tensor ranks."))
                  .arg(piece.ways);
    case ShardKind::AttentionOut:
    case ShardKind::MlpDown:
    case ShardKind::Embedding:
        if (piece.ways == 1)
            break;
        return sequence
            ? shardWord(
                  QT_TRANSLATE_NOOP(
                      "Shards",
                      "Cut by rows: its partial sums are reduce-scattered over %1 tensor ranks "
                      "into pieces of the sequence; the backward gathers them again."))
                  .arg(piece.ways)
            : shardWord(QT_TRANSLATE_NOOP(
                            "Shards",
                            "Cut by rows: its partial sums are all-reduced over %1 tensor ranks in "
                            "the forward."))
                  .arg(piece.ways);
    }
    return shardWord(QT_TRANSLATE_NOOP("Shards",
                                       "There is one tensor rank: it is whole, and "
                                       "nothing is exchanged."));
}

QString exchangeOf(ShardState state, const StateShards& shards, const plan::Job& job)
{
    const int copies = job.cut.copies();
    if (shards.onHost)
        return shardWord(QT_TRANSLATE_NOOP(
            "Shards", "Kept in the host's memory, and moved over its link when they are needed."));
    if (copies == 1)
        return shardWord(
            QT_TRANSLATE_NOOP("Shards", "There is one data rank: nothing is exchanged."));
    switch (state) {
    case ShardState::Weights:
        if (shards.ways > 1)
            return shardWord(QT_TRANSLATE_NOOP(
                                 "Shards",
                                 "Divided over %1 data ranks: each layer is gathered before its "
                                 "forward and again before its backward."))
                .arg(shards.ways);
        return job.cut.zero == 0
            ? shardWord(QT_TRANSLATE_NOOP("Shards", "A whole copy on each of %1 data ranks."))
                  .arg(copies)
            : shardWord(
                  QT_TRANSLATE_NOOP("Shards",
                                    "A whole copy on each of %1 data ranks: gathered after the "
                                    "optimizer, which updates a part on each."))
                  .arg(copies);
    case ShardState::Gradients:
        if (shards.ways > 1)
            return shardWord(
                       QT_TRANSLATE_NOOP("Shards",
                                         "Divided over %1 data ranks: reduce-scattered after every "
                                         "microbatch's backward."))
                .arg(shards.ways);
        return job.cut.zero == 0
            ? shardWord(QT_TRANSLATE_NOOP("Shards", "All-reduced over %1 data ranks once a step."))
                  .arg(copies)
            : shardWord(
                  QT_TRANSLATE_NOOP("Shards",
                                    "Held whole, and reduce-scattered over %1 data ranks once a "
                                    "step."))
                  .arg(copies);
    case ShardState::Optimizer:
        return shards.ways > 1
            ? shardWord(
                  QT_TRANSLATE_NOOP("Shards", "Divided over %1 data ranks: each updates its part."))
                  .arg(shards.ways)
            : shardWord(QT_TRANSLATE_NOOP(
                            "Shards", "A whole copy on each of %1 data ranks: all do the same."))
                  .arg(copies);
    }
    return {};
}

QString sequenceSentence(const plan::Job& job)
{
    if (job.cut.tensor == 1)
        return shardWord(QT_TRANSLATE_NOOP("Shards", "What norms and dropout keep."));
    return job.cut.sequence
        ? shardWord(
              QT_TRANSLATE_NOOP("Shards",
                                "What norms and dropout keep: sequence parallelism gives each of "
                                "%1 tensor ranks a piece of the sequence."))
              .arg(job.cut.tensor)
        : shardWord(QT_TRANSLATE_NOOP("Shards",
                                      "What norms and dropout keep: the same on each of %1 tensor "
                                      "ranks; sequence parallelism would divide it."))
              .arg(job.cut.tensor);
}

QString withinSentence(const plan::Job& job)
{
    return job.cut.tensor == 1
        ? shardWord(QT_TRANSLATE_NOOP("Shards", "What attention and MLP keep for the backward."))
        : shardWord(
              QT_TRANSLATE_NOOP("Shards",
                                "What attention and MLP keep: each of %1 tensor ranks has its "
                                "heads and its columns."))
              .arg(job.cut.tensor);
}

} // namespace gui
