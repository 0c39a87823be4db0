// How Megatron's keys cut the layers into stages, and the schedule that follows from it.

#include "engine/strategy/convert/megatron.h"

#include "engine/plan/placement.h"
#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/megatron_layout.h"
#include "engine/strategy/convert/schedule_names.h"

#include <algorithm>
#include <charconv>

namespace strategy {
namespace {

constexpr std::string_view kLayersAChunk = "num_layers_per_virtual_pipeline_stage";
constexpr std::string_view kLayout = "pipeline_model_parallel_layout";
constexpr Range kCounts{1, kMaxLayers};

bool isEven(const std::vector<int>& layers)
{
    return std::all_of(layers.begin(), layers.end(),
                       [&](int count) { return count == layers.front(); });
}

// The first stage may hold the embedding alone, and the last the loss.
bool isEmptyWithin(const std::vector<int>& layers)
{
    return layers.size() > 2
        && std::find(layers.begin() + 1, layers.end() - 1, 0) != layers.end() - 1;
}

// Into layers_per_stage, where the stages are uneven.
void setStages(Importing& importing, std::string_view key, const std::vector<int>& layers)
{
    Parallel& parallel = importing.strategy.parallel;
    parallel.layersPerStage.clear();
    if (layers.empty() || isEven(layers))
        return;
    importing.standsFor("parallel.layers_per_stage", key);
    if (!isEmptyWithin(layers)) {
        parallel.layersPerStage = layers;
        return;
    }
    importing.keep(key);
    importing.remark(Remark::Kind::Approximated, key,
                     "leaves a stage between the first and the last without a layer; here each of "
                     "them has one, so the layers are dealt evenly instead");
}

// How the ranks of the pipeline depart from an even division.
struct Uneven {
    plan::SplitOptions options;
    std::string_view key; // the first that says so; empty: none does
};

Uneven unevenOf(Importing& importing)
{
    Uneven uneven;
    const auto note = [&](std::string_view key) {
        if (uneven.key.empty())
            uneven.key = key;
    };
    const auto count = [&](std::initializer_list<std::string_view> keys, std::optional<int>& on) {
        const std::string_view key = firstOf(importing, keys);
        if (key.empty())
            return;
        on = importing.whole(key, kCounts);
        note(key);
    };
    count({"decoder_first_pipeline_num_layers", "num_layers_in_first_pipeline_stage"},
          uneven.options.onFirstRank);
    count({"decoder_last_pipeline_num_layers", "num_layers_in_last_pipeline_stage"},
          uneven.options.onLastRank);
    if ((uneven.options.countEmbedding
         = isSet(importing, "account_for_embedding_in_pipeline_split")))
        note("account_for_embedding_in_pipeline_split");
    if ((uneven.options.countLoss = isSet(importing, "account_for_loss_in_pipeline_split")))
        note("account_for_loss_in_pipeline_split");
    return uneven;
}

// Chunks per rank, where the file gives the layers of one; 1, and a problem, where they do not
// divide.
int chunksOf(Importing& importing, int layersAChunk, const Uneven& uneven)
{
    const int ranks = importing.strategy.parallel.pipeline;
    // Layers a chunk would then differ from rank to rank.
    if (uneven.options.onFirstRank || uneven.options.onLastRank) {
        importing.problem(kLayersAChunk,
                          "does not say how many chunks a rank has, as " + std::string(uneven.key)
                              + " makes the ranks uneven; give "
                                "num_virtual_stages_per_pipeline_rank instead");
        return 1;
    }
    const long long layers = importing.strategy.model->layers
        + static_cast<long long>(uneven.options.countEmbedding) + uneven.options.countLoss;
    const long long each = static_cast<long long>(ranks) * layersAChunk;
    if (each > 0 && layers % each == 0)
        return static_cast<int>(layers / each);
    importing.problem(kLayersAChunk,
                      "is " + std::to_string(layersAChunk) + ", and " + std::to_string(layers)
                          + " layers are not divisible by " + std::to_string(ranks)
                          + " pipeline ranks x " + std::to_string(layersAChunk)
                          + " layers per chunk");
    return 1;
}

// 1 where the file has no virtual pipeline.
int importChunks(Importing& importing, const Uneven& uneven)
{
    constexpr std::string_view kCounted[] = {"num_virtual_stages_per_pipeline_rank",
                                             "virtual_pipeline_model_parallel_size", kLayersAChunk};
    std::string_view given;
    for (const std::string_view key : kCounted) {
        if (!importing.has(key))
            continue;
        // Three ways to say one thing: two of them may contradict each other.
        if (!given.empty())
            importing.problem(key, "and " + std::string(given) + " are both given; keep one");
        given = key;
    }
    if (given.empty())
        return 1;
    importing.standsFor("parallel.chunks", given);
    const int number = importing.whole(given, kCounts).value_or(1);
    return given == kLayersAChunk && importing.isSound() ? chunksOf(importing, number, uneven)
                                                         : number;
}

// Of a layout; false where it is wrong or none is given.
void importLayout(Importing& importing, int& chunks)
{
    const auto text = importing.text(kLayout);
    if (!text || !importing.isSound())
        return;
    Parallel& parallel = importing.strategy.parallel;
    const auto split = parseLayoutText(*text);
    if (!split)
        return importing.problem(kLayout, split.error().message);
    if (const auto fits = checkLayout(*split, parallel.pipeline, importing.strategy.model->layers);
        !fits)
        return importing.problem(kLayout, fits.error().message);
    chunks = static_cast<int>(split->stages.size()) / std::max(1, parallel.pipeline);
    importing.standsFor("parallel.chunks", kLayout);
    std::vector<int> layers;
    for (const plan::StageLayers& stage : split->stages)
        layers.push_back(stage.layers);
    setStages(importing, kLayout, layers);
}

void divide(Importing& importing, const Uneven& uneven, int chunks)
{
    const plan::Shape shape{.ranks = importing.strategy.parallel.pipeline, .chunks = chunks};
    if (uneven.key.empty() || !importing.isSound() || !plan::checkShape(shape)
        || shape.stages() > kMaxLayers)
        return;
    const auto split = plan::splitLayers(importing.strategy.model->layers, shape,
                                         plan::loopedPlacement(shape), uneven.options);
    if (!split)
        return importing.problem(uneven.key, split.error().message);
    std::vector<int> layers;
    for (const plan::StageLayers& stage : split->stages)
        layers.push_back(stage.layers);
    setStages(importing, uneven.key, layers);
}

// Layers that do nothing, which fill num_layers up to what divides: the model has so many less.
void importNoops(Importing& importing, int stages)
{
    constexpr std::string_view kKey = "noop_layers";
    const auto noops = layerNumbers(importing, kKey);
    if (!noops || !importing.isSound())
        return;
    int& layers = importing.strategy.model->layers;
    if (stages < 1 || layers % stages != 0)
        return importing.problem(kKey,
                                 "asks for num_layers to be divisible by the stages, and "
                                     + std::to_string(layers) + " is not divisible by "
                                     + std::to_string(stages));
    const int each = layers / stages;
    std::vector<int> held(static_cast<std::size_t>(stages), each);
    std::vector<bool> empty(static_cast<std::size_t>(layers));
    for (const int layer : *noops) {
        if (layer >= static_cast<int>(empty.size()) || empty[static_cast<std::size_t>(layer)])
            return importing.problem(kKey,
                                     "must name layers from 0 to " + std::to_string(layers - 1)
                                         + ", each once, not " + std::to_string(layer));
        empty[static_cast<std::size_t>(layer)] = true;
        --held[static_cast<std::size_t>(layer / each)];
    }
    // num_layers counts them, though they hold no weights.
    layers -= static_cast<int>(noops->size());
    importing.remark(Remark::Kind::Approximated, kKey,
                     "names " + std::to_string(noops->size())
                         + " layers that do nothing; the model has " + std::to_string(layers));
    setStages(importing, kKey, held);
}

void importSchedule(Importing& importing, int chunks)
{
    Strategy& strategy = importing.strategy;
    const std::string method = importing.text("schedules_method").value_or("");
    if (const plan::CatalogEntry* own = findForeign(plan::Framework::MindSpeed, method)) {
        strategy.schedule.name = own->name;
        importing.standsFor("schedule.name", "schedules_method");
        return;
    }
    if (!method.empty()) {
        importing.keep("schedules_method");
        importing.remark(Remark::Kind::Approximated, "schedules_method",
                         "is " + shown(method) + ", which is not known here; taken as 1F1B");
    }
    if (isSet(importing, "enable_zbh1_pipeline")) {
        importing.keep("enable_zbh1_pipeline");
        strategy.schedule.name = plan::kZbH1.name;
        return;
    }
    if (chunks > 1) {
        strategy.schedule.name = plan::kInterleaved.name;
        strategy.parallel.chunks = chunks;
    }
    const std::string_view group = firstOf(
        importing,
        {"microbatch_group_size_per_virtual_pipeline_stage", "microbatch_group_size_per_vp_stage"});
    if (group.empty())
        return;
    if (chunks > 1)
        importing.into("schedule.group", group);
    else
        importing.ignore(group, "counts only with a virtual pipeline");
}

} // namespace

std::optional<std::vector<int>> layerNumbers(Importing& importing, std::string_view key)
{
    const Setting* setting = importing.take(key);
    if (setting == nullptr)
        return std::nullopt;
    if (setting->value.kind == Node::Kind::List)
        return importing.wholes(key, {0, kMaxLayers});
    std::vector<int> numbers;
    const std::string& text = setting->value.text;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        int number = -1;
        const std::string_view word = std::string_view(text).substr(begin, end - begin);
        const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
        if (read.ec != std::errc{} || read.ptr != word.data() + word.size() || number < 0
            || (word.size() > 1 && word.front() == '0') || number > kMaxLayers
            || numbers.size() >= kMaxListEntries) {
            importing.problem(key,
                              "must be whole numbers with commas between, like 16,17,16,15, not "
                                  + shown(text));
            return std::nullopt;
        }
        numbers.push_back(number);
        begin = end + 1;
    }
    return numbers;
}

void importMegatronStages(Importing& importing, const MegatronDialect&)
{
    const Uneven uneven = unevenOf(importing);
    // A layout says where every layer is; any other key could only disagree.
    if (importing.has(kLayout)
        && (!uneven.key.empty() || importing.has(kLayersAChunk)
            || importing.has("num_virtual_stages_per_pipeline_rank")))
        importing.problem(kLayout, "says it all; leave out the other keys that divide the layers");
    int chunks = importChunks(importing, uneven);
    importLayout(importing, chunks);
    divide(importing, uneven, chunks);

    const Parallel& parallel = importing.strategy.parallel;
    const Setting* method = importing.take("schedules_method");
    const plan::CatalogEntry* own
        = method == nullptr ? nullptr : findForeign(plan::Framework::MindSpeed, method->value.text);
    const long long stages
        = static_cast<long long>(parallel.pipeline) * (own ? own->defaultChunks : chunks);
    if (importing.has("num_layer_list") && importing.has("noop_layers"))
        importing.ignore("num_layer_list", "counts only without noop_layers, which are given");
    else if (const auto layers = layerNumbers(importing, "num_layer_list"))
        setStages(importing, "num_layer_list", *layers);
    if (stages <= kMaxLayers)
        importNoops(importing, static_cast<int>(stages));
    importSchedule(importing, chunks);
}

} // namespace strategy
