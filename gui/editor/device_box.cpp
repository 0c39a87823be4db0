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
        setItemData(count() - 1, EditorText::tr("Of your own"), Qt::ToolTipRole);
    }
}

void DeviceBox::follow(const strategy::Cluster& cluster)
{
    m_followed = cluster;
    const QString name = QString::fromStdString(cluster.device);
    int chosen = cluster.spec ? -1 : findData(name);
    for (const OwnDevice& own : m_offered)
        if (chosen < 0 && cluster.spec && own == OwnDevice{name, *cluster.spec})
            chosen = findData(kOwnMark + name);
    // A device that only the file has joins the list, once.
    const int last = knownDevices() + static_cast<int>(m_offered.size());
    if (chosen < 0) {
        if (count() == last)
            addWord(name, kFileMark + name);
        setItemText(last, name);
        chosen = last;
    }
    setCurrentIndex(chosen);
}

void DeviceBox::putInto(strategy::Cluster& cluster) const
{
    const QString choice = currentData().toString();
    if (choice.startsWith(kFileMark))
        return; // the file's own description stays
    if (!choice.startsWith(kOwnMark)) {
        cluster.device = choice.toStdString();
        // The numbers of a known device come from the catalogue.
        cluster.spec.reset();
        return;
    }
    for (const OwnDevice& own : m_offered)
        if (choice == kOwnMark + own.name) {
            cluster.device = own.name.toStdString();
            cluster.spec = own.spec;
        }
}

std::optional<OwnDevice> DeviceBox::ownOf(const strategy::Cluster& cluster) const
{
    if (!cluster.spec)
        return {};
    std::optional<OwnDevice> found;
    for (const OwnDevice& own : m_offered)
        if (own.spec == *cluster.spec
            && (!found || own.name == QString::fromStdString(cluster.device)))
            found = own;
    return found;
}

bool DeviceBox::isNameTaken(const strategy::Cluster& cluster) const
{
    return cluster.spec
        && std::any_of(m_offered.begin(), m_offered.end(), [&](const OwnDevice& own) {
               return own.name == QString::fromStdString(cluster.device)
                   && !(own.spec == *cluster.spec);
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
