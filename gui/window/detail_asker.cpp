#include "gui/window/detail_asker.h"

#include <algorithm>
#include <limits>

namespace gui {

std::optional<telemetry::DetailWish> wishFor(const std::vector<int>& unfolded,
                                             const std::vector<PeerRow>& peers, int replicas)
{
    if (replicas < 2)
        return std::nullopt;
    int first = std::numeric_limits<int>::max();
    int last = -1;
    const auto cover = [&](int from, int to) {
        first = std::min(first, from);
        last = std::max(last, to);
    };
    for (const int place : unfolded)
        cover(place * replicas, place * replicas + replicas - 1);
    for (const PeerRow& row : peers)
        cover(row.rank * replicas + row.peer, row.rank * replicas + row.peer);
    if (last < 0)
        return std::nullopt;
    telemetry::DetailWish wish;
    wish.first = static_cast<std::uint32_t>(first);
    wish.count = static_cast<std::uint32_t>(std::min(last - first + 1, kMostAsked));
    wish.level = telemetry::DetailLevel::Op;
    wish.forMs = DetailAsker::kForMs;
    return wish;
}

DetailAsker::DetailAsker(ViewState& state, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_controller(controller)
{
    connect(&state, &ViewState::foldsChanged, this, &DetailAsker::ask);
    connect(&controller.session(), &LiveSession::started, this, [this] {
        m_asking = false; // another run
        m_isNew = true;
        m_again.start();
    });
    connect(&controller.session(), &LiveSession::updated, this, [this] {
        if (m_isNew && m_controller.session().info())
            ask();
    });
    connect(&controller.session(), &LiveSession::left, &m_again, &QTimer::stop);
    connect(&m_again, &QTimer::timeout, this, &DetailAsker::ask);
    m_again.setInterval(kAgainMs);
}

void DetailAsker::ask()
{
    const auto& run = m_controller.session().info();
    if (!run)
        return;
    m_isNew = false;
    const auto wish = wishFor(m_state.unfolded(), m_state.peerRows(), run->replicas());
    if (wish)
        m_asking = m_controller.session().ask(*wish);
    else if (m_asking)
        m_asking = !m_controller.session().ask({.forMs = 0}); // no longer
}

} // namespace gui
