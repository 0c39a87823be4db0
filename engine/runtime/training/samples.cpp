#include "engine/runtime/training/samples.h"

#include "engine/strategy/check_training.h"
#include "engine/strategy/file_descriptor.h"
#include "telemetry/crc32c.h"

#include <algorithm>
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
// What is looked at of a text to tell it from others: blocks from its first to its last bytes.
constexpr std::int64_t kBlocks = 16;
constexpr std::int64_t kBlockBytes = 4096;

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
    // The remainder favours small numbers, by bound / 2^64 at most: nothing that a loss could show.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    std::uint64_t m_state;
};

Random randomOf(int seed, std::int64_t number)
{
    // Mixed once more, because neighbouring numbers of samples would begin with neighbouring
    // states.
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
        // Fisher and Yates' shuffle.
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

    plan::Result<Identity> identity() override
    {
        const std::span<const int> next = m_next;
        return Identity{0, telemetry::crc32c(std::as_bytes(next))};
    }

private:
    int m_seed;
    std::vector<int> m_next;
};

class TextSamples final : public Samples {
public:
    TextSamples(strategy::FileDescriptor descriptor, std::string file, std::int64_t bytes, int seed)
        : m_descriptor(std::move(descriptor))
        , m_file(std::move(file))
        , m_bytes(bytes)
        , m_seed(seed)
    {
    }
    plan::Outcome read(std::int64_t number, std::span<int> tokens) override
    {
        const auto places
            = static_cast<std::uint64_t>(m_bytes - static_cast<std::int64_t>(tokens.size()) + 1);
        const auto first = static_cast<off_t>(randomOf(m_seed, number).below(places));
        m_buffer.resize(tokens.size());
        if (const auto filled = fillFrom(first); !filled)
            return filled;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            tokens[i] = m_buffer[i];
        return plan::done();
    }

    plan::Result<Identity> identity() override
    {
        Identity identity{m_bytes, static_cast<std::uint64_t>(m_seed)};
        m_buffer.resize(static_cast<std::size_t>(std::min(m_bytes, kBlockBytes)));
        // A few blocks instead of the whole file: texts may have terabytes, and what is to be
        // noticed is another file of the same name.
        const std::int64_t last = m_bytes - static_cast<std::int64_t>(m_buffer.size());
        for (std::int64_t block = 0; block < kBlocks; ++block) {
            if (const auto filled = fillFrom(last * block / (kBlocks - 1)); !filled)
                return filled.error();
            addTo(identity.sum);
        }
        return identity;
    }

private:
    plan::Outcome fillFrom(off_t first)
    {
        // pread() keeps no position, so samples may be read in any order.
        const ssize_t got = pread(m_descriptor.number(), m_buffer.data(), m_buffer.size(), first);
        if (got == static_cast<ssize_t>(m_buffer.size()))
            return plan::done();
        return plan::Error{m_file + ": "
                           + (got < 0
                                  ? std::string("cannot be read any more: ") + std::strerror(errno)
                                  : "became shorter while the run read it")
                           + "; put it back and resume from the last checkpoint"};
    }
    void addTo(std::uint64_t& sum) const
    {
        const std::span<const unsigned char> bytes = m_buffer;
        sum = sum * 0x9e3779b97f4a7c15 + telemetry::crc32c(std::as_bytes(bytes));
    }

    strategy::FileDescriptor m_descriptor;
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
        return plan::Error{
            "training.data: the tokens are the bytes of the file, so model.vocab must "
            "be at least 256, not "
            + std::to_string(vocab)};
    // Without waiting for the writer of a pipe, which is then refused.
    strategy::FileDescriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (!descriptor || fstat(descriptor.number(), &status) != 0)
        return plan::Error{"training.data: " + file + ": cannot be read: " + std::strerror(errno)};
    auto samples = std::make_unique<TextSamples>(std::move(descriptor), file, status.st_size, seed);
    if (const auto problem = strategy::problemOfText(status, sequence); !problem.empty())
        return plan::Error{"training.data: " + file + ": " + problem};
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

plan::Outcome agreeOnSamples(Samples& samples, engine::HostCommunicator& world)
{
    constexpr std::int64_t kUnreadable = -1;
    const auto own = samples.identity();
    // A rank that cannot read its file takes part all the same: the others would wait for it.
    const Samples::Identity said = own ? *own : Samples::Identity{kUnreadable, 0};
    std::vector<Samples::Identity> all(static_cast<std::size_t>(world.size()));
    const auto told = engine::finish(world.allGather(std::as_bytes(std::span(&said, 1)),
                                                     std::as_writable_bytes(std::span(all))));
    if (!told)
        return told;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        const std::string name = "training.data: rank " + std::to_string(rank);
        if (all[rank].bytes == kUnreadable)
            return plan::Error{name + " cannot read the text; see to it that its machine has it"};
        if (all[rank].bytes != all[0].bytes)
            return plan::Error{name + " has a text of " + std::to_string(all[rank].bytes)
                               + " bytes, and rank 0 one of " + std::to_string(all[0].bytes)
                               + "; give all machines the same file"};
        if (all[rank] != all[0])
            return plan::Error{name
                               + " has another text than rank 0, of the same size; give all "
                                 "machines the same file"};
    }
    return plan::done();
}

} // namespace training
