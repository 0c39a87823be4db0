// A strategy as the JSON that PaddleNLP's trainer is started with.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/paddle_words.h"
#include "engine/strategy/convert/paddlenlp.h"
#include "engine/strategy/field_access.h"

#include <algorithm>

namespace strategy {
namespace {

void writeTrainerParallel(Exporting& out)
{
    const Parallel& parallel = out.strategy.parallel;
    const int data = dataParallel(out.strategy);
    const bool open = parallel.data == 0 && out.strategy.cluster.devices == 0;
    out.set("tensor_parallel_degree", parallel.tensor > 1 ? parallel.tensor : -1);
    out.set("pipeline_parallel_degree", parallel.pipeline > 1 ? parallel.pipeline : -1);
    if (parallel.context > 1)
        out.set(parallel.contextMethod == ContextMethod::Ring ? "context_parallel_degree"
                                                              : "sep_parallel_degree",
                parallel.context);
    if (parallel.expert > 1)
        out.set("expert_parallel_degree", parallel.expert);
    out.set("sequence_parallel", parallel.sequence ? 1 : 0);
    if (parallel.zero > 0) {
        const bool groups
            = parallel.shard > 0 && parallel.shard < data && data % parallel.shard == 0;
        out.set("sharding",
                quotedText("stage" + std::to_string(parallel.zero)
                           + (parallel.offload == Offload::None ? "" : " offload")));
        out.set(kShardDegree, open ? -1 : groups ? parallel.shard : data);
        if (groups)
            out.set("data_parallel_degree", data / parallel.shard);
    } else if (!open) {
        out.set("data_parallel_degree", data);
    }
    if (parallel.pipeline > 1 && parallel.zero > 0)
        out.set(kTopology,
                parallel.order == RankOrder::TensorPipelineData ? "\"sharding_first\""
                                                                : "\"pp_first\"");
    const bool isInterleaved = out.strategy.schedule.name == plan::kInterleaved.name;
    if (const int chunks = shapeOf(out.strategy).chunks; isInterleaved && chunks > 1)
        out.set("virtual_pp_degree", chunks);
    if (!writeDualPipeV(out, "use_dualpipev") && out.strategy.schedule.name != plan::kOneFOneB.name)
        out.set("pipeline_schedule_mode",
                quotedText(paddleSchedule(out, plan::Framework::PaddleTrainer)));
}

void writeTrainerRest(Exporting& out, std::span<const KeptKey> kept)
{
    const Strategy& strategy = out.strategy;
    const auto had = [&](std::string_view key) {
        return std::any_of(kept.begin(), kept.end(),
                           [&](const KeptKey& one) { return one.key == key; });
    };
    const Recomputing granularity = strategy.recompute.granularity;
    out.setFlag("recompute", granularity != Recomputing::None);
    if (granularity == Recomputing::Full)
        out.set("recompute_granularity", "\"full\"");
    else if (granularity == Recomputing::Selective && !had("recompute_granularity"))
        out.set("recompute_granularity", "\"core_attn\"");
    const Precision& precision = strategy.precision;
    out.setFlag("bf16", precision.compute == Compute::Bf16 || precision.compute == Compute::Fp8);
    out.setFlag("fp16", precision.compute == Compute::Fp16);
    if (precision.compute != Compute::Fp32) {
        out.set("fp16_opt_level", precision.weights == WeightType::Fp32 ? "\"O1\"" : "\"O2\"");
        out.setFlag("amp_master_grad", precision.gradients == GradientType::Fp32);
    }
    const Decay decay = strategy.training.decay;
    if (!had("lr_scheduler_type") || decay != Decay::Linear)
        out.set("lr_scheduler_type",
                decay == Decay::Constant && strategy.training.warmupSteps > 0
                    ? "\"constant_with_warmup\""
                    : quotedText(wordOf(decay)));
    out.setFlag("use_flash_attention", strategy.kernels.attention != Attention::Unfused);
}

// A share of the steps where the file had one and it still gives as many warm-up steps.
std::vector<KeptKey> withWarmup(const Strategy& strategy, const std::vector<KeptKey>& keys)
{
    std::vector<KeptKey> share = keys;
    std::vector<KeptKey> steps = keys;
    std::erase_if(share, [](const KeptKey& one) { return one.key == "warmup_steps"; });
    std::erase_if(steps, [](const KeptKey& one) { return one.key == "warmup_ratio"; });
    const auto back = importTrainer({jsonOf(share), {}}).strategy;
    return back && back->training.warmupSteps == strategy.training.warmupSteps ? share : steps;
}

} // namespace

ExportResult writeTrainer(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting out(strategy);
    writeTrainerParallel(out);
    out.setFields(kTrainerKeys);
    out.set(kAccumulate, microbatches(strategy));
    writeTrainerRest(out, kept);
    if (strategy.model) {
        out.setFields(kPaddleModel);
        if (strategy.model->experts > 0)
            out.setFields(kPaddleExperts);
        const Model whole = *resolved(strategy).model;
        out.set("num_key_value_heads", whole.kvHeads);
        out.set("intermediate_size", whole.ffnHidden);
        out.set("max_seq_length", whole.sequence);
    }
    std::vector<KeptKey> rest(kept.begin(), kept.end());
    // Words of another schedule than the one that is written would count again.
    if (strategy.schedule.name != plan::kDualpipeV.name)
        std::erase_if(rest, [](const KeptKey& one) {
            return one.key == kPipelineWords
                && std::ranges::count(paddleWords(one.text), kDualPipeVWord) > 0;
        });
    out.addKept(rest);
    return finishExport(strategy, jsonOf(withWarmup(strategy, out.keys())), out.takeRemarks(),
                        importTrainer);
}

} // namespace strategy
