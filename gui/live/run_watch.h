// Watches the steps of a run for ranks that compute slower than they should, and for an emulation
// that cannot keep its pace.
//
// Steps are weighed in the order they came, each against the order of ops it followed and the
// prediction of the run's own strategy. Those may not be known yet when a step arrives, so steps
// wait here until they are; a recording is read faster than its schedule is made.

#pragma once

#include "engine/measured/pace.h"
#include "engine/measured/run_conditions.h"
#include "engine/measured/slow_replicas.h"
#include "engine/measured/straggler.h"
#include "gui/live/launched_strategy.h"
#include "gui/live/step_history.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace gui {

class RunWatch {
public:
    static constexpr std::size_t kMaxWatchedOps = 200'000; // of a step; larger ones only for pace
    // Of all steps that wait. Beyond it the oldest are left out, as if they had not been recorded.
    static constexpr std::size_t kMaxWaitingSpans = 4'000'000;

    // `launched` must outlive it.
    explicit RunWatch(LaunchedStrategy& launched);

    // Another run: forget all.
    void clear();

    // Whole steps that came since the last call, oldest first, then weighs what can be weighed.
    // `conditions`: what was done to the run by hand so far.
    void add(const measured::RunInfo& info, const std::vector<StepPtr>& steps,
             const measured::RunConditions& conditions);

    // Ranks that were found slow, oldest first; empty where steps have more ops than
    // kMaxWatchedOps.
    std::vector<measured::Straggler> stragglers() const;

    // Ranks of any replica that take longer for their ops than those beside them, oldest first.
    const std::deque<measured::SlowReplica>& slowReplicas() const { return m_replicas.found(); }

    // Of an emulated run, "the emulation could not keep up: …"; empty where it did, or where
    // nothing is predicted.
    std::string paceWarning() const;
    // Of an emulated run that does not keep up now: the first step that came late, since most of
    // the last kLately have. Steps that somebody slowed by hand, and those under another
    // schedule than that of the launch, are not held against the machine.
    std::optional<int> lateSince() const { return m_lateSince; }

private:
    static constexpr std::size_t kLately = 8;
    static constexpr std::size_t kFewest = 4; // of those; with fewer nothing is said

    struct PaceStep {
        measured::StepPace pace;
        int number = 0;
        bool counts = true; // for lateSince()
    };
    struct Kept {
        int number = 0;
        bool inTime = true;
    };

    bool watches(const measured::RunInfo& info, const measured::FollowedSchedule& schedule);
    void weighStragglers(const measured::RunInfo& info, const measured::RunConditions& conditions);
    void weighPace();
    void noteLate();

    LaunchedStrategy& m_launched;
    std::deque<StepPtr> m_waiting;  // for the order they followed
    std::size_t m_waitingSpans = 0; // in those
    std::optional<measured::StragglerWatch> m_stragglers;
    measured::ReplicaWatch m_replicas;
    measured::FollowedSchedule m_watched; // what m_stragglers follows
    std::vector<PaceStep> m_paceWaiting;  // steps of an emulated run not weighed yet
    std::optional<measured::PaceWatch> m_pace;
    std::deque<Kept> m_lately; // the last of those that count, at most kLately
    std::optional<int> m_lateSince;
};

} // namespace gui
