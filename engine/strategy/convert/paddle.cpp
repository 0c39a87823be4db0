// Paddle's DistributedStrategy as JSON: hybrid_configs and what stands beside it, or
// hybrid_configs alone.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "engine/strategy/convert/paddle_words.h"
#include "engine/strategy/field_access.h"
#include "engine/strategy/saturating_product.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::string_view kMicroSize = "pipeline_configs.micro_batch_size";
constexpr std::string_view kSteps = "pipeline_configs.accumulate_steps";
constexpr std::string_view kDualPipeV = "pp_configs.use_dualpipev";
constexpr std::string_view kScheduleMode = "pipeline_configs.schedule_mode";

class PaddleReading {
public:
    explicit PaddleReading(Importing& importing)
        : m_importing(importing)
        , m_strategy(importing.strategy)
        // Both forms are about: the whole strategy, and its hybrid_configs alone.
        , m_prefix(importing.startingWith("hybrid_configs.").empty() ? "" : "hybrid_configs.")
    {
    }

    void read()
    {
        m_strategy.kernels.framework = Framework::Paddle;
        Parallel& parallel = m_strategy.parallel;
        m_importing.keep(key("order"));
        m_importing.keep(key("dp_degree")); // tells where the degrees stood
        degree("mp_degree", "parallel.tensor", parallel.tensor);
        degree("pp_degree", "parallel.pipeline", parallel.pipeline);
        degree("sep_degree", "parallel.context", parallel.context);
        degree("ep_degree", "parallel.expert", parallel.expert);
        if (parallel.context > 1)
            parallel.contextMethod = ContextMethod::AllToAll;
        readData();
        readOrder();
        readBatch();
        readPaddleSchedule(m_importing, kScheduleMode);
        readDualPipeV(m_importing, key(kDualPipeV));
        if (const auto on = paddleFlag(m_importing, "recompute"); on && *on)
            m_strategy.recompute.granularity = Recomputing::Full;
        readPrecision();
        for (const char* overlap :
             {"pp_configs.dp_comm_overlap", "pp_configs.sharding_comm_overlap",
              "sharding_configs.comm_overlap"})
            if (const auto on = paddleFlag(m_importing, key(overlap))) {
                m_strategy.overlap.gradients
                    // Three keys for one field: any of them switches it on.
                    = m_saysOverlap ? m_strategy.overlap.gradients || *on : *on;
                m_saysOverlap = true;
            }
    }

private:
    std::string key(std::string_view name) const { return m_prefix + std::string(name); }

    void degree(std::string_view name, std::string_view field, int& value)
    {
        const auto given = paddleDegree(m_importing, key(name));
        m_importing.standsFor(field, key(name));
        if (given && *given == 0)
            m_importing.problem(key(name), "must be at least 1; only dp_degree may be -1");
        else if (given)
            value = *given;
    }

    void readData()
    {
        Parallel& parallel = m_strategy.parallel;
        const std::string replicasKey = key("dp_degree");
        const bool given = m_importing.has(replicasKey);
        // Left out, it is -1.
        const auto replicas
            = given ? paddleDegree(m_importing, replicasKey) : std::optional<int>(0);
        const int sharding = paddleDegree(m_importing, key("sharding_degree")).value_or(1);
        m_importing.standsFor("parallel.data", key("dp_degree"));
        m_importing.standsFor("parallel.shard", key("sharding_degree"));
        if (sharding == 0)
            return m_importing.problem(key("sharding_degree"), "must be at least 1, not -1");
        if (1LL * sharding * std::max(1, replicas.value_or(1)) > kMaxDevices)
            return m_importing.problem(key("dp_degree"), "makes too many devices");
        if (replicas == 0)
            m_importing.remark(Assumed, replicasKey,
                               std::string(given ? "" : "is not in the file, so it ")
                                   + "is what is left of the devices, whose number is not in the "
                                     "file: "
                                   + (sharding > 1 ? "one group of sharding_degree ranks"
                                                   : "parallel.data is left open"));
        // Both kinds of rank have samples of their own.
        parallel.data
            = replicas == 0 && sharding == 1 ? 0 : sharding * std::max(1, replicas.value_or(1));
        if (sharding == 1)
            return;
        // Hybrid where there are replicas of the sharded groups; else all data ranks share.
        parallel.shard = replicas.value_or(1) > 1 ? sharding : 0;
        parallel.zero = 1;
        for (const std::string& stage :
             {key("sharding_configs.stage"), std::string("sharding_configs.stage")})
            if (const auto number = m_importing.whole(stage, {1, 3}))
                parallel.zero = *number;
    }

    // Outermost first; of a strategy's orders, the one where data lies the same.
    void readOrder()
    {
        const Setting* order = m_importing.take(key("order"));
        const Parallel& parallel = m_strategy.parallel;
        // Fleet's own order, which a file may change.
        std::vector<std::string> names{"dp", "pp", "sharding", "sep", "mp"};
        if (order != nullptr) {
            names.clear();
            for (const Node& item : order->items)
                names.push_back(item.text);
        }
        const auto at = [&](std::string_view name) {
            return std::find(names.begin(), names.end(), name) - names.begin();
        };
        if (parallel.pipeline == 1)
            return;
        const bool shards = parallel.zero > 0;
        const bool outside = at(shards ? "sharding" : "dp") < at("pp");
        m_strategy.parallel.order
            = outside ? RankOrder::TensorPipelineData : RankOrder::TensorDataPipeline;
        m_importing.standsFor("parallel.order", key("order"));
        if (parallel.shard > 0 && (at("dp") < at("pp")) != outside)
            m_importing.remark(Approximated, key("order"),
                               "has pp between dp and sharding; here both lie on the side of "
                               "sharding");
    }

    void readBatch()
    {
        m_importing.into("batch.micro", kMicroSize);
        const auto steps = m_importing.whole(kSteps, {1, kMaxSamples});
        m_importing.standsFor("batch.global", kSteps);
        if (!steps)
            return;
        const long long global = saturatingProduct(
            {*steps, std::max(1, m_strategy.batch.micro), std::max(1, m_strategy.parallel.data)});
        if (global > kMaxSamples)
            return m_importing.problem(kSteps, "makes a batch of too many samples");
        m_strategy.batch.global = static_cast<int>(global);
    }

    void readPrecision()
    {
        const auto mixed = paddleFlag(m_importing, "amp");
        const bool half = paddleFlag(m_importing, "amp_configs.use_pure_fp16").value_or(false);
        const bool brain = paddleFlag(m_importing, "amp_configs.use_pure_bf16").value_or(false);
        Precision& precision = m_strategy.precision;
        if (!mixed)
            return m_importing.remark(Assumed, "amp",
                                      "is not in the file: bf16, as the program's code may say");
        // amp without a word on the type is fp16.
        precision.compute = !*mixed ? Compute::Fp32 : brain ? Compute::Bf16 : Compute::Fp16;
        if (*mixed && !half && !brain)
            precision.weights = WeightType::Fp32;
    }

    Importing& m_importing;
    Strategy& m_strategy;
    std::string m_prefix;
    bool m_saysOverlap = false;
};

ImportResult importPaddle(const ImportInput& input)
{
    static const KnownKeys kKnown(std::array{paddleGroups()});
    Importing importing(readSettings(input.text));
    importing.review(kKnown);
    if (importing.isSound())
        PaddleReading(importing).read();
    return importing.finish();
}

void writePaddleDegrees(Exporting& out, std::span<const KeptKey> kept, const std::string& prefix)
{
    const Parallel& parallel = out.strategy.parallel;
    const int data = dataParallel(out.strategy);
    const bool open = parallel.data == 0 && out.strategy.cluster.devices == 0;
    // -1 stays -1 where it means the same, since the file may be used on several sizes of machine.
    const bool wasOpen = std::any_of(kept.begin(), kept.end(), [](const KeptKey& one) {
        return one.key.ends_with("dp_degree") && one.text == "-1";
    });
    const int sharding = parallel.zero == 0                ? 1
        : parallel.shard > 0 && data % parallel.shard == 0 ? parallel.shard
                                                           : data;
    const int replicas = data / sharding;
    out.set(prefix + "dp_degree",
            (open && sharding == 1) || (wasOpen && replicas == 1) ? -1 : replicas);
    out.set(prefix + "mp_degree", parallel.tensor);
    out.set(prefix + "pp_degree", parallel.pipeline);
    out.set(prefix + "sharding_degree", sharding);
    out.set(prefix + "sep_degree", parallel.context);
    if (parallel.expert > 1)
        out.set(prefix + "ep_degree", parallel.expert);
    if (sharding > 1)
        out.set(prefix + "sharding_configs.stage", parallel.zero);
    const bool outside = parallel.order == RankOrder::TensorPipelineData;
    const bool had = std::any_of(kept.begin(), kept.end(),
                                 [](const KeptKey& one) { return one.key.ends_with("order"); });
    // Only where it departs from Fleet's own order.
    if (!had && parallel.pipeline > 1 && outside == (sharding > 1))
        out.set(prefix + "order",
                outside ? R"(["dp", "sharding", "pp", "sep", "mp"])"
                        : R"(["pp", "dp", "sharding", "sep", "mp"])");
}

ExportResult writePaddle(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting out(strategy);
    const bool alone = std::any_of(kept.begin(), kept.end(),
                                   [](const KeptKey& one) { return one.key == "dp_degree"; });
    const std::string prefix = alone ? "" : "hybrid_configs.";
    writePaddleDegrees(out, kept, prefix);
    out.set(kMicroSize, strategy.batch.micro);
    out.set(kSteps, microbatches(strategy));
    const bool isDualPipeV = writeDualPipeV(out, prefix + std::string(kDualPipeV));
    if (!isDualPipeV && strategy.schedule.name != plan::kOneFOneB.name)
        out.set(kScheduleMode, quotedText(paddleSchedule(out, plan::Framework::PaddleFleet)));
    if (!isDualPipeV && shapeOf(strategy).chunks > 1)
        out.remark("parallel.chunks",
                   "is decided by the program: PipelineLayer(num_virtual_pipeline_stages="
                       + std::to_string(shapeOf(strategy).chunks) + ")");
    if (strategy.recompute.granularity == Recomputing::Full)
        out.setFlag("recompute", true);
    const Precision& precision = strategy.precision;
    const bool half = precision.compute == Compute::Fp16;
    out.setFlag("amp", precision.compute != Compute::Fp32);
    if (precision.compute != Compute::Fp32 && !(half && precision.weights == WeightType::Fp32))
        out.setFlag(half ? "amp_configs.use_pure_fp16" : "amp_configs.use_pure_bf16", true);
    out.setFlag(prefix + "pp_configs.dp_comm_overlap", strategy.overlap.gradients);
    if (strategy.model)
        out.remark("model", "is not described in this file: the program's code makes it");
    out.addKept(kept);
    return finishExport(strategy, jsonOf(out.keys()), out.takeRemarks(), importPaddle);
}

} // namespace

const Format kPaddle{"paddle", "Paddle fleet, hybrid_configs (JSON)", "*.json", importPaddle,
                     writePaddle};

} // namespace strategy
