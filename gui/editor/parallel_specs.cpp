// The fields of how the model is cut and computed.

#include "engine/strategy/names.h"
#include "gui/editor/field_specs.h"

#include <QCoreApplication>

namespace gui {
namespace {

using strategy::Strategy;

bool mayHaveExperts(const Strategy& s) { return s.model && s.model->experts > 0; }
bool recomputesFully(const Strategy& s) { return s.recompute.granularity == "full"; }

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
    ChoiceSpec{
        "recompute.granularity", QT_TRANSLATE_NOOP("Editor", "Recompute"),
        QT_TRANSLATE_NOOP("Editor", "What is computed again in the backward instead of kept"),
        strategy::kGranularities, [](const Strategy& s) { return s.recompute.granularity; },
        [](Strategy& s, const std::string& name) { s.recompute.granularity = name; }},
};

constexpr FieldSpec kParallelRest[] = {
    ChoiceSpec{"recompute.method", QT_TRANSLATE_NOOP("Editor", "Recompute method"),
               QT_TRANSLATE_NOOP(
                   "Editor", "uniform: groups of layers; block: the first layers of each stage"),
               strategy::kMethods, [](const Strategy& s) { return s.recompute.method; },
               [](Strategy& s, const std::string& name) { s.recompute.method = name; },
               recomputesFully},
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
    ChoiceSpec{"parallel.offload", QT_TRANSLATE_NOOP("Editor", "Offload"),
               QT_TRANSLATE_NOOP("Editor", "What lies in the memory of the host"),
               strategy::kOffloads, [](const Strategy& s) { return s.parallel.offload; },
               [](Strategy& s, const std::string& name) { s.parallel.offload = name; }},
    ChoiceSpec{"parallel.context_method", QT_TRANSLATE_NOOP("Editor", "Context method"),
               QT_TRANSLATE_NOOP("Editor", "How context ranks exchange keys and values"),
               strategy::kContextMethods,
               [](const Strategy& s) { return s.parallel.contextMethod; },
               [](Strategy& s, const std::string& name) { s.parallel.contextMethod = name; }},
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
    ChoiceSpec{"parallel.order", QT_TRANSLATE_NOOP("Editor", "Rank order"),
               QT_TRANSLATE_NOOP("Editor", "What lies next to each other first"), strategy::kOrders,
               [](const Strategy& s) { return s.parallel.order; },
               [](Strategy& s, const std::string& name) { s.parallel.order = name; }},
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
    ChoiceSpec{
        "kernels.attention", QT_TRANSLATE_NOOP("Editor", "Attention"),
        QT_TRANSLATE_NOOP("Editor", "flash: one kernel; unfused: scores are written to memory"),
        strategy::kAttentions, [](const Strategy& s) { return s.kernels.attention; },
        [](Strategy& s, const std::string& name) { s.kernels.attention = name; }},
    ChoiceSpec{"kernels.fusion", QT_TRANSLATE_NOOP("Editor", "Fusion"),
               QT_TRANSLATE_NOOP("Editor", "Of everything between the products"),
               strategy::kFusions, [](const Strategy& s) { return s.kernels.fusion; },
               [](Strategy& s, const std::string& name) { s.kernels.fusion = name; }},
    ChoiceSpec{"kernels.loss", QT_TRANSLATE_NOOP("Editor", "Loss"),
               QT_TRANSLATE_NOOP(
                   "Editor", "Copies of the logits in fp32: plain three, compiled two, fused none"),
               strategy::kLosses, [](const Strategy& s) { return s.kernels.loss; },
               [](Strategy& s, const std::string& name) { s.kernels.loss = name; }},
    ChoiceSpec{
        "kernels.outputs", QT_TRANSLATE_NOOP("Editor", "Sent outputs"),
        QT_TRANSLATE_NOOP("Editor", "What a stage has sent on: freed, or kept until its backward"),
        strategy::kOutputs, [](const Strategy& s) { return s.kernels.outputs; },
        [](Strategy& s, const std::string& name) { s.kernels.outputs = name; }},
    ChoiceSpec{"precision.compute", QT_TRANSLATE_NOOP("Editor", "Computes in"),
               QT_TRANSLATE_NOOP("Editor", "Type of the products"), strategy::kComputeTypes,
               [](const Strategy& s) { return s.precision.compute; },
               [](Strategy& s, const std::string& name) { s.precision.compute = name; }},
    ChoiceSpec{"precision.gradients", QT_TRANSLATE_NOOP("Editor", "Gradients in"),
               QT_TRANSLATE_NOOP("Editor", "Type of the accumulated gradients"),
               strategy::kGradientTypes, [](const Strategy& s) { return s.precision.gradients; },
               [](Strategy& s, const std::string& name) { s.precision.gradients = name; }},
    ChoiceSpec{"precision.optimizer", QT_TRANSLATE_NOOP("Editor", "Optimizer"),
               QT_TRANSLATE_NOOP("Editor", "And the type of its states"), strategy::kOptimizers,
               [](const Strategy& s) { return s.precision.optimizer; },
               [](Strategy& s, const std::string& name) { s.precision.optimizer = name; }},
    ChoiceSpec{
        "precision.weights", QT_TRANSLATE_NOOP("Editor", "Weights in"),
        QT_TRANSLATE_NOOP(
            "Editor",
            "compute: the type of the products; fp32: the optimizer keeps no copy of its own"),
        strategy::kWeightTypes, [](const Strategy& s) { return s.precision.weights; },
        [](Strategy& s, const std::string& name) { s.precision.weights = name; }},
};

} // namespace

SectionSpecs parallelSpecs() { return {kParallel, kParallelRest}; }

} // namespace gui
