#include "gui/editor/presets.h"

#include "engine/strategy/hardware.h"
#include "gui/document/preset_files.h"

#include <QStringList>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace gui {
namespace {

// Between model and cluster: "GPT-3 175B on 1024 A100".
const QString kOn = QStringLiteral(" on ");

// The largest first.
std::vector<strategy::Strategy> readCarried()
{
    std::vector<strategy::Strategy> carried;
    const QStringList paths = knownModelPaths();
    for (auto path = paths.rbegin(); path != paths.rend(); ++path)
        if (auto strategy = readPreset(*path))
            carried.push_back(*std::move(strategy));
    return carried;
}

const std::vector<strategy::Strategy>& carriedStrategies()
{
    static const std::vector<strategy::Strategy> kCarried = readCarried();
    return kCarried;
}

std::vector<ModelPreset> readPresets()
{
    std::vector<ModelPreset> presets;
    for (const strategy::Strategy& each : carriedStrategies())
        if (each.model)
            presets.push_back({QString::fromStdString(each.name).section(kOn, 0, 0), *each.model});
    return presets;
}

struct ClusterSize {
    const char* device;
    int devices;
    int perNode;
};

constexpr ClusterSize kClusterSizes[]
    = {{"h100", 8, 8},      {"h100", 128, 8},     {"h100", 1024, 8},   {"h200", 8, 8},
       {"b200", 8, 8},      {"gb200", 72, 72},    {"a100-80gb", 8, 8}, {"a100-80gb", 1024, 8},
       {"v100-32gb", 8, 8}, {"ascend-910b", 8, 8}};

std::vector<ClusterPreset> readClusters()
{
    std::vector<ClusterPreset> presets;
    for (const ClusterSize& size : kClusterSizes) {
        const strategy::Hardware* known = strategy::findHardware(size.device);
        if (!known)
            continue;
        strategy::Cluster cluster;
        cluster.device = size.device;
        cluster.devices = size.devices;
        cluster.devicesPerNode = size.perNode;
        presets.push_back(
            {QStringLiteral("%1 × %2").arg(size.devices).arg(QString::fromStdString(known->title)),
             cluster});
    }
    for (const strategy::Strategy& each : carriedStrategies()) {
        const QString name = QString::fromStdString(each.name).section(kOn, 1);
        const bool isKnown
            = std::any_of(presets.begin(), presets.end(), [&each](const ClusterPreset& preset) {
                  return preset.cluster == each.cluster;
              });
        if (!name.isEmpty() && !isKnown)
            presets.push_back({name, each.cluster});
    }
    return presets;
}

bool addsUp(const std::vector<int>& layers, int sum)
{
    return std::accumulate(layers.begin(), layers.end(), 0LL) == sum;
}

} // namespace

std::span<const ModelPreset> modelPresets()
{
    static const std::vector<ModelPreset> kPresets = readPresets();
    return kPresets;
}

std::span<const ClusterPreset> clusterPresets()
{
    static const std::vector<ClusterPreset> kPresets = readClusters();
    return kPresets;
}

strategy::Strategy withModel(strategy::Strategy strategy, const strategy::Model& model)
{
    strategy.model = model;
    for (std::vector<int>* layers :
         {&strategy.parallel.layersPerStage, &strategy.parallel.layersPerRank})
        if (!addsUp(*layers, model.layers))
            layers->clear();
    return strategy;
}

} // namespace gui
