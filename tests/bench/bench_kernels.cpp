// What each kernel of the processor reaches at the sizes of GPT-2 124M, and what share of a
// training step of one sequence it is: 12 layers, the embedding, the loss, the optimizer.
// The best of several runs.
//
//     env -u OPENBLAS_CORETYPE bench_kernels [tokens] [threads]

#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/raw_memory.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace training {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kHidden = 768;
constexpr std::int64_t kWide = 3072;
constexpr std::int64_t kVocabulary = 50257;
constexpr std::int64_t kParameters = 124'439'808;
constexpr int kLayers = 12;

// A matrix and its memory, filled with small numbers.
struct Numbers {
    Numbers(std::int64_t rows, std::int64_t columns)
        : values(static_cast<std::size_t>(rows * columns))
        , view(matrix(engine::deviceAddress(values.data()), rows, columns, Type::F32))
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i * 31 % 97) / 97 - 0.5F;
    }
    std::vector<float> values;
    Matrix view;
};

struct Line {
    std::string name;
    double times = 1;     // in one step
    double gigabytes = 0; // moved by one call
    double gigaflops = 0; // done by one call
    double seconds = 0;   // of one call
};

double bestSeconds(const std::function<void()>& call)
{
    double best = std::numeric_limits<double>::infinity();
    double spent = 0;
    for (int run = 0; run < 20 && (run < 3 || spent < 0.5); ++run) {
        const auto begin = Clock::now();
        call();
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        best = std::min(best, seconds);
        spent += seconds;
    }
    return best;
}

class Bench {
public:
    Bench(std::int64_t tokens, int threads)
        : m_tokens(tokens)
        , m_kernels(threads)
    {
    }

    void run()
    {
        products();
        norms();
        elementwise();
        attention();
        loss();
        optimizer();
        print();
    }

private:
    void time(const std::string& name, double times, double floats, double flops,
              const std::function<void()>& call)
    {
        m_lines.push_back({name, times, floats * 4 / 1e9, flops / 1e9, bestSeconds(call)});
    }

    void product(const std::string& name, std::int64_t in, std::int64_t out, double times)
    {
        Numbers x(m_tokens, in);
        Numbers w(out, in);
        Numbers y(m_tokens, out);
        const double flops = 2.0 * double(m_tokens) * double(in) * double(out);
        time(name + " forward", times, 0, flops, [&] {
            m_kernels.multiply(y.view, x.view, Flip::No, w.view, Flip::Yes, Into::Replace);
        });
        time(name + " input gradient", times, 0, flops, [&] {
            m_kernels.multiply(x.view, y.view, Flip::No, w.view, Flip::No, Into::Replace);
        });
        time(name + " weight gradient", times, 0, flops,
             [&] { m_kernels.multiply(w.view, y.view, Flip::Yes, x.view, Flip::No, Into::Add); });
    }

    void products()
    {
        product("qkv", kHidden, 3 * kHidden, kLayers);
        product("projection", kHidden, kHidden, kLayers);
        product("up", kHidden, kWide, kLayers);
        product("down", kWide, kHidden, kLayers);
        product("head", kHidden, kVocabulary, 1);
    }

    void norms()
    {
        Numbers x(m_tokens, kHidden);
        Numbers y(m_tokens, kHidden);
        Numbers gain(1, kHidden);
        Numbers bias(1, kHidden);
        Numbers mean(m_tokens, 1);
        Numbers rstd(m_tokens, 1);
        const auto size = double(x.view.size());
        const auto kind = NormKind::LayerNorm;
        const double times = 2 * kLayers + 1;
        time("norm", times, 2 * size, 0, [&] {
            m_kernels.norm(kind, y.view, mean.view, rstd.view, x.view, gain.view, bias.view);
        });
        Numbers dx(m_tokens, kHidden);
        time("normInputGrad", times, 4 * size, 0, [&] {
            m_kernels.normInputGrad(kind, dx.view, y.view, x.view, mean.view, rstd.view, gain.view);
        });
        time("normWeightGrad", times, 2 * size, 0, [&] {
            m_kernels.normWeightGrad(kind, gain.view, bias.view, y.view, x.view, mean.view,
                                     rstd.view);
        });
    }

    void elementwise()
    {
        Numbers x(m_tokens, kWide);
        Numbers y(m_tokens, kWide);
        Numbers bias(1, kWide);
        const auto size = double(x.view.size());
        time("gelu", kLayers, 2 * size, 0, [&] { m_kernels.gelu(y.view, x.view); });
        time("geluGrad", kLayers, 3 * size, 0, [&] { m_kernels.geluGrad(y.view, y.view, x.view); });
        // A layer has 9 * hidden columns of biases: three times these.
        time("addBias", 3 * kLayers, 2 * size, 0, [&] { m_kernels.addBias(y.view, bias.view); });
        time("addColumnSums", 3 * kLayers, size, 0,
             [&] { m_kernels.addColumnSums(bias.view, x.view); });
        Numbers a(m_tokens, kHidden);
        Numbers b(m_tokens, kHidden);
        time("add", 4 * kLayers, 3 * double(a.view.size()), 0,
             [&] { m_kernels.add(a.view, b.view); });
    }

    void attention()
    {
        const Heads heads{.batch = 1, .heads = 12, .kvHeads = 12, .size = 64};
        Numbers qkv(m_tokens, 3 * kHidden);
        Numbers out(m_tokens, kHidden);
        Numbers logSum(m_tokens, 12);
        Numbers delta(m_tokens, 12);
        Numbers grads(m_tokens, 3 * kHidden);
        const auto third = [](const Numbers& all, std::int64_t which) {
            return all.view.columnRange(which * kHidden, kHidden);
        };
        // Two products of what the causal triangle holds; five in the gradient.
        const double flops = 2.0 * double(m_tokens) * double(m_tokens + 1) / 2 * kHidden;
        time("attend", kLayers, 0, 2 * flops, [&] {
            m_kernels.fill(logSum.view, -std::numeric_limits<float>::infinity());
            m_kernels.attend(out.view, logSum.view, third(qkv, 0), third(qkv, 1), third(qkv, 2),
                             heads, true);
        });
        time("headDots", kLayers, 2 * double(out.view.size()), 0,
             [&] { m_kernels.headDots(delta.view, out.view, out.view, heads); });
        time("attendGrad", kLayers, 0, 5 * flops, [&] {
            m_kernels.attendGrad(third(grads, 0), third(grads, 1), third(grads, 2), out.view,
                                 delta.view, third(qkv, 0), third(qkv, 1), third(qkv, 2),
                                 logSum.view, heads, true, Into::Replace);
        });
    }

    void loss()
    {
        Numbers logits(m_tokens, kVocabulary);
        const auto count = static_cast<std::size_t>(m_tokens);
        const auto size = double(logits.view.size());
        Numbers maxima(m_tokens, 1);
        Numbers sums(m_tokens, 1);
        Numbers chosen(m_tokens, 1);
        std::vector<std::int32_t> tokens(count, 17);
        const IndexMatrix targets{engine::deviceAddress(tokens.data()), m_tokens, 1};
        time("rowMaxima", 1, size, 0,
             [&] { m_kernels.rowMaxima(maxima.view, logits.view, kVocabulary); });
        time("exponentials", 1, 2 * size, 0, [&] {
            m_kernels.exponentials(logits.view, sums.view, chosen.view, maxima.view, targets, 0,
                                   kVocabulary);
        });
        time("lossGrad", 1, 2 * size, 0, [&] {
            m_kernels.lossGrad(logits.view, logits.view, maxima.view, sums.view, targets, 0,
                               kVocabulary, 1e-3F);
        });
        Numbers table(kVocabulary, kHidden);
        Numbers x(m_tokens, kHidden);
        time("gatherRows", 1, 2 * double(x.view.size()), 0,
             [&] { m_kernels.gatherRows(x.view, table.view, targets, 0); });
        time("addToRows", 1, 3 * double(x.view.size()), 0,
             [&] { m_kernels.addToRows(table.view, x.view, targets, 0, {}); });
    }

    void optimizer()
    {
        constexpr std::int64_t kPart = kParameters / 4; // four calls a step: less memory here
        Numbers w(1, kPart);
        Numbers g(1, kPart);
        Numbers m(1, kPart);
        Numbers v(1, kPart);
        m_kernels.fill(v.view, 0.01F);
        const AdamStep step{.learningRate = 1e-4F,
                            .beta1 = 0.9F,
                            .beta2 = 0.95F,
                            .epsilon = 1e-8F,
                            .weightDecay = 0.1F};
        double one = 1;
        const Slot scale{engine::deviceAddress(&one)};
        time("adamw", 4, 7.0 * kPart, 0,
             [&] { m_kernels.adamw(step, scale, w.view, g.view, m.view, v.view); });
        double sum = 0;
        const Slot squares{engine::deviceAddress(&sum)};
        time("addSquares", 4, kPart, 0, [&] { m_kernels.addSquares(squares, g.view); });
        time("fill", 4, kPart, 0, [&] { m_kernels.fill(g.view, 0); });
    }

    void print() const
    {
        double total = 0;
        for (const Line& line : m_lines)
            total += line.times * line.seconds;
        std::printf("%-28s %9s %9s %9s %9s %7s\n", "kernel", "ms per call", "GB/s", "GFLOP/s",
                    "ms per step", "share");
        for (const Line& line : m_lines)
            std::printf("%-28s %9.3f %9.1f %9.1f %9.1f %6.1f%%\n", line.name.c_str(),
                        line.seconds * 1e3, line.gigabytes / line.seconds,
                        line.gigaflops / line.seconds, line.times * line.seconds * 1e3,
                        100 * line.times * line.seconds / total);
        std::printf("%-28s %39.1f\n", "all", total * 1e3);
    }

    std::int64_t m_tokens;
    CpuKernels m_kernels;
    std::vector<Line> m_lines;
};

} // namespace
} // namespace training

int main(int argc, char** argv)
{
    const std::int64_t tokens = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1024;
    const int threads = argc > 2 ? std::max(1, std::atoi(argv[2])) : 1;
    std::printf("%s; %lld tokens\n", training::cpuDescription(threads).c_str(),
                static_cast<long long>(tokens));
    training::Bench(tokens, threads).run();
    return 0;
}
