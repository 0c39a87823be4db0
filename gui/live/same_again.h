// The A/A test: a strategy that ran twice says how much its steps differ by themselves, and so
// whether a difference between two runs is one.

#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace gui {

struct SameAgain {
    double first = 0;  // median step, in ns
    double second = 0; //
    // How much longer the second is, as a share of the first, and where that lies with 95 %
    // confidence.
    double difference = 0;
    double low = 0;
    double high = 0;
    double spread = 0; // half of what nine of ten steps of the first differ by, as a share of it

    // The difference is more than chance, and more than a hundredth.
    bool isReal() const
    {
        return (low > 0 || high < 0) && (difference > 0.01 || difference < -0.01);
    }
};

// Another run of the same strategy.
struct OtherRun {
    QString name{};
    std::vector<double> steps{}; // ns, as they ran
};

inline constexpr std::size_t kLeastSteps = 20; // of either run

// Step times in ns, in the order they ran; the first tenth of each is left out, which is slower in
// every run. Steps that follow each other are alike, so batches of them are compared, and not
// single ones. Nothing where a run has fewer than kLeastSteps.
std::optional<SameAgain> compareSteps(const std::vector<double>& first,
                                      const std::vector<double>& second);

// "Median step 165.0 ms in FIRST, 166.1 ms in SECOND: +0.7 %, between −0.2 and +1.6 % …", and what
// that means.
QString sameAgainText(const SameAgain& compared, const QString& first, const QString& second);

} // namespace gui
