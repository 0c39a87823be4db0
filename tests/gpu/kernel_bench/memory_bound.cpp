#include "tests/gpu/kernel_bench/memory_bound.h"

#include <fmt/format.h>

#include <vector>

namespace bench {

namespace {

using training::Matrix;
using training::Type;

double bytesOf(const Room& room) { return double(room.view().bytes()); }

class MemoryBound {
public:
    MemoryBound(const Sizes& sizes, BenchDevice& device, Report& report)
        : m_sizes(sizes)
        , m_device(device)
        , m_report(report)
    {
    }

    void run()
    {
        m_report.section("what waits for memory");
        norms();
        loss();
        update();
        llama();
    }

private:
    // `bytes`: read and written at least.
    void measure(const std::string& name, const std::string& shape, double bytes,
                 const std::function<void()>& call)
    {
        m_report.add(name, shape, m_device.time(call), {.bytes = bytes});
    }

    void norms()
    {
        const std::int64_t tokens = m_sizes.tokens;
        const std::int64_t hidden = m_sizes.hidden;
        training::Kernels& kernels = m_device.kernels();
        const auto x = m_device.random(tokens, hidden, Type::BF16);
        const auto y = m_device.room(tokens, hidden, Type::BF16);
        const auto residual = m_device.random(tokens, hidden, Type::BF16);
        const auto gain = m_device.random(1, hidden, Type::BF16);
        const auto mean = m_device.room(tokens, 1, Type::F32);
        const auto rstd = m_device.room(tokens, 1, Type::F32);
        const auto dGain = m_device.random(2, hidden, Type::F32);
        const std::string shape = fmt::format("{} x {}", tokens, hidden);
        constexpr auto kLayerNorm = training::NormKind::LayerNorm;
        measure("norm", shape, 2 * bytesOf(*x),
                [&] { kernels.norm(kLayerNorm, *y, *mean, *rstd, *x, *gain, *gain); });
        measure("norm, input gradient", shape, 4 * bytesOf(*x), [&] {
            kernels.normResidualGrad(kLayerNorm, *y, *residual, *x, *x, *mean, *rstd, *gain);
        });
        measure("norm, weight gradient", shape, 2 * bytesOf(*x), [&] {
            kernels.normWeightGrad(kLayerNorm, dGain->view().rowRange(0, 1),
                                   dGain->view().rowRange(1, 1), *y, *x, *mean, *rstd);
        });
    }

    void loss()
    {
        const std::int64_t tokens = m_sizes.tokens;
        const std::int64_t words = m_sizes.vocabulary;
        training::Kernels& kernels = m_device.kernels();
        const auto logits = m_device.random(tokens, words, Type::F32);
        const auto numbers = m_device.room(tokens, 3, Type::F32);
        const auto column = [&](std::int64_t which) {
            return training::matrix(numbers->view().data
                                        + static_cast<std::size_t>(which * tokens) * 4,
                                    tokens, 1, Type::F32);
        };
        const auto tokensOf = indicesOfZero();
        const training::IndexMatrix targets{tokensOf->view().data, tokens, 1};
        const std::string shape = fmt::format("{} x {}", tokens, words);
        const double bytes = bytesOf(*logits);
        measure("largest logits", shape, bytes,
                [&] { kernels.rowMaxima(column(0), *logits, words); });
        measure("sums of exponentials", shape, bytes, [&] {
            kernels.exponentials(*logits, column(1), column(2), column(0), targets, 0, words);
        });
        measure("gradient of the loss", shape, 1.5 * bytes, [&] {
            kernels.lossGrad(training::halfWithin(logits->view()), *logits, column(0), column(1),
                             targets, 0, words, 1e-4F);
        });
    }

    // Of a model in BF16: weights in F32 and their copies, of matrices and vectors in turn.
    void update()
    {
        constexpr std::int64_t kParameters = 100; // of which each has so many elements
        const std::int64_t each = m_sizes.parameters / kParameters;
        const std::int64_t all = each * kParameters;
        training::Kernels& kernels = m_device.kernels();
        const auto weights = m_device.random(1, all, Type::F32);
        const auto gradients = m_device.random(1, all, Type::F32);
        const auto m = m_device.random(1, all, Type::F32);
        const auto v = m_device.room(1, all, Type::F32);
        const auto rounded = m_device.room(1, all, Type::BF16);
        kernels.fill(*v, 0.01F);
        const auto numbers = m_device.room(2, 2, Type::F32); // the bytes of two doubles
        kernels.fill(*numbers, 1);
        const training::Slot scale{numbers->view().data};
        const training::Slot sum{numbers->view().at(1, 0)};
        const training::AdamStep step{.learningRate = 1e-4F,
                                      .beta1 = 0.9F,
                                      .beta2 = 0.95F,
                                      .epsilon = 1e-8F,
                                      .weightDecay = 0.1F};
        std::vector<training::Update> updates;
        std::vector<training::Squares> squares;
        std::vector<Matrix> filled;
        for (std::int64_t i = 0; i < kParameters; ++i) {
            const auto range
                = [&](const Room& row) { return row.view().columnRange(i * each, each); };
            updates.push_back({range(*weights), range(*gradients), range(*m), range(*v),
                               range(*rounded), i % 2 == 0});
            squares.push_back({sum, range(*gradients)});
            filled.push_back(range(*m));
        }
        const std::string shape = fmt::format("{} of {} parameters", kParameters, each);
        const double bytes = bytesOf(*weights);
        measure("AdamW and copies in BF16", shape, 7.5 * bytes,
                [&] { kernels.adamwEach(step, scale, updates); });
        measure("squares of gradients", shape, bytes, [&] { kernels.addSquaresEach(squares); });
        measure("emptying gradients", shape, bytes, [&] { kernels.fillEach(filled, 0); });
    }

    void llama()
    {
        const std::int64_t tokens = m_sizes.tokens;
        const std::int64_t wide = m_sizes.llamaWide;
        training::Kernels& kernels = m_device.kernels();
        {
            const auto hidden = m_device.random(tokens, 2 * wide, Type::BF16);
            const auto dHidden = m_device.room(tokens, 2 * wide, Type::BF16);
            const auto active = m_device.random(tokens, wide, Type::BF16);
            const auto part = [&](const Room& both, std::int64_t which) {
                return both.view().columnRange(which * wide, wide);
            };
            const std::string shape = fmt::format("{} x 2 x {}", tokens, wide);
            measure("SwiGLU", shape, 3 * bytesOf(*active),
                    [&] { kernels.swiglu(*active, part(*hidden, 0), part(*hidden, 1)); });
            measure("SwiGLU, gradient", shape, 5 * bytesOf(*active), [&] {
                kernels.swigluGrad(part(*dHidden, 0), part(*dHidden, 1), *active, part(*hidden, 0),
                                   part(*hidden, 1));
            });
        }
        const AttentionSize& size = m_sizes.attention.back();
        const std::int64_t columns = std::int64_t{size.heads + size.kvHeads} * size.columns;
        const auto queriesAndKeys = m_device.random(tokens, columns, Type::BF16);
        const auto places = indicesOfZero();
        measure("rotary positions", fmt::format("{} x {}", tokens, columns),
                2 * bytesOf(*queriesAndKeys), [&] {
                    kernels.rotate(*queriesAndKeys, {places->view().data, tokens, 1}, size.columns,
                                   500000, false);
                });
    }

    // A column of as many as there are tokens.
    std::unique_ptr<Room> indicesOfZero()
    {
        auto room = m_device.room(m_sizes.tokens, 1, Type::F32); // as many bytes as integers
        m_device.store().fill(training::bytesIn(room->view()), std::byte{0});
        return room;
    }

    const Sizes& m_sizes;
    BenchDevice& m_device;
    Report& m_report;
};

} // namespace

void memoryBound(const Sizes& sizes, BenchDevice& device, Report& report)
{
    MemoryBound(sizes, device, report).run();
}

} // namespace bench
