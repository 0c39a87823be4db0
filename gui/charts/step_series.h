// One value a step, however long the run: at most kMaxPoints points to draw, which keep the lowest
// and highest value of every stretch, so that no outlier vanishes.

#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gui {

class StepSeries {
public:
    static constexpr std::size_t kMaxPoints = 2000;

    // Steps come in rising order; one that is not higher than the last is ignored.
    void add(int step, double value);
    void clear() { *this = {}; }

    // (step, value) in rising step order; both extremes where several steps share a point.
    std::vector<std::pair<double, double>> points() const;

    // At that step, if it is among the points.
    std::optional<double> at(int step) const;

    bool isEmpty() const { return m_buckets.empty(); }
    int lastStep() const { return m_lastStep; } // -1: none
    double lowest() const { return m_lowest; }
    double highest() const { return m_highest; }

private:
    struct Bucket {
        int first = 0; // step
        int lowStep = 0;
        int highStep = 0;
        double low = 0;
        double high = 0;
    };

    void halve();

    std::vector<Bucket> m_buckets;
    int m_stride = 1; // steps a bucket covers
    int m_lastStep = -1;
    double m_lowest = std::numeric_limits<double>::infinity();
    double m_highest = -std::numeric_limits<double>::infinity();
};

} // namespace gui
