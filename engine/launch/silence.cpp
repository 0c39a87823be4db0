#include "engine/launch/silence.h"

#include "engine/launch/hosts/rank_hosts.h"
#include "telemetry/text.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kSilenceEnds = 30s;     // of a rank, and the run with it
constexpr auto kNoRecordEnds = 120s;   // no record of any rank, beside 50 predicted steps or,
                                       // where nothing is predicted, 100 of the longest so far:
                                       // a rank may be slowed down by that factor
constexpr auto kFirstStepEnds = 11min; // the same before the first of them; ranks give up sooner
                                       // by themselves, and say why
constexpr auto kRankSpeaks = 60s;      // more than a rank was told to wait
constexpr auto kLongestPatience = 24h; // of one step; more would overflow when multiplied

std::chrono::nanoseconds patienceOfSteps(const Pace& pace)
{
    if (pace.predictedStep > 0ns)
        return kNoRecordEnds
            + 50 * std::min<std::chrono::nanoseconds>(pace.predictedStep, kLongestPatience);
    if (!pace.anyStep)
        return kFirstStepEnds;
    const std::chrono::duration<double> longest{
        std::min(pace.longestStep, std::chrono::duration<double>(kLongestPatience).count())};
    return kNoRecordEnds + 100 * std::chrono::duration_cast<std::chrono::nanoseconds>(longest);
}

// As a word: "n1" is none of "n12".
bool names(std::string_view sentence, std::string_view host)
{
    constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789-_";
    const auto ends = [&](std::size_t at) {
        return at >= sentence.size() || kOfNames.find(sentence[at]) == std::string_view::npos;
    };
    for (auto at = sentence.find(host); at != std::string_view::npos;
         at = sentence.find(host, at + 1))
        if ((at == 0 || ends(at - 1)) && ends(at + host.size()))
            return true;
    return false;
}

} // namespace

RankSilence::News RankSilence::look(const std::vector<telemetry::SilentRank>& silent,
                                    const HeldRanks& held,
                                    const std::function<bool(int rank)>& hasEnded,
                                    Clock::time_point now)
{
    News news;
    std::set<int> still;
    std::set<int> newly;
    for (const telemetry::SilentRank& rank : silent) {
        const int number = static_cast<int>(rank.rank);
        const auto silence = held.silenceOf(number, rank.lastSeen, now);
        if (silence < kSilenceTold || hasEnded(number))
            continue;
        still.insert(number);
        if (!m_told.contains(number))
            newly.insert(number);
        if (silence > kSilenceEnds && !news.tooLong)
            news.tooLong = number;
    }
    m_told = std::move(still);
    tell(newly, news);
    return news;
}

std::vector<std::string> RankSilence::silentHosts() const
{
    std::vector<int> silent(m_hosts.size(), 0);
    for (const int rank : m_told)
        if (!m_hosts.empty())
            ++silent[hostOf(rank, m_hosts)];
    std::vector<std::string> names;
    for (std::size_t place = 0; place < m_hosts.size(); ++place)
        if (silent[place] > 0 && silent[place] == m_hosts[place].slots)
            names.push_back(m_hosts[place].name);
    return names;
}

Ending RankSilence::explain(Ending ending) const
{
    std::vector<std::string> silent = silentHosts();
    std::erase_if(silent, [&](const std::string& host) { return names(ending.sentence, host); });
    if (ending.state != RunState::Failed || silent.empty())
        return ending;
    ending.sentence = telemetry::cleanText(
        fmt::format("{}; nothing is heard from {} any more, which may be down or cut off",
                    ending.sentence, listOf(silent)),
        kMostSentenceBytes);
    return ending;
}

// Those of hosts that cannot be reached together: there may be thousands.
void RankSilence::tell(const std::set<int>& ranks, News& news) const
{
    if (m_hosts.empty()) {
        for (const int rank : ranks)
            news.sentences.push_back(fmt::format("rank {} has been silent for 3 s", rank));
        return;
    }
    if (ranks.empty())
        return;
    std::set<std::size_t> places;
    for (const int rank : ranks)
        places.insert(hostOf(rank, m_hosts));
    std::vector<std::string> names;
    names.reserve(places.size());
    for (const std::size_t place : places)
        names.push_back(m_hosts[place].name);
    news.sentences.push_back(
        ranks.size() == 1
            ? fmt::format("rank {} on {} has been silent for 3 s", *ranks.begin(), names.front())
            : fmt::format("{} ranks on {} have been silent for 3 s; the network or the hosts "
                          "may be down",
                          ranks.size(), listOf(names)));
}

std::chrono::nanoseconds patienceFor(const Pace& pace)
{
    const std::chrono::nanoseconds own = pace.timeout > 0ns ? pace.timeout + kRankSpeaks : 0ns;
    return std::max(own, patienceOfSteps(pace));
}

} // namespace launch
