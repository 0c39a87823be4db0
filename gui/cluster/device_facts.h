// What is known of each device: which stages it holds, how its step goes, what its memory holds.
//
// All devices of a pipeline rank do the same work, so most of it is known by pipeline rank. Of a
// run the ops of one replica are seen; of the others' devices how much they idled, where their
// ranks say it.

#pragma once

#include "engine/measured/link_speeds.h"
#include "engine/measured/rank_step.h"
#include "gui/cluster/device_map.h"
#include "gui/document/prediction.h"
#include "gui/estimate/estimator.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// [rank of the world] the host it is on; empty: not known. Harmless to show.
using RankHostNames = std::vector<QString>;

// Of a step of a run: what its replica on show did.
struct MeasuredDevices {
    std::shared_ptr<const plan::Ledger> ledger; // null: there is none
    plan::Nanoseconds makespan{};
    int step = -1;
    int replica = 0;
    std::vector<std::uint64_t> memory{}; // [pipeline rank] in use at most; 0: not known
    // [rank of the world] where a run has as many ranks as there are devices; null: not known.
    std::shared_ptr<const std::vector<measured::RankStep>> world{};
    std::shared_ptr<const RankHostNames> hosts{};
    measured::LinkSpeeds::Seen links{};

    bool operator==(const MeasuredDevices&) const = default;
};

// A device is coloured by one of these.
enum class DeviceMetric {
    PipelineRank,
    Node,
    Idle,          // share of the step
    Busy,          // time
    Communication, // time that nothing hides
    Memory,        // bytes at the peak
    MeasuredIdle,
    MeasuredBusy, // share of the step
    MeasuredCommunication,
    MeasuredMemory,
};

inline constexpr std::size_t kDeviceMetrics = 10;

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

    // The rank of a run that is this device, as runs number theirs.
    int worldRankOf(int device) const;
    // The host that all its devices are on, as the run says; else "node 3".
    QString nodeName(int node) const;

    // Something of it is known of some device.
    bool has(DeviceMetric metric) const;
    // Empty where it is not known. In ranks, shares, nanoseconds or bytes.
    std::optional<double> value(DeviceMetric metric, int device) const;
    // Of the devices of a pipeline rank that isKnown() is true of; nothing of nodes, and of what
    // every rank of the run has told of itself.
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

    // Every device has a value of its own, and not that of its pipeline rank.
    bool isByDevice(DeviceMetric metric) const;

private:
    std::optional<double> valueOfDevice(DeviceMetric metric, int device) const;

    PredictionPtr m_prediction;
    EstimatePtr m_estimate;
    MeasuredDevices m_measured;
    DeviceMap m_map;
    std::vector<std::vector<int>> m_stages; // [pipeline rank]
    std::optional<Range> m_idleRange;       // of all ranks of the run; none: they do not say
};

} // namespace gui
