#include "telemetry/recording_reader.h"

#include <algorithm>

namespace telemetry {
namespace {

constexpr std::size_t kMostNamed = 20;

std::string counted(std::uint64_t count, const std::string& one, const std::string& many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

template <class Items, class ToText>
void nameFirst(std::vector<std::string>& sentences, const Items& items, const ToText& toText)
{
    for (std::size_t i = 0; i < std::min(items.size(), kMostNamed); ++i)
        sentences.push_back(toText(items[i]));
    if (items.size() > kMostNamed)
        sentences.push_back("and " + std::to_string(items.size() - kMostNamed) + " more like that");
}

} // namespace

std::vector<std::string> sentencesOf(const RecordingDamage& damage)
{
    std::vector<std::string> sentences;
    if (damage.lostBytes > 0)
        sentences.push_back(counted(damage.lostBytes, "byte", "bytes")
                            + " of the recording are damaged or missing");
    nameFirst(sentences, damage.losses, [](const LogLoss& loss) {
        return "at byte " + std::to_string(loss.offset) + ": " + loss.reason;
    });
    if (damage.badFrames > 0)
        sentences.push_back(counted(damage.badFrames, "frame is", "frames are")
                            + " of another run, or of a kind that is not recorded, and left out");
    if (damage.repeated > 0)
        sentences.push_back(counted(damage.repeated, "frame is", "frames are")
                            + " there more than once and counted once");
    nameFirst(sentences, damage.gaps, [](const FrameGap& gap) { return toText(gap); });
    return sentences;
}

Result<RecordingReader> RecordingReader::open(const std::string& path)
{
    auto log = LogReader::open(path);
    if (!log)
        return log.error();
    return RecordingReader(*std::move(log));
}

std::vector<RecordingReader::Read> RecordingReader::nextChunk()
{
    std::vector<Read> good;
    for (const ByteView bytes : m_log.nextChunk()) {
        auto decoded = decode(bytes);
        auto* frame = std::get_if<Frame>(&decoded);
        // A damaged file header does not say which run it is: then every frame is taken.
        const bool ours
            = frame != nullptr && (m_log.run() == 0 || frame->header.run == m_log.run());
        if (!ours || !isLogged(frame->header.kind)) {
            ++m_badFrames;
        } else if (isData(frame->header.kind)) {
            if (m_gaps.take(*frame))
                good.push_back({std::move(*frame), bytes});
        } else if (m_hasEnd) {
            // A RunEnd is outside the ranks' sequences, so GapCounter cannot tell a repeated one.
            ++m_repeatedEnds;
        } else {
            m_hasEnd = true;
            good.push_back({std::move(*frame), bytes});
        }
    }
    return good;
}

RecordingDamage RecordingReader::damage() const
{
    return {.lostBytes = m_log.lostBytes(),
            .losses = m_log.losses(),
            .badFrames = m_badFrames,
            .repeated = m_gaps.repeated() + m_repeatedEnds,
            .missing = m_gaps.gaps(),
            .gaps = m_gaps.missing()};
}

} // namespace telemetry
