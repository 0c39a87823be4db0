// Devices that the user has described and kept, beside those that the program knows by name. A
// strategy that runs on one holds its description, and needs none of these files.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace gui {

// Its times rest on more than its spec: the efficiencies and latencies that the catalogue has of a
// known device stand in the strategy's cluster for one that is described, and are kept with it.
struct OwnDevice {
    QString name;
    strategy::DeviceSpec spec;
    // As in strategy::Cluster. Files of earlier versions have none of these three.
    std::string profile{};
    double nodeLatencyUs = 0;
    double networkLatencyUs = 0;
    QString file{}; // that it was read from, whatever that is called; empty: from none

    // The one that the cluster describes. Precondition: it has a spec.
    static OwnDevice of(const strategy::Cluster& cluster);
    // The cluster then describes this one.
    void putInto(strategy::Cluster& cluster) const;

    // Whether they are alike, whatever they are called.
    bool isLike(const OwnDevice& other) const
    {
        return spec == other.spec && profile == other.profile
            && nodeLatencyUs == other.nodeLatencyUs && networkLatencyUs == other.networkLatencyUs;
    }
    // The same device, in whichever file.
    bool operator==(const OwnDevice& other) const { return name == other.name && isLike(other); }
};

// Each is a strategy file that has a cluster and nothing else, so that it can also be opened as
// one.
class OwnDevices {
public:
    // Empty: none can be kept.
    explicit OwnDevices(QString folder);

    bool canKeep() const { return !m_folder.isEmpty(); }

    // Those of the folder as it is now, by name. Files that hold no device are left out.
    std::vector<OwnDevice> list() const;

    // The name, or "NAME-2" and so on where one of the list has it.
    QString freeName(const QString& name) const;

    // Replaces those of that name. Nothing: it is kept; else a sentence, why it is not.
    std::optional<QString> keep(const OwnDevice& device) const;

    // Keeps it under that name instead, which must be no other's. Nothing: done; else a sentence,
    // and it is kept as it was.
    std::optional<QString> rename(const OwnDevice& device, const QString& name) const;

    // It is listed no more; strategies that run on it hold its description. Likewise.
    std::optional<QString> remove(const OwnDevice& device) const;

private:
    QString fileFor(const QString& name) const; // in which there is nothing yet

    QString m_folder;
};

} // namespace gui
