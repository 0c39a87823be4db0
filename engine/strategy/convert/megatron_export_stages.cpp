// How a strategy's layers are cut into stages, in Megatron's keys.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/megatron_layout.h"

#include <algorithm>

namespace strategy {
namespace {

// [stage]; nothing where the layers do not fill the stages, or are dealt otherwise.
std::optional<plan::LayerSplit> splitOf(const Strategy& strategy, const plan::Shape& shape)
{
    const Parallel& parallel = strategy.parallel;
    const auto placement = plan::loopedPlacement(shape);
    auto split = !parallel.layersPerStage.empty()
        ? plan::splitByStage(parallel.layersPerStage, shape)
        : !parallel.layersPerRank.empty()
        ? plan::splitByRank(parallel.layersPerRank, shape, placement)
        : plan::splitLayers(strategy.model->layers, shape, placement);
    if (!split)
        return std::nullopt;
    split->stages.back().mtpLayers = strategy.model->mtpLayers;
    return *std::move(split);
}

int mostLayers(const plan::LayerSplit& split)
{
    int most = 0;
    for (const plan::StageLayers& stage : split.stages)
        most = std::max(most, stage.layers);
    return most;
}

std::string withCommas(const std::vector<int>& numbers)
{
    std::string list;
    for (const int number : numbers)
        list.append(list.empty() ? "" : ",").append(std::to_string(number));
    return list;
}

// Which layers have experts, where layers that do nothing are counted too.
void exportExpertsAround(Exporting& exporting, const std::vector<int>& noops, int all)
{
    const Model& model = *exporting.strategy.model;
    if (model.experts == 0 || (model.denseLayers == 0 && model.expertEvery == 1))
        return;
    std::string list = "[";
    int real = 0;
    int dense = all; // before the first with experts
    for (int layer = 0; layer < all; ++layer) {
        const bool noop = std::binary_search(noops.begin(), noops.end(), layer);
        const bool has = !noop && real >= model.denseLayers
            && (real - model.denseLayers) % model.expertEvery == 0;
        real += noop ? 0 : 1;
        dense = has ? std::min(dense, layer) : dense;
        list.append(layer == 0 ? "" : ", ").append(has ? "1" : "0");
    }
    if (model.expertEvery == 1)
        exporting.set("first_k_dense_replace", dense);
    else
        exporting.setText("moe_layer_freq", list + ']');
}

// Every stage is filled up to the largest with layers that do nothing.
void exportNoops(Exporting& exporting, const std::vector<int>& layers)
{
    const int each = *std::max_element(layers.begin(), layers.end());
    const long long all = static_cast<long long>(each) * static_cast<long long>(layers.size());
    // So large that the importer would refuse it; the losses are then found by reading back.
    if (all > kMaxLayers)
        return;
    std::vector<int> noops;
    for (std::size_t stage = 0; stage < layers.size(); ++stage)
        for (int layer = layers[stage]; layer < each; ++layer)
            noops.push_back(static_cast<int>(stage) * each + layer);
    exporting.set("num_layers", static_cast<int>(all));
    exporting.setText("noop_layers", withCommas(noops));
    exportExpertsAround(exporting, noops, static_cast<int>(all));
}

// The ways to depart from an even division that name its ends; the one that gives these layers.
void exportEnds(Exporting& exporting, const std::vector<int>& layers)
{
    const int ranks = exporting.strategy.parallel.pipeline;
    const plan::Shape shape{.ranks = ranks,
                            .chunks = static_cast<int>(layers.size()) / std::max(1, ranks)};
    int first = 0;
    int last = 0;
    for (std::size_t stage = 0; stage < layers.size(); ++stage) {
        const int rank = static_cast<int>(stage) % ranks;
        first += rank == 0 ? layers[stage] : 0;
        last += rank == ranks - 1 ? layers[stage] : 0;
    }
    // Each is tried on the layers and compared, instead of working backwards from the counts: the
    // forward rule exists already.
    const plan::SplitOptions ways[] = {{.onFirstRank = first},
                                       {.onLastRank = last},
                                       {.onFirstRank = first, .onLastRank = last},
                                       {.countEmbedding = true},
                                       {.countLoss = true},
                                       {.countEmbedding = true, .countLoss = true}};
    for (const plan::SplitOptions& way : ways) {
        const auto split = plan::splitLayers(exporting.strategy.model->layers, shape,
                                             plan::loopedPlacement(shape), way);
        if (!split
            || !std::equal(layers.begin(), layers.end(), split->stages.begin(), split->stages.end(),
                           [](int count, const auto& stage) { return count == stage.layers; }))
            continue;
        if (way.onFirstRank)
            exporting.set("num_layers_in_first_pipeline_stage", *way.onFirstRank);
        if (way.onLastRank)
            exporting.set("num_layers_in_last_pipeline_stage", *way.onLastRank);
        if (way.countEmbedding)
            exporting.setFlag("account_for_embedding_in_pipeline_split", true);
        if (way.countLoss)
            exporting.setFlag("account_for_loss_in_pipeline_split", true);
        return;
    }
}

void exportUneven(Exporting& exporting, const MegatronDialect& dialect,
                  const plan::LayerSplit& split)
{
    std::vector<int> layers;
    for (const plan::StageLayers& stage : split.stages)
        layers.push_back(stage.layers);
    const bool oneChunk = static_cast<int>(layers.size()) == exporting.strategy.parallel.pipeline;
    switch (dialect.uneven) {
    case MegatronDialect::Uneven::Layout:
        return exporting.setText("pipeline_model_parallel_layout", toLayoutText(split));
    case MegatronDialect::Uneven::Noops:
        // A list of layers per rank is for one chunk and 1F1B; everything else is filled up.
        if (!oneChunk || exporting.has("schedules_method"))
            return exportNoops(exporting, layers);
        return exporting.setText("num_layer_list", withCommas(layers));
    case MegatronDialect::Uneven::FirstAndLast:
        exportEnds(exporting, layers);
    }
}

// The schedule, and the stages it has.
void exportSchedule(Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    const Parallel& parallel = strategy.parallel;
    const std::string& name = strategy.schedule.name;
    const int chunks = name == plan::kInterleaved.name ? shapeOf(strategy).chunks : 1;
    const plan::CatalogEntry* entry = plan::findSchedule(name);
    const auto named = [entry](plan::Framework framework) {
        return entry == nullptr ? std::string() : std::string(nameIn(framework, *entry));
    };
    const std::string method = dialect.isMindSpeed ? named(plan::Framework::MindSpeed) : "";
    if (!method.empty())
        exporting.setText("schedules_method", method);
    // Megatron-DeepSpeed's word, which Megatron-LM lacks.
    const bool deferred
        = name == plan::kZbH1.name && exporting.kept.contains("enable_zbh1_pipeline");
    if (deferred)
        exporting.setFlag("enable_zbh1_pipeline", true);
    if (method.empty() && !deferred && named(plan::Framework::Megatron).empty())
        exporting.remark("schedule.name",
                         "is " + name
                             + ", and the framework runs 1f1b or interleaved; written "
                               "as 1f1b");
    if (chunks > 1 && strategy.schedule.options.group)
        exporting.set(dialect.commandLine ? "microbatch_group_size_per_virtual_pipeline_stage"
                                          : "microbatch_group_size_per_vp_stage",
                      *strategy.schedule.options.group);
    const std::string_view counted = dialect.commandLine ? "num_virtual_stages_per_pipeline_rank"
                                                         : "virtual_pipeline_model_parallel_size";
    if (!strategy.model && chunks > 1)
        exporting.set(counted, chunks);
    if (!strategy.model)
        return;
    const plan::Shape shape{.ranks = parallel.pipeline,
                            .chunks = method.empty() ? chunks : entry->defaultChunks};
    const auto split = splitOf(strategy, shape);
    const bool even = split
        && std::all_of(split->stages.begin(), split->stages.end(),
                       [&](const auto& stage) { return stage.layers == split->stages[0].layers; });
    if (split && !even) {
        exportUneven(exporting, dialect, *split);
        if (dialect.uneven == MegatronDialect::Uneven::Layout)
            return;
    }
    if (chunks == 1)
        return;
    if (dialect.layersPerChunk && (even || exporting.has("noop_layers")))
        exporting.set("num_layers_per_virtual_pipeline_stage", mostLayers(*split));
    else
        exporting.set(counted, chunks);
}

} // namespace

void exportMegatronStages(Exporting& exporting, const MegatronDialect& dialect)
{
    const Strategy& strategy = exporting.strategy;
    const Parallel& parallel = strategy.parallel;
    exporting.set("tensor_model_parallel_size", parallel.tensor);
    exporting.set("pipeline_model_parallel_size", parallel.pipeline);
    exporting.set("context_parallel_size", parallel.context);
    const bool ring = parallel.contextMethod == ContextMethod::Ring;
    if (dialect.isMindSpeed && parallel.context > 1 && ring)
        exporting.setSoftly("context_parallel_algo", "megatron_cp_algo");
    else if (dialect.isMindSpeed && !ring)
        exporting.setText("context_parallel_algo", "ulysses_cp_algo");
    else if (!ring)
        exporting.setText("cp_comm_type", "a2a");
    if (parallel.expert > 1 || (strategy.model && strategy.model->experts > 0))
        exporting.set("expert_model_parallel_size", parallel.expert);
    if (parallel.expertTensor > 0)
        exporting.set("expert_tensor_parallel_size", parallel.expertTensor);
    if (parallel.sequence)
        exporting.setFlag("sequence_parallel", true);
    exportSchedule(exporting, dialect);
}

} // namespace strategy
