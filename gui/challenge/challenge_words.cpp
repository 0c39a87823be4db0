#include "gui/challenge/challenge_words.h"

#include "engine/lesson/quantity.h"
#include "engine/lesson/recognise.h"
#include "gui/text/catalog_texts.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

QString challengeText(const char* text)
{
    return QCoreApplication::translate("ChallengeWords", text);
}

// Those of a backward count once, as long as it may be laid in one piece.
int opsToLay(const lesson::BuildBoard& board)
{
    int ops = 0;
    for (int rank = 0; rank < board.schedule().shape.ranks; ++rank) {
        const auto loose = board.looseOn(rank);
        for (const auto& one : loose) {
            const bool isHalf
                = one.op.kind == plan::OpKind::InputGrad || one.op.kind == plan::OpKind::WeightGrad;
            const auto isWhole = [&one](const lesson::BuildBoard::Loose& other) {
                return other.op.kind == plan::OpKind::Backward
                    && other.op.microbatch == one.op.microbatch && other.op.stage == one.op.stage;
            };
            if (!isHalf || std::none_of(loose.begin(), loose.end(), isWhole))
                ++ops;
        }
    }
    return ops;
}

} // namespace

QDate dateOf(const lesson::Date& date) { return {date.year, date.month, date.day}; }

lesson::Date dateOf(const QDate& date) { return {date.year(), date.month(), date.day()}; }

QString inUnits(const lesson::Challenge& challenge, plan::Nanoseconds time)
{
    return QString::fromStdString(
        lesson::toText(lesson::time(time), lesson::Unit::U, challenge.unit));
}

QString askedText(const lesson::Challenge& challenge)
{
    return challengeText(
               QT_TRANSLATE_NOOP("ChallengeWords",
                                 "%1 ranks, %2 microbatches, at most %3 in flight on a rank"))
        .arg(challenge.strategy.parallel.pipeline)
        .arg(challenge.strategy.batch.global)
        .arg(challenge.cap);
}

QString goalText(const lesson::Challenge& challenge)
{
    return challengeText(
               QT_TRANSLATE_NOOP("ChallengeWords", "Beat %1; no order is shorter than %2"))
        .arg(inUnits(challenge, challenge.toBeat), inUnits(challenge, challenge.bound));
}

QString costsText(const lesson::Challenge& challenge)
{
    const plan::StageCosts& stage = challenge.strategy.costs->stages.front();
    const auto of = [&](plan::OpKind kind) { return inUnits(challenge, stage.of(kind)); };
    return challengeText(
               QT_TRANSLATE_NOOP("ChallengeWords",
                                 "F takes %1 and B %2, or I %3 and W %4; a transfer takes %5."))
        .arg(of(plan::OpKind::Forward), of(plan::OpKind::Backward), of(plan::OpKind::InputGrad),
             of(plan::OpKind::WeightGrad), inUnits(challenge, challenge.strategy.costs->transfer));
}

QStringList standText(const lesson::Challenge& challenge, const lesson::BuildBoard& board)
{
    const plan::Nanoseconds step = board.runnable().timeline.makespan;
    int peak = 0;
    for (int rank = 0; rank < board.schedule().shape.ranks; ++rank)
        peak = std::max(peak, board.peakOn(rank));
    const bool isAbove = step > challenge.bound;
    return {labelled(challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "Step so far")),
                     inUnits(challenge, step)),
            labelled(challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "Most in flight")),
                     challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "%1 of %2"))
                         .arg(peak)
                         .arg(challenge.cap)),
            labelled(isAbove ? challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "Above the bound"))
                             : challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "To the bound")),
                     inUnits(challenge, isAbove ? step - challenge.bound : challenge.bound - step)),
            labelled(challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "Ops to lay")),
                     QString::number(opsToLay(board)))};
}

QStringList resultText(const lesson::Challenge& challenge, const lesson::BuildBoard& board)
{
    if (!board.isComplete())
        return {};
    const lesson::PlannedPtr built = board.planned();
    const plan::Nanoseconds step = built->timeline().makespan;
    const QString own = inUnits(challenge, step);
    const QString above = percent(lesson::aboveBound(*built, challenge.cap).value_or(0));
    const QString toBeat = inUnits(challenge, challenge.toBeat);
    QStringList sentences;
    if (step <= challenge.bound)
        sentences << challengeText(QT_TRANSLATE_NOOP("ChallengeWords",
                                                     "Complete: %1, which no order can beat."))
                         .arg(own);
    else if (step < challenge.toBeat)
        sentences << challengeText(QT_TRANSLATE_NOOP(
                                       "ChallengeWords",
                                       "Complete: %1, which beats %2. It is %3 above the bound."))
                         .arg(own, toBeat, above);
    else
        sentences << challengeText(
                         QT_TRANSLATE_NOOP(
                             "ChallengeWords",
                             "Complete: %1, which does not beat %2. It is %3 above the bound."))
                         .arg(own, toBeat, above);
    if (const auto known = lesson::recognise(*built)) {
        const QString title = catalogText(known->title);
        sentences << (known->sameTimesOnly
                          ? challengeText(
                              QT_TRANSLATE_NOOP("ChallengeWords", "Every op runs as in %1."))
                          : challengeText(QT_TRANSLATE_NOOP("ChallengeWords", "You built %1.")))
                         .arg(title);
    }
    return sentences;
}

QString aboveBoundText(const lesson::Challenge& challenge, plan::Nanoseconds step)
{
    return percent(lesson::aboveBound(challenge, step));
}

} // namespace gui
