#include "engine/strategy/hardware.h"
#include "gui/editor/device_box.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/presets.h"
#include "gui/editor/spec_rows.h"
#include "gui/inputs/text_line.h"

#include <QPushButton>

#include <memory>
#include <optional>

namespace gui {
namespace {

bool describesDevice(const strategy::Strategy& s) { return s.cluster.spec.has_value(); }

DeviceBox* addDevice(EditorRows& rows, EditorSection& section, const OwnDevices& own)
{
    auto* box = new DeviceBox(own);
    const QString key = QStringLiteral("cluster.device");
    const QString label = EditorText::tr("Device");
    StrategyField* field = rows.add(section, key, label, box);
    QObject::connect(box, &WordBox::activated, &rows, [=, &rows] {
        rows.endGesture();
        rows.edit(key, label, [box](strategy::Strategy& s) { box->putInto(s.cluster); });
    });
    QObject::connect(&rows.document(), &Document::nameChanged, &rows, [box, &rows] {
        if (rows.document().undoStack().count() == 0)
            box->forgetFormer(); // just opened
    });
    rows.onRefresh([box, field](const strategy::Strategy& s) {
        box->follow(s.cluster);
        field->setHint(EditorText::tr("What every rank runs on"), DeviceBox::describe(s.cluster));
    });
    return box;
}

void addDeviceName(EditorRows& rows, EditorSection& section)
{
    auto* line = new TextLine;
    const QString key = QStringLiteral("cluster.device.name");
    const QString label = EditorText::tr("Device name");
    rows.add(section, key, label, line, describesDevice)
        ->setHint(EditorText::tr("Of the device that the strategy describes"),
                  EditorText::tr("one line of text"));
    QObject::connect(line, &QLineEdit::textEdited, &rows, [=, &rows](const QString& name) {
        rows.edit(key, label,
                  [&](strategy::Strategy& s) { s.cluster.device = name.toStdString(); });
    });
    QObject::connect(line, &QLineEdit::editingFinished, &rows, [&rows] { rows.endGesture(); });
    rows.onRefresh([line](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.cluster.device);
        if (line->text() != name) // or the cursor would move under somebody who types
            line->setText(name);
    });
}

// The numbers of the device that it has now, for changing them. The times stay the same at first.
void describeDevice(strategy::Strategy& s)
{
    const strategy::Hardware* known = strategy::findHardware(s.cluster.device);
    s.cluster.spec = known ? known->device : strategy::DeviceSpec{};
    if (!known)
        return;
    s.cluster.device = "my-" + s.cluster.device;
    if (s.cluster.profile.empty())
        s.cluster.profile = known->profile;
    if (s.cluster.nodeLatencyUs == 0)
        s.cluster.nodeLatencyUs = known->nodeLatencyUs;
    if (s.cluster.networkLatencyUs == 0)
        s.cluster.networkLatencyUs = known->networkLatencyUs;
}

// All of the cluster at once.
void addClusterPreset(EditorRows& rows, EditorSection& section)
{
    auto* box = new WordBox;
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box->addWord(EditorText::tr("as given below"), QString());
    for (const ClusterPreset& preset : clusterPresets())
        box->addWord(preset.name, preset.name);
    rows.add(section, QStringLiteral("cluster"), EditorText::tr("Cluster preset"), box)
        ->setHint(EditorText::tr("A well-known cluster: fills in every field below"),
                  EditorText::tr("usual sizes, and those of published runs"));
    const auto follow = [box](const strategy::Strategy& s) {
        int at = 0;
        const auto presets = clusterPresets();
        for (std::size_t i = 0; i < presets.size(); ++i)
            if (s.cluster == presets[i].cluster)
                at = static_cast<int>(i) + 1;
        box->setCurrentIndex(at);
    };
    QObject::connect(box, &WordBox::activated, &rows, [=, &rows] {
        const QString name = box->currentData().toString();
        for (const ClusterPreset& preset : clusterPresets())
            if (preset.name == name)
                rows.doOnce(EditorText::tr("take the cluster %1").arg(name),
                            QStringLiteral("cluster"),
                            [&](strategy::Strategy& s) { s.cluster = preset.cluster; });
        follow(rows.document().strategy()); // also where nothing has changed
    });
    rows.onRefresh(follow);
}

// What is done with the list of the user's own devices, which is none of the strategy's: the
// strategy stays as it is.
class OwnList {
public:
    OwnList(EditorRows& rows, const OwnDevices& own, DeviceBox* box)
        : m_rows(rows)
        , m_own(own)
        , m_box(box)
    {
    }

    QString name() const { return QString::fromStdString(cluster().device); }
    std::optional<OwnDevice> listed() const { return m_box->ownOf(cluster()); }

    bool isNameTaken() const { return m_box->isNameTaken(cluster()); }

    // Under a name that no other has, which the device of the strategy gets, too.
    void keep() const
    {
        const QString wanted = name();
        // Another window may have kept one meanwhile.
        m_box->offerOwn();
        const QString free = isNameTaken() ? m_own.freeName(wanted) : wanted;
        OwnDevice kept = OwnDevice::of(cluster());
        kept.name = free;
        const auto failure = m_own.keep(kept);
        if (!failure && free != wanted)
            m_rows.doOnce(EditorText::tr("name the device %1").arg(free),
                          QStringLiteral("cluster.device"),
                          [&](strategy::Strategy& s) { s.cluster.device = free.toStdString(); });
        tell(failure,
             free == wanted ? EditorText::tr("%1 is saved among your devices").arg(free)
                            : EditorText::tr("Saved among your devices as %1: %2 is another device")
                                  .arg(free, wanted));
    }
    void replace() const
    {
        tell(m_own.keep(OwnDevice::of(cluster())),
             EditorText::tr("Your device %1 now has these numbers").arg(name()));
    }
    void rename() const
    {
        if (const auto device = listed())
            tell(m_own.rename(*device, name()),
                 EditorText::tr("Your device %1 is now called %2").arg(device->name, name()));
    }
    void remove() const
    {
        if (const auto device = listed())
            tell(m_own.remove(*device),
                 EditorText::tr("%1 is no longer among your devices; this strategy still has it")
                     .arg(device->name));
    }

private:
    const strategy::Cluster& cluster() const { return m_rows.document().strategy().cluster; }
    void tell(const std::optional<QString>& failure, const QString& done) const
    {
        m_box->offerOwn();
        m_rows.refresh();
        emit m_rows.said(failure.value_or(done));
    }

    EditorRows& m_rows;
    const OwnDevices& m_own;
    DeviceBox* m_box;
};

void addOwnButtons(EditorRows& rows, EditorSection& section, const OwnDevices& own, DeviceBox* box)
{
    QPushButton* describe = plainButton(
        EditorText::tr("Describe my own device"),
        EditorText::tr(
            "Start from the numbers of this device; the strategy's file then holds them"));
    QPushButton* keep
        = plainButton(EditorText::tr("Save as my device"),
                      EditorText::tr("List it among the devices, for other strategies too"));
    QPushButton* replace = plainButton(
        EditorText::tr("Replace my device"),
        EditorText::tr("Give these numbers to the one of this name among your devices"));
    QPushButton* rename = plainButton(EditorText::tr("Rename my device"),
                                      EditorText::tr("List it under the name above"));
    QPushButton* remove
        = plainButton(EditorText::tr("Remove from my devices"),
                      EditorText::tr("Stop listing it; strategies that use it keep it"));
    for (QPushButton* button : {describe, keep, replace, rename, remove})
        section.addLine(button);
    QObject::connect(describe, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("describe a device"), QStringLiteral("cluster.device"),
                    describeDevice);
    });
    const auto list = std::make_shared<const OwnList>(rows, own, box);
    QObject::connect(keep, &QPushButton::clicked, &rows, [list] { list->keep(); });
    QObject::connect(replace, &QPushButton::clicked, &rows, [list] { list->replace(); });
    QObject::connect(rename, &QPushButton::clicked, &rows, [list] { list->rename(); });
    QObject::connect(remove, &QPushButton::clicked, &rows, [list] { list->remove(); });
    rows.onRefresh([=, &own](const strategy::Strategy& s) {
        const auto listed = list->listed();
        const bool another = listed && listed->name != list->name();
        describe->setVisible(!s.cluster.spec);
        keep->setVisible(s.cluster.spec && own.canKeep() && (!listed || another));
        replace->setVisible(own.canKeep() && list->isNameTaken());
        rename->setVisible(another && !list->isNameTaken());
        remove->setVisible(listed && !another);
    });
}

} // namespace

void addClusterGroup(EditorRows& rows, EditorSection& section, const OwnDevices& own)
{
    addClusterPreset(rows, section);
    DeviceBox* box = addDevice(rows, section, own);
    addDeviceName(rows, section);
    addSpecs(rows, section, deviceSpecs(), describesDevice);
    addOwnButtons(rows, section, own, box);
    addSpecs(rows, section, clusterSpecs());
}

} // namespace gui
