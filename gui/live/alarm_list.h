// The alarms of a run, kept while it is shown. Fed with what stands at each moment, it knows what
// is new, what is over, and what only came back; a storm of one kind is a few lines.

#pragma once

#include "gui/live/alarm.h"

#include <deque>
#include <vector>

namespace gui {

// A value; one thread at a time.
class AlarmList {
public:
    static constexpr std::size_t kMost = 512;      // kept; the oldest that are over go first
    static constexpr std::size_t kMostOfAKind = 4; // that stand at once
    static constexpr int kFoldSeconds = 60; // what comes back sooner is the same alarm once more

    // All that stands now, and what is known to have stood (Finding::isOver): what is there already
    // gets its words, what is new is added, and what stands no more is over. Of more than
    // kMostOfAKind of one kind the rest is one alarm. Returns the numbers of those that were added
    // and stand. `at`: invalid for a recording.
    std::vector<std::uint64_t> update(const std::vector<Finding>& findings, const QDateTime& at);

    void acknowledge(std::uint64_t number);
    void acknowledgeAll();
    void clear() { *this = {}; }

    const std::deque<Alarm>& alarms() const { return m_alarms; } // by number
    const Alarm* find(std::uint64_t number) const;
    // The gravest that stands, and of equal ones the newest; null: none does.
    const Alarm* worst() const;
    int waiting() const; // that stand and were not acknowledged

private:
    Alarm* place(const Finding& finding, const QDateTime& at);
    bool isFolded(const Finding& finding) const;

    std::deque<Alarm> m_alarms;
    std::uint64_t m_newest = 0;
};

// Of each kind that stands more than `most` times the first few, and the rest as one.
std::vector<Finding> foldedFindings(const std::vector<Finding>& findings, std::size_t most);

} // namespace gui
