// Knows the ranks' processes on this machine, and notices at once when one ends.
//
// A rank is found by the number that its launcher gave it in its environment, and held by a pidfd:
// its process number may come to mean another process. Not thread-safe.

#pragma once

#include "engine/strategy/file_descriptor.h"

#include <map>
#include <vector>

#include <poll.h>
#include <sys/types.h>

namespace launch {

// Knows no rank at first, as the launcher takes its time; look() is called until knowsAll().
class RankWatch {
public:
    // `launcher`: the process whose children the ranks are.
    RankWatch(pid_t launcher, int ranks)
        : m_launcher(launcher)
        , m_ranks(ranks)
    {
    }

    // Looks for ranks that are not known yet; does nothing once all are.
    void look();

    bool knowsAll() const { return m_seen == m_ranks; }

    // Appends what poll() must wait for to wake when a rank ends.
    void appendPolls(std::vector<pollfd>& polls) const;

    // Ranks that have ended since the last call, each told once, in whatever way they ended.
    std::vector<int> takeEnded();

    // Ranks that are known and have not ended; those of them that a stop signal holds.
    std::vector<int> livingRanks() const;
    std::vector<int> heldRanks() const;

    // Sends `number` to the rank's process. False: it is gone.
    bool signal(int rank, int number) const;

private:
    struct Rank {
        pid_t pid = 0;
        strategy::FileDescriptor process; // pidfd; closed once it has ended
    };

    pid_t m_launcher;
    int m_ranks;
    int m_seen = 0;
    std::map<int, Rank> m_known;
};

} // namespace launch
