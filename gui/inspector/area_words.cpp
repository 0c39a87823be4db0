#include "gui/inspector/area_words.h"

#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr std::size_t kLinesInBrief = 3; // of a track

QString areaText(const char* source)
{
    return QCoreApplication::translate("gui::AreaTable", source);
}

// What all of them begin with, up to the end of a word; 0 where nothing would be left of one.
qsizetype commonStart(const QStringList& titles)
{
    const auto [first, last] = std::minmax_element(titles.begin(), titles.end());
    const auto differs = std::mismatch(first->begin(), first->end(), last->begin(), last->end());
    const qsizetype same = differs.first - first->begin();
    return same == first->size() ? 0 : first->left(same).lastIndexOf(QLatin1Char(' ')) + 1;
}

QString largestLines(const AreaLedger::Track& track, const AreaLedger& ledger, TimeUnit unit)
{
    struct Line {
        QString words;
        Nanoseconds time;
    };
    std::vector<Line> lines;
    Line bubble{areaText(QT_TRANSLATE_NOOP("gui::AreaTable", "Bubble")), {}};
    for (std::size_t i = 0; i < kAreaLines; ++i) {
        const auto line = static_cast<AreaLine>(i);
        if (isBubble(line))
            bubble.time += track.times[i];
        else
            lines.push_back({wordsOf(line), track.times[i]});
    }
    lines.push_back(bubble);
    std::erase_if(lines, [](const Line& line) { return line.time == Nanoseconds{0}; });
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.time > b.time; });
    const auto whole = static_cast<double>((ledger.area.range.length() * track.ranks).count());
    QStringList words;
    for (const Line& line : lines)
        if (words.size() < static_cast<qsizetype>(kLinesInBrief))
            words << bracketed(line.words + QLatin1Char(' ') + stepTime(line.time, unit),
                               percent(static_cast<double>(line.time.count()) / whole));
    return enumerated(words);
}

} // namespace

QString areaTitle(const TimeArea& area, TimeUnit unit)
{
    const QString length = stepTime(area.range.length(), unit);
    return area.ranks() == 1
        ? areaText(QT_TRANSLATE_NOOP("gui::AreaTable", "Area: %1 of rank %2"))
              .arg(length)
              .arg(area.firstRank)
        : areaText(QT_TRANSLATE_NOOP("gui::AreaTable", "Area: %1 of ranks %2 to %3"))
              .arg(length)
              .arg(area.firstRank)
              .arg(area.lastRank);
}

QString wordsOf(AreaLine line)
{
    constexpr std::array<const char*, kAreaLines> kWords{
        QT_TRANSLATE_NOOP("gui::AreaTable", "Forward"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Backward"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Input gradient"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Weight gradient"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Recomputation"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Exposed transfer"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Exposed collective"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Optimizer"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "warm-up"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "steady"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "cool-down"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "No data"),
        QT_TRANSLATE_NOOP("gui::AreaTable", "Outside")};
    return areaText(kWords[static_cast<std::size_t>(line)]);
}

QStringList trackNames(const AreaLedger& ledger)
{
    const auto& tracks = ledger.tracks;
    const bool pair = tracks.size() == 2 && tracks[0].measured != tracks[1].measured;
    QStringList names;
    for (const AreaLedger::Track& track : tracks)
        names << (tracks.size() > 1 && !pair
                      ? track.title
                      : areaText(track.measured
                                     ? QT_TRANSLATE_NOOP("gui::AreaTable", "Measured")
                                     : QT_TRANSLATE_NOOP("gui::AreaTable", "Predicted")));
    if (tracks.size() > 1 && !pair) {
        const qsizetype start = commonStart(names);
        for (QString& name : names)
            name.remove(0, start);
    }
    return names;
}

QStringList areaInBrief(const AreaLedger& ledger, TimeUnit unit)
{
    QStringList lines{areaTitle(ledger.area, unit)};
    const QStringList names = trackNames(ledger);
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString largest
            = largestLines(ledger.tracks[static_cast<std::size_t>(i)], ledger, unit);
        lines << (names.size() == 1 ? largest : labelled(names[i], largest));
    }
    return lines;
}

} // namespace gui
