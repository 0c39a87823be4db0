// Clusters known by name, devices that are described, the list of one's own, and the sentences at
// the foot one by one.

#include "engine/strategy/hardware.h"
#include "gui/editor/hint_foot.h"
#include "gui/editor/own_devices.h"
#include "gui/editor/presets.h"
#include "tests/gui/editor_panel.h"
#include "tests/gui/modelled.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QEnterEvent>
#include <QFile>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace gui;
using test::named;
using test::Panel;
using test::pick;
using test::wide;

class tst_EditorDevices : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void clustersAreKnownByName();
    void aClusterIsTakenInOneChange();
    void whatIsGivenBelowStaysThePresetItIs();
    void aDescriptionIsLeftAsAWhole();
    void aDescriptionThatWasLeftCanBeChosenAgain();
    void ownDevicesAreRenamedAndRemoved();
    void ownDevicesAreFoundInAnyFile();
    void ownDevicesOfEarlierVersionsAreListed();
    void noOwnDeviceIsReplacedUnasked();
    void problemsAreReadOneByOne();
    void theFieldUnderThePointerStaysWhereItIs();
};

void tst_EditorDevices::clustersAreKnownByName()
{
    QSet<QString> names;
    for (const ClusterPreset& preset : clusterPresets()) {
        QVERIFY2(!preset.name.isEmpty() && !names.contains(preset.name), qPrintable(preset.name));
        names << preset.name;
        QVERIFY(preset.cluster.spec || strategy::findHardware(preset.cluster.device));
    }
    QVERIFY(names.contains(QStringLiteral("8 × NVIDIA H100 SXM 80 GB")));
    QVERIFY(names.size() >= 12); // those of the strategies are there, too
}

void tst_EditorDevices::aClusterIsTakenInOneChange()
{
    Panel panel(test::llama());
    auto* box = named<QComboBox>(panel.editor, QStringLiteral("Cluster preset"));
    const auto presets = clusterPresets();
    for (const ClusterPreset& preset : presets) {
        const strategy::Strategy before = panel.document.strategy();
        const int index = box->findData(preset.name);
        QVERIFY(index > 0);
        box->setCurrentIndex(index);
        emit box->activated(index);
        strategy::Strategy expected = before;
        expected.cluster = preset.cluster;
        QVERIFY2(panel.document.strategy() == expected, qPrintable(preset.name));
        QCOMPARE(box->currentData().toString(), preset.name);
    }
    panel.document.undoStack().undo();
    QVERIFY(panel.document.strategy().cluster == presets[presets.size() - 2].cluster);
    QCOMPARE(box->currentData().toString(), presets[presets.size() - 2].name);
    // Changed by hand it is none of them.
    named<QSpinBox>(panel.editor, QStringLiteral("Devices"))->setValue(7);
    QCOMPARE(box->currentIndex(), 0);
}

void tst_EditorDevices::whatIsGivenBelowStaysThePresetItIs()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    for (const char* label : {"Preset", "Cluster preset"}) {
        auto* box = named<QComboBox>(editor, QLatin1String(label));
        pick(box, box->itemText(1));
        const auto taken = strategy::Strategy(document.strategy());
        const QString preset = box->currentText();
        pick(box, QStringLiteral("as given below"));
        QCOMPARE(box->currentText(), preset);
        QVERIFY(document.strategy() == taken);
    }
}

// Its efficiencies and latencies are no other device's.
void tst_EditorDevices::aDescriptionIsLeftAsAWhole()
{
    Document document;
    document.start(test::llama());
    StrategyEditor editor(document);
    auto* box = named<QComboBox>(editor, QStringLiteral("Device"));
    named<QPushButton>(editor, QStringLiteral("Describe my own device"))->click();
    QVERIFY(!document.strategy().cluster.profile.empty()
            && document.strategy().cluster.nodeLatencyUs > 0);
    pick(box, QStringLiteral("a100-80gb"));
    strategy::Strategy expected = test::llama();
    expected.cluster.device = "a100-80gb";
    QVERIFY(document.strategy() == expected);
    // What somebody has given for a known device stays with the next one.
    expected.cluster.profile = "v100";
    expected.cluster.networkLatencyUs = 4;
    document.start(expected);
    pick(box, QStringLiteral("h100"));
    expected.cluster.device = "h100";
    QVERIFY(document.strategy() == expected);
}

void tst_EditorDevices::aDescriptionThatWasLeftCanBeChosenAgain()
{
    Document document;
    document.start(test::llama());
    StrategyEditor editor(document);
    auto* box = named<QComboBox>(editor, QStringLiteral("Device"));
    const int known = box->count();
    named<QPushButton>(editor, QStringLiteral("Describe my own device"))->click();
    named<QDoubleSpinBox>(editor, QStringLiteral("Device memory"))->setValue(141);
    const strategy::Strategy described = document.strategy();
    QTest::keyClick(box, Qt::Key_Up);
    QVERIFY(!document.strategy().cluster.spec);
    QTest::keyClick(box, Qt::Key_Down);
    QVERIFY(document.strategy() == described);
    QCOMPARE(box->currentText(), QStringLiteral("my-h100"));

    // So can a name that nobody knows, and it takes nothing of a description.
    strategy::Strategy unknown = test::llama();
    unknown.cluster.device = "prototype";
    document.start(unknown);
    QCOMPARE(box->count(), known + 1);
    pick(box, QStringLiteral("h100"));
    QVERIFY(document.strategy() == test::llama());
    pick(box, QStringLiteral("prototype"));
    QVERIFY(document.strategy() == unknown);
    // Another strategy's are not offered.
    document.start(test::llama());
    QCOMPARE(box->count(), known);
    QCOMPARE(box->currentText(), QStringLiteral("h100"));
}

void tst_EditorDevices::ownDevicesAreRenamedAndRemoved()
{
    QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("devices"));
    Document document;
    document.start(test::llama());
    StrategyEditor editor(document, folder);
    QSignalSpy said(&editor, &StrategyEditor::said);
    const auto button
        = [&](const char* text) { return named<QPushButton>(editor, QString::fromLatin1(text)); };
    button("Describe my own device")->click();
    QVERIFY(button("Rename my device")->isHidden() && button("Remove from my devices")->isHidden());
    button("Save as my device")->click();
    QVERIFY(button("Save as my device")->isHidden()); // it is kept as it is
    const OwnDevices own(folder);
    QCOMPARE(own.list().size(), 1u);

    auto* name = named<QLineEdit>(editor, QStringLiteral("Device name"));
    name->setText(QStringLiteral("the fast one"));
    emit name->textEdited(name->text());
    emit name->editingFinished();
    QVERIFY(!button("Rename my device")->isHidden());
    button("Rename my device")->click();
    QCOMPARE(own.list().size(), 1u);
    QCOMPARE(own.list().front().name, QStringLiteral("the fast one"));
    QVERIFY(button("Rename my device")->isHidden());
    auto* box = named<QComboBox>(editor, QStringLiteral("Device"));
    QCOMPARE(box->currentText(), QStringLiteral("the fast one"));

    const strategy::Strategy before = document.strategy();
    QVERIFY(!button("Remove from my devices")->isHidden());
    button("Remove from my devices")->click();
    QVERIFY(own.list().empty());
    QVERIFY(document.strategy() == before); // which has it still
    QVERIFY(button("Remove from my devices")->isHidden());
    QVERIFY(!button("Save as my device")->isHidden()); // and it can be kept again
    QVERIFY(said.size() >= 3);
    for (const auto& each : said)
        QVERIFY(each.front().toString().contains(QStringLiteral("device")));
    // One that cannot be written is not lost.
    QVERIFY(own.keep({QStringLiteral("kept"), *before.cluster.spec}) == std::nullopt);
    QVERIFY(own.rename(own.list().front(), QStringLiteral("  ")).has_value());
    QCOMPARE(own.list().front().name, QStringLiteral("kept"));
}

// Somebody may have copied the file here, or called it as they like.
void tst_EditorDevices::ownDevicesAreFoundInAnyFile()
{
    QTemporaryDir home;
    const OwnDevices own(home.path());
    strategy::DeviceSpec spec;
    spec.memoryGib = 141;
    QVERIFY(!own.keep({QStringLiteral("ours"), spec}));
    const auto path = [&](const char* name) { return home.filePath(QString::fromLatin1(name)); };
    QVERIFY(QFile::rename(path("ours.yaml"), path("from a friend.yaml")));
    QCOMPARE(own.list().size(), 1u);
    QVERIFY(!own.rename(own.list().front(), QStringLiteral("theirs")));
    QCOMPARE(own.list(), (std::vector<OwnDevice>{{QStringLiteral("theirs"), spec}}));
    QVERIFY(QFile::rename(path("theirs.yaml"), path("x.yaml")));
    // One of that file's name is another, and kept beside it.
    QVERIFY(!own.keep({QStringLiteral("x"), {}}));
    QCOMPARE(own.list().size(), 2u);
    // Kept again, it is the same one.
    spec.memoryGib = 80;
    QVERIFY(!own.keep({QStringLiteral("theirs"), spec}));
    QCOMPARE(own.list().size(), 2u);
    for (const OwnDevice& device : own.list())
        QVERIFY(!own.remove(device));
    QVERIFY(own.list().empty());
    QCOMPARE(QDir(home.path()).entryList(QDir::Files), QStringList());
}

// Whose files say nothing of efficiencies and latencies; a strategy that does can replace them.
void tst_EditorDevices::ownDevicesOfEarlierVersionsAreListed()
{
    QTemporaryDir home;
    QFile file(home.filePath(QStringLiteral("my-h100.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly)
            && file.write("bubblescope: 1\nname: my-h100\ncluster:\n"
                          "  device: {name: my-h100, memory_gib: 80, bf16_tflops: 989.4}\n")
                > 0);
    file.close();
    const OwnDevices own(home.path());
    QCOMPARE(own.list().size(), 1u);
    QVERIFY(own.list().front().profile.empty() && own.list().front().nodeLatencyUs == 0);

    Document document;
    document.start(test::llama());
    StrategyEditor editor(document, home.path());
    pick(named<QComboBox>(editor, QStringLiteral("Device")), QStringLiteral("my-h100"));
    QVERIFY(OwnDevice::of(document.strategy().cluster) == own.list().front());
    auto* replace = named<QPushButton>(editor, QStringLiteral("Replace my device"));
    QVERIFY(replace->isHidden());
    strategy::Strategy fast = document.strategy();
    fast.cluster.profile = "a100";
    document.edit(QString(), QString(), fast);
    QVERIFY(!replace->isHidden());
    replace->click();
    QVERIFY(replace->isHidden());
    QCOMPARE(own.list().front().profile, std::string("a100"));
}

void tst_EditorDevices::noOwnDeviceIsReplacedUnasked()
{
    QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("devices"));
    const OwnDevices own(folder);
    Document document;
    document.start(test::llama());
    StrategyEditor editor(document, folder);
    QSignalSpy said(&editor, &StrategyEditor::said);
    const auto button
        = [&](const char* text) { return named<QPushButton>(editor, QString::fromLatin1(text)); };
    const auto setMemory = [&](double gib) {
        named<QDoubleSpinBox>(editor, QStringLiteral("Device memory"))->setValue(gib);
    };
    button("Describe my own device")->click();
    button("Save as my device")->click();
    const OwnDevice first = own.list().front();
    const QString& name = first.name;
    QVERIFY(button("Replace my device")->isHidden());

    setMemory(141);
    QVERIFY(!button("Replace my device")->isHidden());
    button("Save as my device")->click();
    const QString second = name + QStringLiteral("-2");
    QCOMPARE(own.list().size(), 2u);
    QVERIFY(own.list()[0] == first);
    QCOMPARE(own.list()[1].name, second);
    QCOMPARE(own.list()[1].spec.memoryGib, 141.0);
    QCOMPARE(document.strategy().cluster.device, second.toStdString());
    QVERIFY(said.last().front().toString().contains(second));
    QVERIFY(button("Save as my device")->isHidden());

    // Only where it is asked for.
    setMemory(160);
    button("Replace my device")->click();
    QCOMPARE(own.list().size(), 2u);
    QCOMPARE(own.list()[1].spec.memoryGib, 160.0);
    QVERIFY(button("Replace my device")->isHidden());

    const auto refused = own.rename(own.list()[1], name);
    QVERIFY(refused && refused->contains(name));
    QCOMPARE(own.list().size(), 2u);
    QVERIFY(own.list()[0] == first);
}

void tst_EditorDevices::problemsAreReadOneByOne()
{
    Panel panel;
    strategy::Strategy wrong = wide();
    wrong.parallel.tensor = 0;
    wrong.parallel.context = 0;
    wrong.batch.micro = 0;
    panel.document.edit(QString(), QString(), wrong);
    const HintFoot& foot = panel.editor.foot();
    const int count = foot.words().count;
    QVERIFY(count >= 3);
    const int height = foot.height();
    auto* next = named<QToolButton>(panel.editor, QStringLiteral("Next sentence"));
    auto* before = named<QToolButton>(panel.editor, QStringLiteral("Previous sentence"));
    QVERIFY(next->isVisible() && before->isVisible());
    QStringList sentences;
    for (int i = 0; i < count; ++i) {
        QCOMPARE(foot.words().title, QStringLiteral("Problem %1 of %2").arg(i + 1).arg(count));
        QVERIFY(!sentences.contains(foot.words().sentence));
        sentences << foot.words().sentence;
        next->click();
    }
    QCOMPARE(foot.words().sentence, sentences.front()); // round
    before->click();
    QCOMPARE(foot.words().sentence, sentences.back());
    QCOMPARE(foot.height(), height);
    // With one left there is nothing to go through.
    panel.document.undoStack().undo();
    QVERIFY(!next->isVisible());
    wrong = wide();
    wrong.parallel.tensor = 0;
    panel.document.edit(QString(), QString(), wrong);
    if (foot.words().count == 1)
        QCOMPARE(foot.words().title, QStringLiteral("1 problem"));
}

void tst_EditorDevices::theFieldUnderThePointerStaysWhereItIs()
{
    Panel panel;
    panel.editor.openEverything();
    QVERIFY(QTest::qWaitForWindowExposed(&panel.editor));
    QCoreApplication::processEvents();
    StrategyField* field = panel.field("cluster.devices");
    QVERIFY(field);
    panel.editor.findChild<QScrollArea*>()->ensureWidgetVisible(field, 0, 200);
    QCoreApplication::processEvents();
    if (QWidget* focused = QApplication::focusWidget())
        focused->clearFocus();
    const auto at = [&] { return field->mapTo(&panel.editor, QPoint()); };
    const QPoint before = at();
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), field->mapToGlobal(QPointF(5, 5)));
    QCoreApplication::sendEvent(field, &enter);
    QVERIFY(field->isHovered());
    strategy::Strategy bare = panel.document.strategy();
    bare.model.reset(); // and with it many rows above
    panel.document.edit(QString(), QString(), bare);
    QTRY_COMPARE(at(), before);
}

QTEST_MAIN(tst_EditorDevices)
#include "tst_editor_devices.moc"
