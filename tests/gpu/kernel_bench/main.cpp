// What the kernels of a GPU reach at the sizes of GPT-2 XL and of Llama 3 8B, beside what the same
// GPU reaches in a plain copy and in one large product. Needs nothing but CUDA's libraries.
//
//     gpu_kernel_bench [--json FILE] [--tokens N] [--tiny]
//
// --tokens: of one microbatch, a multiple of 4096. --tiny: sizes that say nothing of a GPU, for a
// test of the program itself.

#include "tests/gpu/kernel_bench/bench_device.h"
#include "tests/gpu/kernel_bench/memory_bound.h"
#include "tests/gpu/kernel_bench/sizes.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <cstdlib>
#include <exception>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace bench {
namespace {

using training::Flip;
using training::Heads;
using training::Into;
using training::Matrix;
using training::Type;

Sizes tinySizes()
{
    return {.tokens = 32,
            .hidden = 32,
            .wide = 64,
            .vocabulary = 96,
            .llamaWide = 48,
            .parameters = 1000,
            .ceiling = 64,
            .copied = 4096,
            .attention = {{8, 4, 4}, {16, 4, 2}},
            .sequences = {16},
            .calls = 10};
}

class Bench {
public:
    Bench(Sizes sizes, const std::string& json)
        : m_sizes(std::move(sizes))
        , m_report(json)
    {
    }

    void run()
    {
        std::printf("%s\n", m_device.description().c_str());
        ceilings();
        hostCosts();
        products();
        for (const AttentionSize& size : m_sizes.attention) {
            m_report.section(fmt::format("attention, heads of {}", size.columns));
            for (const int sequence : m_sizes.sequences)
                attention(size, sequence);
        }
        memoryBound(m_sizes, m_device, m_report);
    }

private:
    void measure(const std::string& name, const std::string& shape, const Work& work,
                 const std::function<void()>& call)
    {
        m_report.add(name, shape, m_device.time(call), work);
    }

    void ceilings()
    {
        m_report.section("ceilings");
        {
            const auto from = m_device.random(1, m_sizes.copied, Type::BF16);
            const auto to = m_device.room(1, m_sizes.copied, Type::BF16);
            const std::size_t bytes = from->view().bytes();
            const auto raw = [](const Room& room) { return engine::rawPointer(room.view().data); };
            measure("copy within the device", fmt::format("{} MiB", bytes >> 20),
                    {.bytes = 2 * double(bytes)}, [&] {
                        gpu::check(cudaMemcpyAsync(raw(*to), raw(*from), bytes,
                                                   cudaMemcpyDeviceToDevice, m_device.stream()),
                                   "copy");
                    });
            m_report.lastIsCopyCeiling();
        }
        const std::int64_t n = m_sizes.ceiling;
        product("product", n, n, n, Flip::No, Flip::No, Type::BF16, Into::Replace);
        m_report.lastIsProductCeiling();
    }

    // What the host spends on each thing that it asks for: less than the kernels of a step take, or
    // the device waits.
    void hostCosts()
    {
        m_report.section("what the host spends");
        const auto one = m_device.room(1, 1, Type::F32);
        cudaEvent_t made = nullptr;
        gpu::check(cudaEventCreateWithFlags(&made, cudaEventDefault), "make an event");
        const std::unique_ptr<CUevent_st, cudaError_t (*)(cudaEvent_t)> event(made,
                                                                              &cudaEventDestroy);
        const auto launch = [&] { m_device.kernels().fill(*one, 1); };
        const auto record
            = [&] { gpu::check(cudaEventRecord(event.get(), m_device.stream()), "mark a moment"); };
        const auto wait
            = [&] { gpu::check(cudaStreamSynchronize(m_device.stream()), "wait for a kernel"); };
        const int calls = m_sizes.calls;
        const auto add = [&](const char* name, const std::function<void()>& call) {
            m_report.add(name, fmt::format("one of {}", calls), m_device.hostTime(calls, call), {});
        };
        add("launch", launch);
        add("event recorded", record);
        add("launch and wait", [&] {
            launch();
            wait();
        });
    }

    void product(const std::string& name, std::int64_t m, std::int64_t n, std::int64_t k,
                 Flip flipA, Flip flipB, Type typeC, Into into)
    {
        const bool turnA = flipA == Flip::Yes;
        const bool turnB = flipB == Flip::Yes;
        const auto a = m_device.random(turnA ? k : m, turnA ? m : k, Type::BF16);
        const auto b = m_device.random(turnB ? n : k, turnB ? k : n, Type::BF16);
        const auto c = m_device.random(m, n, typeC);
        measure(name, shapeOf(m, n, k), {.flops = 2.0 * double(m) * double(n) * double(k)},
                [&] { m_device.kernels().multiply(*c, *a, flipA, *b, flipB, into); });
    }

    static std::string shapeOf(std::int64_t m, std::int64_t n, std::int64_t k)
    {
        return fmt::format("{} x {} by {} x {}", m, k, k, n);
    }

    void products()
    {
        m_report.section("products of GPT-2 XL");
        const std::int64_t hidden = m_sizes.hidden;
        linear("qkv", hidden, 3 * hidden);
        linear("projection", hidden, hidden);
        linear("up", hidden, m_sizes.wide);
        linear("down", m_sizes.wide, hidden);
        gelu();
        const std::int64_t tokens = m_sizes.tokens;
        const std::int64_t words = m_sizes.vocabulary;
        product("logits", tokens, words, hidden, Flip::No, Flip::Yes, Type::F32, Into::Replace);
        product("logits, input gradient", tokens, hidden, words, Flip::No, Flip::No, Type::BF16,
                Into::Replace);
        product("logits, weight gradient", words, hidden, tokens, Flip::Yes, Flip::No, Type::F32,
                Into::Add);
    }

    // As a layer calls them: the forward with its bias and what it is added to.
    void linear(const std::string& name, std::int64_t in, std::int64_t out)
    {
        const std::int64_t tokens = m_sizes.tokens;
        training::Kernels& kernels = m_device.kernels();
        const auto x = m_device.random(tokens, in, Type::BF16);
        const auto weight = m_device.random(out, in, Type::BF16);
        const auto bias = m_device.random(1, out, Type::BF16);
        const auto residual = m_device.random(tokens, out, Type::BF16);
        const auto y = m_device.random(tokens, out, Type::BF16);
        const auto dWeight = m_device.random(out, in, Type::F32);
        const auto dBias = m_device.random(1, out, Type::F32);
        const Work work{.flops = 2.0 * double(tokens) * double(in) * double(out)};
        measure(name + " + bias", shapeOf(tokens, out, in), work,
                [&] { kernels.linear(*y, *x, *weight, *bias, {}); });
        measure(name + " + bias + residual", shapeOf(tokens, out, in), work,
                [&] { kernels.linear(*y, *x, *weight, *bias, *residual); });
        measure(name + ", input gradient", shapeOf(tokens, in, out), work,
                [&] { kernels.multiply(*x, *y, Flip::No, *weight, Flip::No, Into::Replace); });
        measure(name + ", weight and bias gradient", shapeOf(out, in, tokens), work,
                [&] { kernels.linearWeightGrad(*dWeight, *dBias, *y, *x); });
    }

    void gelu()
    {
        const std::int64_t tokens = m_sizes.tokens;
        const std::int64_t hidden = m_sizes.hidden;
        const std::int64_t wide = m_sizes.wide;
        training::Kernels& kernels = m_device.kernels();
        const auto x = m_device.random(tokens, hidden, Type::BF16);
        const auto up = m_device.random(wide, hidden, Type::BF16);
        const auto down = m_device.random(hidden, wide, Type::BF16);
        const auto bias = m_device.random(1, wide, Type::BF16);
        const auto before = m_device.random(tokens, wide, Type::BF16);
        const auto active = m_device.room(tokens, wide, Type::BF16);
        const Work work{.flops = 2.0 * double(tokens) * double(hidden) * double(wide)};
        measure("up + bias + GELU", shapeOf(tokens, wide, hidden), work,
                [&] { kernels.linearGelu(*active, *before, *x, *up, *bias); });
        measure("down, input gradient + GELU's", shapeOf(tokens, wide, hidden), work,
                [&] { kernels.linearGeluGrad(*active, *x, *down, *before); });
    }

    void attention(const AttentionSize& size, int sequence)
    {
        const int batch = static_cast<int>(m_sizes.tokens / sequence);
        const int count = size.heads;
        const Heads heads{
            .batch = batch, .heads = count, .kvHeads = size.kvHeads, .size = size.columns};
        const std::int64_t tokens = std::int64_t{batch} * sequence;
        const std::int64_t columns = std::int64_t{count} * size.columns;
        const std::int64_t kvColumns = std::int64_t{size.kvHeads} * size.columns;
        training::Kernels& kernels = m_device.kernels();
        const auto qkv = m_device.random(tokens, columns + 2 * kvColumns, Type::BF16);
        const auto grads = m_device.room(tokens, columns + 2 * kvColumns, Type::BF16);
        const auto out = m_device.random(tokens, columns, Type::BF16);
        const auto dOut = m_device.random(tokens, columns, Type::BF16);
        const auto logSum = m_device.room(tokens, count, Type::F32);
        const auto delta = m_device.room(tokens, count, Type::F32);
        const auto part = [&](const Room& all, std::int64_t which) { // queries, keys, values
            return which == 0
                ? all.view().columnRange(0, columns)
                : all.view().columnRange(columns + (which - 1) * kvColumns, kvColumns);
        };
        for (const bool causal : {true, false}) {
            const double seen = causal ? double(sequence + 1) / 2 : double(sequence);
            const double flops = 4 * double(tokens) * seen * double(columns);
            const std::string shape = fmt::format("{} of {}, {}/{} heads, {}", batch, sequence,
                                                  count, size.kvHeads, causal ? "causal" : "full");
            measure("forward", shape, {.flops = flops}, [&] {
                kernels.fill(*logSum, -std::numeric_limits<float>::infinity());
                kernels.attend(*out, *logSum, part(*qkv, 0), part(*qkv, 1), part(*qkv, 2), heads,
                               causal);
            });
            // By custom five products for two, though scores are made again once more.
            measure("backward", shape, {.flops = 2.5 * flops}, [&] {
                kernels.headDots(*delta, *dOut, *out, heads);
                kernels.attendGrad(part(*grads, 0), part(*grads, 1), part(*grads, 2), *dOut, *delta,
                                   part(*qkv, 0), part(*qkv, 1), part(*qkv, 2), *logSum, heads,
                                   causal, Into::Replace);
            });
        }
    }

    Sizes m_sizes;
    Report m_report;
    BenchDevice m_device;
};

int run(int argc, char** argv)
{
    Sizes sizes;
    std::string json;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool valued = i + 1 < argc;
        if (word == "--tiny") {
            sizes = tinySizes();
        } else if (word == "--json" && valued) {
            json = argv[++i];
        } else if (word == "--tokens" && valued) {
            sizes.tokens = std::atoll(argv[++i]);
        } else {
            std::fprintf(stderr, "gpu_kernel_bench [--json FILE] [--tokens N] [--tiny]\n");
            return 2;
        }
    }
    if (sizes.tokens <= 0 || sizes.tokens % sizes.sequences.back() != 0) {
        std::fprintf(stderr, "gpu_kernel_bench: --tokens must be a multiple of %d\n",
                     sizes.sequences.back());
        return 2;
    }
    Bench(sizes, json).run();
    return 0;
}

} // namespace
} // namespace bench

int main(int argc, char** argv)
{
    try {
        return bench::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gpu_kernel_bench: %s\n", error.what());
        return 1;
    }
}
