#include "telemetry/viewer_desk.h"

#include <algorithm>

namespace telemetry {
namespace {

using namespace std::chrono_literals;

constexpr auto kStatusInterval = 500ms;
constexpr auto kSilenceLimit = 10s; // then a viewer is taken for gone

} // namespace

void ViewerDesk::setProgress(const Totals& totals, std::uint64_t logBytes, bool ended)
{
    m_progress.logBytes = logBytes;
    m_progress.sent = totals.sent;
    m_progress.logged = totals.logged;
    m_progress.dropped = totals.dropped;
    m_progress.unlogged = totals.unlogged;
    m_progress.badFrames = totals.badFrames;
    m_progress.gaps = totals.gaps;
    m_progress.ended = ended ? 1 : 0;
}

bool ViewerDesk::take(const Name& name, ByteView bytes, const std::vector<Bytes>& hellos, Time now)
{
    const auto decoded = decode(bytes);
    const auto* frame = std::get_if<Frame>(&decoded);
    if (frame == nullptr)
        return false;
    if (const auto* wish = std::get_if<Subscribe>(&frame->body))
        return subscribe(name, frame->header, *wish, hellos, now);
    const auto found = m_viewers.find(name);
    const auto* detail = std::get_if<DetailWish>(&frame->body);
    const auto* credit = std::get_if<Credit>(&frame->body);
    if (detail == nullptr && credit == nullptr)
        return false;
    // One that connects anew sends what waited, credit too, before it subscribes again.
    if (found == m_viewers.end())
        return true;
    auto& viewer = found->second;
    viewer.lastSeen = now;
    if (detail != nullptr) {
        if (lastOf(*detail) >= hellos.size())
            return false;
        viewer.wish = *detail;
        viewer.wishUntil = now + std::chrono::milliseconds(detail->forMs);
        return true;
    }
    if (frame->header.epoch != viewer.subscription)
        return true; // to an earlier subscription
    // Credit comes in order, and nobody can have received what was not sent.
    if (credit->acknowledged < viewer.acknowledged || credit->acknowledged > viewer.sent)
        return false;
    viewer.acknowledged = credit->acknowledged;
    viewer.window = credit->window;
    return true;
}

bool ViewerDesk::subscribe(const Name& name, const FrameHeader& header, const Subscribe& wish,
                           const std::vector<Bytes>& hellos, Time now)
{
    if (!m_viewers.contains(name) && m_viewers.size() >= kMaxViewers) {
        ++m_refused;
        return true;
    }
    if (wish.from == SubscribeFrom::Offset && wish.offset > m_progress.logBytes)
        return false;
    auto log = LogReader::open(m_logPath);
    if (!log)
        return false;
    if (wish.from == SubscribeFrom::Offset)
        log->seek(wish.offset);
    if (wish.from == SubscribeFrom::Live)
        log->seek(m_progress.logBytes);
    // A viewer that subscribes again starts over, with nothing of what it was owed before.
    m_viewers.erase(name);
    Viewer made{.log = *std::move(log)};
    made.subscription = header.epoch;
    made.window = wish.window;
    made.lastSeen = now;
    auto& viewer = m_viewers.emplace(name, std::move(made)).first->second;
    if (wish.from != SubscribeFrom::Live)
        return true;
    // The Hello frames lie at the beginning of the log, which a live viewer skips. Those of many
    // ranks go in several messages, each about as large as a chunk.
    for (const auto& hello : hellos) {
        if (viewer.prelude.empty() || viewer.prelude.back().size() > kWriteChunkBytes)
            viewer.prelude.emplace_back();
        viewer.prelude.back().insert(viewer.prelude.back().end(), hello.begin(), hello.end());
    }
    if (!viewer.prelude.empty() && viewer.prelude.back().empty())
        viewer.prelude.pop_back();
    return true;
}

Bytes ViewerDesk::chunkFor(Viewer& viewer)
{
    if (!viewer.prelude.empty()) {
        Bytes frames = std::move(viewer.prelude.front());
        viewer.prelude.pop_front();
        return frames;
    }
    Bytes frames;
    // A chunk without a good frame gives nothing: on to the next, until one does or no more is
    // written.
    while (frames.empty() && viewer.log.offset() < m_progress.logBytes) {
        const auto before = viewer.log.offset();
        for (const auto frame : viewer.log.nextChunk())
            frames.insert(frames.end(), frame.begin(), frame.end());
        if (viewer.log.offset() == before)
            break;
    }
    return frames;
}

Bytes ViewerDesk::message(Viewer& viewer, const Bytes& frames, Time now)
{
    Served served = m_progress;
    served.offset = std::min(viewer.log.offset(), served.logBytes);
    const FrameAddress address{.run = m_run, .sequence = viewer.sent, .epoch = viewer.subscription};
    Bytes bytes = encodeOne(FrameKind::Served, address, served);
    bytes.insert(bytes.end(), frames.begin(), frames.end());
    ++viewer.sent;
    viewer.toldEnd = served.ended == 1 && served.offset == served.logBytes;
    viewer.lastMessage = now;
    return bytes;
}

std::optional<ViewerDesk::Message> ViewerDesk::next(Time now)
{
    std::erase_if(m_viewers,
                  [&](const auto& entry) { return now - entry.second.lastSeen > kSilenceLimit; });
    auto at = m_viewers.upper_bound(m_lastServed);
    for (std::size_t asked = 0; asked < m_viewers.size(); ++asked, ++at) {
        if (at == m_viewers.end())
            at = m_viewers.begin();
        auto& viewer = at->second;
        if (viewer.sent >= viewer.acknowledged + viewer.window)
            continue;
        const Bytes frames = chunkFor(viewer);
        const bool endIsNews = m_progress.ended == 1 && !viewer.toldEnd;
        if (frames.empty() && !endIsNews && now - viewer.lastMessage < kStatusInterval)
            continue;
        m_lastServed = at->first;
        return Message{at->first, message(viewer, frames, now)};
    }
    return {};
}

DetailLevel ViewerDesk::asked(std::uint32_t rank, Time now) const
{
    DetailLevel finest = DetailLevel::Step;
    for (const auto& [name, viewer] : m_viewers)
        if (viewer.wishUntil > now && isOf(viewer.wish, rank))
            finest = std::max(finest, viewer.wish.level);
    return finest;
}

bool ViewerDesk::allServed() const
{
    return std::ranges::all_of(m_viewers, [](const auto& named) {
        const Viewer& viewer = named.second;
        return viewer.toldEnd && viewer.acknowledged >= viewer.sent;
    });
}

} // namespace telemetry
