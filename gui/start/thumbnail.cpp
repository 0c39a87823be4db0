#include "gui/start/thumbnail.h"

#include "gui/document/prediction.h"
#include "gui/timeline/frame_renderer.h"

#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr int kLeastRow = 5;    // pixels
constexpr int kLargestRow = 22; //
constexpr double kLeastOp = 4;  // pixels of the ops of a middling length
constexpr double kFade = 0.14;  // of the width, where the step goes on

// The middle one of the ops of the rank in the middle.
Nanoseconds middlingOp(const plan::Timeline& timeline)
{
    const auto& spans = timeline.spans[timeline.spans.size() / 2];
    std::vector<Nanoseconds> lengths;
    for (const plan::Span& span : spans)
        lengths.push_back(span.end - span.start);
    if (lengths.empty())
        return timeline.makespan;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

std::vector<FrameRow> rowsOf(std::size_t ranks, int height, double scale)
{
    const auto least = std::max(1, static_cast<int>(kLeastRow * scale));
    const auto most = std::max(1, static_cast<int>(kLargestRow * scale));
    const std::size_t shown = std::min(ranks, static_cast<std::size_t>(height / least));
    const int row = std::min(most, height / static_cast<int>(shown));
    const int gap = row > 3 * least / 2 ? static_cast<int>(scale) : 0;
    const int top = (height - row * static_cast<int>(shown)) / 2;
    std::vector<FrameRow> rows;
    for (std::size_t i = 0; i < shown; ++i)
        rows.push_back(
            {.slot = 0,
             .rank = static_cast<int>(shown == 1 ? 0 : i * (ranks - 1) / (shown - 1)),
             .place = {.top = top + row * static_cast<int>(i), .height = row - gap, .strip = 0}});
    return rows;
}

// What is cut off at the right fades into the ground.
void fadeEnd(QImage& image, const QColor& ground)
{
    QPainter painter(&image);
    const int width = static_cast<int>(image.width() * kFade);
    const QRect end(image.width() - width, 0, width, image.height());
    QLinearGradient fade(end.topLeft(), end.topRight());
    QColor clear = ground;
    clear.setAlpha(0);
    fade.setColorAt(0, clear);
    fade.setColorAt(1, ground);
    painter.fillRect(end, fade);
}

} // namespace

QImage drawThumbnail(const strategy::Strategy& strategy, const ThumbnailLook& look,
                     const plan::StopAsked& stop)
{
    const auto prediction = predict(strategy, stop, PredictedAs{});
    if (!prediction)
        return {};
    auto track = std::make_shared<TrackData>();
    track->timeline = (*prediction)->timeline;
    track->schedule = (*prediction)->schedule;
    track->ledger = (*prediction)->ledger;
    return drawThumbnail(std::shared_ptr<const TrackData>(std::move(track)), look);
}

QImage drawThumbnail(const std::shared_ptr<const TrackData>& track, const ThumbnailLook& look)
{
    if (!track->timeline || track->timeline->spans.empty())
        return {};
    const QSize size(std::max(1, static_cast<int>(look.size.width() * look.scale)),
                     std::max(1, static_cast<int>(look.size.height() * look.scale)));
    const Nanoseconds whole = std::max(track->timeline->makespan, kShortestRange);
    const double ops = look.size.width() / kLeastOp;
    const Nanoseconds most{
        static_cast<std::int64_t>(static_cast<double>(middlingOp(*track->timeline).count()) * ops)};
    const bool cut = most >= kShortestRange && most < whole;
    FrameRequest request{
        .number = 1,
        .tracks = {{0, track}},
        .rows = rowsOf(track->timeline->spans.size(), size.height(), look.scale),
        .axis = {{Nanoseconds{0}, cut ? most : whole}, static_cast<double>(size.width())},
        .size = size,
        .scale = look.scale,
        .theme = look.theme,
        .glyphs = std::make_shared<const Glyphs>()};
    FrameRenderer renderer;
    QImage image = renderer.render(request).image;
    image.detach();
    if (cut)
        fadeEnd(image, look.theme->base);
    image.setDevicePixelRatio(look.scale);
    return image;
}

} // namespace gui
