// Works compared steps out on a thread, and keeps what it came to while its sources are asked for.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/compare/compared_step.h"

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace gui {

using KnownStep = std::pair<ComparedSource, ComparedStepPtr>;
using KnownSteps = std::vector<KnownStep>;

// The same member of a comparison, whatever has come to be known of it. GUI thread.
bool isOne(const ComparedSource& a, const ComparedSource& b);

// Null: there is none. sameIn(): of exactly that source; oneIn(): of it as it was once.
const KnownStep* sameIn(const KnownSteps& known, const ComparedSource& source);
const KnownStep* oneIn(const KnownSteps& known, const ComparedSource& source);

// GUI thread, but for what is said of the others.
class ComparisonWork {
public:
    // Called on the GUI thread with what a request came to, also where a newer one has overtaken
    // it: a live run has a newer step all the time. Then some of it may be missing.
    explicit ComparisonWork(std::function<void(const KnownSteps&)> deliver);

    ~ComparisonWork(); // gives up what is under way

    // Replaces the request before. What both ask for goes on being worked out.
    void request(const std::vector<ComparedSource>& sources);
    // Nothing is asked for any more, and nothing delivered.
    void forget();

private:
    void ask(const std::vector<ComparedSource>& sources);
    bool isAsked(const ComparedSource& source); // by the newest request; any thread
    // On the thread of the work.
    KnownSteps workOut(const std::vector<ComparedSource>& sources,
                       const NewestWork::Outdated& outdated);

    const std::function<void(const KnownSteps&)> m_deliver;
    std::mutex m_lock;
    std::vector<ComparedSource> m_asked; // guarded by it
    KnownSteps m_done;                   // what the last job came to; of the thread alone
    NewestWork m_work{NewestWork::Overtaken::Delivered}; // last: its thread ends first
};

} // namespace gui
