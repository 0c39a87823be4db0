#include "gui/timeline/chrome.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/memory_story.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr int kPad = 6;
constexpr int kSwatch = 16;
constexpr int kBetween = 12;

QString text(const char* source) { return QCoreApplication::translate("gui::Timeline", source); }

QImage patternImage(const Pattern& pattern)
{
    QImage image(kPattern, kPattern, QImage::Format_RGB32);
    for (int y = 0; y < kPattern; ++y)
        for (int x = 0; x < kPattern; ++x)
            image.setPixel(x, y, pattern[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
    return image;
}

struct Entry {
    QString label;
    QBrush brush;
    int height;      // of the swatch; a phase's is as low as its strip
    int frame = 1;   // pixels of its outline
};

// The kinds of op that a few spans of a few ranks show: enough to say which
// schedule this is, without walking all of it for every picture.
std::array<bool, 4> kindsShown(const Tracks& tracks)
{
    constexpr std::size_t kLookedSpans = 512;
    constexpr std::size_t kLookedRanks = 8;
    std::array<bool, 4> shown{true, false, false, false};
    for (const auto& [slot, track] : tracks) {
        if (!track->timeline)
            continue;
        const auto& ranks = track->timeline->spans;
        for (std::size_t rank = 0; rank < std::min(ranks.size(), kLookedRanks); ++rank)
            for (std::size_t i = 0; i < std::min(ranks[rank].size(), kLookedSpans); ++i)
                shown[static_cast<std::size_t>(ranks[rank][i].op.kind)] = true;
    }
    return shown;
}

// Whether some rank spends time between those two moments of its step's end.
bool hasTail(const Tracks& tracks, Nanoseconds plan::Tail::*first, Nanoseconds plan::Tail::*behind)
{
    for (const auto& [slot, track] : tracks)
        if (track->timeline)
            for (const plan::Tail& tail : track->timeline->tails)
                if (tail.*behind > tail.*first)
                    return true;
    return false;
}

bool hasCriticalPath(const Tracks& tracks)
{
    return std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->critical != nullptr; });
}

bool hasMemory(const ChromeView& view)
{
    return view.memory
        && std::any_of(view.tracks.begin(), view.tracks.end(), [](const auto& track) {
               return track.second->timeline && track.second->memory;
           });
}

bool mayLackData(const Tracks& tracks)
{
    return std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->measured; });
}

std::vector<Entry> entries(const ChromeView& view)
{
    const Inks inks = inksOf(view.theme);
    constexpr std::array kKinds{QT_TRANSLATE_NOOP("gui::Timeline", "F forward"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "B backward"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "I input gradient"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "W weight gradient")};
    constexpr std::array kPhaseNames{QT_TRANSLATE_NOOP("gui::Timeline", "warm-up"),
                                     QT_TRANSLATE_NOOP("gui::Timeline", "steady"),
                                     QT_TRANSLATE_NOOP("gui::Timeline", "cool-down")};
    std::vector<Entry> entries;
    const auto shown = kindsShown(view.tracks);
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
        if (shown[kind])
            entries.push_back({text(kKinds[kind]), QColor(inks.ops[kind][0].fill), 12});
    const auto fill = [&inks](Category category) {
        return QColor(inks.ops[static_cast<std::size_t>(category)][0].fill);
    };
    if (hasTail(view.tracks, &plan::Tail::begin, &plan::Tail::optimizerBegin))
        entries.push_back({text(QT_TRANSLATE_NOOP("gui::Timeline", "reduction")),
                           fill(Category::Communication), 12});
    if (hasTail(view.tracks, &plan::Tail::optimizerBegin, &plan::Tail::end))
        entries.push_back({text(QT_TRANSLATE_NOOP("gui::Timeline", "optimizer")),
                           fill(Category::Optimizer), 12});
    if (view.criticalPath && hasCriticalPath(view.tracks))
        entries.push_back(
            {text(QT_TRANSLATE_NOOP("gui::Timeline", "critical path")), view.theme.base, 12, 2});
    entries.push_back({text(QT_TRANSLATE_NOOP("gui::Timeline", "bubble")),
                       QBrush(patternImage(inks.idle[1])), 12});
    if (mayLackData(view.tracks))
        entries.push_back({text(QT_TRANSLATE_NOOP("gui::Timeline", "no data")),
                           QBrush(patternImage(inks.noData)), 12});
    for (std::size_t phase = 0; phase < kPhaseNames.size(); ++phase)
        entries.push_back({text(kPhaseNames[phase]), view.theme.phases[phase], 4});
    return entries;
}

std::vector<Entry> memoryEntries(const ChromeView& view)
{
    std::vector<Entry> entries;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        entries.push_back({memoryInWords(static_cast<MemoryKind>(kind)), view.theme.memory[kind],
                           12});
    return entries;
}

void paintEntries(QPainter& painter, const ChromeView& view, const QRect& area, int x,
                  const std::vector<Entry>& entries)
{
    const QFontMetrics metrics = painter.fontMetrics();
    for (const Entry& entry : entries) {
        const int width = kSwatch + kPad + metrics.horizontalAdvance(entry.label);
        if (x + width > area.right())
            return; // an entry cut off would say less than none
        const QRect swatch(x, area.center().y() - entry.height / 2 + 1, kSwatch, entry.height);
        painter.fillRect(swatch, entry.brush);
        painter.setPen(entry.frame == 1 ? QPen(view.theme.border)
                                        : QPen(view.theme.text, entry.frame));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch);
        painter.setPen(view.theme.text);
        painter.drawText(QRect(x + kSwatch + kPad, area.top() + 1, width, area.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, entry.label);
        x += width + kBetween;
    }
}

} // namespace

void paintLegend(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.legend;
    painter.fillRect(area, view.theme.panel);
    painter.setPen(view.theme.border);
    painter.drawLine(area.topLeft(), area.topRight());
    const QFontMetrics metrics = painter.fontMetrics();
    const QRect line(area.left(), area.top(), area.width(), metrics.height() + 10);
    paintEntries(painter, view, line, area.left() + kPad, entries(view));
    if (!hasMemory(view))
        return;
    const QRect second = line.translated(0, metrics.height() + 4);
    const QString title = text(QT_TRANSLATE_NOOP("gui::Timeline", "memory:"));
    painter.setPen(view.theme.mutedText);
    painter.drawText(second.adjusted(kPad, 1, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, title);
    paintEntries(painter, view, second,
                 area.left() + 2 * kPad + metrics.horizontalAdvance(title), memoryEntries(view));
}

} // namespace gui
