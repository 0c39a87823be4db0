#include "engine/launch/slurm/reason.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace launch {

namespace {

struct Known {
    std::string_view reason;
    Waiting waiting;
    std::string_view words;
    std::string_view step;
};

constexpr std::string_view kAskForLess = "ask for less";
constexpr std::string_view kRelease = "scontrol release JOB lets it go on";
constexpr std::string_view kAskThem = "ask them";

// By their full names.
constexpr std::array<Known, 42> kReasons = {{
    {"", Waiting::ItsTurn, "Slurm has not looked at it yet", ""},
    {"WaitingForScheduling", Waiting::ItsTurn, "Slurm has not looked at it yet", ""},
    {"SchedDefer", Waiting::ItsTurn, "Slurm has not looked at it yet", ""},
    {"Resources", Waiting::ItsTurn, "it waits for nodes to become free", ""},
    {"Priority", Waiting::ItsTurn, "jobs of a higher priority are before it", ""},
    {"BeginTime", Waiting::ItsTurn, "it may not begin yet", ""},
    {"Dependency", Waiting::ItsTurn, "it waits for another job", ""},
    {"Licenses", Waiting::ItsTurn, "it waits for a licence", ""},
    {"Reservation", Waiting::ItsTurn, "its reservation has not begun", ""},
    {"Cleaning", Waiting::ItsTurn, "what it left when it was stopped is cleared up first", ""},
    {"Prolog", Waiting::ItsTurn, "its nodes are being made ready", ""},
    {"BurstBufferResources", Waiting::ItsTurn, "it waits for a burst buffer", ""},
    {"BurstBufferStageIn", Waiting::ItsTurn, "its burst buffer is being filled", ""},
    {"JobArrayTaskLimit", Waiting::ItsTurn, "as many of its array run as may at a time", ""},
    {"QOSUsageThreshold", Waiting::ItsTurn, "its qos has been used too much", ""},
    {"QOSJobLimit", Waiting::ItsTurn, "as many jobs of its qos run as may at a time", ""},
    {"AssociationJobLimit", Waiting::ItsTurn, "as many of your jobs run as may at a time", ""},
    {"AssocMaxJobsLimit", Waiting::ItsTurn, "as many of your jobs run as may at a time", ""},
    {"JobHeldUser", Waiting::Somebody, "you hold it", kRelease},
    {"JobHeldAdmin", Waiting::Somebody, "an administrator holds it", kAskThem},
    {"JobHoldMaxRequeue", Waiting::Somebody,
     "it was stopped so often that Slurm holds it; its output says why", kRelease},
    {"JobLaunchFailure", Waiting::Somebody, "a node could not start it", kRelease},
    {"PartitionDown", Waiting::Somebody, "an administrator has stopped its partition", kAskThem},
    {"PartitionInactive", Waiting::Somebody, "an administrator has closed its partition", kAskThem},
    {"NodeDown", Waiting::Somebody, "a node that it needs is down", ""},
    {"FrontEndDown", Waiting::Somebody, "a node that it needs is down", ""},
    {"SystemFailure", Waiting::Somebody, "Slurm itself, a disk or the network has failed", ""},
    {"DependencyNeverSatisfied", Waiting::ForEver,
     "the job that it waits for has ended in another way", ""},
    {"PartitionConfig", Waiting::ForEver, "it asks for more than its partition gives", kAskForLess},
    {"PartitionNodeLimit", Waiting::ForEver, "it asks for more nodes than its partition gives",
     "ask for fewer with --nodes"},
    {"PartitionTimeLimit", Waiting::ForEver, "it asks for more time than its partition gives",
     "ask for less with --time"},
    {"BadConstraints", Waiting::ForEver, "no node is as it asks for", kAskForLess},
    {"InvalidAccount", Waiting::ForEver, "its account is not valid", "name another with --account"},
    {"AccountNotAllowed", Waiting::ForEver, "its account may not use its partition",
     "name another with --account"},
    {"AccountingPolicy", Waiting::ForEver, "the rules of its account forbid it",
     "name another with --account"},
    {"InvalidQOS", Waiting::ForEver, "its qos is not valid", "name another with --qos"},
    {"QOSNotAllowed", Waiting::ForEver, "its qos may not use its partition",
     "name another with --qos"},
    {"QOSTimeLimit", Waiting::ForEver, "it asks for more time than its qos gives",
     "ask for less with --time"},
    {"QOSResourceLimit", Waiting::ForEver, "it asks for more than its qos gives", kAskForLess},
    {"AssociationTimeLimit", Waiting::ForEver, "it asks for more time than its account gives",
     "ask for less with --time"},
    {"AssociationResourceLimit", Waiting::ForEver, "it asks for more than its account gives",
     kAskForLess},
    {"MaxMemPerLimit", Waiting::ForEver, "it asks for more memory than its partition gives",
     "ask for less with --mem"},
}};

bool speaksOf(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Of the many names that are put together of what is limited and for whom.
WaitReason explainLimit(std::string_view reason)
{
    const std::string whose = reason.starts_with("QOS") ? "qos" : "account";
    if (speaksOf(reason, "NotSatisfied") || speaksOf(reason, "Min"))
        if (!speaksOf(reason, "Minutes"))
            return {Waiting::ForEver, "it asks for less than its " + whose + " demands",
                    "ask for more"};
    if (speaksOf(reason, "Wall") && !speaksOf(reason, "Grp"))
        return {Waiting::ForEver, "it asks for more time than its " + whose + " gives",
                "ask for less with --time"};
    if (speaksOf(reason, "PerJob") || speaksOf(reason, "PerNode"))
        return {Waiting::ForEver,
                fmt::format("it asks for more than its {} gives a job ({})", whose, reason),
                std::string(kAskForLess)};
    if (speaksOf(reason, "Grp"))
        return {Waiting::ItsTurn,
                fmt::format("all that its {} may use at a time is in use ({})", whose, reason)};
    return {
        Waiting::ItsTurn,
        fmt::format("all that you may use at a time under its {} is in use ({})", whose, reason)};
}

} // namespace

WaitReason explainReason(std::string_view reason)
{
    const auto known = std::find_if(kReasons.begin(), kReasons.end(),
                                    [&](const Known& one) { return one.reason == reason; });
    if (known != kReasons.end())
        return {known->waiting, std::string(known->words), std::string(known->step)};
    // "ReqNodeNotAvail, UnavailableNodes:n[1-2]"
    if (reason.starts_with("ReqNodeNotAvail") || reason.starts_with("Nodes required for job"))
        return {Waiting::Somebody,
                fmt::format("nodes that it needs are down, drained or reserved ({})", reason)};
    // "Job's account not permitted to use this partition (small allows staff not guests)"
    if (reason.starts_with("Job's account"))
        return {Waiting::ForEver, std::string(reason), "name another with --account"};
    if (reason.starts_with("Job's QOS"))
        return {Waiting::ForEver, std::string(reason), "name another with --qos"};
    if (reason.starts_with("QOS") || reason.starts_with("Assoc") || reason.starts_with("Max"))
        return explainLimit(reason);
    return {Waiting::ItsTurn, fmt::format("Slurm says: {}", reason)};
}

} // namespace launch
