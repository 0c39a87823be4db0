#include "engine/launch/rank_watch.h"

#include "engine/launch/process_identity.h"

#include <charconv>

#include <sys/syscall.h>
#include <unistd.h>

namespace launch {

namespace {

// The number a launcher gave the process; nullopt where it is no rank.
std::optional<int> rankIn(pid_t pid)
{
    const auto text = environmentOf(pid, "OMPI_COMM_WORLD_RANK");
    int rank = 0;
    if (text && std::from_chars(text->data(), text->data() + text->size(), rank).ec == std::errc())
        return rank;
    return std::nullopt;
}

} // namespace

void RankWatch::look()
{
    if (knowsAll())
        return;
    for (const ProcessEntry& entry : readProcesses()) {
        if (entry.parent != m_launcher || hasEnded(entry))
            continue;
        const auto rank = rankIn(entry.pid);
        if (!rank || *rank < 0 || *rank >= m_ranks || m_known.contains(*rank))
            continue;
        // None where the process has just gone; if it is a rank, it is never known, and the
        // launcher tells of it.
        strategy::FileDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, entry.pid, 0)));
        if (!process)
            continue;
        m_known.emplace(*rank, Rank{entry.pid, std::move(process)});
        ++m_seen;
    }
}

void RankWatch::appendPolls(std::vector<pollfd>& polls) const
{
    for (const auto& [number, rank] : m_known) {
        if (rank.process)
            polls.push_back({rank.process.number(), POLLIN, 0});
    }
}

std::vector<int> RankWatch::takeEnded()
{
    std::vector<int> ended;
    for (auto& [number, rank] : m_known) {
        if (!rank.process)
            continue;
        pollfd question = {rank.process.number(), POLLIN, 0};
        if (poll(&question, 1, 0) == 1) {
            ended.push_back(number);
            rank.process.close();
        }
    }
    return ended;
}

std::vector<int> RankWatch::livingRanks() const
{
    std::vector<int> living;
    for (const auto& [number, rank] : m_known) {
        if (rank.process)
            living.push_back(number);
    }
    return living;
}

std::vector<int> RankWatch::heldRanks() const
{
    std::vector<int> held = livingRanks();
    std::erase_if(held, [&](int number) {
        const auto entry = readProcess(m_known.at(number).pid);
        return !entry || !isHeld(*entry);
    });
    return held;
}

bool RankWatch::signal(int rank, int number) const
{
    const auto found = m_known.find(rank);
    return found != m_known.end() && found->second.process
        && syscall(SYS_pidfd_send_signal, found->second.process.number(), number, nullptr, 0) == 0;
}

} // namespace launch
