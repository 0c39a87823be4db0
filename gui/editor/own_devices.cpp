#include "gui/editor/own_devices.h"

#include "engine/strategy/yaml.h"
#include "gui/editor/editor_text.h"
#include "gui/text/engine_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr int kMostDevices = 200; // that a list of them is good for

// Whether one of them has the name.
bool hasDeviceNamed(const std::vector<OwnDevice>& devices, const QString& name)
{
    return std::any_of(devices.begin(), devices.end(),
                       [&](const OwnDevice& device) { return device.name == name; });
}

std::optional<QString> deviceFileRemoved(const QString& path)
{
    QFile file(path);
    if (!file.exists() || file.remove())
        return std::nullopt;
    return EditorText::tr("The file %1 cannot be removed: %2")
        .arg(file.fileName(), file.errorString());
}

std::optional<QString> deviceFileWritten(const OwnDevice& device, const QString& path)
{
    strategy::Strategy holder;
    holder.name = device.name.toStdString();
    device.putInto(holder.cluster);
    const auto saved = strategy::saveStrategyFile(path.toStdString(), holder);
    if (!saved)
        return engineText(saved.error().message);
    return std::nullopt;
}

} // namespace

OwnDevice OwnDevice::of(const strategy::Cluster& cluster)
{
    return {.name = QString::fromStdString(cluster.device),
            .spec = *cluster.spec,
            .profile = cluster.profile,
            .nodeLatencyUs = cluster.nodeLatencyUs,
            .networkLatencyUs = cluster.networkLatencyUs};
}

void OwnDevice::putInto(strategy::Cluster& cluster) const
{
    cluster.device = name.toStdString();
    cluster.spec = spec;
    cluster.profile = profile;
    cluster.nodeLatencyUs = nodeLatencyUs;
    cluster.networkLatencyUs = networkLatencyUs;
}

OwnDevices::OwnDevices(QString folder)
    : m_folder(std::move(folder))
{
}

std::vector<OwnDevice> OwnDevices::list() const
{
    std::vector<OwnDevice> devices;
    if (!canKeep())
        return devices;
    const QDir folder(m_folder);
    const QStringList names = folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name);
    for (const QString& name : names.mid(0, kMostDevices)) {
        const auto read = strategy::readStrategyFile(folder.filePath(name).toStdString());
        if (!read.strategy || !read.strategy->cluster.spec)
            continue;
        devices.push_back(OwnDevice::of(read.strategy->cluster));
        devices.back().file = folder.filePath(name);
    }
    std::stable_sort(devices.begin(), devices.end(),
                     [](const OwnDevice& a, const OwnDevice& b) { return a.name < b.name; });
    return devices;
}

QString OwnDevices::freeName(const QString& name) const
{
    const std::vector<OwnDevice> listed = list();
    QString free = name;
    for (int number = 2; hasDeviceNamed(listed, free); ++number)
        free = name + QLatin1Char('-') + QString::number(number);
    return free;
}

// A name may have any letters; a file's may not.
QString OwnDevices::fileFor(const QString& name) const
{
    const QString safe = QString::fromLatin1(QUrl::toPercentEncoding(name, " ", "./~"));
    const QDir folder(m_folder);
    QString path = folder.filePath(safe + QStringLiteral(".yaml"));
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = folder.filePath(QStringLiteral("%1-%2.yaml").arg(safe).arg(number));
    return path;
}

std::optional<QString> OwnDevices::rename(const OwnDevice& device, const QString& name) const
{
    if (name == device.name)
        return std::nullopt;
    if (hasDeviceNamed(list(), name))
        return EditorText::tr("%1 is the name of another of your devices").arg(name);
    // First the new file: whatever goes wrong, one of the two is there.
    OwnDevice renamed = device;
    renamed.name = name;
    if (auto failure = keep(renamed))
        return failure;
    return remove(device);
}

std::optional<QString> OwnDevices::remove(const OwnDevice& device) const
{
    for (const OwnDevice& listed : list())
        if (listed == device)
            if (auto failure = deviceFileRemoved(listed.file))
                return failure;
    return std::nullopt;
}

std::optional<QString> OwnDevices::keep(const OwnDevice& device) const
{
    if (device.name.trimmed().isEmpty())
        return EditorText::tr("The device needs a name to be saved under");
    if (!QDir().mkpath(m_folder))
        return EditorText::tr("The folder %1 cannot be made").arg(m_folder);
    QString path;
    for (const OwnDevice& listed : list()) {
        if (listed.name != device.name)
            continue;
        if (path.isEmpty())
            path = listed.file;
        else if (auto failure = deviceFileRemoved(listed.file))
            return failure;
    }
    return deviceFileWritten(device, path.isEmpty() ? fileFor(device.name) : path);
}

} // namespace gui
