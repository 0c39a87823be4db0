#include "gui/export/key_names.h"

#include "gui/timeline/inks.h"
#include "gui/timeline/texts.h"

#include <algorithm>
#include <array>

namespace gui {

QString keyName(Category category)
{
    constexpr std::array<const char*, kCategories> kNames{
        QT_TRANSLATE_NOOP("gui::Timeline", "F forward"),
        QT_TRANSLATE_NOOP("gui::Timeline", "B backward"),
        QT_TRANSLATE_NOOP("gui::Timeline", "I input gradient"),
        QT_TRANSLATE_NOOP("gui::Timeline", "W weight gradient"),
        QT_TRANSLATE_NOOP("gui::Timeline", "computed again"),
        QT_TRANSLATE_NOOP("gui::Timeline", "collective"),
        QT_TRANSLATE_NOOP("gui::Timeline", "optimizer"),
        QT_TRANSLATE_NOOP("gui::Timeline", "no data"),
        QT_TRANSLATE_NOOP("gui::Timeline", "second run, compared")};
    return timelineText(kNames[static_cast<std::size_t>(category)]);
}

QString phaseKeyName(int phase)
{
    constexpr std::array kNames{QT_TRANSLATE_NOOP("gui::Timeline", "warm-up"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "steady"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "cool-down")};
    return timelineText(kNames[static_cast<std::size_t>(phase)]);
}

std::vector<QString> chunkKeyNames(const std::vector<TrackData>& tracks)
{
    constexpr std::array kNames{QT_TRANSLATE_NOOP("gui::Timeline", "c1 second chunk"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "c2 third chunk"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "c3 fourth chunk")};
    static_assert(kNames.size() == kShades - 1);
    std::vector<QString> names;
    for (int chunk = 1; chunk < std::min(mostChunks(tracks), kShades); ++chunk)
        names.push_back(timelineText(kNames[static_cast<std::size_t>(chunk - 1)]));
    return names;
}

int mostChunks(const std::vector<TrackData>& tracks)
{
    int most = 1;
    for (const TrackData& track : tracks)
        if (track.timeline && track.schedule)
            most = std::max(most, track.schedule->shape.chunks);
    return most;
}

} // namespace gui
