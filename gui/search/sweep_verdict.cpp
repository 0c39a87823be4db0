#include "gui/search/sweep_verdict.h"

#include "gui/estimate/verdict_text.h"
#include "gui/search/equal_words.h"
#include "gui/search/sweep_fields.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace gui {
namespace {

QString sweepWords(const char* source) { return QCoreApplication::translate("Sweep", source); }

} // namespace

Verdict sweepVerdict(const SweepAnswer* answer)
{
    Verdict verdict;
    const strategy::SweepRow* best = answer ? strategy::bestOf(answer->rows) : nullptr;
    if (!best) {
        verdict.source = answer ? sweepWords(QT_TRANSLATE_NOOP("Sweep", "none of them fits"))
                                : sweepWords(QT_TRANSLATE_NOOP("Sweep", "not swept yet"));
        return verdict;
    }
    QStringList values;
    for (std::size_t i = 0; i < best->values.size(); ++i)
        values << QStringLiteral("%1 %2").arg(
            sweepLabel(QString::fromStdString(answer->fields[i].key)),
            QString::fromStdString(best->values[i]));
    const strategy::SweepNumbers& numbers = *best->numbers;
    verdict.numbers = {
        {.name = sweepWords(QT_TRANSLATE_NOOP("Sweep", "Most tokens/s that fits")),
         .value = enumerated(values)},
        {.name = sweepWords(QT_TRANSLATE_NOOP("Sweep", "Tokens/s")),
         .value = rate(numbers.tokensPerSecond)},
        {.name = sweepWords(QT_TRANSLATE_NOOP("Sweep", "Step")),
         .value = stepTime(numbers.stepSeconds, numbers.interval)},
        {.name = sweepWords(QT_TRANSLATE_NOOP("Sweep", "Bubble")),
         .value = percent(numbers.bubbleFraction)},
        {.name = sweepWords(QT_TRANSLATE_NOOP("Sweep", "Memory")),
         .value = gibibytes(numbers.peakBytes)},
    };
    verdict.source = sweepWords(QT_TRANSLATE_NOOP("Sweep", "of %1 strategies"))
                         .arg(QLocale().toString(qulonglong(answer->rows.size())));
    addEqual(verdict, strategy::countEqual(answer->rows), strategy::equalRules(answer->rows));
    return verdict;
}

} // namespace gui
