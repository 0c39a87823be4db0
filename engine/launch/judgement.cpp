#include "engine/launch/judgement.h"

#include "engine/plan/op.h"
#include "telemetry/text.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <sys/wait.h>

namespace launch {

namespace {

using telemetry::RankState;

std::string opText(const telemetry::SpanRecord& span)
{
    using telemetry::SpanKind;
    switch (span.kind) {
    case SpanKind::Forward:
    case SpanKind::Backward:
    case SpanKind::InputGrad:
    case SpanKind::WeightGrad:
        return plan::toText(
            plan::Op{span.stage, static_cast<plan::OpKind>(span.kind), span.microbatch});
    case SpanKind::Send:
        return "a send";
    case SpanKind::Receive:
        return "a receive";
    case SpanKind::Collective:
        return "a collective";
    case SpanKind::Optimizer:
        return "the optimizer";
    case SpanKind::Recompute:
        return "a recomputation";
    }
    return "an op";
}

static_assert(static_cast<int>(telemetry::SpanKind::WeightGrad)
              == static_cast<int>(plan::OpKind::WeightGrad));

bool wentWithoutAWord(const RankEvidence& rank)
{
    return rank.state == RankState::Running || rank.state == RankState::Absent;
}

// The rank with the lowest `place` of those that fit; of equal ones the lowest rank.
template <class Fits>
std::optional<int> firstOf(const RunEvidence& run, std::optional<int> RankEvidence::*place,
                           const Fits& fits)
{
    std::optional<int> first;
    for (std::size_t i = 0; i < run.ranks.size(); ++i) {
        const RankEvidence& rank = run.ranks[i];
        if (!(rank.*place) || !fits(rank))
            continue;
        if (!first || *(rank.*place) < *(run.ranks[static_cast<std::size_t>(*first)].*place))
            first = static_cast<int>(i);
    }
    return first;
}

Ending byItsWords(const RunEvidence& run, int rank)
{
    const RankEvidence& evidence = run.ranks[static_cast<std::size_t>(rank)];
    return endingAt(run, rank, fmt::format("{}: {}", nameOf(run, rank), evidence.words));
}

Ending bySomeSignal(const RunEvidence& run, int rank)
{
    Ending ending = byItsWords(run, rank);
    for (const auto& [name, number] : {std::pair("SIGTERM", SIGTERM), std::pair("SIGINT", SIGINT)})
        if (run.ranks[static_cast<std::size_t>(rank)].words.ends_with(name))
            ending.signal = number;
    return ending;
}

Ending byVerdict(const RunEvidence& run, int rank, const std::optional<RankVerdict>& verdict)
{
    const RankEvidence& evidence = run.ranks[static_cast<std::size_t>(rank)];
    Ending ending = endingAt(run, rank,
                             fmt::format("{} {}{}", nameOf(run, rank), howItEnded(verdict),
                                         whereItWas(evidence.lastOp)));
    if (verdict && verdict->signal != 0)
        ending.signal = verdict->signal;
    else if (verdict)
        ending.exitCode = verdict->exitCode;
    return ending;
}

// Slurm ended the job or a step of it.
Ending byJob(const JobVerdict& job)
{
    const std::string number = job.step.substr(0, job.step.find('.'));
    Ending ending;
    // Whoever cancels a job wants it to end; of a limit, another job or a lost node nobody does.
    ending.state = job.how == JobEnd::Cancelled ? RunState::Stopped : RunState::Failed;
    ending.sentence = telemetry::cleanText(
        fmt::format("the Slurm job{} {}", number.empty() ? "" : " " + number, job.words()),
        kMostSentenceBytes);
    ending.host = job.node;
    return ending;
}

Ending byHost(const HostVerdict& host)
{
    Ending ending;
    ending.sentence = telemetry::cleanText(
        fmt::format("host {} cannot be reached any more; ssh says: {}", host.host, host.words),
        kMostSentenceBytes);
    ending.host = host.host;
    return ending;
}

Ending byLauncher(const RunEvidence& run)
{
    const int status = run.launcherStatus.value_or(0);
    const auto finished
        = std::count_if(run.ranks.begin(), run.ranks.end(),
                        [](const RankEvidence& rank) { return rank.state == RankState::Finished; });
    const std::string how = WIFSIGNALED(status)
        ? fmt::format("was killed by signal {}", WTERMSIG(status))
        : fmt::format("ended with exit code {}", WEXITSTATUS(status));
    Ending ending;
    ending.sentence
        = telemetry::cleanText(fmt::format("{} {} when {} of {} ranks had finished; see {}",
                                           run.launcher, how, finished, run.ranks.size(), run.log),
                               kMostSentenceBytes);
    if (WIFSIGNALED(status))
        ending.signal = WTERMSIG(status);
    else
        ending.exitCode = WEXITSTATUS(status);
    return ending;
}

// What the status of the launcher says of the one rank that went: mpirun passes a signal on as
// 128 + n, and an exit code as it is.
std::optional<RankVerdict> verdictOf(std::optional<int> launcherStatus, int rank)
{
    constexpr int kSignalBase = 128;
    const int code
        = launcherStatus && WIFEXITED(*launcherStatus) ? WEXITSTATUS(*launcherStatus) : 0;
    if (code == 0)
        return std::nullopt;
    return code > kSignalBase ? RankVerdict{rank, code - kSignalBase, 0}
                              : RankVerdict{rank, 0, code};
}

} // namespace

std::string nameOf(const RunEvidence& run, int rank)
{
    // The host is named only where there are several, since on one machine it would say nothing.
    std::set<std::string> hosts;
    for (const RankEvidence& one : run.ranks)
        if (!one.host.empty())
            hosts.insert(one.host);
    const RankEvidence& evidence = run.ranks[static_cast<std::size_t>(rank)];
    std::string name = fmt::format("rank {}", rank);
    if (!evidence.gpu.empty())
        name += " on " + evidence.gpu;
    if (hosts.size() > 1 && !evidence.host.empty())
        name += (evidence.gpu.empty() ? " on " : " of ") + evidence.host;
    return name;
}

Ending endingAt(const RunEvidence& run, int rank, const std::string& sentence)
{
    const RankEvidence& evidence = run.ranks[static_cast<std::size_t>(rank)];
    Ending ending;
    ending.sentence = telemetry::cleanText(sentence, kMostSentenceBytes);
    ending.rank = rank;
    ending.host = evidence.host;
    if (evidence.lastOp) {
        ending.step = evidence.lastOp->step;
        ending.op = opText(*evidence.lastOp);
    }
    return ending;
}

Ending judge(const RunEvidence& run)
{
    // The order is that of trust: Slurm ends launchers, too, and a launcher that was killed took
    // its ranks with it; then what it says of a rank, then a rank's own words, then which went
    // first without any.
    const bool killed = run.launcherStatus && WIFSIGNALED(*run.launcherStatus);
    const auto job = jobVerdictIn(run.launcherSaid);
    if (job && (killed || job->how != JobEnd::Cancelled))
        return byJob(*job);
    if (killed)
        return byLauncher(run);

    auto verdict = verdictIn(run.launcherSaid);
    // Read out of a text that is not ours: a number that is no rank must not become an index.
    if (verdict && (verdict->rank < 0 || verdict->rank >= static_cast<int>(run.ranks.size())))
        verdict.reset();
    if (verdict) {
        const RankEvidence& named = run.ranks[static_cast<std::size_t>(verdict->rank)];
        if (named.state == RankState::Failed)
            return byItsWords(run, verdict->rank);
        if (verdict->signal != 0 || wentWithoutAWord(named))
            return byVerdict(run, verdict->rank, verdict);
    }
    // Ranks that miss those of a lost host fail of it, and say so.
    if (const auto host = hostVerdictIn(run.launcherSaid))
        return byHost(*host);
    const auto failed = firstOf(run, &RankEvidence::bye, [](const RankEvidence& rank) {
        return rank.state == RankState::Failed;
    });
    if (failed)
        return byItsWords(run, *failed);
    // Told only where Slurm was first: what went without a word then was ended with its step.
    if (job)
        return byJob(*job);
    if (const auto gone = firstOf(run, &RankEvidence::death, wentWithoutAWord))
        return byVerdict(run, *gone, verdictOf(run.launcherStatus, *gone));
    const auto told = firstOf(run, &RankEvidence::bye, [](const RankEvidence& rank) {
        return rank.state == RankState::Stopped;
    });
    return told ? bySomeSignal(run, *told) : byLauncher(run);
}

std::string howItEnded(const std::optional<RankVerdict>& verdict)
{
    if (!verdict)
        return "ended without a word";
    return verdict->signal != 0 ? fmt::format("was killed by signal {}", verdict->signal)
                                : fmt::format("ended with exit code {}", verdict->exitCode);
}

std::string whereItWas(const std::optional<telemetry::SpanRecord>& lastOp)
{
    if (!lastOp)
        return " before its first op";
    return " in step " + std::to_string(lastOp->step) + " after " + opText(*lastOp);
}

std::string tailOf(const std::filesystem::path& file, std::size_t bytes)
{
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream)
        return {};
    const auto size = static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0));
    const std::size_t begin = size > bytes ? size - bytes : 0;
    stream.seekg(static_cast<std::streamoff>(begin));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace launch
