// A small picture of a strategy's predicted step: the timeline itself, drawn as the timeline is.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/strategy/strategy.h"
#include "gui/theme/theme.h"
#include "gui/timeline/track_data.h"

#include <QImage>
#include <QSize>

#include <memory>

namespace gui {

// What a thumbnail is drawn for.
struct ThumbnailLook {
    QSize size;                   // device-independent pixels, not empty
    double scale = 1;             // device pixels a pixel
    const Theme* theme = nullptr; // one of those of theme.h

    bool operator==(const ThumbnailLook&) const = default;
};

// Pure; any thread. Null where the strategy cannot be predicted, or `stop` says that nobody waits.
// Of a long step the beginning is shown, with ops wide enough to be told apart; of many ranks, some
// at equal distances.
QImage drawThumbnail(const strategy::Strategy& strategy, const ThumbnailLook& look,
                     const plan::StopAsked& stop = {});
// Likewise of a step, predicted or measured. Null where nothing ran in it.
QImage drawThumbnail(const std::shared_ptr<const TrackData>& track, const ThumbnailLook& look);

} // namespace gui
