#include "engine/runtime/training/checkpoint/agreement.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
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

plan::Result<std::vector<std::string>> gather(engine::Communicator& world, std::string_view own)
{
    const auto size = static_cast<std::size_t>(world.size());
    const std::uint64_t length = own.size();
    std::vector<std::uint64_t> lengths(size);
    if (const auto outcome = engine::finish(world.allGather(
            std::as_bytes(std::span(&length, 1)), std::as_writable_bytes(std::span(lengths))));
        !outcome)
        return outcome.error();
    const std::uint64_t longest = *std::max_element(lengths.begin(), lengths.end());
    std::vector<std::string> texts(size);
    if (longest == 0)
        return texts;
    if (longest > kMaxText)
        return plan::Error{"a rank has " + std::to_string(longest) + " bytes to tell the others"};

    std::vector<std::byte> block(longest);
    std::vector<std::byte> all(longest * size);
    std::ranges::copy(std::as_bytes(std::span(own)), block.begin());
    if (const auto outcome = engine::finish(world.allGather(block, all)); !outcome)
        return outcome.error();
    for (std::size_t rank = 0; rank < size; ++rank)
        texts[rank].assign(reinterpret_cast<const char*>(all.data() + rank * longest),
                           lengths[rank]);
    return texts;
}

plan::Outcome agree(engine::Communicator& world, const plan::Outcome& own)
{
    const auto said = gather(world, own ? std::string() : sayError(own.error()));
    return said ? firstError(*said) : said.error();
}

plan::Outcome inRounds(engine::Communicator& world,
                       const std::function<plan::Result<bool>()>& next)
{
    bool more = true;
    for (;;) {
        std::string own;
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
