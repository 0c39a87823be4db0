#include "gui/theme/metrics.h"
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

int legendPad() { return metrics().px(6); }
int swatchWidth() { return metrics().px(16); }
int betweenEntries() { return metrics().px(12); }

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
    int height;                         // of the swatch; a phase's is as low as its strip
    int frame = 1;                      // pixels of its outline; 0: none, of a line
    std::optional<Category> category{}; // that a click on it hides
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
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "collective inside an op")),
            Category::Communication);
    if (facts.aside)
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "collective beside the ops")),
            Category::Communication, 3);
    if (facts.recompute)
        low(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "computed again")),
            Category::Recompute);
    if (facts.rerun)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "second run, compared")),
                           QBrush(patternImage(inks.rerun)), 12, 1, Category::Rerun});
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
            entries.push_back({timelineText(kKinds[kind]), QColor(inks.ops[kind][0].fill), 12, 1,
                               static_cast<Category>(kind)});
    if (facts.chunks)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "c1 second chunk")),
                           QBrush(patternImage(inks.chunks[0][1])), 12});
    const auto fill = [&inks](Category category) {
        return QColor(inks.ops[static_cast<std::size_t>(category)][0].fill);
    };
    if (facts.reduction)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "collective")),
                           fill(Category::Communication), 12, 1, Category::Communication});
    if (facts.optimizer)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "optimizer")),
                           fill(Category::Optimizer), 12, 1, Category::Optimizer});
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
            entries.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "memory: %1"))
                                   .arg(memoryInWords(static_cast<MemoryKind>(kind))),
                               theme.memory[kind], 12});
    const Inks inks = inksOf(theme);
    if (facts.deviceMemory)
        entries.push_back({timelineText(QT_TRANSLATE_NOOP(
                               "gui::Timeline", "memory in use on the device, by all processes")),
                           QColor(inks.deviceMemory), 2, 0});
    if (facts.predictedMemory)
        entries.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "predicted peak memory")),
             QBrush(QColor(inks.predictedMemory), Qt::Dense4Pattern), 2, 0});
    if (facts.deviceLimit)
        entries.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "limit of the device's memory")),
             QColor(inks.deviceLimit), 2, 0});
    return entries;
}

// Everything that is named, in the order in which it is.
std::vector<Entry> allEntries(const ChromeView& view)
{
    const LegendFacts facts = factsOf(view.tracks, view.seen);
    std::vector<Entry> entries
        = entriesOf(facts, view.theme, view.criticalPath && hasCriticalPath(view.tracks));
    if (view.memory && hasMemory(view.tracks))
        for (Entry& entry : memoryEntries(facts, view.theme))
            entries.push_back(std::move(entry));
    return entries;
}

struct Placed {
    Entry entry;
    int left = 0;
    int width = 0;
};

// From the left, on one line; `rest` is what there is no room for.
std::vector<Placed> placed(const ChromeView& view, const QFontMetrics& metrics, QStringList& rest)
{
    const int room = view.areas.legend.width() - metrics.horizontalAdvance(QStringLiteral("+99"));
    std::vector<Placed> line;
    int x = legendPad();
    for (Entry& entry : allEntries(view)) {
        const int width = swatchWidth() + legendPad() + metrics.horizontalAdvance(entry.label);
        if (!rest.isEmpty() || (x + width > room && !line.empty())) {
            rest << entry.label;
            continue;
        }
        line.push_back({std::move(entry), x, width});
        x += width + betweenEntries();
    }
    return line;
}

int lineHeight(const QFontMetrics& metrics) { return metrics.height() + gui::metrics().px(4); }

void paintEntry(QPainter& painter, const ChromeView& view, const QRect& line, const Entry& entry)
{
    const int height = gui::metrics().px(entry.height);
    const QRect swatch(line.left(), line.center().y() - height / 2 + 1, swatchWidth(), height);
    const bool hidden = entry.category && view.hidden[static_cast<std::size_t>(*entry.category)];
    painter.save();
    painter.setOpacity(hidden ? 0.35 : 1);
    painter.fillRect(swatch, entry.brush);
    painter.setPen(entry.frame == 1 ? QPen(view.theme.border) : QPen(view.theme.text, entry.frame));
    painter.setBrush(Qt::NoBrush);
    if (entry.frame > 0)
        painter.drawRect(swatch);
    painter.restore();
    QFont words = painter.font();
    words.setStrikeOut(hidden);
    painter.save();
    painter.setFont(words);
    painter.setPen(hidden ? view.theme.mutedText : view.theme.text);
    painter.drawText(line.adjusted(swatchWidth() + legendPad(), 1, 0, 1),
                     Qt::AlignVCenter | Qt::AlignLeft, entry.label);
    painter.restore();
}

} // namespace

LegendFacts& LegendFacts::operator|=(const LegendFacts& other)
{
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        kinds[kind] = kinds[kind] || other.kinds[kind];
    for (std::size_t kind = 0; kind < memory.size(); ++kind)
        memory[kind] = memory[kind] || other.memory[kind];
    for (const auto fact : {&LegendFacts::chunks, &LegendFacts::reduction, &LegendFacts::optimizer,
                            &LegendFacts::exchange, &LegendFacts::aside, &LegendFacts::recompute,
                            &LegendFacts::rerun, &LegendFacts::noData, &LegendFacts::deviceMemory,
                            &LegendFacts::deviceLimit, &LegendFacts::predictedMemory})
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
    facts.chunks = track.schedule && track.schedule->shape.chunks > 1;
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

int legendHeight(const QFontMetrics& metrics) { return lineHeight(metrics) + legendPad(); }

void paintLegend(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.legend;
    painter.fillRect(area, view.theme.panel);
    painter.setPen(view.theme.border);
    painter.drawLine(area.topLeft(), area.topRight());
    const QFontMetrics metrics = painter.fontMetrics();
    QStringList rest;
    int end = legendPad();
    for (const Placed& each : placed(view, metrics, rest)) {
        paintEntry(
            painter, view,
            QRect(area.left() + each.left, area.top(), area.width() - each.left, area.height()),
            each.entry);
        end = each.left + each.width + betweenEntries();
    }
    if (rest.isEmpty())
        return;
    painter.setPen(view.theme.mutedText);
    painter.drawText(area.adjusted(end, 1, 0, 1), Qt::AlignVCenter | Qt::AlignLeft,
                     QStringLiteral("+%1").arg(rest.size()));
}

LegendHit legendAt(const ChromeView& view, const QFontMetrics& metrics, QPoint position)
{
    const QRect& area = view.areas.legend;
    if (!area.contains(position))
        return {};
    QStringList rest;
    const int x = position.x() - area.left();
    int end = 0;
    for (const Placed& each : placed(view, metrics, rest)) {
        end = each.left + each.width;
        if (x >= each.left && x < end) {
            if (!each.entry.category)
                return {.tip = each.entry.label};
            const bool hidden = view.hidden[static_cast<std::size_t>(*each.entry.category)];
            return {
                .category = each.entry.category,
                .tip
                = (hidden
                       ? timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "%1: click to show it"))
                       : timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "%1: click to fade it")))
                      .arg(each.entry.label)};
        }
    }
    return {.tip = rest.join(QLatin1Char('\n')), .isRest = !rest.isEmpty() && x >= end};
}

std::vector<std::pair<Category, QString>> legendCategories(const ChromeView& view)
{
    std::vector<std::pair<Category, QString>> named;
    for (const Entry& entry : allEntries(view))
        if (entry.category)
            named.emplace_back(*entry.category, entry.label);
    return named;
}

} // namespace gui
