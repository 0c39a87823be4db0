#include "gui/live/same_again.h"

#include "engine/measured/averages.h"
#include "gui/live/run_text.h"
#include "gui/text/number_format.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr std::size_t kBatches = 8;
constexpr double kStudent95 = 2.145; // of 14 degrees of freedom: two times kBatches - 1

struct Batches {
    double mean = 0;
    double variance = 0; // of the mean
};

std::vector<double> settled(const std::vector<double>& steps)
{
    return {steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 10), steps.end()};
}

Batches batchesOf(const std::vector<double>& steps)
{
    std::vector<double> medians;
    for (std::size_t i = 0; i < kBatches; ++i) {
        const auto at = [&](std::size_t place) {
            return steps.begin() + static_cast<std::ptrdiff_t>(place * steps.size() / kBatches);
        };
        medians.push_back(measured::medianOf({at(i), at(i + 1)}));
    }
    Batches batches;
    for (const double median : medians)
        batches.mean += median / kBatches;
    for (const double median : medians)
        batches.variance
            += (median - batches.mean) * (median - batches.mean) / ((kBatches - 1) * kBatches);
    return batches;
}

} // namespace

std::optional<SameAgain> compareSteps(const std::vector<double>& first,
                                      const std::vector<double>& second)
{
    if (first.size() < kLeastSteps || second.size() < kLeastSteps)
        return {};
    std::vector<double> a = settled(first);
    const std::vector<double> b = settled(second);
    SameAgain compared{.first = measured::medianOf(a), .second = measured::medianOf(b)};
    if (compared.first <= 0)
        return {};
    const Batches ofA = batchesOf(a);
    const Batches ofB = batchesOf(b);
    const double half = kStudent95 * std::sqrt(ofA.variance + ofB.variance);
    compared.difference = (compared.second - compared.first) / compared.first;
    compared.low = (ofB.mean - ofA.mean - half) / compared.first;
    compared.high = (ofB.mean - ofA.mean + half) / compared.first;
    std::sort(a.begin(), a.end());
    const double few = a[a.size() / 20];
    const double many = a[a.size() - 1 - a.size() / 20];
    compared.spread = (many - few) / 2 / compared.first;
    return compared;
}

QString sameAgainText(const SameAgain& compared, const QString& first, const QString& second)
{
    const auto time
        = [](double ns) { return stepTime(std::chrono::nanoseconds(std::llround(ns))); };
    QString text = runText(QT_TRANSLATE_NOOP("Run",
                                             "Median step %1 in %2, %3 in %4: %5, with 95 % "
                                             "confidence between %6 and %7. Nine of ten steps lie "
                                             "within ±%8 of the median."))
                       .arg(time(compared.first), first, time(compared.second), second,
                            relativeDifference(1 + compared.difference, 1),
                            relativeDifference(1 + compared.low, 1),
                            relativeDifference(1 + compared.high, 1), percent(compared.spread));
    text += QLatin1Char(' ');
    text += compared.isReal()
        ? runText(QT_TRANSLATE_NOOP("Run",
                                    "The two runs differ by more than chance: the machine is not "
                                    "the same for both."))
        : runText(QT_TRANSLATE_NOOP("Run",
                                    "That is no more than the noise of this machine: smaller "
                                    "differences between two strategies say nothing."));
    return text;
}

} // namespace gui
