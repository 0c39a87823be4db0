// What a sweep draws: one number of a strategy over the values of a field, or of two.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace gui {

// What came of one value.
struct SweepPoint {
    double height = 0; // in the unit of the picture
    bool fits = true;
    QString interval{}; // in which it lies, translated; empty: that is not known
};

struct SweepCurve {
    QString name;                                  // value of the other field, where there is one
    std::vector<std::optional<SweepPoint>> points; // [value]; nothing: no such strategy
};

// One of them: its places in the picture.
struct SweepCell {
    int value = -1;
    int curve = -1;

    bool isSomewhere() const { return value >= 0 && curve >= 0; }
    bool operator==(const SweepCell&) const = default;
};

// Texts are translated already.
struct SweepPicture {
    QString title;                  // of the heights, with their unit
    QString field;                  // along the axis
    QStringList values;             // from the left
    QString other;                  // field that the curves differ in, where there are several
    std::vector<SweepCurve> curves; //
    std::optional<double> limit{};  // a line at that height
    QString limitName{};
    SweepCell present{}; // of the strategy as it is; -1: none of the values
    bool ordered = true; // the values of the other field are numbers, the more the further

    // Null where there is no such strategy, or no such place.
    const SweepPoint* at(SweepCell cell) const;
    bool isEmpty() const; // no curve has any point
    // What there is to see, in a line: "step time, s: 1.23 to 4.56"; empty where it is empty.
    QString headline() const;
    // The place, the number there and the fields' values, a line each, in plain text.
    QString tipOf(SweepCell cell) const;
};

} // namespace gui
