#include "gui/window/peers_shown.h"

#include "gui/text/shown_text.h"

#include <algorithm>

namespace gui {
namespace {

constexpr long long kMostPeers = 1 << 16; // of one place, whatever a strategy says
constexpr int kMostHostName = 24;         // characters

PeerTotal::Known knownAs(measured::RankStep::Known known)
{
    switch (known) {
    case measured::RankStep::Known::Nothing:
        break;
    case measured::RankStep::Known::Length:
        return PeerTotal::Known::Length;
    case measured::RankStep::Known::Summary:
        return PeerTotal::Known::Summary;
    case measured::RankStep::Known::Ops:
        return PeerTotal::Known::Ops;
    }
    return PeerTotal::Known::Nothing;
}

} // namespace

std::shared_ptr<const PeerWork> peersOf(const strategy::Strategy& strategy)
{
    const strategy::Parallel& parallel = strategy.parallel;
    const long long each = std::clamp(1LL * parallel.tensor * parallel.context, 1LL, kMostPeers)
        * strategy::dataParallel(strategy);
    return each < 2
        ? nullptr
        : std::make_shared<const PeerWork>(static_cast<int>(std::min(each, kMostPeers)));
}

QString shortHost(const std::string& name)
{
    const QString whole = QString::fromStdString(name);
    const qsizetype dot = whole.indexOf(QLatin1Char('.'));
    const bool isNumber = !whole.isEmpty() && whole.at(0).isDigit();
    return shownText(dot > 0 && !isNumber ? whole.left(dot) : whole, kMostHostName);
}

std::shared_ptr<const PeerTotals> totalsOf(const measured::Step& step, int replicas)
{
    if (step.world.empty() || replicas < 2)
        return nullptr;
    std::vector<PeerTotal> ranks;
    ranks.reserve(step.world.size());
    for (const measured::RankStep& rank : step.world) {
        PeerTotal& total = ranks.emplace_back();
        total.known = knownAs(rank.known);
        total.end = rank.end;
        if (!rank.hasWork())
            continue;
        total.ops = rank.ops;
        total.lastOp = rank.lastOp;
        total.idle = idleIn(rank, step.timeline.makespan);
    }
    return std::make_shared<const PeerTotals>(replicas, std::move(ranks));
}

std::shared_ptr<const RunRanks> RunRanksShown::of(const measured::RunInfo& run,
                                                  const measured::RankHosts& hosts)
{
    if (m_made && m_run == run && m_revision == hosts.revision())
        return m_made;
    m_run = run;
    m_revision = hosts.revision();
    RunRanks made{.each = run.replicas(), .shown = run.replica};
    for (int host = 0; host < hosts.hosts(); ++host)
        made.hosts.push_back(shortHost(hosts.nameOf(host)));
    if (made.hosts.size() > 1)
        for (int rank = 0; rank < run.world; ++rank)
            made.hostOf.push_back(hosts.hostOf(rank));
    m_made = std::make_shared<const RunRanks>(std::move(made));
    return m_made;
}

std::shared_ptr<const PeerWork> PeersShown::of(const std::shared_ptr<const measured::Step>& step,
                                               int replica, int replicas, bool live)
{
    const bool isSame = live && m_step == step->number && m_places == step->peers.size() && m_made
        && m_made->shown() == replica;
    if (isSame && !m_since.hasExpired(kPatienceMs))
        return m_made;
    m_step = live ? step->number : -1;
    m_places = step->peers.size();
    const auto totals = totalsOf(*step, replicas);
    m_made = step->peers.empty() && !totals
        ? nullptr
        : std::make_shared<const PeerWork>(
            replica, std::shared_ptr<const PeerWork::Spans>(step, &step->peers), step->timeline,
            live, totals);
    m_since.start();
    return m_made;
}

} // namespace gui
