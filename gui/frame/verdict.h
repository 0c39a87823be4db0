// What is to be known of a sheet at a glance: a few numbers, where they come from, and how the run
// beside them stands. A value: whoever knows makes it, and the verdict bar shows it.

#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace gui {

// What a word or a number means to the reader; each has a colour of its own in the theme.
enum class Mood { Plain, Good, Warning, Bad };

// All texts are translated, plain, and of one line; tips may have several.
struct VerdictNumber {
    QString name{};   // "Bubble"
    QString value{};  // "27.3 %", three significant digits; empty: not known
    QString change{}; // "▼ 1.2", "measured 165 ms": what it is held against; empty: nothing
    Mood changeMood = Mood::Plain;
    bool isOfEdit = false;   // the change is what the last edit made of it
    Mood mood = Mood::Plain; // of the value
    QString tip{};           // all digits, and what the number means

    bool operator==(const VerdictNumber&) const = default;
};

// Puts into `number` how it differs from `before`: "▼ 1.20 ms", where `toText` writes a value of
// the number. Nothing where the difference is written as that of equal numbers.
void setChange(VerdictNumber& number, double before, double now, bool lessIsBetter,
               const std::function<QString(double)>& toText);

struct Verdict {
    // The most important first: where the bar is too narrow for all, the last ones go.
    std::vector<VerdictNumber> numbers{};
    QString source{};    // "predicted by the cost model, profile h100"
    QString sourceTip{}; //
    // How the run stands: "healthy", "failed: rank 1, signal 9, step 163". Empty: there is none.
    QString health{};
    QString healthTip{};
    Mood healthMood = Mood::Plain;
    bool isStale = false; // the numbers are of an earlier state of what is shown

    bool operator==(const Verdict&) const = default;
};

} // namespace gui
