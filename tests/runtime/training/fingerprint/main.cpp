// Prints a digest of everything that training computes, a line a plan: losses and norms of three
// steps, the weights and moments after them, and the files of a checkpoint. A change that is to
// leave the arithmetic alone leaves every line alone:
//
//   training_fingerprint >before      with the programs of before the change
//   training_fingerprint | diff before -
//
// Lines can be compared between builds on one machine only: libraries choose their kernels by
// the processor.

#include "engine/plan/catalog.h"
#include "tests/runtime/training/trained/training_plans.h"
#include "tests/scratch_directory.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace training {
namespace {

// FNV-1a, 64 bits.
class Digest {
public:
    void add(const void* data, std::size_t bytes)
    {
        const auto* const from = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < bytes; ++i)
            m_value = (m_value ^ from[i]) * 1099511628211U;
    }
    void add(const std::string& text) { add(text.data(), text.size()); }
    void add(double value) { add(&value, sizeof value); }
    void add(const Tensors& tensors)
    {
        for (const auto& [name, values] : tensors) {
            add(name);
            add(values.data(), values.size() * sizeof(float));
        }
    }
    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 14695981039346656037U;
};

std::uint64_t digestOf(const Tensors& tensors)
{
    Digest digest;
    digest.add(tensors);
    return digest.value();
}

std::uint64_t digestOf(const std::filesystem::path& folder)
{
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files.insert(entry.path());
    Digest digest;
    for (const auto& path : files) {
        std::ifstream file(path, std::ios::binary);
        digest.add(path.lexically_relative(folder).string());
        digest.add(std::string(std::istreambuf_iterator<char>(file), {}));
    }
    return digest.value();
}

// False where it could not be trained.
bool print(const std::string& name, strategy::Strategy strategy,
           const std::filesystem::path& folder)
{
    strategy.training.clip = 0.5;
    strategy.training.weightDecay = 0.1;
    std::filesystem::remove_all(folder);
    const Trained trained = train({.strategy = strategy, .steps = 3, .checkpoint = folder});
    if (!trained.error.empty()) {
        std::printf("%s: %s\n", name.c_str(), trained.error.c_str());
        return false;
    }
    Digest numbers;
    for (const StepNumbers& step : trained.steps) {
        numbers.add(step.loss);
        numbers.add(step.gradientNorm);
    }
    std::printf("%-32s numbers %016" PRIx64 " weights %016" PRIx64 " moments %016" PRIx64
                " checkpoint %016" PRIx64 "\n",
                name.c_str(), numbers.value(), digestOf(trained.weights), digestOf(trained.moments),
                digestOf(folder));
    std::fflush(stdout);
    return true;
}

bool printAll(const std::filesystem::path& folder)
{
    bool good = true;
    for (const Plan& plan : trainingPlans()) {
        strategy::Strategy strategy = underPlan(plan);
        good &= print(plan.name, strategy, folder);
        strategy.precision.compute = strategy::Compute::Bf16;
        good &= print(std::string(plan.name) + "_bf16", strategy, folder);
    }
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        strategy::Strategy strategy = tinyStrategy();
        strategy.model->layers = 8;
        strategy.training.checkReruns = true;
        pipe(strategy, 2, std::string(entry->name).c_str());
        good &= print(std::string(entry->name), strategy, folder);
    }
    for (const auto optimizer : {strategy::Optimizer::Sgd, strategy::Optimizer::AdamBf16}) {
        strategy::Strategy strategy = tinyStrategy();
        strategy.precision.optimizer = optimizer;
        strategy.parallel.data = 2;
        strategy.parallel.zero = 1;
        good &= print(strategy::wordOf(optimizer), strategy, folder);
    }
    return good;
}

} // namespace
} // namespace training

int main()
{
    const tests::ScratchDirectory folder;
    return training::printAll(folder.path() / "checkpoint") ? 0 : 1;
}
