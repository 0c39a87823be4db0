#include "gui/cockpit/slow_words.h"

#include "engine/strategy/run_device.h"
#include "gui/live/verdict_words.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace gui {
namespace {

constexpr double kMoreIdle = 0.02;       // shares of a step that are worth a line
constexpr double kMoreCollective = 0.05; //

QString slowWord(const char* source) { return QCoreApplication::translate("SlowRank", source); }

// As the numbers beside it have it.
QString whatIsSlower(const SlowEvidence& evidence)
{
    if (evidence.collectiveSince > evidence.collectiveBefore + kMoreCollective)
        return slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                          "It waits in collectives more than before, too: %1 of "
                                          "the step, then %2."))
            .arg(percent(evidence.collectiveBefore), percent(evidence.collectiveSince));
    if (!evidence.isSlower())
        return slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                          "In the steps that are kept, what it computes takes no "
                                          "longer than before."));
    return slowWord(
        QT_TRANSLATE_NOOP("SlowRank", "It does not wait: what it computes takes longer."));
}

QString whereToLook(const SlowEvidence& evidence, const std::string& device)
{
    const strategy::RunDevice* known = strategy::findRunDevice(device);
    if (!evidence.isAllAlike())
        return slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                          "Not all its ops are slower alike: look at what the "
                                          "slowest kind alone does, such as reading data or "
                                          "computing activations again."));
    if (known && known->kind == strategy::RunDeviceKind::Cuda)
        return slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                          "All its ops are slower alike: look at the clock, the "
                                          "power and the temperature of its GPU on the page "
                                          "Devices, and for another program on it "
                                          "(nvidia-smi)."));
    return slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                      "All its ops are slower alike: look on its host for another "
                                      "program on the same cores (top), and at the clock and the "
                                      "temperature of the processor."));
}

} // namespace

QString opKindName(plan::OpKind kind)
{
    switch (kind) {
    case plan::OpKind::Forward:
        return slowWord(QT_TRANSLATE_NOOP("SlowRank", "F, forward"));
    case plan::OpKind::Backward:
        return slowWord(QT_TRANSLATE_NOOP("SlowRank", "B, backward"));
    case plan::OpKind::InputGrad:
        return slowWord(QT_TRANSLATE_NOOP("SlowRank", "I, input gradient"));
    case plan::OpKind::WeightGrad:
        return slowWord(QT_TRANSLATE_NOOP("SlowRank", "W, weight gradient"));
    }
    return {};
}

QStringList evidenceLines(const SlowEvidence& evidence)
{
    QStringList lines;
    if (evidence.stepsSince == 0)
        return {
            slowWord(QT_TRANSLATE_NOOP("SlowRank", "None of its slow steps is kept any more."))};
    if (evidence.stepsBefore > 0) {
        lines << slowWord(QT_TRANSLATE_NOOP("SlowRank", "Step: %1 before, %2 since (%3)."))
                     .arg(stepTime(evidence.stepBefore), stepTime(evidence.stepSince),
                          relativeDifference(double(evidence.stepSince.count()),
                                             double(evidence.stepBefore.count())));
        if (evidence.othersIdleSince > evidence.othersIdleBefore + kMoreIdle)
            lines << slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                                "The other ranks wait for it: idle %1 of the step "
                                                "before, %2 since."))
                         .arg(percent(evidence.othersIdleBefore),
                              percent(evidence.othersIdleSince));
        lines << whatIsSlower(evidence);
    } else {
        lines << slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                            "No step from before is kept; it is held against the "
                                            "prediction."));
    }
    return lines;
}

QStringList nextSteps(const SlowEvidence& evidence, int worldRank, bool byHand,
                      const std::string& device)
{
    const QString rank = QString::number(worldRank);
    if (byHand)
        return {slowedByHandText(worldRank)};
    QStringList lines;
    if (evidence.isSlower())
        lines << whereToLook(evidence, device);
    lines << slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                        "Once the run has ended, run the same strategy again (A/A "
                                        "test): if rank %1 is slow again, it is its place or its "
                                        "share of the work; if another is, the machines are not "
                                        "quiet."))
                 .arg(rank);
    lines << slowWord(QT_TRANSLATE_NOOP("SlowRank",
                                        "If it stays so, give the rank fewer layers, or leave its "
                                        "host out."));
    return lines;
}

} // namespace gui
