#include "gui/search/search_verdict.h"

#include "gui/estimate/verdict_text.h"
#include "gui/search/equal_words.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

namespace gui {
namespace {

QString foundVerdict(const char* source) { return QCoreApplication::translate("Search", source); }

} // namespace

Verdict searchVerdict(const SearchAnswer* answer)
{
    Verdict verdict;
    if (!answer || answer->result.found.empty()) {
        verdict.source = answer ? foundVerdict(QT_TRANSLATE_NOOP("Search", "nothing was found"))
                                : foundVerdict(QT_TRANSLATE_NOOP("Search", "not searched yet"));
        return verdict;
    }
    const strategy::FoundStrategy& best = answer->result.found.front();
    const strategy::Estimate& numbers = best.estimate;
    const auto peak = [](const strategy::Estimate& of) { return of.memory[of.fullestRank].peak(); };
    VerdictNumber step{.name = foundVerdict(QT_TRANSLATE_NOOP("Search", "Best step found")),
                       .value = stepTime(numbers.stepSeconds, numbers.interval)};
    step.tip = QString::fromStdString(best.strategy.name);
    VerdictNumber memory{.name = foundVerdict(QT_TRANSLATE_NOOP("Search", "Its memory")),
                         .value = gibibytes(peak(numbers))};
    VerdictNumber tokens{.name = foundVerdict(QT_TRANSLATE_NOOP("Search", "Tokens/s")),
                         .value = rate(numbers.tokensPerSecond)};
    VerdictNumber bubble{.name = foundVerdict(QT_TRANSLATE_NOOP("Search", "Bubble")),
                         .value = percent(numbers.bubbleFraction)};
    if (answer->own) {
        const strategy::Estimate& own = answer->own->estimate;
        const auto time = [](double seconds) { return stepTime(seconds); };
        setChange(step, own.stepSeconds, numbers.stepSeconds, true, time);
        setChange(memory, peak(own), peak(numbers), true, gibibytes);
        setChange(tokens, own.tokensPerSecond, numbers.tokensPerSecond, false, rate);
        setChange(bubble, own.bubbleFraction, numbers.bubbleFraction, true, points);
    }
    verdict.numbers = {step, memory, bubble, tokens};
    verdict.source = foundVerdict(QT_TRANSLATE_NOOP("Search", "of %1 examined"))
                         .arg(QLocale().toString(qulonglong(answer->result.looked)));
    addEqual(verdict, answer->result.equal, {.intervals = true}, answer->result.simulated);
    // It need not be among those simulated, and so is not counted with them.
    if (answer->own && equalsBest(*answer, answer->own->estimate))
        verdict.source
            = foundVerdict(QT_TRANSLATE_NOOP("Search", "%1; yours is equal to the best found"))
                  .arg(verdict.source);
    return verdict;
}

} // namespace gui
