#include "gui/search/found_points.h"

#include "gui/estimate/verdict_text.h"
#include "gui/search/short_names.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace gui {
namespace {

QString foundWords(const char* source) { return QCoreApplication::translate("Search", source); }

double peakOf(const strategy::FoundStrategy& found)
{
    return found.estimate.memory[found.estimate.fullestRank].peak();
}

// What is best about it among all that fit.
QString standingOf(const std::vector<strategy::FoundStrategy>& all, std::size_t index)
{
    const strategy::FoundStrategy& found = all[index];
    const auto isLeast = [&](const auto& number) {
        return std::all_of(all.begin(), all.end(), [&](const strategy::FoundStrategy& other) {
            return number(found) <= number(other);
        });
    };
    const auto devices
        = [](const strategy::FoundStrategy& one) { return one.strategy.cluster.devices; };
    const bool devicesDiffer = std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return devices(other) != devices(found);
    });
    if (index == 0)
        return foundWords(QT_TRANSLATE_NOOP("Search", "fastest"));
    if (isLeast(peakOf))
        return foundWords(QT_TRANSLATE_NOOP("Search", "least memory"));
    if (!found.onFront)
        return foundWords(QT_TRANSLATE_NOOP("Search", "another is better"));
    if (devicesDiffer && isLeast(devices))
        return foundWords(QT_TRANSLATE_NOOP("Search", "fewest devices"));
    return foundWords(QT_TRANSLATE_NOOP("Search", "less memory than all that are faster"));
}

QString tooLargeBy(const strategy::FoundStrategy& found)
{
    return foundWords(QT_TRANSLATE_NOOP("Search", "does not fit, by %1"))
        .arg(gibibytes(peakOf(found) - found.estimate.memoryLimit));
}

// The strategy that the search began with keeps its name, by which people know it.
void nameShortly(std::vector<FoundPoint>& points)
{
    std::vector<const strategy::Strategy*> found;
    for (const FoundPoint& point : points)
        if (!point.isOwn)
            found.push_back(&point.found->strategy);
    QStringList names = shortNames(found);
    for (FoundPoint& point : points)
        point.shortName = point.isOwn ? point.name : names.takeFirst();
}

} // namespace

std::vector<FoundPoint> foundPoints(const SearchAnswer& answer)
{
    std::vector<FoundPoint> points;
    const auto add = [&](const strategy::FoundStrategy& found, const QString& standing) {
        FoundPoint& point = points.emplace_back();
        point.found = &found;
        point.name = QString::fromStdString(found.strategy.name);
        point.standing = standing;
        point.interval = found.estimate.interval;
        if (answer.own)
            point.toOwn
                = relativeDifference(found.estimate.stepSeconds, answer.own->estimate.stepSeconds);
    };
    if (answer.own) {
        add(*answer.own,
            answer.own->estimate.fits ? foundWords(QT_TRANSLATE_NOOP("Search", "yours"))
                                      : foundWords(QT_TRANSLATE_NOOP("Search", "yours, %1"))
                                            .arg(tooLargeBy(*answer.own)));
        points.back().isOwn = true;
        points.back().toOwn.clear();
    }
    const auto& found = answer.result.found;
    for (std::size_t i = 0; i < found.size(); ++i)
        add(found[i], standingOf(found, i));
    for (const strategy::FoundStrategy& each : answer.result.tooLarge)
        add(each, tooLargeBy(each));
    nameShortly(points);
    return points;
}

FrontPicture frontPicture(const std::vector<FoundPoint>& points)
{
    FrontPicture picture;
    bool sameLimit = true;
    for (const FoundPoint& point : points) {
        const strategy::Estimate& numbers = point.found->estimate;
        picture.points.push_back({.seconds = numbers.stepSeconds,
                                  .gibibytes = peakOf(*point.found) / kGibibyte,
                                  .fits = numbers.fits,
                                  .isOwn = point.isOwn,
                                  .tip = foundTip(point),
                                  .interval = point.interval});
        const double limit = numbers.memoryLimit / kGibibyte;
        sameLimit = sameLimit && (!picture.limit || *picture.limit == limit);
        picture.limit = limit;
    }
    if (!sameLimit)
        picture.limit.reset();
    if (picture.limit)
        picture.limitName = foundWords(QT_TRANSLATE_NOOP("Search", "device limit, %1"))
                                .arg(gibibytes(*picture.limit * kGibibyte));
    return picture;
}

QString foundTip(const FoundPoint& point)
{
    const strategy::FoundStrategy& found = *point.found;
    const strategy::Estimate& numbers = found.estimate;
    const QLocale locale;
    QStringList lines{point.name, point.standing};
    const auto add = [&lines](const char* what, const QString& value) {
        lines << labelled(foundWords(what), value);
    };
    add(QT_TRANSLATE_NOOP("Search", "step"),
        point.toOwn.isEmpty() ? stepTime(numbers.stepSeconds)
                              : foundWords(QT_TRANSLATE_NOOP("Search", "%1, %2 vs. yours"))
                                    .arg(stepTime(numbers.stepSeconds), point.toOwn));
    if (point.interval)
        add(QT_TRANSLATE_NOOP("Search", "step time, lower and upper bound"),
            intervalText(*point.interval));
    add(QT_TRANSLATE_NOOP("Search", "peak memory"),
        foundWords(QT_TRANSLATE_NOOP("Search", "%1 of %2"))
            .arg(gibibytes(peakOf(found)), gibibytes(numbers.memoryLimit)));
    add(QT_TRANSLATE_NOOP("Search", "bubble"), percent(numbers.bubbleFraction));
    add(QT_TRANSLATE_NOOP("Search", "MFU"), percent(numbers.mfu));
    add(QT_TRANSLATE_NOOP("Search", "tokens/s"), rate(numbers.tokensPerSecond));
    if (found.strategy.cluster.devices > 0)
        add(QT_TRANSLATE_NOOP("Search", "devices"),
            locale.toString(found.strategy.cluster.devices));
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
