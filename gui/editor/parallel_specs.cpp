// The fields of how the model is cut and computed.

#include "gui/editor/field_specs.h"

#include <QCoreApplication>

namespace gui {
namespace {

using strategy::Strategy;

bool mayHaveExperts(const Strategy& s) { return s.model && s.model->experts > 0; }
constexpr FieldSpec kParallel[] = {
    IntegerSpec{"parallel.tensor", QT_TRANSLATE_NOOP("Editor", "Tensor"),
                QT_TRANSLATE_NOOP("Editor", "Devices that share the matrices of one layer (t)"), 0,
                [](const Strategy& s) { return s.parallel.tensor; },
                [](Strategy& s, int value) { s.parallel.tensor = value; }},
    IntegerSpec{"parallel.context", QT_TRANSLATE_NOOP("Editor", "Context"),
                QT_TRANSLATE_NOOP("Editor", "Devices that share one sequence (c)"), 0,
                [](const Strategy& s) { return s.parallel.context; },
                [](Strategy& s, int value) { s.parallel.context = value; }},
    IntegerSpec{"parallel.expert", QT_TRANSLATE_NOOP("Editor", "Expert"),
                QT_TRANSLATE_NOOP("Editor", "Devices that share the experts (e)"), 0,
                [](const Strategy& s) { return s.parallel.expert; },
                [](Strategy& s, int value) { s.parallel.expert = value; }, nullptr, nullptr,
                mayHaveExperts},
    IntegerSpec{
        "parallel.data", QT_TRANSLATE_NOOP("Editor", "Data"),
        QT_TRANSLATE_NOOP("Editor",
                          "Replicas of the pipeline (d); by default, as many as the devices allow"),
        0, [](const Strategy& s) { return s.parallel.data; },
        [](Strategy& s, int value) { s.parallel.data = value; },
        QT_TRANSLATE_NOOP("Editor", "auto: %1"), strategy::dataParallel},
    IntegerSpec{"parallel.zero", QT_TRANSLATE_NOOP("Editor", "ZeRO"),
                QT_TRANSLATE_NOOP("Editor",
                                  "What is sharded over the replicas: 1 optimizer states, 2 also "
                                  "gradients, 3 also weights"),
                0, [](const Strategy& s) { return s.parallel.zero; },
                [](Strategy& s, int value) { s.parallel.zero = value; },
                QT_TRANSLATE_NOOP("Editor", "off")},
    FlagSpec{"parallel.sequence", QT_TRANSLATE_NOOP("Editor", "Sequence parallel"),
             QT_TRANSLATE_NOOP(
                 "Editor",
                 "Tensor ranks split the activations between matrix products along the sequence"),
             [](const Strategy& s) { return s.parallel.sequence; },
             [](Strategy& s, bool on) { s.parallel.sequence = on; }},
};

constexpr FieldSpec kParallelRest[] = {
    choiceSpec<&Strategy::parallel, &strategy::Parallel::offload>(
        "parallel.offload", QT_TRANSLATE_NOOP("Editor", "Offload"),
        QT_TRANSLATE_NOOP("Editor", "What is kept in host memory")),
    choiceSpec<&Strategy::parallel, &strategy::Parallel::contextMethod>(
        "parallel.context_method", QT_TRANSLATE_NOOP("Editor", "Context method"),
        QT_TRANSLATE_NOOP("Editor", "How context ranks exchange keys and values")),
    FlagSpec{"parallel.context_balance", QT_TRANSLATE_NOOP("Editor", "Context balance"),
             QT_TRANSLATE_NOOP("Editor",
                               "Context ranks get parts of a sequence whose attention "
                               "takes equally long"),
             [](const Strategy& s) { return s.parallel.contextBalance; },
             [](Strategy& s, bool on) { s.parallel.contextBalance = on; }},
    DecimalSpec{
        "parallel.expert_skew", QT_TRANSLATE_NOOP("Editor", "Expert skew"),
        QT_TRANSLATE_NOOP("Editor", "Tokens of the fullest expert rank, as a multiple of the mean"),
        " ×", [](const Strategy& s) { return s.parallel.expertSkew; },
        [](Strategy& s, double value) { s.parallel.expertSkew = value; }, nullptr, nullptr,
        mayHaveExperts},
    FlagSpec{"parallel.reshard", QT_TRANSLATE_NOOP("Editor", "Reshard"),
             QT_TRANSLATE_NOOP("Editor",
                               "ZeRO 3 lets gathered weights go after each forward; otherwise they "
                               "stay until the last backward of the step"),
             [](const Strategy& s) { return s.parallel.reshard; },
             [](Strategy& s, bool on) { s.parallel.reshard = on; }},
    IntegerSpec{"parallel.expert_tensor", QT_TRANSLATE_NOOP("Editor", "Expert tensor"),
                QT_TRANSLATE_NOOP("Editor", "Devices that share the matrices of one expert"), 0,
                [](const Strategy& s) { return s.parallel.expertTensor; },
                [](Strategy& s, int value) { s.parallel.expertTensor = value; },
                QT_TRANSLATE_NOOP("Editor", "as tensor"), nullptr, mayHaveExperts},
    IntegerSpec{"parallel.shard", QT_TRANSLATE_NOOP("Editor", "ZeRO group"),
                QT_TRANSLATE_NOOP("Editor", "Replicas that ZeRO divides over"), 0,
                [](const Strategy& s) { return s.parallel.shard; },
                [](Strategy& s, int value) { s.parallel.shard = value; },
                QT_TRANSLATE_NOOP("Editor", "all")},
    choiceSpec<&Strategy::parallel, &strategy::Parallel::order>(
        "parallel.order", QT_TRANSLATE_NOOP("Editor", "Rank order"),
        QT_TRANSLATE_NOOP("Editor", "Which kind of parallelism gets neighbouring ranks first")),
};

} // namespace

SectionSpecs parallelSpecs() { return {kParallel, kParallelRest}; }

} // namespace gui
