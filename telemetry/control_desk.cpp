#include "telemetry/control_desk.h"

#include <algorithm>
#include <utility>

namespace telemetry {
namespace {

const char* const kEnded = "the run has ended; the command was not carried out";
const char* const kEndedFirst
    = "the run ended before it answered; it may have carried the command out";

} // namespace

void ControlDesk::take(const Name& peer, ByteView bytes, Time now)
{
    const auto message = decodeControl(bytes, m_key, m_run);
    if (!message) {
        ++m_counts.bad;
        return;
    }
    if (message->kind == ControlFrameKind::Answer) {
        takeAnswer(*message);
        return;
    }
    if (!isNew(peer, message->number)) {
        ++m_counts.bad;
        return;
    }
    if (message->kind == ControlFrameKind::Command) {
        takeCommand(peer, *message, now);
        return;
    }
    if (peer != m_rank) { // connected anew: what it was sent before may be lost
        m_rank = peer;
        m_underWay = false;
    }
    forward();
}

bool ControlDesk::isNew(const Name& peer, std::uint64_t number)
{
    // Numbers of a connection only rise: one that does not is of a frame that came before.
    ++m_heard;
    const auto found = m_peers.find(peer);
    if (found != m_peers.end()) {
        Heard& heard = found->second;
        const bool rises = number > heard.number;
        heard = {std::max(heard.number, number), m_heard};
        return rises;
    }
    if (m_peers.size() >= kMostPeers)
        forgetOne();
    m_peers.emplace(peer, Heard{number, m_heard});
    return true;
}

void ControlDesk::forgetOne()
{
    const auto longestSilent
        = std::min_element(m_peers.begin(), m_peers.end(), [this](const auto& a, const auto& b) {
              // The rank stands behind all others.
              return std::pair(a.first == m_rank, a.second.when)
                  < std::pair(b.first == m_rank, b.second.when);
          });
    m_peers.erase(longestSilent);
}

void ControlDesk::takeCommand(const Name& peer, const ControlMessage& message, Time now)
{
    ++m_counts.commands;
    if (m_ended || m_waiting.size() >= kMostWaiting) {
        ++m_counts.refused;
        reply(peer, message.number,
              {false,
               m_ended ? kEnded
                       : "8 commands wait already for the end of the step; try again after it"});
        return;
    }
    m_waiting.push_back({++m_numbers, peer, message.number, message.command, now});
    forward();
}

void ControlDesk::ask(const ControlCommand& command, Time now)
{
    ++m_counts.commands;
    if (m_ended)
        return;
    m_waiting.push_back(
        {.number = ++m_numbers, .client = {}, .clientNumber = 0, .command = command, .since = now});
    forward();
}

void ControlDesk::takeAnswer(const ControlMessage& message)
{
    if (m_waiting.empty() || message.number != m_waiting.front().number) {
        ++m_counts.bad; // answered before
        return;
    }
    const Waiting& first = m_waiting.front();
    using Kind = ControlCommand::Kind;
    if (message.answer.accepted) {
        ++m_counts.done;
        // A run that was asked to stop goes on to the end of its step, so it waits no longer.
        if (first.command.kind == Kind::Pause)
            m_paused = true;
        else if (first.command.kind == Kind::Resume || first.command.kind == Kind::StopAfterStep)
            m_paused = false;
    } else {
        ++m_counts.refused;
    }
    reply(first.client, first.clientNumber, message.answer);
    m_waiting.pop_front();
    m_underWay = false;
    forward();
}

void ControlDesk::forward()
{
    if (m_waiting.empty() || m_underWay || m_rank.empty())
        return;
    m_underWay = true;
    const Waiting& first = m_waiting.front();
    m_out.push_back(
        {m_rank, encode({.key = m_key, .run = m_run, .number = first.number}, first.command)});
}

void ControlDesk::reply(const Name& client, std::uint64_t number, const ControlAnswer& answer)
{
    if (!client.empty())
        m_out.push_back({client, encode({.key = m_key, .run = m_run, .number = number}, answer)});
}

std::optional<ControlDesk::Outgoing> ControlDesk::next()
{
    if (m_out.empty())
        return std::nullopt;
    std::optional<Outgoing> first(std::move(m_out.front()));
    m_out.pop_front();
    return first;
}

void ControlDesk::undeliverable(const Name& peer)
{
    if (peer != m_rank)
        return; // a client that went away loses its answer
    m_rank.clear();
    m_underWay = false;
}

void ControlDesk::look(Time now)
{
    for (std::size_t i = m_waiting.size(); i-- > 0;) {
        Waiting& waiting = m_waiting[i];
        if (now - waiting.since < kPatience)
            continue;
        const bool given = i == 0 && m_underWay;
        reply(waiting.client, waiting.clientNumber,
              {false,
               given ? "the run has not come to the end of its step within 10 minutes; it will "
                       "still do this when it does"
                     : "the run has not come to the end of its step within 10 minutes; the command "
                       "was taken back"});
        // What the rank has cannot be taken back: it stays until the rank answers, with nobody to
        // tell.
        waiting.client.clear();
        if (!given)
            m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void ControlDesk::end()
{
    m_ended = true;
    const std::deque<Waiting> left = std::exchange(m_waiting, {});
    for (std::size_t i = 0; i < left.size(); ++i) {
        const bool given = i == 0 && m_underWay;
        reply(left[i].client, left[i].clientNumber, {false, given ? kEndedFirst : kEnded});
    }
    m_underWay = false;
    m_paused = false;
}

} // namespace telemetry
