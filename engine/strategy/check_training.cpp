#include "engine/strategy/check_training.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace strategy {
namespace {

constexpr int kValuesOfAByte = 256;

class TrainingCheck {
public:
    void problem(const char* key, std::string sentence)
    {
        m_problems.push_back({0, key, std::move(sentence)});
    }
    void mustDivide(const char* key, long long value, long long by, const std::string& why)
    {
        if (by <= 0 || value % by != 0)
            problem(key,
                    std::to_string(value) + " is not divisible by " + std::to_string(by) + ", "
                        + why);
    }
    std::vector<Problem> take() { return std::move(m_problems); }

private:
    std::vector<Problem> m_problems;
};

void checkPrecision(TrainingCheck& check, const Precision& precision)
{
    if (precision.compute != Compute::Fp32 && precision.compute != Compute::Bf16)
        check.problem("precision.compute",
                      "training computes in fp32 or bf16, not " + wordOf(precision.compute));
    if (precision.gradients != GradientType::Fp32)
        check.problem("precision.gradients",
                      "training keeps gradients in fp32, not " + wordOf(precision.gradients));
}

// What the cost model knows and a run that trains does not.
void checkParts(TrainingCheck& check, const Strategy& strategy)
{
    const Model& model = *strategy.model;
    const auto cannot = [&check](bool asked, const char* key, const char* what) {
        if (asked)
            check.problem(key, std::string("training cannot do ") + what + " yet; leave it out");
    };
    cannot(model.kvLoraRank > 0, "model.kv_lora_rank", "multi-head latent attention");
    cannot(model.headDim > 0 && model.headDim * model.heads != model.hidden, "model.head_dim",
           "heads of a width other than hidden / heads");
    cannot(model.embeddingDim > 0 && model.embeddingDim != model.hidden, "model.embedding_dim",
           "an embedding of a width other than hidden");
    cannot(model.qkvBiases && !model.biases, "model.qkv_biases", "biases of some layers only");
    cannot(model.qkNorm, "model.qk_norm", "normalised queries and keys");
    cannot(model.expertEvery > 1, "model.expert_every", "dense layers between those with experts");
    cannot(model.mtpLayers > 0, "model.mtp_layers", "multi-token prediction");
    cannot(!model.causal, "model.causal", "attention to later tokens");
    cannot(model.dropout, "model.dropout", "dropout");
    const auto& stages = strategy.parallel.layersPerStage;
    cannot(std::find(stages.begin(), stages.end(), 0) != stages.end(), "parallel.layers_per_stage",
           "stages without a layer");
    cannot(model.maxPositions > 0 && model.maxPositions != model.sequence, "model.max_positions",
           "more positions than the sequence has");
    cannot(strategy.parallel.expertTensor > 0
               && strategy.parallel.expertTensor != strategy.parallel.tensor,
           "parallel.expert_tensor", "experts cut otherwise than the rest");
    cannot(strategy.parallel.shard > 0, "parallel.shard", "hybrid sharding");
    cannot(strategy.parallel.contextMethod != ContextMethod::Ring && strategy.parallel.context > 1,
           "parallel.context_method", "context parallelism by all-to-all");
    cannot(strategy.parallel.order != Parallel{}.order, "parallel.order", "another order of ranks");
}

void checkCuts(TrainingCheck& check, const Strategy& strategy)
{
    const Model& model = *strategy.model;
    const Parallel& parallel = strategy.parallel;
    const int ffn = model.ffnHidden > 0 ? model.ffnHidden : 4 * model.hidden;
    const int expertFfn = model.expertFfnHidden > 0 ? model.expertFfnHidden : ffn;
    const bool turns = model.positions == Positions::Rotary;
    const long long rows = 1LL * model.sequence / parallel.context * strategy.batch.micro;
    check.mustDivide("model.hidden", model.hidden, model.heads, "the heads");
    // Kept from 0, as this check must survive a strategy that is wrong elsewhere.
    check.mustDivide("model.hidden", model.hidden / std::max(model.heads, 1), turns ? 2 : 1,
                     "which turn in pairs: every head needs an even width");
    check.mustDivide("model.heads", model.heads, parallel.tensor, "the tensor ranks");
    check.mustDivide("model.heads", model.heads, model.kvHeads > 0 ? model.kvHeads : model.heads,
                     "the key-value heads");
    check.mustDivide("model.ffn_hidden", ffn, parallel.tensor, "the tensor ranks");
    check.mustDivide("model.expert_ffn_hidden", expertFfn, parallel.tensor, "the tensor ranks");
    check.mustDivide("model.sequence", model.sequence,
                     parallel.context > 1 ? 2 * parallel.context : 1,
                     "two pieces for each context rank, which share the causal work evenly");
    check.mustDivide("model.sequence", rows, parallel.sequence ? parallel.tensor : 1,
                     "the tensor ranks, which share the tokens under sequence parallelism");
    check.mustDivide("parallel.expert", 1LL * dataParallel(strategy) * parallel.context,
                     parallel.expert,
                     "and the experts of a layer are shared within data x context ranks");
    check.mustDivide("model.experts", model.experts, parallel.expert, "the expert-parallel ranks");
}

} // namespace

std::vector<Problem> checkTraining(const Strategy& strategy)
{
    TrainingCheck check;
    if (strategy.model) {
        checkPrecision(check, strategy.precision);
        checkParts(check, strategy);
        checkCuts(check, strategy);
    } else {
        check.problem("model",
                      "is missing; a run that trains needs one: layers, hidden, heads, "
                      "vocab, sequence");
    }
    return check.take();
}

std::vector<Problem> checkTrainingText(const Strategy& strategy)
{
    TrainingCheck check;
    const std::string& file = strategy.training.data;
    if (file.empty())
        return {};
    if (strategy.model->vocab < kValuesOfAByte)
        check.problem("model.vocab",
                      "must be at least 256, not " + std::to_string(strategy.model->vocab)
                          + ", as the tokens are the bytes of training.data");
    struct stat status = {};
    if (stat(file.c_str(), &status) != 0 || access(file.c_str(), R_OK) != 0)
        check.problem("training.data", shown(file) + ": cannot be read: " + std::strerror(errno));
    else if (const auto problem = problemOfText(status, strategy.model->sequence); !problem.empty())
        check.problem("training.data", shown(file) + ": " + problem);
    return check.take();
}

std::string problemOfText(const struct stat& status, int sequence)
{
    if (!S_ISREG(status.st_mode))
        return "is not a regular file";
    // A sample has one byte more than the sequence: each token's target is the one after it.
    if (status.st_size <= sequence)
        return "has " + std::to_string(status.st_size) + " bytes, and a sample needs "
            + std::to_string(sequence + 1);
    return {};
}

} // namespace strategy
