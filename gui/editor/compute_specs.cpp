// The fields of what is computed, in which types and kernels, and what runs beside it.

#include "gui/editor/field_specs.h"

#include <QCoreApplication>

namespace gui {
namespace {

using strategy::Strategy;

bool recomputesFully(const Strategy& s)
{
    return s.recompute.granularity == strategy::Recomputing::Full;
}

constexpr FieldSpec kCompute[] = {
    choiceSpec<&Strategy::recompute, &strategy::Recompute::granularity>(
        "recompute.granularity", QT_TRANSLATE_NOOP("Editor", "Recompute"),
        QT_TRANSLATE_NOOP("Editor", "What is recomputed in the backward instead of kept")),
    choiceSpec<&Strategy::precision, &strategy::Precision::compute>(
        "precision.compute", QT_TRANSLATE_NOOP("Editor", "Compute precision"),
        QT_TRANSLATE_NOOP("Editor", "Type of the products")),
    choiceSpec<&Strategy::precision, &strategy::Precision::gradients>(
        "precision.gradients", QT_TRANSLATE_NOOP("Editor", "Gradient precision"),
        QT_TRANSLATE_NOOP("Editor", "Type of the accumulated gradients")),
    choiceSpec<&Strategy::precision, &strategy::Precision::optimizer>(
        "precision.optimizer", QT_TRANSLATE_NOOP("Editor", "Optimizer"),
        QT_TRANSLATE_NOOP("Editor", "The optimizer, and the type of its states")),
};

bool computesInFp8(const Strategy& s) { return s.precision.compute == strategy::Compute::Fp8; }

constexpr FieldSpec kComputeRest[] = {
    choiceSpec<&Strategy::recompute, &strategy::Recompute::method>(
        "recompute.method", QT_TRANSLATE_NOOP("Editor", "Recompute method"),
        QT_TRANSLATE_NOOP("Editor",
                          "uniform: groups of layers; block: the first layers of each stage"),
        recomputesFully),
    IntegerSpec{"recompute.layers", QT_TRANSLATE_NOOP("Editor", "Recompute layers"),
                QT_TRANSLATE_NOOP("Editor", "Layers recomputed in each stage or group"), 0,
                [](const Strategy& s) { return s.recompute.layers; },
                [](Strategy& s, int value) { s.recompute.layers = value; },
                QT_TRANSLATE_NOOP("Editor", "all"), nullptr, recomputesFully},
    FlagSpec{"recompute.light", QT_TRANSLATE_NOOP("Editor", "Light recompute"),
             QT_TRANSLATE_NOOP("Editor",
                               "Norms, activation functions and up-projections of latent "
                               "attention are computed again; only with Recompute: none"),
             [](const Strategy& s) { return s.recompute.light; },
             [](Strategy& s, bool on) { s.recompute.light = on; }},
    choiceSpec<&Strategy::precision, &strategy::Precision::weights>(
        "precision.weights", QT_TRANSLATE_NOOP("Editor", "Weight precision"),
        QT_TRANSLATE_NOOP(
            "Editor",
            "compute: the type of the products; fp32: the optimizer keeps no copy of its own")),
    choiceSpec<&Strategy::precision, &strategy::Precision::scaling>(
        "precision.scaling", QT_TRANSLATE_NOOP("Editor", "FP8 scaling"),
        QT_TRANSLATE_NOOP("Editor", "What shares one scale in fp8: a tensor, a row, or a block"),
        computesInFp8),
};

constexpr FieldSpec kOverlap[] = {
    FlagSpec{"overlap.gradients", QT_TRANSLATE_NOOP("Editor", "Overlap gradients"),
             QT_TRANSLATE_NOOP("Editor", "Gradient reduction overlaps the last backwards"),
             [](const Strategy& s) { return s.overlap.gradients; },
             [](Strategy& s, bool on) { s.overlap.gradients = on; }},
    FlagSpec{"overlap.parameters", QT_TRANSLATE_NOOP("Editor", "Overlap weights"),
             QT_TRANSLATE_NOOP("Editor", "Weight gathering overlaps forwards"),
             [](const Strategy& s) { return s.overlap.parameters; },
             [](Strategy& s, bool on) { s.overlap.parameters = on; }},
    FlagSpec{"overlap.tensor", QT_TRANSLATE_NOOP("Editor", "Overlap tensor"),
             QT_TRANSLATE_NOOP("Editor", "Collectives within a layer overlap its matrix products"),
             [](const Strategy& s) { return s.overlap.tensor; },
             [](Strategy& s, bool on) { s.overlap.tensor = on; }},
    FlagSpec{"overlap.experts", QT_TRANSLATE_NOOP("Editor", "Overlap experts"),
             QT_TRANSLATE_NOOP("Editor", "The experts' all-to-all overlaps their matrix products"),
             [](const Strategy& s) { return s.overlap.experts; },
             [](Strategy& s, bool on) { s.overlap.experts = on; }},
    FlagSpec{"overlap.transfers", QT_TRANSLATE_NOOP("Editor", "Overlap transfers"),
             QT_TRANSLATE_NOOP("Editor",
                               "Messages of the pipeline overlap computing; otherwise a "
                               "sender waits until its message has arrived"),
             [](const Strategy& s) { return s.overlap.transfers; },
             [](Strategy& s, bool on) { s.overlap.transfers = on; }},
};

constexpr FieldSpec kKernels[] = {
    choiceSpec<&Strategy::kernels, &strategy::Kernels::attention>(
        "kernels.attention", QT_TRANSLATE_NOOP("Editor", "Attention"),
        QT_TRANSLATE_NOOP("Editor",
                          "flash: one kernel (-1, -2: an older one); unfused: scores are written")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::fusion>(
        "kernels.fusion", QT_TRANSLATE_NOOP("Editor", "Fusion"),
        QT_TRANSLATE_NOOP("Editor", "How operations between the products are fused")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::loss>(
        "kernels.loss", QT_TRANSLATE_NOOP("Editor", "Loss"),
        QT_TRANSLATE_NOOP("Editor",
                          "Copies of the logits in fp32: plain three, compiled two, fused none")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::outputs>(
        "kernels.outputs", QT_TRANSLATE_NOOP("Editor", "Sent outputs"),
        QT_TRANSLATE_NOOP("Editor", "What a stage has sent on: freed, or kept until its backward")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::accumulation>(
        "kernels.accumulation", QT_TRANSLATE_NOOP("Editor", "Accumulation"),
        QT_TRANSLATE_NOOP(
            "Editor",
            "Gradients of microbatches are summed by the products themselves (fused), "
            "or by a pass of their own (separate)")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::framework>(
        "kernels.framework", QT_TRANSLATE_NOOP("Editor", "Framework"),
        QT_TRANSLATE_NOOP("Editor", "Software whose runs the prediction rests on")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::launch>(
        "kernels.launch", QT_TRANSLATE_NOOP("Editor", "Launch"),
        QT_TRANSLATE_NOOP("Editor",
                          "How the host queues kernels: one by one (eager), from compiled "
                          "code, or as a recorded CUDA graph")),
    choiceSpec<&Strategy::kernels, &strategy::Kernels::dispatch>(
        "kernels.dispatch", QT_TRANSLATE_NOOP("Editor", "Dispatch"),
        QT_TRANSLATE_NOOP("Editor",
                          "How tokens come to their experts: a message for each (direct), "
                          "or one to each node, passed on within it (two-level)")),
};

} // namespace

SectionSpecs computeSpecs() { return {kCompute, kComputeRest}; }
SectionSpecs kernelSpecs() { return {kOverlap, kKernels}; }

} // namespace gui
