#include "gui/cluster/place_words.h"

#include "engine/strategy/hardware.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <set>

namespace gui {
namespace {

constexpr std::size_t kNumbersNamed = 6; // of more, the first three and the last

QString clusterWord(const char* source) { return QCoreApplication::translate("Cluster", source); }

} // namespace

QString shortNameOf(GroupKind kind)
{
    switch (kind) {
    case GroupKind::Tensor:
        return QStringLiteral("TP");
    case GroupKind::Pipeline:
        return QStringLiteral("PP");
    case GroupKind::Data:
        return QStringLiteral("DP");
    case GroupKind::Context:
        return QStringLiteral("CP");
    case GroupKind::Expert:
        return QStringLiteral("EP");
    }
    return {};
}

QString nameOf(GroupKind kind)
{
    switch (kind) {
    case GroupKind::Tensor:
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "Tensor group"));
    case GroupKind::Pipeline:
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "Pipeline group"));
    case GroupKind::Data:
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "Data group"));
    case GroupKind::Context:
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "Context group"));
    case GroupKind::Expert:
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "Expert group"));
    }
    return {};
}

QString numbersText(const std::vector<int>& numbers)
{
    if (numbers.empty())
        return {};
    const auto text = [](int number) { return QString::number(number); };
    const int step = numbers.size() > 1 ? numbers[1] - numbers[0] : 0;
    bool even = numbers.size() > 2;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        even = even && numbers[i] - numbers[i - 1] == step;
    if (even && step == 1)
        return QStringLiteral("%1–%2").arg(numbers.front()).arg(numbers.back());
    QStringList named;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers.size() <= kNumbersNamed || i < 3)
            named << text(numbers[i]);
    if (numbers.size() > kNumbersNamed)
        named << QStringLiteral("… ") + text(numbers.back());
    const QString joined = enumerated(named);
    if (even && numbers.size() > kNumbersNamed)
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1 (every %2)")).arg(joined).arg(step);
    return joined;
}

QString stagesText(const std::vector<int>& stages)
{
    if (stages.size() == 1)
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "stage %1")).arg(stages.front());
    return clusterWord(QT_TRANSLATE_NOOP("Cluster", "stages %1")).arg(numbersText(stages));
}

QString deviceName(int device)
{
    return clusterWord(QT_TRANSLATE_NOOP("Cluster", "device %1")).arg(device);
}

QString placeSentence(const DeviceFacts& facts, int device)
{
    const DeviceMap& map = facts.map();
    const DevicePlace place = map.placeOf(device);
    QStringList parts{
        facts.nodeName(map.nodeOf(device)),
        clusterWord(QT_TRANSLATE_NOOP("Cluster", "pipeline rank %1")).arg(place.pipeline),
        stagesText(facts.stagesOf(place.pipeline))};
    if (map.tensor() > 1)
        parts << clusterWord(QT_TRANSLATE_NOOP("Cluster", "tensor rank %1")).arg(place.tensor);
    if (map.context() > 1)
        parts << clusterWord(QT_TRANSLATE_NOOP("Cluster", "context rank %1")).arg(place.context);
    if (map.data() > 1)
        parts << clusterWord(QT_TRANSLATE_NOOP("Cluster", "data rank %1")).arg(place.data);
    if (map.expert() > 1)
        parts << clusterWord(QT_TRANSLATE_NOOP("Cluster", "expert rank %1"))
                     .arg(map.expertRankOf(device));
    return enumerated(parts);
}

QString deviceSentence(const DeviceFacts& facts, int device)
{
    return clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1, %2"))
        .arg(deviceName(device), placeSentence(facts, device));
}

QString placeLabel(const DeviceMap& map, int device)
{
    const DevicePlace place = map.placeOf(device);
    QStringList parts;
    const auto add = [&parts](const char* letter, int size, int rank) {
        if (size > 1)
            parts << QLatin1String(letter) + QString::number(rank);
    };
    add("P", map.pipeline(), place.pipeline);
    add("T", map.tensor(), place.tensor);
    add("C", map.context(), place.context);
    add("D", map.data(), place.data);
    return parts.join(QLatin1Char(' '));
}

QStringList valueLines(const DeviceFacts& facts, int device)
{
    QStringList lines;
    for (std::size_t i = 0; i < kDeviceMetrics; ++i) {
        const auto metric = static_cast<DeviceMetric>(i);
        const std::optional<double> value = facts.value(metric, device);
        if (value && metric != DeviceMetric::PipelineRank && metric != DeviceMetric::Node)
            lines << labelled(nameOf(metric), DeviceFacts::text(metric, *value));
    }
    return lines;
}

QString groupText(const DeviceMap& map, const DeviceGroup& group)
{
    std::set<int> nodes;
    for (const int device : group.devices)
        nodes.insert(map.nodeOf(device));
    const QString numbers = numbersText(group.devices);
    if (nodes.size() == 1)
        return clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1, in one node")).arg(numbers);
    return clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1, over %2 nodes"))
        .arg(numbers, QLocale().toString(static_cast<qulonglong>(nodes.size())));
}

namespace {

QString speed(double bytesPerSecond)
{
    return clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1 GB/s"))
        .arg(threeDigits(bytesPerSecond / 1e9));
}

QString linkLine(const char* source, double planned, const measured::LinkSpeeds::Pairs& seen)
{
    QString line = labelled(clusterWord(source), planned > 0 ? speed(planned) : QString());
    if (seen.transfers > 0)
        line = planned > 0
            ? clusterWord(QT_TRANSLATE_NOOP("Cluster", "%1, measured %2"))
                  .arg(line, speed(seen.median))
            : labelled(
                clusterWord(source),
                clusterWord(QT_TRANSLATE_NOOP("Cluster", "measured %1")).arg(speed(seen.median)));
    return line;
}

} // namespace

QStringList linkLines(const DeviceFacts& facts)
{
    const PredictionPtr& prediction = facts.prediction();
    const measured::LinkSpeeds::Seen& seen = facts.measured().links;
    plan::Network network;
    // Costs that are given say nothing of the links.
    if (prediction && prediction->strategy.model)
        network = strategy::machineOf(prediction->strategy.cluster).network;
    QStringList lines;
    if (network.nodeSpeed > 0 || seen.within.transfers > 0)
        lines << linkLine(QT_TRANSLATE_NOOP("Cluster", "Links within a node"), network.nodeSpeed,
                          seen.within);
    if ((network.fabricSpeed > 0 && facts.map().nodes() > 1) || seen.between.transfers > 0)
        lines << linkLine(QT_TRANSLATE_NOOP("Cluster", "between nodes"), network.fabricSpeed,
                          seen.between);
    return lines;
}

QStringList neighbourLines(const DeviceFacts& facts, int device)
{
    const DeviceMap& map = facts.map();
    const int rank = map.pipelineRankOf(device);
    const plan::Placement& placement = facts.prediction()->schedule->placement;
    // Ranks that hold the stage before or behind one of its own.
    std::set<int> from;
    std::set<int> to;
    const auto look = [&](const std::vector<int>& ranks) {
        for (std::size_t stage = 0; stage + 1 < ranks.size(); ++stage) {
            if (ranks[stage] == ranks[stage + 1])
                continue;
            if (ranks[stage] == rank)
                to.insert(ranks[stage + 1]);
            if (ranks[stage + 1] == rank)
                from.insert(ranks[stage]);
        }
    };
    look(placement.ranks);
    look(placement.mirror);
    const auto devices = [&](const std::set<int>& ranks) {
        std::vector<int> others;
        DevicePlace place = map.placeOf(device);
        for (const int other : ranks) {
            place.pipeline = other;
            others.push_back(map.deviceAt(place));
        }
        std::sort(others.begin(), others.end());
        return numbersText(others);
    };
    QStringList lines;
    if (!from.empty())
        lines << clusterWord(QT_TRANSLATE_NOOP("Cluster", "Activations come from device %1"))
                     .arg(devices(from));
    if (!to.empty())
        lines << clusterWord(QT_TRANSLATE_NOOP("Cluster", "Activations go to device %1"))
                     .arg(devices(to));
    return lines;
}

} // namespace gui
