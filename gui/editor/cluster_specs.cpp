// The fields of the cluster.

#include "engine/strategy/hardware.h"
#include "gui/editor/field_specs.h"

#include <QCoreApplication>

#include <vector>

namespace gui {
namespace {

using strategy::Cluster;
using strategy::Strategy;

constexpr double kBytesOfGiga = 1e9;
constexpr double kMicrosecondsOfSecond = 1e6;

// Links and efficiencies are the cost model's.
bool hasCostModel(const Strategy& s) { return s.model.has_value(); }

bool leavesTheNode(const Strategy& s)
{
    const int devices = s.cluster.devices > 0 ? s.cluster.devices : strategy::deviceCount(s);
    return hasCostModel(s) && devices > s.cluster.devicesPerNode;
}

bool passesSwitches(const Strategy& s) { return leavesTheNode(s) && s.cluster.nodesPerSwitch > 0; }

template <double Cluster::*Member>
double getCluster(const Strategy& s)
{
    return s.cluster.*Member;
}

template <double Cluster::*Member>
void setCluster(Strategy& s, double value)
{
    s.cluster.*Member = value;
}

// What the device comes with.
template <double Cluster::*Member, double plan::Network::*Link>
double linkOfDevice(const Strategy& s, double scale)
{
    Cluster plain = s.cluster;
    plain.*Member = 0;
    return strategy::machineOf(plain).network.*Link * scale;
}

template <double Cluster::*Member, double plan::Network::*Link>
double speedOfDevice(const Strategy& s)
{
    return linkOfDevice<Member, Link>(s, 1 / kBytesOfGiga);
}

template <double Cluster::*Member, double plan::Network::*Link>
double latencyOfDevice(const Strategy& s)
{
    return linkOfDevice<Member, Link>(s, kMicrosecondsOfSecond);
}

std::span<const std::string_view> profileNames()
{
    static const std::vector<std::string_view> kNames = [] {
        std::vector<std::string_view> names;
        for (const strategy::Profile& profile : strategy::profiles())
            names.push_back(profile.name);
        return names;
    }();
    return kNames;
}

std::string profileOfDevice(const Strategy& s)
{
    Cluster plain = s.cluster;
    plain.profile.clear();
    return strategy::profileNameOf(plain);
}

constexpr FieldSpec kCluster[] = {
    IntegerSpec{
        "cluster.devices", QT_TRANSLATE_NOOP("Editor", "Devices"),
        QT_TRANSLATE_NOOP(
            "Editor", "Devices of the whole job; by default, as many as the parallel sizes need"),
        0, [](const Strategy& s) { return s.cluster.devices; },
        [](Strategy& s, int value) { s.cluster.devices = value; },
        QT_TRANSLATE_NOOP("Editor", "auto: %1"), strategy::deviceCount},
    IntegerSpec{"cluster.devices_per_node", QT_TRANSLATE_NOOP("Editor", "Devices per node"),
                QT_TRANSLATE_NOOP("Editor", "Devices that share the fast links"), 0,
                [](const Strategy& s) { return s.cluster.devicesPerNode; },
                [](Strategy& s, int value) { s.cluster.devicesPerNode = value; }},
};

constexpr FieldSpec kClusterRest[] = {
    IntegerSpec{
        "cluster.devices_per_domain", QT_TRANSLATE_NOOP("Editor", "Devices per domain"),
        QT_TRANSLATE_NOOP("Editor", "Devices that fast links connect across nodes, as in an NVL72"),
        0, [](const Strategy& s) { return s.cluster.devicesPerDomain; },
        [](Strategy& s, int value) { s.cluster.devicesPerDomain = value; },
        QT_TRANSLATE_NOOP("Editor", "auto"), nullptr, hasCostModel},
    DecimalSpec{"cluster.node_gbps", QT_TRANSLATE_NOOP("Editor", "Node links"),
                QT_TRANSLATE_NOOP("Editor", "Speed of one device to its node, in each direction"),
                " GB/s", getCluster<&Cluster::nodeGbps>, setCluster<&Cluster::nodeGbps>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"),
                speedOfDevice<&Cluster::nodeGbps, &plan::Network::nodeSpeed>, hasCostModel},
    DecimalSpec{"cluster.node_latency_us", QT_TRANSLATE_NOOP("Editor", "Node latency"),
                QT_TRANSLATE_NOOP("Editor", "Latency per message within a node"), " µs",
                getCluster<&Cluster::nodeLatencyUs>, setCluster<&Cluster::nodeLatencyUs>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"),
                latencyOfDevice<&Cluster::nodeLatencyUs, &plan::Network::nodeLatency>,
                hasCostModel},
    DecimalSpec{
        "cluster.network_gbps", QT_TRANSLATE_NOOP("Editor", "Network links"),
        QT_TRANSLATE_NOOP("Editor", "Speed of one device out of its node, in each direction"),
        " GB/s", getCluster<&Cluster::networkGbps>, setCluster<&Cluster::networkGbps>,
        QT_TRANSLATE_NOOP("Editor", "auto: %1"),
        speedOfDevice<&Cluster::networkGbps, &plan::Network::fabricSpeed>, leavesTheNode},
    DecimalSpec{"cluster.network_latency_us", QT_TRANSLATE_NOOP("Editor", "Network latency"),
                QT_TRANSLATE_NOOP("Editor", "Latency per message between nodes"), " µs",
                getCluster<&Cluster::networkLatencyUs>, setCluster<&Cluster::networkLatencyUs>,
                QT_TRANSLATE_NOOP("Editor", "auto: %1"),
                latencyOfDevice<&Cluster::networkLatencyUs, &plan::Network::fabricLatency>,
                leavesTheNode},
    IntegerSpec{
        "cluster.nodes_per_switch", QT_TRANSLATE_NOOP("Editor", "Nodes per switch"),
        QT_TRANSLATE_NOOP("Editor", "Messages between more nodes than this pass further switches"),
        0, [](const Strategy& s) { return s.cluster.nodesPerSwitch; },
        [](Strategy& s, int value) { s.cluster.nodesPerSwitch = value; },
        QT_TRANSLATE_NOOP("Editor", "all"), nullptr, leavesTheNode},
    DecimalSpec{
        "cluster.oversubscription", QT_TRANSLATE_NOOP("Editor", "Oversubscription"),
        QT_TRANSLATE_NOOP("Editor",
                          "Between switches the speed of the network is divided by this factor"),
        " : 1", getCluster<&Cluster::oversubscription>, setCluster<&Cluster::oversubscription>,
        nullptr, nullptr, passesSwitches},
    ChoiceSpec{
        "cluster.profile",
        QT_TRANSLATE_NOOP("Editor", "Efficiencies"),
        QT_TRANSLATE_NOOP(
            "Editor", "Shares of the peaks reached in measurements; by default, the device's own"),
        {},
        [](const Strategy& s) { return s.cluster.profile; },
        [](Strategy& s, const std::string& name) { s.cluster.profile = name; },
        hasCostModel,
        profileNames,
        QT_TRANSLATE_NOOP("Editor", "default: %1"),
        profileOfDevice},
};

} // namespace

SectionSpecs clusterSpecs() { return {kCluster, kClusterRest}; }

} // namespace gui
