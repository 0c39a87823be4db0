#include "gui/estimate/verdict_text.h"

#include "gui/document/origin_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

QString verdictWord(const char* source) { return QCoreApplication::translate("Verdict", source); }

QString digits(double value, int significant)
{
    const int before = value >= 1 ? static_cast<int>(std::log10(value)) + 1 : 1;
    return QLocale().toString(value, 'f', std::max(0, significant - before));
}

long long devicesOf(const strategy::Strategy& strategy)
{
    const strategy::Parallel& cut = strategy.parallel;
    // The product of four numbers may be more than an int holds.
    return 1LL * cut.tensor * cut.pipeline * cut.context * strategy::dataParallel(strategy);
}

} // namespace

QString gibibytes(double bytes)
{
    return verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 GiB")).arg(digits(bytes / kGibibyte, 3));
}

QString stepTime(double seconds)
{
    return stepTime(plan::Nanoseconds{static_cast<std::int64_t>(std::llround(seconds * 1e9))});
}

QString verdictSentence(const StrategyEstimate& estimate)
{
    const strategy::Estimate& numbers = estimate.numbers;
    const plan::RankMemory& fullest = numbers.memory[numbers.fullestRank];
    const QString where
        = QStringLiteral("%1 × %2").arg(QLocale().toString(devicesOf(estimate.strategy)),
                                        QString::fromStdString(estimate.strategy.cluster.device));
    const QString most
        = (fullest.peakOp
               ? verdictWord(
                   QT_TRANSLATE_NOOP("Verdict", "rank %1 holds the most, %2 of %3, while %4 runs"))
               : verdictWord(QT_TRANSLATE_NOOP("Verdict", "rank %1 holds the most, %2 of %3")))
              .arg(QString::number(numbers.fullestRank), gibibytes(fullest.peak()),
                   gibibytes(numbers.memoryLimit));
    const QString of
        = fullest.peakOp ? most.arg(QString::fromStdString(plan::toText(*fullest.peakOp))) : most;
    const QString verdict = numbers.fits
        ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "Fits on %1: %2")).arg(where, of)
        : verdictWord(QT_TRANSLATE_NOOP("Verdict", "Does not fit on %1, by %2: %3"))
              .arg(where, gibibytes(fullest.peak() - numbers.memoryLimit), of);
    return verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1. Times from %2"))
        .arg(verdict, originText(estimate.prediction->origin));
}

namespace {

// As the picture has it; beside an emulated run with what that stands for, of which the other
// numbers are.
QString stepText(const StrategyEstimate& estimate)
{
    const QString step = stepTime(estimate.prediction->timeline->makespan);
    if (estimate.prediction->as.timeScale == 1)
        return step;
    const plan::Nanoseconds whole{std::llround(estimate.numbers.stepSeconds * 1e9)};
    return verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 for %2")).arg(step, stepTime(whole));
}

} // namespace

std::vector<VerdictNumber> verdictNumbers(const StrategyEstimate& estimate)
{
    const strategy::Estimate& numbers = estimate.numbers;
    const auto parameters = static_cast<double>(numbers.parameters);
    const auto billions = [](double count) {
        return count >= 1e9
            ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 billion")).arg(digits(count / 1e9, 3))
            : verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 million")).arg(digits(count / 1e6, 3));
    };
    return {
        {verdictWord(QT_TRANSLATE_NOOP("Verdict", "Step")), stepText(estimate),
         verdictWord(QT_TRANSLATE_NOOP("Verdict", "One step of the optimizer, all microbatches"))},
        {verdictWord(QT_TRANSLATE_NOOP("Verdict", "Tokens/s")), digits(numbers.tokensPerSecond, 4),
         verdictWord(QT_TRANSLATE_NOOP("Verdict", "Of all devices together"))},
        {verdictWord(QT_TRANSLATE_NOOP("Verdict", "MFU")), percent(numbers.mfu),
         verdictWord(
             QT_TRANSLATE_NOOP(
                 "Verdict",
                 "Share of the device's peak that the model's own FLOPs reach: %1 TFLOP/s "
                 "per device, every pair of tokens counted. With what is computed again: %2 (HFU)"))
             .arg(digits(numbers.modelTflopsPerDevice, 3), percent(numbers.hfu))},
        {verdictWord(QT_TRANSLATE_NOOP("Verdict", "Bubble")),
         percent(estimate.prediction->bubbleFraction),
         verdictWord(QT_TRANSLATE_NOOP("Verdict", "Idle share of ranks × makespan"))},
        {verdictWord(QT_TRANSLATE_NOOP("Verdict", "Parameters")), billions(parameters),
         numbers.activeParameters == numbers.parameters
             ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "Every token passes all of them"))
             : verdictWord(QT_TRANSLATE_NOOP("Verdict", "One token passes %1 of them"))
                   .arg(billions(static_cast<double>(numbers.activeParameters)))},
    };
}

QString verdictSources(const StrategyEstimate& estimate)
{
    QStringList lines;
    for (const std::string& source : estimate.numbers.sources)
        lines << QString::fromStdString(source);
    return lines.join(QLatin1Char('\n'));
}

QStringList verdictWarnings(const StrategyEstimate& estimate)
{
    QStringList lines;
    for (const strategy::Problem& warning : estimate.numbers.warnings)
        lines << QString::fromStdString(warning.key) + QStringLiteral(": ")
                + QString::fromStdString(warning.sentence);
    return lines;
}

} // namespace gui
