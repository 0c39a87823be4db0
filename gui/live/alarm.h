// Something about a run that somebody should look at, and the rules by which it is found.

#pragma once

#include "gui/frame/verdict.h"

#include <QDateTime>
#include <QString>

#include <array>
#include <cstdint>

namespace gui {

// The gravest first: what a run is said to suffer from is the first of those that stand.
enum class AlarmKind {
    Failed,      // it has failed, or its supervisor is gone
    NoAnswer,    // nothing answers at its address
    OtherBits,   // an op that was computed twice gave another result
    NotRecorded, // the disk is or was full
    SlowRank,
    Loss, // it is no number, or far from the losses before
    Memory,
    Pace,     // the machine is too slow for what it emulates
    SlowStep, // against the prediction
    NoNews,   // of a run that answers
};

inline constexpr std::size_t kAlarmKinds = 10;

Mood moodOf(AlarmKind kind);       // Bad or Warning
QString alarmName(AlarmKind kind); // "Slow rank", translated

// What stands at one moment. All texts are translated and plain.
struct Finding {
    AlarmKind kind = AlarmKind::Failed;
    int rank = -1;      // of the world; -1: of none, or of all
    int step = -1;      // since when; -1: not known
    QString what{};     // a line: "Rank 0 slow ×2.00 since step 91"
    QString evidence{}; // what shows it, and what may be done; may have several lines
    bool isOver = false;

    bool operator==(const Finding&) const = default;
};

struct Alarm {
    std::uint64_t number = 0; // from 1, in the order they were raised
    Finding found{};
    QDateTime at{}; // when the window saw it, the last time; invalid: read from a recording
    int times = 1;  // that it was raised: what comes and goes is one alarm
    bool isAcknowledged = false;

    bool operator==(const Alarm&) const = default;
};

// When to raise one, and which.
struct AlarmRules {
    std::array<bool, kAlarmKinds> on{true, true, true, true, true, true, true, true, true, true};
    double slowRank = 1.15; // times as long as before; the watch finds none under 1.15
    double slowStep = 0.25; // longer than predicted by that share
    double memory = 0.97;   // share of what the device has
    double lossSpike = 3;   // times the median of the losses before
    double noNews = 4;      // seconds at least; three times the last step where that is longer
    bool desktop = true;    // tell the desktop while another window is in front

    bool has(AlarmKind kind) const { return on[static_cast<std::size_t>(kind)]; }
    bool operator==(const AlarmRules&) const = default;
};

} // namespace gui
