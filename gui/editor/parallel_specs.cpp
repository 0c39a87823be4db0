// The fields of how the model is cut and computed.

#include "gui/editor/field_specs.h"

#include <QCoreApplication>

namespace gui {
namespace {

using strategy::Strategy;

bool mayHaveExperts(const Strategy& s) { return s.model && s.model->experts > 0; }
bool recomputesFully(const Strategy& s)
{
    return s.recompute.granularity == strategy::Recomputing::Full;
}

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
    IntegerSpec{"parallel.data", QT_TRANSLATE_NOOP("Editor", "Data"),
                QT_TRANSLATE_NOOP(
                    "Editor", "Replicas of the pipeline (d); else what the devices leave for them"),
                0, [](const Strategy& s) { return s.parallel.data; },
                [](Strategy& s, int value) { s.parallel.data = value; },
                QT_TRANSLATE_NOOP("Editor", "auto: %1"), strategy::dataParallel},
    IntegerSpec{
        "parallel.zero", QT_TRANSLATE_NOOP("Editor", "ZeRO"),
        QT_TRANSLATE_NOOP(
            "Editor", "What the replicas divide: 1 the optimizer, 2 gradients too, 3 weights too"),
        0, [](const Strategy& s) { return s.parallel.zero; },
        [](Strategy& s, int value) { s.parallel.zero = value; },
        QT_TRANSLATE_NOOP("Editor", "off")},
    FlagSpec{"parallel.sequence", QT_TRANSLATE_NOOP("Editor", "Sequence parallel"),
             QT_TRANSLATE_NOOP(
                 "Editor", "Tensor ranks divide what lies between the matrices along the sequence"),
             [](const Strategy& s) { return s.parallel.sequence; },
             [](Strategy& s, bool on) { s.parallel.sequence = on; }},
    choiceSpec<&Strategy::recompute, &strategy::Recompute::granularity>(
        "recompute.granularity", QT_TRANSLATE_NOOP("Editor", "Recompute"),
        QT_TRANSLATE_NOOP("Editor", "What is computed again in the backward instead of kept")),
};

constexpr FieldSpec kParallelRest[] = {
    choiceSpec<&Strategy::recompute, &strategy::Recompute::method>(
        "recompute.method", QT_TRANSLATE_NOOP("Editor", "Recompute method"),
        QT_TRANSLATE_NOOP("Editor",
                          "uniform: groups of layers; block: the first layers of each stage"),
        recomputesFully),
    IntegerSpec{"recompute.layers", QT_TRANSLATE_NOOP("Editor", "Recompute layers"),
                QT_TRANSLATE_NOOP("Editor", "Of each stage, or of each group"), 0,
                [](const Strategy& s) { return s.recompute.layers; },
                [](Strategy& s, int value) { s.recompute.layers = value; },
                QT_TRANSLATE_NOOP("Editor", "all"), nullptr, recomputesFully},
    FlagSpec{"recompute.light", QT_TRANSLATE_NOOP("Editor", "Light recompute"),
             QT_TRANSLATE_NOOP("Editor",
                               "Norms, activation functions and up-projections of latent "
                               "attention are computed again; for Recompute none"),
             [](const Strategy& s) { return s.recompute.light; },
             [](Strategy& s, bool on) { s.recompute.light = on; }},
    choiceSpec<&Strategy::parallel, &strategy::Parallel::offload>(
        "parallel.offload", QT_TRANSLATE_NOOP("Editor", "Offload"),
        QT_TRANSLATE_NOOP("Editor", "What lies in the memory of the host")),
    choiceSpec<&Strategy::parallel, &strategy::Parallel::contextMethod>(
        "parallel.context_method", QT_TRANSLATE_NOOP("Editor", "Context method"),
        QT_TRANSLATE_NOOP("Editor", "How context ranks exchange keys and values")),
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
        QT_TRANSLATE_NOOP("Editor", "What lies next to each other first")),
    FlagSpec{"overlap.gradients", QT_TRANSLATE_NOOP("Editor", "Overlap gradients"),
             QT_TRANSLATE_NOOP("Editor", "Their reduction runs beside the last backwards"),
             [](const Strategy& s) { return s.overlap.gradients; },
             [](Strategy& s, bool on) { s.overlap.gradients = on; }},
    FlagSpec{"overlap.parameters", QT_TRANSLATE_NOOP("Editor", "Overlap weights"),
             QT_TRANSLATE_NOOP("Editor", "Their gathering runs beside forwards"),
             [](const Strategy& s) { return s.overlap.parameters; },
             [](Strategy& s, bool on) { s.overlap.parameters = on; }},
    FlagSpec{"overlap.tensor", QT_TRANSLATE_NOOP("Editor", "Overlap tensor"),
             QT_TRANSLATE_NOOP("Editor", "Collectives inside a layer run beside its products"),
             [](const Strategy& s) { return s.overlap.tensor; },
             [](Strategy& s, bool on) { s.overlap.tensor = on; }},
    FlagSpec{"overlap.experts", QT_TRANSLATE_NOOP("Editor", "Overlap experts"),
             QT_TRANSLATE_NOOP("Editor", "The exchange of experts runs beside their products"),
             [](const Strategy& s) { return s.overlap.experts; },
             [](Strategy& s, bool on) { s.overlap.experts = on; }},
    choiceSpec<&Strategy::kernels, &strategy::Kernels::attention>(
        "kernels.attention", QT_TRANSLATE_NOOP("Editor", "Attention"),
        QT_TRANSLATE_NOOP("Editor", "flash: one kernel; unfused: scores are written to memory")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::fusion>(
        "kernels.fusion", QT_TRANSLATE_NOOP("Editor", "Fusion"),
        QT_TRANSLATE_NOOP("Editor", "Of everything between the products")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::loss>(
        "kernels.loss", QT_TRANSLATE_NOOP("Editor", "Loss"),
        QT_TRANSLATE_NOOP("Editor",
                          "Copies of the logits in fp32: plain three, compiled two, fused none")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::outputs>(
        "kernels.outputs", QT_TRANSLATE_NOOP("Editor", "Sent outputs"),
        QT_TRANSLATE_NOOP("Editor", "What a stage has sent on: freed, or kept until its backward")),
    choiceSpec<&Strategy::precision, &strategy::Precision::compute>(
        "precision.compute", QT_TRANSLATE_NOOP("Editor", "Computes in"),
        QT_TRANSLATE_NOOP("Editor", "Type of the products")),
    choiceSpec<&Strategy::precision, &strategy::Precision::gradients>(
        "precision.gradients", QT_TRANSLATE_NOOP("Editor", "Gradients in"),
        QT_TRANSLATE_NOOP("Editor", "Type of the accumulated gradients")),
    choiceSpec<&Strategy::precision, &strategy::Precision::optimizer>(
        "precision.optimizer", QT_TRANSLATE_NOOP("Editor", "Optimizer"),
        QT_TRANSLATE_NOOP("Editor", "And the type of its states")),
    choiceSpec<&Strategy::precision, &strategy::Precision::weights>(
        "precision.weights", QT_TRANSLATE_NOOP("Editor", "Weights in"),
        QT_TRANSLATE_NOOP(
            "Editor",
            "compute: the type of the products; fp32: the optimizer keeps no copy of its own")),
};

} // namespace

SectionSpecs parallelSpecs() { return {kParallel, kParallelRest}; }

} // namespace gui
