#include "gui/compare/run_difference.h"

#include "gui/live/same_again.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <cmath>

namespace gui {
namespace {

constexpr double kLeastShown = 0.0005; // of a share: less is written as 0.0 %
// Of the tokens of two steps, which are worked out from their rates.
constexpr double kSameTokens = 1e-6;

QString differenceWords(const char* source)
{
    return QCoreApplication::translate("Compare", source);
}

QString rangeOf(const StepSpread& spread)
{
    return differenceWords(QT_TRANSLATE_NOOP("Compare", "%1 to %2"))
        .arg(stepTime(spread.lower), stepTime(spread.upper));
}

double ratioOf(const ComparedStep& one, const ComparedStep& other)
{
    return static_cast<double>(one.spread->median.count())
        / static_cast<double>(other.spread->median.count());
}

// Its steps are known.
bool isRun(const ComparedStep& step)
{
    return step.whyNot.isEmpty() && step.spread && step.spread->median.count() > 0;
}

// As far as is known: of steps of different sizes the shorter one need not be the faster run.
bool doTheSame(const ComparedStep& one, const ComparedStep& other)
{
    if (one.work.isKnown() && other.work.isKnown())
        return isSameWork(one.work, other.work);
    if (!one.tokensPerSecond || !other.tokensPerSecond)
        return true;
    const auto tokensOf = [](const ComparedStep& step) {
        return *step.tokensPerSecond * static_cast<double>(step.makespan.count());
    };
    return std::abs(tokensOf(one) - tokensOf(other)) <= kSameTokens * tokensOf(one);
}

// Of two runs; the numbers that judged it are there where both have steps enough for them.
struct Judged {
    Worth worth = Worth::None;
    std::optional<SameAgain> bySteps{}; // of the second, as a share of the first
};

Judged judge(const ComparedStep& first, const ComparedStep& second)
{
    if (first.spread->median == second.spread->median)
        return {};
    if (const auto compared = compareSteps(first.stepTimes, second.stepTimes))
        return {compared->isReal() ? Worth::Real : Worth::Chance, compared};
    return {worthOf(*first.spread, *second.spread)};
}

// How much less the faster one takes. Both numbers of a sentence are worked out alike.
double shareOf(const Judged& judged, const ComparedStep& fast, const ComparedStep& slow)
{
    return judged.bySteps ? -judged.bySteps->difference : 1 - ratioOf(fast, slow);
}

// Why that is more than chance, or may not be, from the batches of their steps.
QString judgedBySteps(const SameAgain& compared)
{
    // The faster one was set beside the slower one, so that less time is a negative difference.
    const double low = -compared.high;
    const double high = -compared.low;
    if (low <= 0)
        return differenceWords(QT_TRANSLATE_NOOP("Compare",
                                                 "That may be chance: with 95 % confidence it is "
                                                 "between %1 slower and %2 faster."))
            .arg(percent(-low), percent(std::max(0.0, high)));
    const char* const words = compared.isReal()
        ? QT_TRANSLATE_NOOP(
            "Compare", "That is more than chance: with 95 % confidence it is between %1 and %2.")
        : QT_TRANSLATE_NOOP("Compare",
                            "That is less than 1 %, too little to matter: with 95 % confidence it "
                            "is between %1 and %2.");
    return differenceWords(words).arg(percent(low), percent(high));
}

QString judgedByMiddles(Worth worth, const StepSpread& fast, const StepSpread& slow)
{
    if (worth == Worth::TooFew)
        return differenceWords(
            QT_TRANSLATE_NOOP("Compare", "Too few steps to tell whether that is chance."));
    const char* const words = worth == Worth::Real
        ? QT_TRANSLATE_NOOP("Compare", "That is more than their steps vary (middle halves: %1).")
        : QT_TRANSLATE_NOOP("Compare",
                            "That is no more than their steps vary (middle halves: %1), so it may "
                            "be chance.");
    return differenceWords(words).arg(rangeOf(fast) + QStringLiteral("; ") + rangeOf(slow));
}

} // namespace

Worth worthOf(const StepSpread& one, const StepSpread& other)
{
    if (one.median == other.median)
        return Worth::None;
    if (one.steps < kFewestSteps || other.steps < kFewestSteps)
        return Worth::TooFew;
    return one.lower > other.upper || other.lower > one.upper ? Worth::Real : Worth::Chance;
}

Worth worthOf(const ComparedStep& one, const ComparedStep& other)
{
    return judge(one, other).worth;
}

bool areEquallyFast(const ComparedStep& one, const ComparedStep& other, double lead)
{
    if (!isRun(one) || !isRun(other) || !doTheSame(one, other))
        return lead < kLeastShown;
    const bool isFaster = one.spread->median <= other.spread->median;
    const ComparedStep& fast = isFaster ? one : other;
    const ComparedStep& slow = isFaster ? other : one;
    const Judged judged = judge(slow, fast);
    return judged.worth == Worth::None || shareOf(judged, fast, slow) < kLeastShown;
}

QString differenceSentence(const Comparison& comparison)
{
    const ComparedStep* first = nullptr;
    const ComparedStep* other = nullptr;
    for (const ComparedStepPtr& step : comparison) {
        if (!isRun(*step))
            continue;
        if (!first)
            first = step.get();
        else if (doTheSame(*first, *step)
                 && (!other
                     || std::abs(std::log(ratioOf(*step, *first)))
                         > std::abs(std::log(ratioOf(*other, *first)))))
            other = step.get();
    }
    if (!other)
        return {};
    if (other->spread->median < first->spread->median)
        std::swap(first, other);
    const Judged judged = judge(*other, *first); // the faster one beside the slower one
    const double share = shareOf(judged, *first, *other);
    if (judged.worth == Worth::None || share < kLeastShown)
        return differenceWords(QT_TRANSLATE_NOOP("Compare", "%1 and %2 are equally fast."))
            .arg(first->name, other->name);
    return differenceWords(QT_TRANSLATE_NOOP("Compare", "%1 is %2 faster than %3."))
               .arg(first->name, percent(share), other->name)
        + QLatin1Char(' ')
        + (judged.bySteps ? judgedBySteps(*judged.bySteps)
                          : judgedByMiddles(judged.worth, *first->spread, *other->spread));
}

} // namespace gui
