#include "gui/timeline/chrome.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr int kLegendPad = 6;
constexpr int kSwatch = 16;
constexpr int kBetween = 12;

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
    int height;    // of the swatch; a phase's is as low as its strip
    int frame = 1; // pixels of its outline; 0: none, of a line
};

// The legend is worked out with every paint, so of a large step only a sample is looked at.
constexpr std::size_t kLookedRanks = 8;
constexpr std::size_t kLookedSpans = 512; // of each
constexpr std::size_t kLookedLanes = 64;

// Whether some rank spends time between those two moments of its step's end.
bool hasTail(const plan::Timeline& timeline, Nanoseconds plan::Tail::*first,
             Nanoseconds plan::Tail::*behind)
{
    return std::any_of(timeline.tails.begin(), timeline.tails.end(),
                       [&](const plan::Tail& tail) { return tail.*behind > tail.*first; });
}

// The first of each of the first ranks.
template <class Item, class Look>
void lookAt(const std::vector<std::vector<Item>>& ranks, const Look& look)
{
    for (std::size_t rank = 0; rank < std::min(ranks.size(), kLookedRanks); ++rank)
        for (std::size_t i = 0; i < std::min(ranks[rank].size(), kLookedSpans); ++i)
            look(ranks[rank][i]);
}

LegendFacts factsOf(const Tracks& tracks, LegendFacts seen)
{
    seen.kinds[0] = true;
    for (const auto& [slot, track] : tracks)
        seen |= legendFacts(*track);
    return seen;
}

bool hasCriticalPath(const Tracks& tracks)
{
    return std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->critical != nullptr; });
}

bool hasMemory(const Tracks& tracks)
{
    return std::any_of(tracks.begin(), tracks.end(), [](const auto& track) {
        return track.second->timeline && track.second->memory;
    });
}

void addInner(std::vector<Entry>& entries, const LegendFacts& facts, const Inks& inks)
{
    const auto low = [&](const QString& label, Category category, int height = 5) {
        entries.push_back(
            {label, QColor(inks.ops[static_cast<std::size_t>(category)][0].fill), height});
    };
    if (facts.exchange)
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "exchange inside an op")),
            Category::Communication);
    if (facts.aside)
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "reduction beside the ops")),
            Category::Communication, 3);
    if (facts.recompute)
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "computed again")),
            Category::Recompute);
    if (facts.rerun)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "second run, compared")),
                           QBrush(patternImage(inks.rerun)), 12});
}

std::vector<Entry> entriesOf(const LegendFacts& facts, const Theme& theme, bool criticalPath)
{
    const Inks inks = inksOf(theme);
    constexpr std::array kKinds{QT_TRANSLATE_NOOP("gui::Timeline", "F forward"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "B backward"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "I input gradient"),
                                QT_TRANSLATE_NOOP("gui::Timeline", "W weight gradient")};
    constexpr std::array kPhaseNames{QT_TRANSLATE_NOOP("gui::Timeline", "warm-up"),
                                     QT_TRANSLATE_NOOP("gui::Timeline", "steady"),
                                     QT_TRANSLATE_NOOP("gui::Timeline", "cool-down")};
    std::vector<Entry> entries;
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
        if (facts.kinds[kind])
            entries.push_back({timelineText(kKinds[kind]), QColor(inks.ops[kind][0].fill), 12});
    const auto fill = [&inks](Category category) {
        return QColor(inks.ops[static_cast<std::size_t>(category)][0].fill);
    };
    if (facts.reduction)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "reduction")),
                           fill(Category::Communication), 12});
    if (facts.optimizer)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "optimizer")),
                           fill(Category::Optimizer), 12});
    addInner(entries, facts, inks);
    if (criticalPath)
        entries.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "critical path")), theme.base, 12, 2});
    entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "bubble")),
                       QBrush(patternImage(inks.idle[1])), 12});
    if (facts.noData)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "no data")),
                           QBrush(patternImage(inks.noData)), 12});
    for (std::size_t phase = 0; phase < kPhaseNames.size(); ++phase)
        entries.push_back({timelineText(kPhaseNames[phase]), theme.phases[phase], 4});
    return entries;
}

std::vector<Entry> memoryEntries(const LegendFacts& facts, const Theme& theme)
{
    std::vector<Entry> entries;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        if (facts.memory[kind])
            entries.push_back(
                {memoryInWords(static_cast<MemoryKind>(kind)), theme.memory[kind], 12});
    const Inks inks = inksOf(theme);
    if (facts.deviceMemory)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP(
                               "gui::Timeline", "in use on the device, by all processes")),
                           QColor(inks.deviceMemory), 2, 0});
    if (facts.predictedMemory)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "predicted at most")),
                           QBrush(QColor(inks.predictedMemory), Qt::Dense4Pattern), 2, 0});
    if (facts.deviceLimit)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "memory of the device")),
                           QColor(inks.deviceLimit), 2, 0});
    return entries;
}

QString memoryTitle() { return timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "memory:")); }

// Sets the entries one after the other, in as many lines as that takes: `set` is told where each
// stands, from the left and in which line. Returns how many lines there are.
template <class Set>
int flow(const std::vector<Entry>& entries, const QFontMetrics& metrics, int indent, int right,
         const Set& set)
{
    int x = indent;
    int line = 0;
    for (const Entry& entry : entries) {
        const int width = kSwatch + kLegendPad + metrics.horizontalAdvance(entry.label);
        if (x + width > right && x > indent) {
            x = indent;
            ++line;
        }
        set(entry, x, line);
        x += width + kBetween;
    }
    return line + 1;
}

int lineHeight(const QFontMetrics& metrics) { return metrics.height() + 4; }

void paintEntry(QPainter& painter, const Theme& theme, const QRect& line, const Entry& entry)
{
    const QRect swatch(line.left(), line.center().y() - entry.height / 2 + 1, kSwatch,
                       entry.height);
    painter.fillRect(swatch, entry.brush);
    painter.setPen(entry.frame == 1 ? QPen(theme.border) : QPen(theme.text, entry.frame));
    painter.setBrush(Qt::NoBrush);
    if (entry.frame > 0)
        painter.drawRect(swatch);
    painter.setPen(theme.text);
    painter.drawText(line.adjusted(kSwatch + kLegendPad, 1, 0, 1), Qt::AlignVCenter | Qt::AlignLeft,
                     entry.label);
}

} // namespace

LegendFacts& LegendFacts::operator|=(const LegendFacts& other)
{
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        kinds[kind] = kinds[kind] || other.kinds[kind];
    for (std::size_t kind = 0; kind < memory.size(); ++kind)
        memory[kind] = memory[kind] || other.memory[kind];
    for (const auto fact :
         {&LegendFacts::reduction, &LegendFacts::optimizer, &LegendFacts::exchange,
          &LegendFacts::aside, &LegendFacts::recompute, &LegendFacts::rerun, &LegendFacts::noData,
          &LegendFacts::deviceMemory, &LegendFacts::deviceLimit, &LegendFacts::predictedMemory})
        this->*fact = this->*fact || other.*fact;
    return *this;
}

LegendFacts legendFacts(const TrackData& track)
{
    // A prediction lacks nothing. A run may lose data in any step, so the entry has its place from
    // the start and the rows do not move later.
    LegendFacts facts{.noData = track.measured};
    if (!track.timeline)
        return facts;
    const plan::Timeline& timeline = *track.timeline;
    lookAt(timeline.spans, [&](const plan::Span& span) {
        facts.kinds[static_cast<std::size_t>(span.op.kind)] = true;
    });
    lookAt(timeline.parts, [&](const plan::Part& part) {
        (part.kind == plan::Part::Kind::Collective ? facts.exchange : facts.recompute) = true;
    });
    facts.reduction = hasTail(timeline, &plan::Tail::begin, &plan::Tail::optimizerBegin);
    facts.optimizer = hasTail(timeline, &plan::Tail::optimizerBegin, &plan::Tail::end);
    facts.aside = hasSideReductions(track);
    facts.rerun = track.inner && !track.inner->reruns.empty();
    if (!track.memory)
        return facts;
    for (std::size_t rank = 0; rank < std::min(track.memory->size(), kLookedLanes); ++rank)
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
            facts.memory[kind] = facts.memory[kind] || (*track.memory)[rank].peaks()[kind] > 0;
    facts.deviceMemory
        = std::any_of(track.memory->begin(), track.memory->end(),
                      [](const MemoryLane& lane) { return !lane.device().edges.empty(); });
    facts.deviceLimit = scaleOf(*track.memory, track.predictedMemory.get()).showsLimits;
    facts.predictedMemory = track.predictedMemory != nullptr;
    return facts;
}

int legendHeight(int width, const QFontMetrics& metrics, const Tracks& tracks, bool memory,
                 const LegendFacts& seen)
{
    // Only the lines are counted here; nothing is painted.
    const auto nowhere = [](const Entry&, int, int) {};
    const LegendFacts facts = factsOf(tracks, seen);
    // Neither the theme nor the switch of the critical path makes a difference: the entry keeps its
    // room while it is not shown.
    int lines = flow(entriesOf(facts, lightTheme(), hasCriticalPath(tracks)), metrics, kLegendPad,
                     width, nowhere);
    if (memory && hasMemory(tracks))
        lines += flow(memoryEntries(facts, lightTheme()), metrics,
                      2 * kLegendPad + metrics.horizontalAdvance(memoryTitle()), width, nowhere);
    return lines * lineHeight(metrics) + kLegendPad;
}

void paintLegend(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.legend;
    painter.fillRect(area, view.theme.panel);
    painter.setPen(view.theme.border);
    painter.drawLine(area.topLeft(), area.topRight());
    const QFontMetrics metrics = painter.fontMetrics();
    const int height = lineHeight(metrics);
    int top = area.top() + kLegendPad / 2;
    const auto set = [&](const Entry& entry, int x, int line) {
        paintEntry(painter, view.theme,
                   QRect(area.left() + x, top + line * height, area.width() - x, height), entry);
    };
    const LegendFacts facts = factsOf(view.tracks, view.seen);
    const bool critical = view.criticalPath && hasCriticalPath(view.tracks);
    top += height
        * flow(entriesOf(facts, view.theme, critical), metrics, kLegendPad, area.width(), set);
    if (!view.memory || !hasMemory(view.tracks))
        return;
    painter.setPen(view.theme.mutedText);
    painter.drawText(QRect(area.left() + kLegendPad, top + 1, area.width(), height),
                     Qt::AlignVCenter | Qt::AlignLeft, memoryTitle());
    flow(memoryEntries(facts, view.theme), metrics,
         2 * kLegendPad + metrics.horizontalAdvance(memoryTitle()), area.width(), set);
}

} // namespace gui
