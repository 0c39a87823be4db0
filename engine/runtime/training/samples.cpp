#include "engine/runtime/training/samples.h"

#include <cerrno>
#include <cstring>
#include <numeric>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace training {

namespace {

constexpr int kValuesOfAByte = 256;
constexpr std::uint64_t kByChance = 10; // one in so many tokens of the built-in task

// SplitMix64 (Steele et al. 2014).
class Random {
public:
    explicit Random(std::uint64_t state)
        : m_state(state)
    {
    }
    std::uint64_t next()
    {
        std::uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    std::uint64_t m_state;
};

Random randomOf(int seed, std::int64_t number)
{
    Random mixed((static_cast<std::uint64_t>(seed) << 40) ^ static_cast<std::uint64_t>(number));
    return Random(mixed.next());
}

class PermutationTask final : public Samples {
public:
    PermutationTask(int vocab, int seed)
        : m_seed(seed)
        , m_next(static_cast<std::size_t>(vocab))
    {
        std::iota(m_next.begin(), m_next.end(), 0);
        Random random(static_cast<std::uint64_t>(seed) + 1);
        for (std::size_t i = m_next.size(); i > 1; --i)
            std::swap(m_next[i - 1], m_next[random.below(i)]);
    }

    plan::Outcome read(std::int64_t number, std::span<int> tokens) override
    {
        Random random = randomOf(m_seed, number);
        const auto any = [&] { return static_cast<int>(random.below(m_next.size())); };
        int token = any();
        for (int& place : tokens) {
            place = token;
            token = random.below(kByChance) == 0 ? any() : m_next[static_cast<std::size_t>(token)];
        }
        return plan::done();
    }

private:
    int m_seed;
    std::vector<int> m_next;
};

class TextSamples final : public Samples {
public:
    TextSamples(int descriptor, std::string file, std::int64_t bytes, int seed)
        : m_descriptor(descriptor)
        , m_file(std::move(file))
        , m_bytes(bytes)
        , m_seed(seed)
    {
    }
    ~TextSamples() override { close(m_descriptor); }
    TextSamples(const TextSamples&) = delete;
    TextSamples& operator=(const TextSamples&) = delete;

    plan::Outcome read(std::int64_t number, std::span<int> tokens) override
    {
        const auto wanted = static_cast<std::int64_t>(tokens.size());
        const auto places = static_cast<std::uint64_t>(m_bytes - wanted + 1);
        const auto first = static_cast<off_t>(randomOf(m_seed, number).below(places));
        m_buffer.resize(tokens.size());
        const ssize_t got = pread(m_descriptor, m_buffer.data(), m_buffer.size(), first);
        if (got != wanted)
            return plan::Error{m_file + ": "
                               + (got < 0 ? std::string("cannot be read any more: ")
                                          + std::strerror(errno)
                                          : "became shorter while the run read it")
                               + "; put it back and resume from the last checkpoint"};
        for (std::size_t i = 0; i < tokens.size(); ++i)
            tokens[i] = m_buffer[i];
        return plan::done();
    }

private:
    int m_descriptor;
    std::string m_file;
    std::int64_t m_bytes;
    int m_seed;
    std::vector<unsigned char> m_buffer;
};

} // namespace

std::unique_ptr<Samples> permutationTask(int vocab, int seed)
{
    return std::make_unique<PermutationTask>(vocab, seed);
}

plan::Result<std::unique_ptr<Samples>> textSamples(const std::string& file, int vocab, int sequence,
                                                   int seed)
{
    if (vocab < kValuesOfAByte)
        return plan::Error{"training.data: the tokens are the bytes of the file, so model.vocab must "
                           "be at least 256, not "
                           + std::to_string(vocab)};
    // Without waiting for the writer of a pipe, which is then refused.
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status = {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        const std::string reason = std::strerror(errno);
        if (descriptor >= 0)
            close(descriptor);
        return plan::Error{"training.data: " + file + ": cannot be read: " + reason};
    }
    auto samples = std::make_unique<TextSamples>(descriptor, file, status.st_size, seed);
    if (!S_ISREG(status.st_mode))
        return plan::Error{"training.data: " + file + ": is no regular file"};
    if (status.st_size <= sequence)
        return plan::Error{"training.data: " + file + ": has " + std::to_string(status.st_size)
                           + " bytes, and a sample needs " + std::to_string(sequence + 1)};
    return std::unique_ptr<Samples>(std::move(samples));
}

plan::Result<std::unique_ptr<Samples>> samplesOf(const strategy::Strategy& strategy)
{
    const strategy::Training& training = strategy.training;
    if (training.data.empty())
        return permutationTask(strategy.model->vocab, training.seed);
    return textSamples(training.data, strategy.model->vocab, strategy.model->sequence,
                       training.seed);
}

} // namespace training
