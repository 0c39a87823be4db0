#include "tests/cuda/fakes/nccl/post.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace fake {

namespace {

// A host that only asks may have something else to do. One that has asked so often while nothing
// came has not: no wait of the engine looks more often before it naps. And so often it asks once
// more when all others are stuck, too: one of them may have been woken by other means.
constexpr int kLooks = 20'000;
constexpr int kLastLooks = 2'000;

struct Rank {
    std::optional<std::uint64_t> stuckAt{}; // the number of letters at which it cannot go on
    bool waits = false;                     // its host does nothing else
    std::string why{};
    std::map<Subject, Bytes> mail{};
};

struct Board {
    std::mutex mutex; // guards all below
    std::condition_variable changed;
    std::uint64_t letters = 0;
    int nextAddress = 0;
    std::map<int, Rank> ranks; // that live, by address
    std::string problem;

    // Whoever could send a letter waits for one.
    bool allStuck() const
    {
        return std::all_of(ranks.begin(), ranks.end(),
                           [this](const auto& entry) { return entry.second.stuckAt == letters; });
    }
    bool allWait() const
    {
        return std::all_of(ranks.begin(), ranks.end(),
                           [](const auto& entry) { return entry.second.waits; });
    }
    // `surely`: even those that only ask.
    void judge(bool surely)
    {
        if (ranks.empty() || !problem.empty() || !allStuck() || !(surely || allWait()))
            return;
        std::vector<std::string> all;
        for (const auto& [address, rank] : ranks)
            all.push_back(rank.why);
        std::sort(all.begin(), all.end()); // they came as they liked
        problem = "no rank can go on:";
        for (const std::string& why : all)
            problem += " " + why;
        changed.notify_all();
    }
};

Board& board()
{
    static Board it;
    return it;
}

class ThreadPost final : public Post {
public:
    ThreadPost()
    {
        const std::lock_guard lock(m_board.mutex);
        m_address = m_board.nextAddress++;
        m_board.ranks[m_address] = {};
    }
    ~ThreadPost() override
    {
        const std::lock_guard lock(m_board.mutex);
        m_board.ranks.erase(m_address);
        if (m_board.ranks.empty())
            m_board.problem.clear();
        m_board.judge(false);
    }
    ThreadPost(const ThreadPost&) = delete;
    ThreadPost& operator=(const ThreadPost&) = delete;

    int address() const override { return m_address; }
    std::string gpu() const override { return "of thread " + std::to_string(m_address); }

    void send(int to, const Subject& subject, Bytes content) override
    {
        const std::lock_guard lock(m_board.mutex);
        ++m_board.letters;
        if (const auto rank = m_board.ranks.find(to); rank != m_board.ranks.end())
            rank->second.mail[subject] = std::move(content);
        m_board.changed.notify_all();
    }
    std::optional<Bytes> take(const Subject& subject) override
    {
        const std::lock_guard lock(m_board.mutex);
        auto letter = own().mail.extract(subject);
        if (letter.empty())
            return std::nullopt;
        return std::move(letter.mapped());
    }

    void goOn() override
    {
        m_looks = 0;
        if (!std::exchange(m_stuck, false))
            return;
        const std::lock_guard lock(m_board.mutex);
        own().stuckAt.reset();
    }
    std::string await(bool waits, const std::string& why) override
    {
        std::unique_lock lock(m_board.mutex);
        // Everything was looked at since the last time, so that time's number is that of the
        // letters that are known not to help.
        if (std::exchange(m_seen, m_board.letters) != m_board.letters) {
            m_looks = 0;
            return m_board.problem;
        }
        if (!waits && ++m_looks < kLooks)
            return m_board.problem;
        m_stuck = true;
        own().stuckAt = m_board.letters;
        own().waits = waits;
        own().why = why;
        m_lastLooks = m_board.allStuck() ? m_lastLooks + 1 : 0;
        m_board.judge(m_lastLooks > kLastLooks);
        if (waits) {
            m_board.changed.wait(
                lock, [this] { return m_board.letters != m_seen || !m_board.problem.empty(); });
            own().waits = false;
        }
        return m_board.problem;
    }

private:
    Rank& own() { return m_board.ranks.at(m_address); } // with the board locked

    Board& m_board = board();
    int m_address = 0;
    std::uint64_t m_seen = 0;
    int m_looks = 0;
    int m_lastLooks = 0;
    bool m_stuck = false; // as the board says, too
};

} // namespace

Post& Post::own()
{
    thread_local ThreadPost post;
    return post;
}

} // namespace fake
