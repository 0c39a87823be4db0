#include "gui/editor/device_box.h"

#include "engine/strategy/hardware.h"
#include "gui/editor/editor_text.h"
#include "gui/text/number_format.h"

#include <algorithm>

namespace gui {
namespace {

const QString kOwnMark = QStringLiteral("own/"); // before a name, in the data of an entry
const QString kFileMark = QStringLiteral("file/");

int knownDevices() { return static_cast<int>(strategy::hardware().size()); }

// The numbers of a known device come from the catalogue, those that stood with a description too.
void nameDevice(strategy::Cluster& cluster, const std::string& name)
{
    if (cluster.spec) {
        cluster.profile.clear();
        cluster.nodeLatencyUs = 0;
        cluster.networkLatencyUs = 0;
    }
    cluster.device = name;
    cluster.spec.reset();
}

bool describes(const strategy::Cluster& cluster, const OwnDevice& own)
{
    return cluster.spec && own == OwnDevice::of(cluster);
}

} // namespace

DeviceBox::DeviceBox(const OwnDevices& own, QWidget* parent)
    : WordBox(parent)
    , m_own(own)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (const strategy::Hardware& known : strategy::hardware()) {
        const QString name = QString::fromStdString(known.name);
        addWord(name, name);
        setItemData(count() - 1, QString::fromStdString(known.title), Qt::ToolTipRole);
    }
    setMaxVisibleItems(count() + 8);
    offerOwn();
}

void DeviceBox::offerOwn()
{
    m_offered = m_own.list();
    while (count() > knownDevices())
        removeItem(count() - 1);
    for (const OwnDevice& device : m_offered) {
        addWord(device.name, kOwnMark + device.name);
        setItemData(count() - 1, EditorText::tr("One of your devices"), Qt::ToolTipRole);
    }
    if (m_fromFile && std::any_of(m_offered.begin(), m_offered.end(), [this](const OwnDevice& own) {
            return describes(*m_fromFile, own);
        }))
        m_fromFile.reset(); // it was saved meanwhile
    if (m_fromFile)
        addFromFile();
}

void DeviceBox::addFromFile()
{
    const QString name = QString::fromStdString(m_fromFile->device);
    addWord(name, kFileMark + name);
}

void DeviceBox::forgetFormer()
{
    if (!m_fromFile || currentData().toString().startsWith(kFileMark))
        return;
    m_fromFile.reset();
    removeItem(count() - 1);
}

void DeviceBox::follow(const strategy::Cluster& cluster)
{
    m_followed = cluster;
    const QString name = QString::fromStdString(cluster.device);
    int chosen = cluster.spec ? -1 : findData(name);
    for (const OwnDevice& own : m_offered)
        if (chosen < 0 && describes(cluster, own))
            chosen = findData(kOwnMark + name);
    // A device that only the file has joins the list, once.
    if (chosen < 0) {
        const bool isThere = m_fromFile.has_value();
        m_fromFile = cluster;
        if (!isThere)
            addFromFile();
        chosen = count() - 1;
        setItemText(chosen, name);
    }
    setCurrentIndex(chosen);
}

void DeviceBox::putInto(strategy::Cluster& cluster) const
{
    const QString choice = currentData().toString();
    if (choice.startsWith(kFileMark)) {
        if (m_fromFile->spec)
            OwnDevice::of(*m_fromFile).putInto(cluster);
        else // a name that nobody knows
            nameDevice(cluster, m_fromFile->device);
    } else if (choice.startsWith(kOwnMark)) {
        for (const OwnDevice& own : m_offered)
            if (choice == kOwnMark + own.name)
                own.putInto(cluster);
    } else {
        nameDevice(cluster, choice.toStdString());
    }
}

std::optional<OwnDevice> DeviceBox::ownOf(const strategy::Cluster& cluster) const
{
    if (!cluster.spec)
        return {};
    const OwnDevice described = OwnDevice::of(cluster);
    std::optional<OwnDevice> found;
    for (const OwnDevice& own : m_offered)
        if (own.isLike(described) && (!found || own.name == described.name))
            found = own;
    return found;
}

bool DeviceBox::isNameTaken(const strategy::Cluster& cluster) const
{
    if (!cluster.spec)
        return false;
    const OwnDevice described = OwnDevice::of(cluster);
    return std::any_of(m_offered.begin(), m_offered.end(), [&](const OwnDevice& own) {
        return own.name == described.name && !own.isLike(described);
    });
}

QString DeviceBox::describe(const strategy::Cluster& cluster)
{
    const strategy::Hardware* known
        = cluster.spec ? nullptr : strategy::findHardware(cluster.device);
    if (!known && !cluster.spec)
        return {};
    const strategy::DeviceSpec spec = known ? known->device : *cluster.spec;
    return EditorText::tr("%1: %2 GiB, %3 TFLOP/s in bf16")
        .arg(known ? QString::fromStdString(known->title)
                   : EditorText::tr("as the strategy describes it"),
             threeDigits(spec.memoryGib), threeDigits(spec.bf16Tflops));
}

void DeviceBox::showPopup()
{
    offerOwn(); // another window may have kept one
    follow(m_followed);
    WordBox::showPopup();
}

} // namespace gui
