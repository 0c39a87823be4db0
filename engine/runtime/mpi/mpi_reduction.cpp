#include "engine/runtime/mpi/mpi_reduction.h"

#include "engine/runtime/reduction.h"

#include <algorithm>
#include <memory>

namespace engine {

namespace {

constexpr std::size_t kWorthASecondPart = std::size_t{8} << 10; // bytes of all members
constexpr std::size_t kWorthAMessage = std::size_t{32} << 10;   // bytes of a block
constexpr std::size_t kMostOfABlock = std::size_t{512} << 10;
constexpr std::size_t kStrands = 2;

template <class T>
std::span<const std::byte> bytesOf(std::span<T> values)
{
    return std::as_bytes(values);
}

// What the members sent of one block, by member.
template <class T>
class Contributions {
public:
    explicit Contributions(MpiScratch& scratch)
        : m_scratch(scratch)
    {
    }
    ~Contributions()
    {
        if (m_block.bytes)
            m_scratch.giveBack(std::move(m_block));
    }
    Contributions(const Contributions&) = delete;
    Contributions& operator=(const Contributions&) = delete;

    void resize(std::size_t members, std::size_t length)
    {
        const std::size_t bytes = members * length * sizeof(T);
        if (bytes > m_block.size) {
            if (m_block.bytes)
                m_scratch.giveBack(std::move(m_block));
            m_block = m_scratch.take(bytes);
        }
        m_length = length;
        m_members = members;
    }

    std::span<T> of(std::size_t member)
    {
        return {reinterpret_cast<T*>(m_block.bytes.get()) + member * m_length, m_length};
    }

    // Into `result`, in the order of the members; `own` is that of `rank` and may be `result`.
    void reduceTo(std::span<T> result, std::span<const T> own, std::size_t rank, ReduceOp reduction)
    {
        // In the order of the group, starting with member 0 whoever computes: floating-point sums
        // depend on it.
        if (rank != 0)
            std::copy(own.begin(), own.end(), of(rank).begin());
        const std::span<const T> first = rank == 0 ? own : std::span<const T>(of(0));
        if (first.data() != result.data())
            std::copy(first.begin(), first.end(), result.begin());
        for (std::size_t member = 1; member < m_members; ++member)
            reduceInto<T>(result, of(member), reduction);
    }

private:
    MpiScratch& m_scratch;
    MpiScratch::Block m_block;
    std::size_t m_length = 0;
    std::size_t m_members = 0;
};

// Calls `post` for each other member; each starts at another one.
template <class Post>
plan::Outcome withOthers(const MpiPlace& place, const Post& post)
{
    for (int k = 1; k < place.size; ++k)
        if (auto posted = post((place.rank + k) % place.size); !posted)
            return posted;
    return plan::done();
}

template <class T>
class AllReduceStrand {
public:
    AllReduceStrand(const MpiPlace& place, std::span<T> values, ReduceOp reduction,
                    std::size_t firstPiece)
        : m_place(place)
        , m_values(values)
        , m_reduction(reduction)
        , m_owners(std::clamp((values.size_bytes() + kWorthAMessage - 1) / kWorthAMessage,
                              std::size_t{1}, static_cast<std::size_t>(place.size)))
        , m_piece(firstPiece)
        , m_contributions(*place.scratch)
    {
    }

    std::size_t pieces() const { return (m_values.size() + pieceLength() - 1) / pieceLength(); }

    plan::Result<bool> next(MpiMessages& messages)
    {
        if (m_returning) {
            m_returning = false;
            // Strands take turns with the pieces: while one adds up, the messages of the other are
            // on their way.
            m_piece += kStrands;
        } else if (m_collecting) {
            m_collecting = false;
            m_returning = true;
            return unlessFailed(giveBack(messages));
        }
        if (m_piece >= pieces())
            return true;
        m_collecting = true;
        return unlessFailed(collect(messages));
    }

private:
    static plan::Result<bool> unlessFailed(const plan::Outcome& outcome)
    {
        if (!outcome)
            return outcome.error();
        return false;
    }

    std::size_t pieceLength() const { return m_owners * (kMostOfABlock / sizeof(T)); }
    std::size_t rank() const { return static_cast<std::size_t>(m_place.rank); }
    bool owns() const { return rank() < m_owners; }

    std::span<T> block(std::size_t owner) const
    {
        const std::size_t begin = m_piece * pieceLength();
        const std::size_t length = std::min(pieceLength(), m_values.size() - begin);
        // Cut so that lengths differ by one value at most, without a remainder in the last block.
        const std::size_t from = length * owner / m_owners;
        return m_values.subspan(begin + from, length * (owner + 1) / m_owners - from);
    }

    // To the owners.
    plan::Outcome collect(MpiMessages& messages)
    {
        // Two tags per piece, to the owners and back: pieces of both strands are under way at once.
        const int tag = m_place.tags.at(2 * m_piece);
        if (owns())
            m_contributions.resize(static_cast<std::size_t>(m_place.size), block(rank()).size());
        return withOthers(m_place, [&](int other) -> plan::Outcome {
            const auto member = static_cast<std::size_t>(other);
            if (owns())
                if (auto posted = messages.receive(
                        std::as_writable_bytes(m_contributions.of(member)), other, tag);
                    !posted)
                    return posted;
            if (member >= m_owners)
                return plan::done();
            return messages.send(bytesOf(block(member)), other, tag);
        });
    }

    // From the owners.
    plan::Outcome giveBack(MpiMessages& messages)
    {
        const int tag = m_place.tags.at(2 * m_piece + 1);
        if (owns())
            m_contributions.reduceTo(block(rank()), block(rank()), rank(), m_reduction);
        return withOthers(m_place, [&](int other) -> plan::Outcome {
            const auto member = static_cast<std::size_t>(other);
            if (member < m_owners)
                if (auto posted
                    = messages.receive(std::as_writable_bytes(block(member)), other, tag);
                    !posted)
                    return posted;
            if (!owns())
                return plan::done();
            return messages.send(bytesOf(block(rank())), other, tag);
        });
    }

    const MpiPlace m_place;
    const std::span<T> m_values;
    const ReduceOp m_reduction;
    const std::size_t m_owners;
    std::size_t m_piece;
    bool m_collecting = false;
    bool m_returning = false;
    Contributions<T> m_contributions;
};

// So few values that everyone sends all of them to everyone, and adds them up itself.
template <class T>
NextPart allReduceInOnePart(const MpiPlace& place, std::span<T> values, ReduceOp reduction)
{
    const auto sent = std::make_shared<Contributions<T>>(*place.scratch);
    sent->resize(static_cast<std::size_t>(place.size), values.size());
    return [=, begun = false](MpiMessages& messages) mutable -> plan::Result<bool> {
        if (std::exchange(begun, true)) {
            sent->reduceTo(values, values, static_cast<std::size_t>(place.rank), reduction);
            return true;
        }
        const int tag = place.tags.at(0);
        const auto posted = withOthers(place, [&](int other) -> plan::Outcome {
            const auto from = sent->of(static_cast<std::size_t>(other));
            if (auto received = messages.receive(std::as_writable_bytes(from), other, tag);
                !received)
                return received;
            return messages.send(bytesOf(values), other, tag);
        });
        if (!posted)
            return posted.error();
        return false;
    };
}

class ReduceScatterStrand {
public:
    ReduceScatterStrand(const MpiPlace& place, std::span<float> all, std::span<float> own,
                        std::size_t firstPiece)
        : m_place(place)
        , m_all(all)
        , m_own(own)
        , m_piece(firstPiece)
        , m_contributions(*place.scratch)
    {
    }

    std::size_t pieces() const { return (m_own.size() + kLength - 1) / kLength; }

    plan::Result<bool> next(MpiMessages& messages)
    {
        const auto rank = static_cast<std::size_t>(m_place.rank);
        if (m_collecting) {
            m_contributions.reduceTo(piece(m_own), block(rank), rank, ReduceOp::Sum);
            m_piece += kStrands;
        }
        m_collecting = m_piece < pieces();
        if (!m_collecting)
            return true;
        if (auto collected = collect(messages); !collected)
            return collected.error();
        return false;
    }

private:
    static constexpr std::size_t kLength = kMostOfABlock / sizeof(float);

    std::span<float> piece(std::span<float> block) const
    {
        const std::size_t begin = m_piece * kLength;
        return block.subspan(begin, std::min(kLength, block.size() - begin));
    }

    std::span<float> block(std::size_t member) const
    {
        return piece(m_all.subspan(member * m_own.size(), m_own.size()));
    }

    plan::Outcome collect(MpiMessages& messages)
    {
        const int tag = m_place.tags.at(m_piece);
        m_contributions.resize(static_cast<std::size_t>(m_place.size), piece(m_own).size());
        return withOthers(m_place, [&](int other) -> plan::Outcome {
            const auto member = static_cast<std::size_t>(other);
            if (auto posted
                = messages.receive(std::as_writable_bytes(m_contributions.of(member)), other, tag);
                !posted)
                return posted;
            return messages.send(bytesOf(block(member)), other, tag);
        });
    }

    const MpiPlace m_place;
    const std::span<float> m_all;
    const std::span<float> m_own;
    std::size_t m_piece;
    bool m_collecting = false;
    Contributions<float> m_contributions;
};

template <class Strand, class... Arguments>
Strands strandsOf(std::size_t tagsOfAPiece, const Arguments&... arguments)
{
    Strands strands;
    for (std::size_t first = 0; first < kStrands; ++first) {
        const auto strand = std::make_shared<Strand>(arguments..., first);
        strands.tags = strand->pieces() * tagsOfAPiece;
        if (first < strand->pieces())
            strands.parts.emplace_back(
                [strand](MpiMessages& messages) { return strand->next(messages); });
    }
    return strands;
}

} // namespace

MpiScratch::Block MpiScratch::take(std::size_t atLeast)
{
    const auto fits = std::find_if(m_free.begin(), m_free.end(),
                                   [&](const Block& block) { return block.size >= atLeast; });
    if (fits == m_free.end()) {
        if (!m_free.empty())
            m_free.pop_back(); // too small: makes way for a larger one
        return {std::make_unique_for_overwrite<std::byte[]>(atLeast), atLeast};
    }
    Block block = std::move(*fits);
    m_free.erase(fits);
    return block;
}

template <class T>
Strands allReduceStrands(const MpiPlace& place, std::span<T> values, ReduceOp reduction)
{
    if (values.size_bytes() * static_cast<std::size_t>(place.size) <= kWorthASecondPart)
        return {{allReduceInOnePart(place, values, reduction)}, 1};
    return strandsOf<AllReduceStrand<T>>(2, place, values, reduction);
}

template Strands allReduceStrands(const MpiPlace&, std::span<float>, ReduceOp);
template Strands allReduceStrands(const MpiPlace&, std::span<double>, ReduceOp);

Strands reduceScatterStrands(const MpiPlace& place, std::span<float> all, std::span<float> own)
{
    return strandsOf<ReduceScatterStrand>(1, place, all, own);
}

} // namespace engine
