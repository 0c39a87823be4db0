#include "engine/runtime/training/checkpoint/agreement.h"

#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>

namespace training {
namespace {

constexpr std::chrono::milliseconds kRound{500};
constexpr std::uint64_t kMaxText = std::uint64_t{1} << 30; // of one rank
constexpr std::size_t kMaxSentence = 2000;
constexpr std::string_view kMore = "+";
constexpr char kError = '!';

// The first error among what ranks said, if any.
plan::Outcome firstError(const std::vector<std::string>& said)
{
    for (std::size_t rank = 0; rank < said.size(); ++rank)
        if (!said[rank].empty() && said[rank].front() == kError)
            return plan::Error{"rank " + std::to_string(rank) + ": " + said[rank].substr(1)};
    return plan::done();
}

std::string sayError(const plan::Error& error)
{
    return kError + error.message.substr(0, kMaxSentence);
}

// Where texts come together: a block of every rank.
struct Blocks {
    std::vector<std::byte> own;
    std::vector<std::byte> all;
    std::vector<std::string> texts;
};

// All memory before anything is sent: a rank that ran out of it in the middle would leave the
// others waiting.
std::optional<Blocks> blocksFor(const std::vector<std::uint64_t>& lengths, std::uint64_t longest)
{
    try {
        Blocks blocks{std::vector<std::byte>(longest),
                      std::vector<std::byte>(longest * lengths.size()),
                      std::vector<std::string>(lengths.size())};
        for (std::size_t rank = 0; rank < lengths.size(); ++rank)
            blocks.texts[rank].resize(lengths[rank]);
        return blocks;
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

// Whether it is so on every rank.
bool everywhere(engine::HostCommunicator& world, bool own)
{
    float missing = own ? 0 : 1;
    must(engine::finish(world.allReduce(std::span(&missing, 1), engine::ReduceOp::Max)));
    return missing == 0;
}

// True while this rank has more to do.
plan::Result<bool> oneRound(const std::function<plan::Result<bool>()>& next)
{
    const auto end = std::chrono::steady_clock::now() + kRound;
    try {
        do {
            const auto more = next();
            if (!more || !*more)
                return more;
        } while (std::chrono::steady_clock::now() < end);
    } catch (const std::bad_alloc&) {
        return plan::Error{"the memory of this machine is used up"};
    }
    return true;
}

} // namespace

plan::Result<std::vector<std::string>> gather(engine::HostCommunicator& world, std::string_view own)
{
    const auto size = static_cast<std::size_t>(world.size());
    const std::uint64_t length = own.size();
    std::vector<std::uint64_t> lengths(size);
    must(engine::finish(world.allGather(std::as_bytes(std::span(&length, 1)),
                                        std::as_writable_bytes(std::span(lengths)))));
    const std::uint64_t longest = *std::max_element(lengths.begin(), lengths.end());
    if (longest == 0)
        return std::vector<std::string>(size);
    // All ranks see the same lengths, so all return here.
    if (longest > kMaxText)
        return plan::Error{"a rank has " + std::to_string(longest) + " bytes to tell the others"};

    auto blocks = blocksFor(lengths, longest);
    if (!everywhere(world, blocks.has_value()))
        return plan::Error{"a rank has no memory for what all have to tell, "
                           + std::to_string(longest) + " bytes each"};
    std::ranges::copy(std::as_bytes(std::span(own)), blocks->own.begin());
    must(engine::finish(world.allGather(blocks->own, blocks->all)));
    for (std::size_t rank = 0; rank < size; ++rank)
        std::memcpy(blocks->texts[rank].data(), blocks->all.data() + rank * longest, lengths[rank]);
    return std::move(blocks->texts);
}

plan::Outcome agree(engine::HostCommunicator& world, const plan::Outcome& own)
{
    const auto said = gather(world, own ? std::string() : sayError(own.error()));
    return said ? firstError(*said) : said.error();
}

plan::Outcome inRounds(engine::HostCommunicator& world,
                       const std::function<plan::Result<bool>()>& next)
{
    bool more = true;
    for (;;) {
        std::string own;
        // A rank that is done keeps taking part in the rounds: whoever is not may still meet an
        // error.
        if (more) {
            const auto round = oneRound(next);
            more = round && *round;
            own = !round ? sayError(round.error()) : std::string(more ? kMore : "");
        }
        const auto said = gather(world, own);
        if (!said)
            return said.error();
        if (const auto error = firstError(*said); !error)
            return error;
        if (std::all_of(said->begin(), said->end(), [](const auto& text) { return text.empty(); }))
            return plan::done();
    }
}

} // namespace training
