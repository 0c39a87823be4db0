#include "gui/search/equal_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace gui {
namespace {

QString equalWords(const char* source) { return QCoreApplication::translate("Search", source); }

QString variantsWords(bool perToken)
{
    return (perToken
                ? equalWords(QT_TRANSLATE_NOOP(
                    "Search",
                    "On as many like devices: times per token within %1 %, as the order of runs "
                    "that are closer has not been checked"))
                : equalWords(QT_TRANSLATE_NOOP(
                    "Search",
                    "On as many like devices: steps within %1 %, as the order of runs that are "
                    "closer has not been checked")))
        .arg(QLocale().toString(qRound(100 * (strategy::kApart - 1))));
}

QString intervalsWords(const strategy::EqualRules& rules)
{
    const QString overlap = rules.perToken
        ? equalWords(QT_TRANSLATE_NOOP(
            "Search",
            "80 % intervals per token that overlap, judged by how far similar runs were from their "
            "predictions"))
        : equalWords(QT_TRANSLATE_NOOP(
            "Search",
            "80 % intervals that overlap, judged by how far similar runs were from their "
            "predictions"));
    return rules.variants ? equalWords(QT_TRANSLATE_NOOP("Search", "Else: %1")).arg(overlap)
                          : overlap;
}

} // namespace

void addEqual(Verdict& verdict, std::size_t count, const strategy::EqualRules& rules,
              std::size_t simulated)
{
    if (count < 2)
        return;
    const QString number = QLocale().toString(qulonglong(count));
    verdict.source = simulated > 0
        ? equalWords(QT_TRANSLATE_NOOP("Search", "%1; %2 of the %3 simulated may be the best"))
              .arg(verdict.source, number, QLocale().toString(qulonglong(simulated)))
        : equalWords(QT_TRANSLATE_NOOP("Search", "%1; %2 may be the best"))
              .arg(verdict.source, number);
    QStringList lines{
        equalWords(QT_TRANSLATE_NOOP("Search", "Predictions cannot tell them from the best:"))};
    if (rules.variants)
        lines << variantsWords(rules.perToken);
    if (rules.intervals)
        lines << intervalsWords(rules);
    verdict.sourceTip = lines.join(QLatin1Char('\n'));
}

bool equalsBest(const SearchAnswer& answer, const strategy::Estimate& numbers)
{
    const auto& found = answer.result.found;
    return !found.empty() && numbers.fits && areEqual(numbers, found.front().estimate);
}

} // namespace gui
