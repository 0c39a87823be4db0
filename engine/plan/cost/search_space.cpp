#include "engine/plan/cost/search_space.h"

#include <algorithm>

namespace plan {
namespace {

constexpr int kMostRanks = 256;
constexpr int kMostMicro = 16;
constexpr int kLeastTokens = 4096; // of a context rank, where the size is free

std::vector<int> powersOfTwo(int most)
{
    std::vector<int> powers;
    for (int power = 1; power <= most && power > 0; power *= 2)
        powers.push_back(power);
    return powers;
}

std::vector<int> divisorsOf(int number, int most)
{
    std::vector<int> divisors;
    for (int divisor = 1; divisor <= std::min(number, most); ++divisor)
        if (number % divisor == 0)
            divisors.push_back(divisor);
    return divisors;
}

std::vector<int> givenOr(const std::vector<int>& given, const std::vector<int>& free)
{
    return given.empty() ? free : given;
}

// Heads of keys and values are divided over tensor ranks, or each is held by several of them.
bool divide(int one, int other) { return one % other == 0 || other % one == 0; }

bool tensorIsLegal(const Transformer& model, int tensor)
{
    return model.heads % tensor == 0 && divide(model.kvHeads, tensor) && model.hidden % tensor == 0
        && model.ffn % tensor == 0 && (model.experts.count == 0 || model.experts.ffn % tensor == 0);
}

bool contextIsLegal(const Job& job, int tensor, int context)
{
    // All-to-all hands each context rank whole heads, so those must divide as well.
    const bool byHeads = context > 1 && job.cut.contextMethod == ContextMethod::AllToAll;
    return job.model.sequence % context == 0
        && (!byHeads || job.model.heads % (tensor * context) == 0);
}

class SliceMaker {
public:
    explicit SliceMaker(const SearchSpace& space)
        : m_space(space)
        , m_model(space.job.model)
    {
    }

    std::vector<SearchSlice> make()
    {
        const int inNode = m_space.job.machine.network.devicesPerNode;
        for (const int devices : m_space.devices)
            for (const int tensor : givenOr(m_space.tensor, powersOfTwo(inNode)))
                if (tensor >= 1 && devices % tensor == 0 && tensorIsLegal(m_model, tensor))
                    addContexts(devices, tensor);
        return std::move(m_slices);
    }

private:
    void addContexts(int devices, int tensor)
    {
        const int most = std::max(1, m_model.sequence / kLeastTokens);
        for (const int context : givenOr(m_space.context, powersOfTwo(most)))
            if (context >= 1 && devices / tensor % context == 0
                && contextIsLegal(m_space.job, tensor, context))
                addPipelines(devices / tensor / context, tensor, context);
    }

    void addPipelines(int devices, int tensor, int context)
    {
        // A stage may hold the embedding or the loss instead of a layer.
        const int most = std::min(m_model.layers + 2, kMostRanks);
        for (const int pipeline : givenOr(m_space.pipeline, divisorsOf(devices, most))) {
            if (pipeline < 1 || devices % pipeline != 0)
                continue;
            Cut cut = m_space.job.cut;
            cut.tensor = tensor;
            cut.context = context;
            cut.pipeline = pipeline;
            cut.data = devices / pipeline;
            cut.zero = 0;
            if (m_space.expertTensorFollows)
                cut.expertTensor = tensor;
            if (cut.shard == 0 || cut.data % cut.shard == 0)
                addExperts(cut);
        }
    }

    void addExperts(Cut cut)
    {
        const int count = m_model.experts.count;
        const long long ranks = 1LL * cut.tensor * cut.context * cut.data;
        for (const int expert :
             givenOr(m_space.expert, divisorsOf(std::max(1, count), count + 1))) {
            const long long each = 1LL * expert * cut.expertTensor;
            if (expert < 1 || (count > 0 ? count % expert != 0 : expert != 1)
                || (count > 0 && (ranks % each != 0 || ranks % expert != 0)))
                continue;
            cut.expert = expert;
            addMicros(cut);
        }
    }

    void addMicros(const Cut& cut)
    {
        for (const int micro : givenOr(m_space.micro, powersOfTwo(kMostMicro))) {
            const long long each = 1LL * std::max(1, micro) * cut.data;
            if (micro < 1 || m_space.globalBatch % each != 0)
                continue;
            const auto microbatches = static_cast<int>(m_space.globalBatch / each);
            for (const bool sequence :
                 m_space.sequence.empty() ? std::vector<bool>{false, true} : m_space.sequence)
                addSlice({cut, micro, microbatches}, sequence);
        }
    }

    // Of one tensor rank there is nothing to cut the sequence over.
    void addSlice(SearchSlice slice, bool sequence)
    {
        const bool isOnly = m_space.sequence.size() == 1;
        if (slice.cut.tensor == 1 ? sequence && !isOnly
                                  : sequence && m_model.sequence % slice.cut.tensor != 0)
            return;
        slice.cut.sequence = sequence && slice.cut.tensor > 1;
        m_slices.push_back(slice);
    }

    const SearchSpace& m_space;
    const Transformer& m_model;
    std::vector<SearchSlice> m_slices;
};

} // namespace

std::vector<SearchSlice> slicesOf(const SearchSpace& space) { return SliceMaker(space).make(); }

Job jobOf(const SearchSpace& space, const Configuration& configuration)
{
    Job job = space.job;
    job.cut = configuration.slice.cut;
    job.cut.zero = configuration.zero;
    job.micro = configuration.slice.micro;
    job.microbatches = configuration.slice.microbatches;
    job.recomputing = configuration.recomputation.kind;
    job.recomputeUniform = configuration.recomputation.blockLayers == 0;
    job.recomputeLayers = configuration.recomputation.blockLayers;
    return job;
}

} // namespace plan
