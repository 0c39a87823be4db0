#include "gui/live/device_words.h"

#include "gui/text/joined.h"

#include <QCoreApplication>
#include <QStringList>

namespace gui {
namespace {

struct DeviceText {
    Q_DECLARE_TR_FUNCTIONS(Device)
};

} // namespace

using strategy::RunDeviceKind;

QString deviceWord(const strategy::RunDevice& device)
{
    return QString::fromUtf8(device.word.data(), static_cast<qsizetype>(device.word.size()));
}

QString deviceName(RunDeviceKind kind)
{
    switch (kind) {
    case RunDeviceKind::Emulated:
        return DeviceText::tr("emulated");
    case RunDeviceKind::Cpu:
        return DeviceText::tr("CPU");
    case RunDeviceKind::Cuda:
        return DeviceText::tr("CUDA");
    }
    return {};
}

QString deviceWork(RunDeviceKind kind)
{
    switch (kind) {
    case RunDeviceKind::Emulated:
        return DeviceText::tr("Waits as long as each op is to take; messages are real");
    case RunDeviceKind::Cpu:
        return DeviceText::tr("Trains the model on this machine's processor");
    case RunDeviceKind::Cuda:
        return DeviceText::tr("Trains the model on this machine's GPUs");
    }
    return {};
}

QString devicesThatTakeCommands()
{
    QStringList names;
    for (const strategy::RunDevice& device : strategy::kRunDevices)
        if (device.takesCommands)
            names << deviceName(device.kind);
    return enumerated(names);
}

} // namespace gui
