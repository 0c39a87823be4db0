#include "gui/estimate/verdict_text.h"

#include "gui/document/origin_text.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

QString verdictWord(const char* source) { return QCoreApplication::translate("Verdict", source); }

constexpr int kGibibyteDecimals = 3;

plan::Nanoseconds nanoseconds(double seconds)
{
    return plan::Nanoseconds{static_cast<std::int64_t>(std::llround(seconds * 1e9))};
}

} // namespace

QString gibibytes(double bytes)
{
    return verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 GiB"))
        .arg(threeDigits(bytes / kGibibyte, kGibibyteDecimals));
}

QString otherMemoryWords(const plan::OtherMemory& part)
{
    return QCoreApplication::translate("OtherMemory", part.words);
}

QString stepTime(double seconds) { return stepTime(nanoseconds(seconds)); }

QString intervalText(const strategy::Interval& seconds)
{
    return timesText(nanoseconds(seconds.low), nanoseconds(seconds.high));
}

QString stepTime(double seconds, const std::optional<strategy::Interval>& interval)
{
    const QString time = stepTime(seconds);
    return interval ? bracketed(time, intervalText(*interval)) : time;
}

QString verdictSentence(const StrategyEstimate& estimate)
{
    const strategy::Estimate& numbers = estimate.numbers;
    const plan::RankMemory& fullest = numbers.memory[numbers.fullestRank];
    const QString where = QStringLiteral("%1 × %2").arg(
        QLocale().toString(strategy::deviceCount(estimate.strategy)),
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

VerdictNumber memoryNumber(const strategy::Estimate& numbers, const strategy::Estimate* before)
{
    const plan::RankMemory& fullest = numbers.memory[numbers.fullestRank];
    VerdictNumber memory{
        .name = numbers.fits ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "Memory, fits"))
                             : verdictWord(QT_TRANSLATE_NOOP("Verdict", "Memory, too little by %1"))
                                   .arg(gibibytes(fullest.peak() - numbers.memoryLimit)),
        .value = verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 of %2"))
                     .arg(threeDigits(fullest.peak() / kGibibyte, kGibibyteDecimals),
                          gibibytes(numbers.memoryLimit)),
        .mood = numbers.fits ? Mood::Plain : Mood::Bad,
    };
    if (before)
        setChange(memory, before->memory[before->fullestRank].peak(), fullest.peak(), true,
                  gibibytes);
    return memory;
}

} // namespace

std::vector<VerdictNumber> estimateNumbers(const StrategyEstimate& estimate,
                                           const StrategyEstimate* before)
{
    const strategy::Estimate& numbers = estimate.numbers;
    const strategy::Estimate* const earlier = before ? &before->numbers : nullptr;
    const auto parameters = static_cast<double>(numbers.parameters);
    const auto billions = [](double count) {
        return count >= 1e9
            ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 billion")).arg(threeDigits(count / 1e9))
            : verdictWord(QT_TRANSLATE_NOOP("Verdict", "%1 million")).arg(threeDigits(count / 1e6));
    };

    VerdictNumber memory = memoryNumber(numbers, earlier);
    memory.tip = verdictSentence(estimate);
    VerdictNumber mfu{.name = verdictWord(QT_TRANSLATE_NOOP("Verdict", "MFU")),
                      .value = percent(numbers.mfu)};
    mfu.tip
        = verdictWord(
              QT_TRANSLATE_NOOP(
                  "Verdict",
                  "Share of the device's peak that the model's own FLOPs reach: %1 TFLOP/s per "
                  "device, attention counted in full (not causal). With recomputation: %2 (HFU)"))
              .arg(threeDigits(numbers.modelTflopsPerDevice), percent(numbers.hfu));
    VerdictNumber tokens{.name = verdictWord(QT_TRANSLATE_NOOP("Verdict", "Tokens/s")),
                         .value = rate(numbers.tokensPerSecond)};
    tokens.tip = verdictWord(QT_TRANSLATE_NOOP("Verdict", "Of all devices together"));
    VerdictNumber size{.name = verdictWord(QT_TRANSLATE_NOOP("Verdict", "Parameters")),
                       .value = billions(parameters)};
    size.tip = numbers.activeParameters == numbers.parameters
        ? verdictWord(QT_TRANSLATE_NOOP("Verdict", "Every token passes all of them"))
        : verdictWord(QT_TRANSLATE_NOOP("Verdict", "One token passes %1 of them"))
              .arg(billions(static_cast<double>(numbers.activeParameters)));
    if (earlier) {
        setChange(mfu, earlier->mfu, numbers.mfu, false, points);
        setChange(tokens, earlier->tokensPerSecond, numbers.tokensPerSecond, false, rate);
        setChange(size, static_cast<double>(earlier->parameters), parameters, false, billions);
        size.changeMood = Mood::Plain; // neither good nor bad
    }
    return {memory, mfu, tokens, size};
}

QString verdictSources(const StrategyEstimate& estimate)
{
    QStringList lines;
    for (const std::string& source : estimate.numbers.sources)
        lines << engineText(source);
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
