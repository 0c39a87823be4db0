// What is known of each device: which stages it holds, how its step goes, what its memory holds.
//
// All devices of a pipeline rank do the same work, so most of it is known by pipeline rank. A run
// is seen of one replica alone: of the others' devices nothing was measured.

#pragma once

#include "gui/cluster/device_map.h"
#include "gui/document/prediction.h"
#include "gui/estimate/estimator.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// Of a step of a run: what its replica on show did.
struct MeasuredDevices {
    std::shared_ptr<const plan::Ledger> ledger; // null: there is none
    plan::Nanoseconds makespan{};
    int step = -1;
    int replica = 0;
    std::vector<std::uint64_t> memory{}; // [pipeline rank] in use at most; 0: not known

    bool operator==(const MeasuredDevices&) const = default;
};

// A device is coloured by one of these.
enum class DeviceMetric {
    PipelineRank,
    Idle,          // share of the step
    Busy,          // time
    Communication, // time that nothing hides
    Memory,        // bytes at the peak
    MeasuredIdle,
    MeasuredBusy, // share of the step
    MeasuredCommunication,
    MeasuredMemory,
};

inline constexpr std::size_t kDeviceMetrics = 9;

// Translated: "Idle share".
QString nameOf(DeviceMetric metric);

class DeviceFacts {
public:
    DeviceFacts() = default;
    // `estimate` and what it is of may be null.
    DeviceFacts(PredictionPtr prediction, EstimatePtr estimate, MeasuredDevices measured);

    const DeviceMap& map() const { return m_map; }
    const PredictionPtr& prediction() const { return m_prediction; } // null: nothing is known
    // Null, or of that strategy, or of one before it with as many pipeline ranks.
    const EstimatePtr& estimate() const { return m_estimate; }
    const MeasuredDevices& measured() const { return m_measured; }

    // The stages of a pipeline rank, rising.
    const std::vector<int>& stagesOf(int pipelineRank) const;

    // Something of it is known of some device.
    bool has(DeviceMetric metric) const;
    // Empty where it is not known. In ranks, shares, nanoseconds or bytes.
    std::optional<double> value(DeviceMetric metric, int device) const;
    // Of the devices of a pipeline rank that isKnown() is true of.
    std::optional<double> valueOfRank(DeviceMetric metric, int pipelineRank) const;
    // Of a run only the devices of one replica are.
    bool isKnown(DeviceMetric metric, int device) const;
    // Written with its unit: "21.3 %".
    static QString text(DeviceMetric metric, double value);
    // The least and the largest there is; equal where all are alike. Precondition: has(metric).
    struct Range {
        double least = 0;
        double most = 0;

        // Where on it a value lies, 0 .. 1; 0 where all are alike.
        double shareOf(double value) const
        {
            return most > least ? (value - least) / (most - least) : 0;
        }
    };
    Range range(DeviceMetric metric) const;

private:
    PredictionPtr m_prediction;
    EstimatePtr m_estimate;
    MeasuredDevices m_measured;
    DeviceMap m_map;
    std::vector<std::vector<int>> m_stages; // [pipeline rank]
};

} // namespace gui
