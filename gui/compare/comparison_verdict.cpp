#include "gui/compare/comparison_verdict.h"

#include "gui/compare/run_difference.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

QString bestWords(const char* source) { return QCoreApplication::translate("Compare", source); }

// The fastest of the others; null: there is none.
const ComparedStep* nextTo(const Comparison& comparison, int best)
{
    Comparison others = comparison;
    others.erase(others.begin() + best);
    const int next = fastestOf(others);
    return next < 0 ? nullptr : others[static_cast<std::size_t>(next)].get();
}

// How much less the best takes, a share of the next; 0: no less.
double leadOver(const ComparedStep& best, const ComparedStep& next, ComparedBy by)
{
    const double slowness = slownessOf(next, by);
    return slowness > 0 ? std::max(0.0, 1 - slownessOf(best, by) / slowness) : 0;
}

QString timeOf(double nanoseconds)
{
    return stepTime(plan::Nanoseconds{std::llround(nanoseconds)});
}

QString workText(const StepWork& work)
{
    if (!work.isKnown())
        return bestWords(QT_TRANSLATE_NOOP("Compare", "its work is not known"));
    const QString samples = QLocale().toString(std::llround(work.samples));
    const QString text = work.model
        ? bestWords(QT_TRANSLATE_NOOP("Compare", "%1 samples, %2 layers of hidden size %3"))
              .arg(samples, QLocale().toString(work.model->layers),
                   QLocale().toString(work.model->hidden))
        : bestWords(QT_TRANSLATE_NOOP("Compare", "%1 samples, each %2 of computing"))
              .arg(samples, timeOf(work.computed));
    return work.timeScale == 1
        ? text
        : bestWords(QT_TRANSLATE_NOOP("Compare", "%1; emulated, 1 s stands for %2"))
              .arg(text, timeOf(work.timeScale * 1e9));
}

QString leadWords(ComparedBy by)
{
    return by == ComparedBy::Sample
        ? bestWords(QT_TRANSLATE_NOOP("Compare", "▼ %1 per sample vs. the next"))
        : bestWords(QT_TRANSLATE_NOOP("Compare", "▼ %1 vs. the next"));
}

QString countOf(const Comparison& comparison)
{
    return bestWords(QT_TRANSLATE_NOOP("Compare", "of %1 compared"))
        .arg(QLocale().toString(static_cast<int>(comparison.size())));
}

// The steps do not race: which is the shortest says nothing.
Verdict withoutFastest(const Comparison& comparison)
{
    bool isKnown = true;
    QStringList lines;
    for (const ComparedStepPtr& step : comparison) {
        if (!step->whyNot.isEmpty())
            continue;
        isKnown = isKnown && step->work.isKnown();
        lines << labelled(step->name, workText(step->work));
    }
    VerdictNumber none{.name = bestWords(QT_TRANSLATE_NOOP("Compare", "Fastest"))};
    none.value = isKnown ? bestWords(QT_TRANSLATE_NOOP("Compare", "none, not the same work"))
                         : bestWords(QT_TRANSLATE_NOOP("Compare", "none, maybe not the same work"));
    none.tip = lines.join(QLatin1Char('\n'));
    Verdict verdict;
    verdict.numbers = {none};
    verdict.source = countOf(comparison);
    return verdict;
}

} // namespace

Verdict comparisonVerdict(const Comparison& comparison)
{
    const ComparedBy by = comparedBy(comparison);
    const int fastest = fastestOf(comparison);
    Verdict verdict = by == ComparedBy::Nothing ? withoutFastest(comparison) : Verdict{};
    if (fastest < 0)
        return verdict;
    const ComparedStep& best = *comparison[static_cast<std::size_t>(fastest)];
    const ComparedStep* next = nextTo(comparison, fastest);

    VerdictNumber name{.name = next && !next->fits() && best.fits()
                           ? bestWords(QT_TRANSLATE_NOOP("Compare", "Fastest that fits"))
                           : bestWords(QT_TRANSLATE_NOOP("Compare", "Fastest")),
                       .value = best.name};
    name.tip = best.name;
    VerdictNumber step{.name = bestWords(QT_TRANSLATE_NOOP("Compare", "Step")),
                       .value = stepTime(best.makespan)};
    step.tip = milliseconds(best.makespan);
    VerdictNumber bubble{.name = bestWords(QT_TRANSLATE_NOOP("Compare", "Bubble")),
                         .value = percent(best.bubbleFraction)};
    bubble.tip = bestWords(QT_TRANSLATE_NOOP("Compare", "idle / (ranks × makespan)"));
    if (next) {
        const double lead = leadOver(best, *next, by);
        const bool isTie = areEquallyFast(best, *next, lead);
        const bool isOnlyOneThatFits = best.fits() && !next->fits(); // the next may be faster
        name.change = !isTie ? leadWords(by).arg(percent(lead))
            : isOnlyOneThatFits
            ? QString()
            : bestWords(QT_TRANSLATE_NOOP("Compare", "no faster than the next"));
        name.changeMood = isTie ? Mood::Plain : Mood::Good;
        name.tip += QLatin1Char('\n')
            + (by == ComparedBy::Step
                   ? bestWords(QT_TRANSLATE_NOOP("Compare", "Least time for a step"))
                   : bestWords(QT_TRANSLATE_NOOP("Compare",
                                                 "Least time for a sample, %1: the steps train "
                                                 "different numbers of them"))
                         .arg(timeOf(slownessOf(best, by))));
        step.tip += QLatin1Char('\n')
            + bestWords(QT_TRANSLATE_NOOP("Compare", "Next: %1, %2"))
                  .arg(next->name, stepTime(next->makespan));
        setChange(bubble, next->bubbleFraction, best.bubbleFraction, true, points);
    }
    verdict.numbers = {name, step, bubble};
    if (best.peakBytes) {
        VerdictNumber memory{.name = best.fits()
                                 ? bestWords(QT_TRANSLATE_NOOP("Compare", "Memory"))
                                 : bestWords(QT_TRANSLATE_NOOP("Compare", "Memory, too little")),
                             .value = bytesText(*best.peakBytes),
                             .mood = best.fits() ? Mood::Plain : Mood::Bad};
        if (next && next->peakBytes)
            setChange(memory, *next->peakBytes, *best.peakBytes, true, bytesText);
        verdict.numbers.push_back(memory);
    }
    verdict.source = countOf(comparison);
    return verdict;
}

} // namespace gui
