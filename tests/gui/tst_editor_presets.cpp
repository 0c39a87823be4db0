// Models known by name, devices of one's own, sentences in the names of fields, and that whatever
// was done in the editor is undone exactly.

#include "engine/strategy/hardware.h"
#include "engine/strategy/yaml.h"
#include "gui/document/preset_files.h"
#include "gui/editor/device_box.h"
#include "gui/editor/field_name.h"
#include "gui/editor/field_names.h"
#include "gui/editor/presets.h"
#include "tests/gui/editor_panel.h"
#include "tests/gui/modelled.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;
using test::isShown;
using test::named;
using test::pick;
using test::wide;

class tst_EditorPresets : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void modelsAreKnownByName();
    void aModelIsTakenInOneChange();
    void aDeviceIsDescribedWithoutAnotherTime();
    void ownDevicesAreKeptAndListed();
    void ownDevicesHaveAnyName();
    void whereNothingCanBeWrittenASentenceSaysSo();
    void fieldsHaveNamesNotKeys();
    void noSentenceSpeaksInKeys();
    void warningsAreMarkedToo();
    void whateverIsDoneIsUndoneExactly();
};

void tst_EditorPresets::modelsAreKnownByName()
{
    const auto presets = modelPresets();
    QCOMPARE(presets.size(), 8u);
    QStringList names;
    for (const ModelPreset& preset : presets) {
        names << preset.name;
        QVERIFY2(!preset.name.contains(QStringLiteral(" on ")), qPrintable(preset.name));
    }
    QVERIFY(names.contains(QStringLiteral("GPT-3 175B"))
            && names.contains(QStringLiteral("Llama 3 405B")));
    QCOMPARE(names.first(), QStringLiteral("GPT 1T"));
    QCOMPARE(names.last(), QStringLiteral("Tiny GPT"));
    // All of them are among those to begin with.
    for (const QString& path : knownModelPaths())
        QVERIFY2(presetPaths().contains(path), qPrintable(path));
}

void tst_EditorPresets::aModelIsTakenInOneChange()
{
    strategy::Strategy start = wide();
    start.parallel.layersPerStage = {7, 6, 6, 5};
    Document document;
    document.start(start);
    StrategyEditor editor(document);
    auto* box = named<QComboBox>(editor, QStringLiteral("Preset"));
    QCOMPARE(box->currentText(), QStringLiteral("as given below"));
    pick(box, QStringLiteral("GPT-3 175B"));
    QCOMPARE(document.strategy().model->layers, 96);
    QCOMPARE(document.strategy().model->hidden, 12288);
    QVERIFY(document.strategy().parallel.layersPerStage.empty()); // of 24 layers
    QVERIFY(document.problems().empty());
    QCOMPARE(named<QSpinBox>(editor, QStringLiteral("Layers"))->value(), 96);
    QCOMPARE(box->currentText(), QStringLiteral("GPT-3 175B"));
    QCOMPARE(document.undoStack().count(), 1);
    named<QSpinBox>(editor, QStringLiteral("Layers"))->setValue(48);
    QCOMPARE(box->currentText(), QStringLiteral("as given below"));
    document.undoStack().undo();
    QCOMPARE(box->currentText(), QStringLiteral("GPT-3 175B"));
    document.undoStack().undo();
    QVERIFY(document.strategy() == start);

    strategy::Strategy bare = start;
    bare.model.reset();
    document.start(bare);
    QCOMPARE(box->currentText(), QStringLiteral("none"));
    pick(box, QStringLiteral("Llama 3 405B"));
    QCOMPARE(document.strategy().model->layers, 126);
    document.undoStack().undo();
    QVERIFY(document.strategy() == bare);
}

void tst_EditorPresets::aDeviceIsDescribedWithoutAnotherTime()
{
    Document document;
    document.start(test::llama());
    const plan::Machine before = strategy::machineOf(document.strategy().cluster);
    StrategyEditor editor(document);
    auto* memory = named<QDoubleSpinBox>(editor, QStringLiteral("Device memory"));
    auto* describe = named<QPushButton>(editor, QStringLiteral("Describe my own device"));
    QVERIFY(!isShown(memory) && !describe->isHidden());
    describe->click();
    QVERIFY(document.strategy().cluster.spec && isShown(memory) && describe->isHidden());
    QVERIFY(document.problems().empty());
    const plan::Machine after = strategy::machineOf(document.strategy().cluster);
    QCOMPARE(after.network.nodeSpeed, before.network.nodeSpeed);
    QCOMPARE(after.network.nodeLatency, before.network.nodeLatency);
    QCOMPARE(after.network.fabricLatency, before.network.fabricLatency);
    QCOMPARE(strategy::profileNameOf(document.strategy().cluster),
             strategy::profileNameOf(test::llama().cluster));
    memory->setValue(141);
    QCOMPARE(document.strategy().cluster.spec->memoryGib, 141.0);
    auto* name = named<QLineEdit>(editor, QStringLiteral("Device name"));
    name->setText(QString());
    QTest::keyClicks(name, QStringLiteral("ours"));
    QCOMPARE(document.strategy().cluster.device, std::string("ours"));
    QCOMPARE(named<QComboBox>(editor, QStringLiteral("Device"))->currentText(),
             QStringLiteral("ours"));
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QVERIFY(document.strategy() == test::llama());
}

void tst_EditorPresets::ownDevicesAreKeptAndListed()
{
    QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("new/devices"));
    Document document;
    document.start(test::llama());
    StrategyEditor editor(document, folder);
    QSignalSpy said(&editor, &StrategyEditor::said);
    auto* keep = named<QPushButton>(editor, QStringLiteral("Save as my device"));
    QVERIFY(keep->isHidden());
    named<QPushButton>(editor, QStringLiteral("Describe my own device"))->click();
    named<QDoubleSpinBox>(editor, QStringLiteral("Device memory"))->setValue(141);
    QVERIFY(!keep->isHidden());
    keep->click();
    QCOMPARE(said.size(), 1);
    const strategy::Cluster described = document.strategy().cluster;
    const std::string& kept = described.device;
    QVERIFY(OwnDevices(folder).list() == std::vector{OwnDevice::of(described)});

    Document other;
    other.start(wide());
    StrategyEditor second(other, folder);
    auto* box = named<QComboBox>(second, QStringLiteral("Device"));
    pick(box, QString::fromStdString(kept));
    QCOMPARE(other.strategy().cluster.device, kept);
    QVERIFY(other.strategy().cluster.spec == described.spec);
    // It predicts the times that it did where it was described.
    QVERIFY(!described.profile.empty() && described.networkLatencyUs > 0);
    QCOMPARE(other.strategy().cluster.profile, described.profile);
    QCOMPARE(other.strategy().cluster.nodeLatencyUs, described.nodeLatencyUs);
    QCOMPARE(other.strategy().cluster.networkLatencyUs, described.networkLatencyUs);
    QCOMPARE(other.undoStack().count(), 1);
    QCOMPARE(box->currentText(), QString::fromStdString(kept));
    // The strategy needs nothing of this user's.
    const auto read = strategy::readStrategy(strategy::writeStrategy(other.strategy()));
    QVERIFY(read.strategy && read.strategy->cluster == other.strategy().cluster);
    other.undoStack().undo();
    QVERIFY(other.strategy() == wide());
}

void tst_EditorPresets::ownDevicesHaveAnyName()
{
    QTemporaryDir home;
    const OwnDevices own(home.path());
    for (const char* name : {"../escape", "a/b", "h100", "<b>bold</b>", "名前", "x.yaml", "~"}) {
        const OwnDevice device{QString::fromUtf8(name), {}};
        QVERIFY2(!own.keep(device), name);
        const auto list = own.list();
        QVERIFY2(std::find(list.begin(), list.end(), device) != list.end(), name);
    }
    QCOMPARE(own.list().size(), 7u);
    QCOMPARE(QDir(home.path()).entryList(QDir::Files).size(), 7);
    QVERIFY(own.keep({QString(), {}}).has_value());
    QFile broken(home.filePath(QStringLiteral("broken.yaml")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("bubblescope: [") > 0);
    broken.close();
    QCOMPARE(own.list().size(), 7u);
}

void tst_EditorPresets::whereNothingCanBeWrittenASentenceSaysSo()
{
    QTemporaryDir home;
    QFile file(home.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto failure
        = OwnDevices(home.filePath(QStringLiteral("file/devices"))).keep({QStringLiteral("x"), {}});
    QVERIFY(failure && !failure->isEmpty());
    QVERIFY(OwnDevices(home.filePath(QStringLiteral("file/devices"))).list().empty());
}

void tst_EditorPresets::fieldsHaveNamesNotKeys()
{
    QCOMPARE(fieldName(QStringLiteral("parallel.pipeline")), QStringLiteral("Ranks"));
    QCOMPARE(fieldName(QStringLiteral("costs.forward")), QStringLiteral("Forward"));
    QCOMPARE(fieldName(QStringLiteral("parallel.layers_per_stage[2]")),
             QStringLiteral("Layers per stage, entry 3"));
    QCOMPARE(fieldName(QStringLiteral("training.learning_rate")),
             QStringLiteral("Training: learning rate"));
    const auto said = [](const char* key, const char* sentence) {
        return namedSentence({0, key, sentence});
    };
    QCOMPARE(said("model.kv_heads", "is 3, and model.heads 16 must be a multiple of it"),
             QStringLiteral("KV heads is 3, and Heads 16 must be a multiple of it"));
    QCOMPARE(said("parallel.sequence", "is off; 'sequence: true' divides them"),
             QStringLiteral("Sequence parallel is off; Sequence parallel on divides them"));
    QCOMPARE(said("recompute.layers", "has no effect unless granularity is full"),
             QStringLiteral("Recompute layers has no effect unless Recompute is full"));
    QCOMPARE(said("model.layers", "is 7; layers_per_stage says which"),
             QStringLiteral("Layers is 7; Layers per stage says which"));
    QCOMPARE(said("parallel.chunks", "'1f1b' takes one chunk per rank, not 2"),
             QStringLiteral("Chunks: '1f1b' takes one chunk per rank, not 2"));
    QCOMPARE(said("cluster.device", "names no device known here: 'a100_90'; known: h100"),
             QStringLiteral("Device names no device known here: 'a100_90'; known: h100"));
}

// Strategies that are wrong, or doubtful, in one way each.
std::vector<strategy::Strategy> doubtful()
{
    std::vector<strategy::Strategy> list;
    const auto add = [&list](auto change) {
        strategy::Strategy s = wide();
        change(s);
        list.push_back(std::move(s));
    };
    using S = strategy::Strategy&;
    add([](S s) { s.parallel.tensor = 3; });
    add([](S s) { s.parallel.tensor = 0; });
    add([](S s) { s.model->kvHeads = 3; });
    add([](S s) { s.model->layers = 2; });
    add([](S s) { s.model->layers = 25; });
    add([](S s) { s.model->kvLoraRank = 4; });
    add([](S s) { s.model->qLoraRank = 4; });
    add([](S s) { s.model->experts = 4; });
    add([](S s) { s.parallel.expert = 4; });
    add([](S s) { s.parallel.sequence = false; });
    add([](S s) { s.parallel.layersPerStage = {1, 2}; });
    add([](S s) { s.parallel.layersPerStage = {1, 2}, s.parallel.layersPerRank = {1}; });
    add([](S s) { s.recompute.layers = 4; });
    add([](S s) { s.recompute.granularity = strategy::Recomputing::Selective; });
    add([](S s) { s.parallel.zero = 3; });
    add([](S s) { s.parallel.shard = 2; });
    add([](S s) { s.parallel.chunks = 2; });
    add([](S s) { s.schedule.name = "zbv"; });
    add([](S s) { s.schedule.name = "nothing"; });
    add([](S s) { s.schedule.name = "custom"; });
    add([](S s) { s.batch.global = 7; });
    add([](S s) { s.cluster.device = "h1000"; });
    add([](S s) { s.cluster.devices = 33; });
    add([](S s) { s.cluster.profile = "x"; });
    add([](S s) { s.costs = plan::Costs::unit(); });
    add([](S s) {
        s.costs = plan::Costs::unit();
        s.costs->stages.resize(3);
    });
    add([](S s) {
        s.costs = plan::Costs::unit();
        s.costs->rankFactors = {1, 2};
    });
    add([](S s) { s.precision.optimizer = strategy::Optimizer::AdamBf16; });
    add([](S s) { s.precision.weights = strategy::WeightType::Fp32; });
    add([](S s) { s.training.warmupSteps = -1; });
    return list;
}

void tst_EditorPresets::noSentenceSpeaksInKeys()
{
    static const QRegularExpression kKey(
        QStringLiteral("\\b(?:model|parallel|batch|schedule|recompute|precision|overlap|kernels"
                       "|cluster|costs|training)\\.[a-z]|[a-z]_[a-z]"));
    int sentences = 0;
    for (const strategy::Strategy& strategy : doubtful()) {
        Document document;
        document.start(strategy);
        for (const auto& found : {document.problems(), document.warnings()})
            for (const strategy::Problem& problem : found) {
                ++sentences;
                const QString said = namedSentence(problem);
                QVERIFY2(!said.contains(kKey), qPrintable(said));
            }
    }
    QVERIFY(sentences > 25);
}

void tst_EditorPresets::warningsAreMarkedToo()
{
    Document document;
    strategy::Strategy odd = wide();
    odd.parallel.sequence = false;
    document.start(odd);
    StrategyEditor editor(document);
    const auto markOf = [&](const char* key) {
        for (StrategyField* field : editor.findChildren<StrategyField*>())
            if (field->key() == QLatin1String(key))
                return field->name().mark();
        return FieldName::Mark::Problem;
    };
    QCOMPARE(markOf("parallel.sequence"), FieldName::Mark::Warning);
    QCOMPARE(markOf("model.heads"), FieldName::Mark::None);
    editor.setAdvice({{0, "model.heads", "is large"}});
    QCOMPARE(markOf("model.heads"), FieldName::Mark::Warning);
    editor.setAdvice({});
    QCOMPARE(markOf("model.heads"), FieldName::Mark::None);
}

// One thing that a person could do to an input.
void actOn(QWidget* input, QRandomGenerator& dice)
{
    if (!input->isEnabled())
        return;
    if (auto* spin = qobject_cast<QAbstractSpinBox*>(input)) {
        switch (dice.bounded(3)) {
        case 0:
            spin->stepBy(dice.bounded(-4, 5));
            break;
        case 1:
            spin->selectAll();
            QTest::keyClicks(spin, QString::number(dice.bounded(40)));
            break;
        default:
            QTest::keyClick(spin, Qt::Key_Return);
        }
    } else if (auto* box = qobject_cast<QComboBox*>(input)) {
        box->setCurrentIndex(dice.bounded(box->count()));
        emit box->activated(box->currentIndex());
    } else if (auto* check = qobject_cast<QCheckBox*>(input)) {
        check->click();
    } else if (auto* line = qobject_cast<QLineEdit*>(input)) {
        QTest::keyClicks(line, QString::number(dice.bounded(9)) + QLatin1Char(','));
        if (dice.bounded(2) == 0)
            QTest::keyClick(line, Qt::Key_Return);
    }
}

void tst_EditorPresets::whateverIsDoneIsUndoneExactly()
{
    const strategy::Strategy starts[] = {wide(), test::llama(), strategy::Strategy{}};
    int changes = 0;
    for (quint32 seed = 1; seed <= 12; ++seed) {
        QRandomGenerator dice(seed);
        const strategy::Strategy& start = starts[seed % 3];
        Document document;
        document.start(start);
        StrategyEditor editor(document);
        editor.openEverything();
        for (int act = 0; act < 50; ++act) {
            std::vector<QWidget*> inputs;
            for (StrategyField* field : editor.findChildren<StrategyField*>())
                if (!field->isHidden())
                    inputs.push_back(field->input());
            for (QPushButton* button : editor.findChildren<QPushButton*>())
                if (!button->isHidden() && !button->text().endsWith(QChar(0x2026))
                    && dice.bounded(20) == 0)
                    button->click();
            actOn(inputs[static_cast<std::size_t>(dice.bounded(static_cast<int>(inputs.size())))],
                  dice);
            if (dice.bounded(3) == 0)
                document.endGesture();
        }
        const strategy::Strategy end = document.strategy();
        changes += document.undoStack().count();
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QVERIFY2(document.strategy() == start, qPrintable(QString::number(seed)));
        while (document.undoStack().canRedo())
            document.undoStack().redo();
        QVERIFY2(document.strategy() == end, qPrintable(QString::number(seed)));
        // What is shown is what there is.
        for (QSpinBox* spin : editor.findChildren<QSpinBox*>())
            if (spin->accessibleName() == QStringLiteral("Tensor"))
                QCOMPARE(spin->value(), end.parallel.tensor);
    }
    QVERIFY(changes > 200);
}

QTEST_MAIN(tst_EditorPresets)
#include "tst_editor_presets.moc"
