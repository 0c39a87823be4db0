// torchtitan's TOML, as it was until its configurations became Python: parallel sizes, stages
// and the batch. -1 stands for what is left of the devices.

#include "engine/strategy/convert/torchtitan.h"

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/schedule_names.h"
#include "engine/strategy/convert/torchtitan_models.h"
#include "engine/strategy/convert/torchtitan_reading.h"
#include "engine/strategy/convert/torchtitan_stages.h"
#include "engine/strategy/convert/torchtitan_toml.h"
#include "engine/strategy/saturating_product.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

// One rank's samples and how they are cut, as the versions before tokens were counted have it.
struct SampleBatch {
    int local = 8;  // samples of a data-parallel rank
    int micro = 8;  // of a microbatch
    int global = 0; // 0: as many as the ranks have
};

void setGlobal(TitanReading& reading, const std::string& key, long long global)
{
    if (global > kMaxSamples)
        return reading.importing.problem(key, "makes a batch of too many samples");
    reading.strategy.batch.global = static_cast<int>(global);
}

void readSamples(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Strategy& strategy = reading.strategy;
    const bool pipes = strategy.parallel.pipeline > 1;
    const std::string localKey = reading.keyOf({"training"}, {"local_batch_size", "batch_size"});
    SampleBatch batch;
    batch.local = importing.whole(localKey, {1, kMaxSamples}).value_or(batch.local);
    if (!importing.has(localKey))
        importing.remark(Assumed, localKey, "is not in the file: 8, torchtitan's default");
    const std::string microKey = reading.parallelKey({"pipeline_parallel_microbatch_size"});
    const std::string countKey = reading.parallelKey({"pipeline_parallel_microbatches"});
    // Without a pipeline a rank's samples are one microbatch.
    batch.micro = batch.local;
    if (const auto count = importing.whole(countKey, {1, kMaxSamples}); count && pipes)
        batch.micro = batch.local % *count == 0 ? batch.local / *count : 0;
    else if (const auto micro = importing.whole(microKey, {1, kMaxSamples}); pipes)
        batch.micro = micro.value_or(1);
    importing.standsFor("batch.micro", pipes && importing.has(microKey) ? microKey : localKey);
    if (batch.micro < 1 || batch.local % batch.micro != 0)
        return importing.problem(localKey,
                                 "is " + std::to_string(batch.local)
                                     + ", which does not divide into its microbatches");
    const std::string globalKey = "training.global_batch_size";
    batch.global = importing.whole(globalKey, {-1, kMaxSamples}).value_or(-1);
    importing.standsFor("batch.global", importing.has(globalKey) ? globalKey : localKey);
    strategy.batch.micro = batch.micro;
    const long long ranks = 1LL * batch.local * dataParallel(strategy);
    if (batch.global > 0 && pipes && batch.global > ranks)
        importing.remark(Approximated, globalKey,
                         "is accumulated over several passes of the pipeline there, and is one "
                         "pass here");
    setGlobal(reading, localKey, batch.global > 0 ? batch.global : ranks);
}

// What is said of ranks that are what is left of the devices.
std::string openShards(int replicas, int fewest)
{
    const std::string start = "is what is left of the devices, whose number is not in the file: ";
    if (fewest > 1)
        return start + "as few ranks as the experts divide among, " + std::to_string(fewest);
    return start + (replicas > 1 ? "one rank of each replica" : "parallel.data is left open");
}

// As newer versions have it: in tokens.
void readTokens(TitanReading& reading, const std::string& microKey)
{
    Importing& importing = reading.importing;
    Strategy& strategy = reading.strategy;
    // 2048 is the default of a strategy's model.
    const int sequence = strategy.model ? std::max(1, strategy.model->sequence) : 2048;
    const long long micro = importing.whole(microKey, {1, kMaxSamples}).value_or(sequence);
    const std::string totalKey = "training.num_tokens_per_train_step";
    const long long total = importing.whole(totalKey, {-1, kMaxSamples}).value_or(-1);
    const int count
        = importing.whole(reading.parallelKey({"num_pp_microbatches"}), {1, kMaxSamples})
              .value_or(1);
    importing.standsFor("batch.micro", microKey);
    importing.standsFor("batch.global", totalKey);
    for (const auto& [key, tokens] : {std::pair(microKey, micro), std::pair(totalKey, total)})
        if (tokens > 0 && tokens % sequence != 0)
            return importing.problem(key,
                                     "is " + std::to_string(tokens)
                                         + " tokens, which do not divide into samples of "
                                         + std::to_string(sequence));
    strategy.batch.micro = static_cast<int>(micro / sequence);
    const long long accumulated = strategy.parallel.pipeline > 1 ? count : 1;
    setGlobal(reading, microKey,
              total > 0
                  ? total / sequence
                  : saturatingProduct({micro / sequence, accumulated, dataParallel(strategy)}));
}

} // namespace

std::string TitanReading::keyOf(std::initializer_list<std::string_view> sections,
                                std::initializer_list<std::string_view> names) const
{
    for (const std::string_view section : sections)
        for (const std::string_view name : names)
            // Sections and names have changed from version to version; the first that the file has
            // is its own.
            if (std::string key = std::string(section) + '.' + std::string(name);
                importing.has(key))
                return key;
    return std::string(*sections.begin()) + '.' + std::string(*names.begin());
}

void readTitanModel(TitanReading& reading)
{
    Importing& importing = reading.importing;
    const std::string name = importing.text("model.name").value_or("");
    const std::string flavor = importing.text("model.flavor").value_or("");
    importing.keep("model.name");
    importing.keep("model.flavor");
    const std::string lengthKey = reading.keyOf({"training"}, {"seq_len", "max_context_length"});
    const ModelFlavor* known = findModelFlavor(name, flavor);
    if (known == nullptr) {
        importing.take(lengthKey);
        importing.keep(lengthKey);
        return importing.remark(Unresolved, "model.flavor",
                                "names a model whose sizes are in torchtitan's code: '"
                                    + shown(name) + "' '" + shown(flavor)
                                    + "' is not known here, so the strategy has no model");
    }
    reading.strategy.model = known->model;
    reading.strategy.model->sequence = 2048;
    if (!importing.into("model.sequence", lengthKey))
        importing.remark(Assumed, lengthKey, "is not in the file: 2048, torchtitan's default");
    importing.remark(Assumed, "model.flavor",
                     "is a name: the sizes are those published for " + std::string(known->name)
                         + " " + std::string(known->flavor));
    for (const char* field : {"layers", "heads", "kv_heads", "hidden", "ffn_hidden", "experts"})
        importing.standsFor(std::string("model.") + field, "model.flavor");
}

void readTitanParallel(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Parallel& parallel = reading.strategy.parallel;
    importing.into("parallel.tensor", reading.parallelKey({"tensor_parallel_degree"}));
    importing.into("parallel.pipeline", reading.parallelKey({"pipeline_parallel_degree"}));
    importing.into("parallel.context", reading.parallelKey({"context_parallel_degree"}));
    importing.into("parallel.expert", reading.parallelKey({"expert_parallel_degree"}));
    const std::string etp = reading.parallelKey({"expert_tensor_parallel_degree"});
    const int expertTensor = importing.whole(etp, {1, kMaxGroup}).value_or(1);
    importing.standsFor("parallel.expert_tensor", etp);
    if (parallel.expert > 1)
        parallel.expertTensor = expertTensor;
    // Part of tensor parallelism, until it could be turned off.
    parallel.sequence
        = importing.boolean(reading.parallelKey({"enable_sequence_parallel"})).value_or(true)
        && parallel.tensor > 1;
    const std::string replicateKey = reading.parallelKey({"data_parallel_replicate_degree"});
    const std::string shardKey
        = reading.parallelKey({"data_parallel_shard_degree", "data_parallel_degree"});
    const int replicas = importing.whole(replicateKey, {1, kMaxGroup}).value_or(1);
    const int given = importing.whole(shardKey, {-1, kMaxGroup}).value_or(-1);
    importing.standsFor("parallel.data", importing.has(shardKey) ? shardKey : replicateKey);
    importing.standsFor("parallel.shard", shardKey);
    if (given == 0)
        importing.problem(shardKey, "must be -1 or at least 1, not 0");
    const bool isOpen = given == -1;
    // Experts are dealt to the ranks that share parameters: as many there must be.
    const int fewest = isOpen ? fewestReplicas(parallel) : 1;
    const int shards = fewest > 1 ? fewest : given;
    if (isOpen)
        importing.remark(Assumed, shardKey, openShards(replicas, fewest));
    if (1LL * replicas * std::max(1, shards) > kMaxDevices)
        return importing.problem(shardKey, "makes too many devices");
    parallel.data = shards == -1 && replicas == 1 ? 0 : replicas * std::max(1, shards);
    parallel.shard = replicas > 1 && shards != 1 ? std::max(1, shards) : 0;

    const std::string reshardKey = reading.parallelKey({"fsdp_reshard_after_forward"});
    const std::string policy = importing.text(reshardKey).value_or("default");
    if (policy != "default" && policy != "always" && policy != "never")
        importing.problem(reshardKey,
                          "must be default, always or never, not '" + shown(policy) + "'");
    const bool reshards = policy == "always" || (policy == "default" && parallel.pipeline == 1);
    parallel.zero = given == 1 && parallel.context == 1 ? 0 : 3;
    parallel.reshard = parallel.zero == 0 || reshards;
    // Every balancer gives a rank of the ring pieces that take as long; one of them is the default.
    const std::string balancerKey = reading.parallelKey({"context_parallel_load_balancer"});
    const std::string balancer = importing.text(balancerKey).value_or("headtail");
    importing.keep(balancerKey);
    parallel.contextBalance = parallel.context == 1 || (balancer != "None" && balancer != "none");
    // The ranks of experts are borrowed from those that share parameters, and from tensor's.
    const long long lent = 1LL * std::max(1, shards) * parallel.context * parallel.tensor;
    if (shards > 0 && parallel.expert > 1 && lent % parallel.expert != 0)
        importing.problem(reading.parallelKey({"expert_parallel_degree"}),
                          "is " + std::to_string(parallel.expert)
                              + ", and must divide data_parallel_shard_degree x "
                                "context_parallel_degree x tensor_parallel_degree = "
                              + std::to_string(lent));
}

void readTitanStages(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Strategy& strategy = reading.strategy;
    const std::string nameKey = reading.parallelKey({"pipeline_parallel_schedule"});
    const std::string csvKey = reading.parallelKey({"pipeline_parallel_schedule_csv"});
    const std::string perKey = reading.parallelKey({"pipeline_parallel_layers_per_stage"});
    const std::string firstKey = reading.parallelKey({"pipeline_parallel_first_stage_less_layers"});
    const std::string lastKey = reading.parallelKey({"pipeline_parallel_last_stage_less_layers"});
    const std::string name = importing.text(nameKey).value_or("1F1B");
    const std::string csv = importing.text(csvKey).value_or("");
    const auto per = importing.whole(perKey, {1, kMaxLayers});
    const auto first = importing.whole(firstKey, {0, kMaxLayers});
    const auto last = importing.whole(lastKey, {0, kMaxLayers});
    importing.standsFor("schedule.name", nameKey);
    importing.standsFor("parallel.chunks", perKey);
    importing.standsFor("parallel.layers_per_stage", perKey);
    if (strategy.parallel.pipeline <= 1)
        return;
    if (!csv.empty()) {
        importing.keep(csvKey);
        importing.remark(Unresolved, csvKey,
                         "has the schedule, and is not read: name it as schedule.file of a "
                         "schedule 'custom'");
    }
    const plan::CatalogEntry* schedule = findForeignInAnyCase(plan::Framework::Torchtitan, name);
    if (schedule == nullptr && csv.empty())
        return importing.problem(nameKey,
                                 wordSentence(foreignNames(plan::Framework::Torchtitan), name));
    if (schedule != nullptr)
        strategy.schedule.name = schedule->name;
    reading.singleStage = schedule == nullptr || hasOneTitanStage(*schedule);
    if (!reading.singleStage)
        strategy.parallel.chunks = 2;
    if (!strategy.model || (!per && !first && !last)) {
        if (per)
            importing.remark(Unresolved, perKey,
                             "says the stages by the layers of the model, which is not known here");
        else
            importing.remark(Assumed, firstKey,
                             "is not in the file: layers are divided evenly; newer versions give "
                             "the first and the last stage one less");
        return;
    }
    const auto stages
        = titanStages({strategy.model->layers, strategy.parallel.pipeline, per.value_or(0),
                       first.value_or(1), last.value_or(1), reading.singleStage});
    if (!stages)
        return importing.problem(per ? perKey : firstKey, stages.error().message);
    const int chunks = static_cast<int>(stages->size()) / strategy.parallel.pipeline;
    strategy.parallel.chunks = reading.singleStage ? 0 : chunks;
    const auto [least, most] = std::minmax_element(stages->begin(), stages->end());
    if (*least != *most)
        strategy.parallel.layersPerStage = *stages;
}

void readTitanBatch(TitanReading& reading)
{
    const std::string tokensKey = "training.num_tokens_per_microbatch_per_dp_rank";
    if (reading.importing.has(tokensKey))
        readTokens(reading, tokensKey);
    else
        readSamples(reading);
}

ImportResult importTorchtitan(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{torchtitanGroups()});
    Importing importing(readToml(input.text));
    importing.review(kKnown);
    if (importing.isSound()) {
        TitanReading reading(importing);
        readTitanModel(reading);
        readTitanParallel(reading);
        readTitanStages(reading);
        readTitanBatch(reading);
        readTitanTraining(reading);
        readTitanCheckpointing(reading);
        readTitanPrecision(reading);
    }
    return importing.finish();
}

const Format kTorchtitan{"torchtitan", "torchtitan (TOML; written as a Python recipe)", "*.toml",
                         importTorchtitan, writeTorchtitan};

} // namespace strategy
