// One value per step, however long the run: at most kMaxPoints points to draw, which keep the
// lowest and highest value of every stretch of steps, so that no outlier vanishes.
//
// Steps are gathered in buckets of equal width. When there would be too many, neighbours are merged
// in pairs and the width doubles; a run of n steps costs O(n) in all.

#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gui {

// A value that copies; one thread at a time. Values must be finite.
class StepSeries {
public:
    static constexpr std::size_t kMaxPoints = 2000;

    // Steps are >= 0 and come in rising order; one that is not higher than the last is ignored.
    void add(int step, double value);
    void clear() { *this = {}; }

    // The same points, made of the same steps.
    bool operator==(const StepSeries&) const = default;

    // (step, value) in rising step order; both extremes where several steps share a point.
    std::vector<std::pair<double, double>> points() const;

    // The value of that step, if it is still known: of each bucket, only the step with the lowest
    // value and the one with the highest are, and the last step of all.
    std::optional<double> at(int step) const;

    // Neighbouring steps of which only the extremes are kept.
    struct Stretch {
        int first = 0;
        int last = 0; // >= first
        double low = 0;
        double high = 0;
    };
    // The steps that `step` is among. Nothing beyond the last one and where none came.
    std::optional<Stretch> around(int step) const;

    bool isEmpty() const { return m_buckets.empty(); }
    int lastStep() const { return m_lastStep; } // -1: none
    // Of all values ever added, merged or not. lowest() is infinite and highest() negatively
    // infinite while there is none.
    double lowest() const { return m_lowest; }
    double highest() const { return m_highest; }

private:
    // The steps first .. first + m_stride - 1, of which only the two extremes are kept.
    struct Bucket {
        int first = 0; // step
        int lowStep = 0;
        int highStep = 0;
        double low = 0;
        double high = 0;

        bool operator==(const Bucket&) const = default;
    };

    void halve();                           // the number of buckets
    const Bucket* bucketOf(int step) const; // null: none came there

    std::vector<Bucket> m_buckets;
    int m_stride = 1; // steps a bucket covers
    int m_lastStep = -1;
    double m_lastValue = 0;
    double m_lowest = std::numeric_limits<double>::infinity();
    double m_highest = -std::numeric_limits<double>::infinity();
};

} // namespace gui
