// The fields of a device that the strategy describes.

#include "gui/editor/field_specs.h"

#include <QCoreApplication>

namespace gui {
namespace {

using strategy::DeviceSpec;
using strategy::Strategy;

// Without a description its fields are not shown.
template <auto Member>
auto getDevice(const Strategy& s)
{
    return s.cluster.spec.value_or(DeviceSpec{}).*Member;
}

template <auto Member, class Value = decltype(getDevice<Member>(Strategy{}))>
void setDevice(Strategy& s, Value value)
{
    if (s.cluster.spec)
        (*s.cluster.spec).*Member = value;
}

double halfOfBf16(const Strategy& s) { return getDevice<&DeviceSpec::bf16Tflops>(s) / 2; }

constexpr FieldSpec kDevice[] = {
    DecimalSpec{"cluster.device.memory_gib", QT_TRANSLATE_NOOP("Editor", "Device memory"),
                QT_TRANSLATE_NOOP("Editor", "Memory of one device"), " GiB",
                getDevice<&DeviceSpec::memoryGib>, setDevice<&DeviceSpec::memoryGib>},
    DecimalSpec{"cluster.device.bf16_tflops", QT_TRANSLATE_NOOP("Editor", "Peak in bf16"),
                QT_TRANSLATE_NOOP("Editor", "For dense matrix products, as stated by the vendor"),
                " TFLOP/s", getDevice<&DeviceSpec::bf16Tflops>, setDevice<&DeviceSpec::bf16Tflops>},
    DecimalSpec{"cluster.device.bandwidth_gbps", QT_TRANSLATE_NOOP("Editor", "Memory bandwidth"),
                QT_TRANSLATE_NOOP("Editor", "How fast a device reads and writes its own memory"),
                " GB/s", getDevice<&DeviceSpec::bandwidthGbps>,
                setDevice<&DeviceSpec::bandwidthGbps>},
};

constexpr FieldSpec kDeviceRest[] = {
    DecimalSpec{
        "cluster.device.fp8_tflops", QT_TRANSLATE_NOOP("Editor", "Peak in fp8"),
        QT_TRANSLATE_NOOP("Editor", "For dense matrix products in fp8; by default, as in bf16"),
        " TFLOP/s", getDevice<&DeviceSpec::fp8Tflops>, setDevice<&DeviceSpec::fp8Tflops>,
        QT_TRANSLATE_NOOP("Editor", "auto: %1"), getDevice<&DeviceSpec::bf16Tflops>},
    DecimalSpec{
        "cluster.device.fp32_tflops", QT_TRANSLATE_NOOP("Editor", "Peak in fp32"),
        QT_TRANSLATE_NOOP("Editor", "For matrix products in fp32; by default, half of bf16"),
        " TFLOP/s", getDevice<&DeviceSpec::fp32Tflops>, setDevice<&DeviceSpec::fp32Tflops>,
        QT_TRANSLATE_NOOP("Editor", "auto: %1"), halfOfBf16},
    IntegerSpec{"cluster.device.units", QT_TRANSLATE_NOOP("Editor", "Units"),
                QT_TRANSLATE_NOOP("Editor", "Processors that each work on one tile of a product"),
                0, getDevice<&DeviceSpec::units>, setDevice<&DeviceSpec::units>,
                QT_TRANSLATE_NOOP("Editor", "not known")},
    IntegerSpec{"cluster.device.generation", QT_TRANSLATE_NOOP("Editor", "Generation"),
                QT_TRANSLATE_NOOP("Editor",
                                  "Of its matrix units: 2 of an A100, 3 of an H100. Attention "
                                  "kernels written for an earlier one reach less of the peak"),
                0, getDevice<&DeviceSpec::generation>, setDevice<&DeviceSpec::generation>,
                QT_TRANSLATE_NOOP("Editor", "not known")},
    FlagSpec{"cluster.device.on_host", QT_TRANSLATE_NOOP("Editor", "Is the host itself"),
             QT_TRANSLATE_NOOP("Editor",
                               "A processor that computes on its own: no kernel is queued for it, "
                               "so no op waits for the host"),
             getDevice<&DeviceSpec::onHost>, setDevice<&DeviceSpec::onHost>},
    DecimalSpec{"cluster.device.framework_gib", QT_TRANSLATE_NOOP("Editor", "Kept by the driver"),
                QT_TRANSLATE_NOOP("Editor", "Memory that the driver and its libraries keep"),
                " GiB", getDevice<&DeviceSpec::frameworkGib>, setDevice<&DeviceSpec::frameworkGib>},
    DecimalSpec{"cluster.device.node_gbps", QT_TRANSLATE_NOOP("Editor", "Links to its node"),
                QT_TRANSLATE_NOOP("Editor", "Speed to other devices of the node, each way"),
                " GB/s", getDevice<&DeviceSpec::nodeGbps>, setDevice<&DeviceSpec::nodeGbps>},
    IntegerSpec{"cluster.device.domain", QT_TRANSLATE_NOOP("Editor", "Fast-link domain"),
                QT_TRANSLATE_NOOP("Editor",
                                  "Devices that its links reach at the speed above: more than a "
                                  "node has in an NVL72; by default, those of its node"),
                0, getDevice<&DeviceSpec::domain>, setDevice<&DeviceSpec::domain>,
                QT_TRANSLATE_NOOP("Editor", "its node")},
    DecimalSpec{"cluster.device.network_gbps", QT_TRANSLATE_NOOP("Editor", "Links out of it"),
                QT_TRANSLATE_NOOP("Editor", "Speed to devices of other nodes, each way"), " GB/s",
                getDevice<&DeviceSpec::networkGbps>, setDevice<&DeviceSpec::networkGbps>},
    DecimalSpec{"cluster.device.host_gbps", QT_TRANSLATE_NOOP("Editor", "Link to its host"),
                QT_TRANSLATE_NOOP("Editor", "Speed to the memory of the host, each way"), " GB/s",
                getDevice<&DeviceSpec::hostGbps>, setDevice<&DeviceSpec::hostGbps>},
    DecimalSpec{
        "cluster.device.host_memory_gbps", QT_TRANSLATE_NOOP("Editor", "Host memory bandwidth"),
        QT_TRANSLATE_NOOP("Editor", "One device's share of the host memory bandwidth"), " GB/s",
        getDevice<&DeviceSpec::hostMemoryGbps>, setDevice<&DeviceSpec::hostMemoryGbps>},
};

} // namespace

SectionSpecs deviceSpecs() { return {kDevice, kDeviceRest}; }

} // namespace gui
