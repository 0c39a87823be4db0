#include "engine/launch/gpu_check.h"

#include "engine/launch/device_report.h"
#include "engine/plan/cost/step_memory.h"
#include "engine/plan/counted.h"
#include "engine/strategy/estimate/planned_job.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

constexpr double kGibibyte = 1024.0 * 1024 * 1024;

// Of this run on one GPU.
struct OnOne {
    int gpu = 0;
    std::vector<int> ranks; // of the run, in rising order
};

std::string nameOf(const OnOne& one, const Gpus& gpus)
{
    return strategy::gpuInWords(one.gpu, gpus.gpus[static_cast<std::size_t>(one.gpu)].name);
}

plan::Outcome checkMode(const OnOne& one, const Gpus& gpus)
{
    const Gpus::One& gpu = gpus.gpus[static_cast<std::size_t>(one.gpu)];
    if (gpu.mode == "prohibited")
        return plan::Error{
            fmt::format("{} is set to take no process (compute mode prohibited); set "
                        "it to default with nvidia-smi -c 0, or leave it out of "
                        "CUDA_VISIBLE_DEVICES",
                        nameOf(one, gpus))};
    if (gpu.mode != "exclusive")
        return plan::done();
    constexpr const char* kAdvice = "it is set to take one process alone (compute mode exclusive), "
                                    "which nvidia-smi -c 0 changes";
    if (!gpu.others.empty())
        return plan::Error{
            fmt::format("{} is taken: {}, and {}", nameOf(one, gpus), gpu.others, kAdvice)};
    if (one.ranks.size() > 1)
        return plan::Error{
            fmt::format("{} are to share {}, and {}",
                        plan::counted(static_cast<long long>(one.ranks.size()), "rank"),
                        nameOf(one, gpus), kAdvice)};
    return plan::done();
}

plan::Outcome checkShapes(const strategy::Strategy& strategy)
{
    const long long samples = strategy.batch.micro;
    const long long tokens
        = samples * strategy.model->sequence / std::max(strategy.parallel.context, 1);
    if (samples > kMostSamples || tokens > kMostTokens)
        return plan::Error{fmt::format("a microbatch has {} samples and {} tokens on a rank, and "
                                       "kernels of GPUs take at most {} and {}; lower batch.micro",
                                       samples, tokens, kMostSamples, kMostTokens)};
    const int width = strategy.model->hidden / std::max(strategy.model->heads, 1);
    if (width <= kWidestHead)
        return plan::done();
    return plan::Error{
        fmt::format("the heads of the model are {} wide (model.hidden {} over "
                    "model.heads {}), and attention on GPUs takes at most {}; use {} "
                    "heads or more",
                    width, strategy.model->hidden, strategy.model->heads, kWidestHead,
                    (strategy.model->hidden + kWidestHead - 1) / kWidestHead)};
}

// "8.0 of 79.2 GiB free: process 4711 holds 71.2 GiB of it", or "79.2 GiB".
std::string roomText(const Gpus::One& gpu)
{
    const std::string all = fmt::format("{:.1f}", static_cast<double>(gpu.memory) / kGibibyte);
    if (!gpu.freeMemory)
        return all + " GiB";
    return fmt::format("{:.1f} of {} GiB free{}", static_cast<double>(*gpu.freeMemory) / kGibibyte,
                       all, gpu.others.empty() ? "" : ": " + gpu.others);
}

class MemoryCheck {
public:
    MemoryCheck(const strategy::Strategy& strategy, const Gpus& gpus,
                std::vector<plan::RankMemory> memory)
        : m_gpus(gpus)
        , m_memory(std::move(memory))
        // Ranks of one pipeline place stand beside each other; see Grid of engine/runtime.
        , m_replicas(std::max(1,
                              strategy.parallel.tensor * strategy.parallel.context
                                  * strategy::dataParallel(strategy)))
    {
    }

    plan::Outcome state(const OnOne& one) const
    {
        plan::RankMemory sum;
        for (const int rank : one.ranks) {
            sum.weights += of(rank).weights;
            sum.gradients += of(rank).gradients;
            sum.optimizer += of(rank).optimizer;
        }
        if (sum.state() <= room(one))
            return plan::done();
        return plan::Error{fmt::format(
            "{} {} {:.1f} GiB for weights ({:.1f}), gradients ({:.1f}) and optimizer ({:.1f}), and "
            "{} has {}; use more tensor or pipeline ranks or ZeRO (parallel.zero), or lower "
            "model.layers or model.hidden",
            ranksInWords(one.ranks), one.ranks.size() == 1 ? "needs" : "need",
            sum.state() / kGibibyte, sum.weights / kGibibyte, sum.gradients / kGibibyte,
            sum.optimizer / kGibibyte, nameOf(one, m_gpus), roomText(gpu(one)))};
    }

    // Beyond what is there, in bytes.
    double lack(const OnOne& one) const { return peak(one) - room(one); }

    std::string lackText(const OnOne& one) const
    {
        return fmt::format(
            "{} may run out of memory: {:.1f} GiB are predicted at the peak, and {} "
            "has {}; smaller microbatches, recomputation or ZeRO (parallel.zero) take "
            "less",
            ranksInWords(one.ranks), peak(one) / kGibibyte, nameOf(one, m_gpus),
            roomText(gpu(one)));
    }

private:
    const plan::RankMemory& of(int rank) const
    {
        const auto place = static_cast<std::size_t>(rank / m_replicas);
        return m_memory[std::min(place, m_memory.size() - 1)];
    }
    const Gpus::One& gpu(const OnOne& one) const
    {
        return m_gpus.gpus[static_cast<std::size_t>(one.gpu)];
    }
    double room(const OnOne& one) const
    {
        return static_cast<double>(gpu(one).freeMemory.value_or(gpu(one).memory));
    }
    double peak(const OnOne& one) const
    {
        double sum = 0;
        for (const int rank : one.ranks)
            sum += of(rank).peak();
        return sum;
    }

    const Gpus& m_gpus;
    const std::vector<plan::RankMemory> m_memory; // [place in the pipeline]
    const int m_replicas;
};

plan::Outcome checkMemory(const strategy::Strategy& strategy, const std::vector<OnOne>& used,
                          const Gpus& gpus, std::vector<std::string>& remarks)
{
    // Its error is that of the schedule, which is told where the run is predicted.
    const auto planned = strategy::planJob(strategy);
    if (!planned)
        return plan::done();
    const MemoryCheck check(strategy, gpus,
                            plan::stepMemory(planned->job, planned->schedule, planned->split));
    for (const OnOne& one : used)
        if (auto fits = check.state(one); !fits)
            return fits;
    const auto fullest
        = std::max_element(used.begin(), used.end(), [&](const auto& a, const auto& b) {
              return check.lack(a) < check.lack(b);
          });
    if (check.lack(*fullest) > 0)
        remarks.push_back(check.lackText(*fullest));
    return plan::done();
}

} // namespace

std::string GpuRanks::kind() const
{
    std::string kind;
    for (const auto& [rank, name] : names) {
        if (!kind.empty() && kind != name)
            return {};
        kind = name;
    }
    return kind;
}

plan::Result<GpuRanks> checkGpus(const strategy::Strategy& strategy,
                                 const strategy::GpuShare& share, const Gpus& gpus)
{
    GpuRanks found;
    std::vector<OnOne> used; // in the order of the ranks
    for (int rank = 0; rank < share.ranks; ++rank) {
        const auto number = strategy::gpuOf(share, rank, static_cast<int>(gpus.gpus.size()));
        if (!number)
            return number.error();
        if (used.empty() || used.back().gpu != *number)
            used.push_back({*number, {}});
        used.back().ranks.push_back(rank);
        found.names[rank] = gpus.gpus[static_cast<std::size_t>(*number)].name;
    }
    for (const OnOne& one : used)
        if (auto free = checkMode(one, gpus); !free)
            return free.error();
    if (auto takes = checkShapes(strategy); !takes)
        return takes.error();
    if (auto fits = checkMemory(strategy, used, gpus, found.remarks); !fits)
        return fits.error();
    if (std::string mixed = kindsInWords(found.names); !mixed.empty())
        found.remarks.push_back(std::move(mixed));
    return found;
}

} // namespace launch
