#include "engine/strategy/hardware.h"
#include "gui/editor/field_specs.h"
#include "gui/editor/other_fields.h"
#include "gui/editor/strategy_editor.h"
#include "tests/gui/field_walk.h"
#include "tests/gui/named.h"
#include "tests/gui/wide_strategy.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLocale>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::allFields;
using test::editedFields;
using test::isShown;
using test::named;
using test::wide;

namespace {

std::vector<FieldSpec> specsOfEditedSections()
{
    std::vector<FieldSpec> specs;
    for (const SectionSpecs& section :
         {modelSpecs(), parallelSpecs(), computeSpecs(), kernelSpecs(), clusterSpecs()})
        for (const auto& half : {section.first, section.rest})
            specs.insert(specs.end(), half.begin(), half.end());
    for (const IntegerSpec& spec : shapeSpecs())
        if (std::string_view(spec.key).starts_with("parallel."))
            specs.emplace_back(spec);
    return specs;
}

QStringList keysShown(const StrategyEditor& editor)
{
    QStringList keys;
    for (const StrategyField* field : editor.findChildren<StrategyField*>())
        keys << field->key();
    return keys;
}

} // namespace

class tst_EditorFields : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void everyFieldOfItsSectionsHasAnInput();
    void eachInputChangesItsOwnFieldAndNoOther();
    void linksShowWhatTheDeviceComesWith();
    void decimalsKeepEveryDigit();
    void decimalsAreTypedAndTakenBackInOneGo();
    void stepsOfADecimalAreATenthOrSo();
    void zeroIsTypedAsOtherNumbersAre();
    void whatMeansNothingIsHidden();
    void devicesAreCountedTheSameEverywhere();
    void efficienciesAreChosenByName();
    void theRestIsListed();
};

void tst_EditorFields::everyFieldOfItsSectionsHasAnInput()
{
    // Its row is that of layers_per_stage, where a file has it; buckets are said in the file alone.
    const QStringList elsewhere{QStringLiteral("parallel.layers_per_rank"),
                                QStringLiteral("parallel.reduce_bucket"),
                                QStringLiteral("parallel.gather_bucket")};
    Document document;
    document.start(wide());
    const StrategyEditor editor(document);
    const QStringList shown = keysShown(editor);
    const auto fields = editedFields(wide());
    QVERIFY(fields.size() > 60);
    for (const auto& [name, value] : fields) {
        const QString key = QString::fromStdString(name);
        QVERIFY2(shown.count(key) == (elsewhere.contains(key) ? 0 : 1),
                 qPrintable(key + QStringLiteral(" has no input, or more than one")));
    }
    strategy::Strategy ranked = wide();
    ranked.parallel.layersPerRank = {5, 6, 6, 7};
    document.start(ranked);
    QVERIFY(keysShown(editor).contains(elsewhere.front()));
}

// A number or word that the field does not have yet.
std::string another(const FieldSpec& any, strategy::Strategy& s)
{
    if (const auto* integer = std::get_if<IntegerSpec>(&any)) {
        integer->set(s, 77);
        return integer->get(s) == 77 ? integer->key : "";
    }
    if (const auto* decimal = std::get_if<DecimalSpec>(&any)) {
        decimal->set(s, 7.25);
        return decimal->get(s) == 7.25 ? decimal->key : "";
    }
    if (const auto* flag = std::get_if<FlagSpec>(&any)) {
        const bool on = !flag->get(s);
        flag->set(s, on);
        return flag->get(s) == on ? flag->key : "";
    }
    const auto& choice = std::get<ChoiceSpec>(any);
    const auto names = choice.namesOf ? choice.namesOf() : choice.names;
    const std::string name(choice.get(s) == names.front() ? names.back() : names.front());
    choice.set(s, name);
    return choice.get(s) == name ? choice.key : "";
}

void tst_EditorFields::eachInputChangesItsOwnFieldAndNoOther()
{
    const test::Fields before = allFields(wide());
    for (const FieldSpec& spec : specsOfEditedSections()) {
        strategy::Strategy changed = wide();
        const std::string key = another(spec, changed);
        QVERIFY2(!key.empty(), "what was set is not read back");
        for (const auto& [name, value] : allFields(changed))
            QVERIFY2((value != before.at(name)) == (name == key),
                     (key + " was set: " + name + " is " + value).c_str());
    }
}

void tst_EditorFields::linksShowWhatTheDeviceComesWith()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    auto* node = named<QDoubleSpinBox>(editor, QStringLiteral("Node links"));
    auto* network = named<QDoubleSpinBox>(editor, QStringLiteral("Network links"));
    auto* latency = named<QDoubleSpinBox>(editor, QStringLiteral("Node latency"));
    auto* farLatency = named<QDoubleSpinBox>(editor, QStringLiteral("Network latency"));
    const strategy::Hardware* a100 = strategy::findHardware("a100-80gb");
    const auto shown = [](double number, const char* unit) {
        return QStringLiteral("auto: %1%2").arg(number).arg(QString::fromUtf8(unit));
    };
    QCOMPARE(node->text(), shown(a100->device.nodeGbps, " GB/s"));
    QCOMPARE(node->text(), QStringLiteral("auto: 300 GB/s"));
    QCOMPARE(network->text(), shown(a100->device.networkGbps, " GB/s"));
    QCOMPARE(latency->text(), shown(a100->nodeLatencyUs, " µs"));
    QCOMPARE(farLatency->text(), shown(a100->networkLatencyUs, " µs"));

    strategy::Strategy own = wide();
    own.cluster.device = "prototype";
    own.cluster.spec.emplace();
    own.cluster.spec->nodeGbps = 123.5;
    own.cluster.networkGbps = 12.5;
    document.start(own);
    QCOMPARE(node->text(), QStringLiteral("auto: 123.5 GB/s"));
    QCOMPARE(network->text(), QStringLiteral("12.5 GB/s"));
}

void tst_EditorFields::decimalsKeepEveryDigit()
{
    Document document;
    strategy::Strategy fine = wide();
    fine.cluster.nodeGbps = 123456.789012345;
    fine.cluster.networkGbps = 100.0 / 3;
    fine.cluster.nodeLatencyUs = 0.000123456789012345;
    document.start(fine);
    StrategyEditor editor(document);
    editor.openEverything();
    editor.resize(300, 2000);
    editor.show();
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    QCOMPARE(named<QDoubleSpinBox>(editor, QStringLiteral("Node links"))->text(),
             QStringLiteral("123456.789012345 GB/s"));
    QCOMPARE(named<QDoubleSpinBox>(editor, QStringLiteral("Node latency"))->text(),
             QStringLiteral("0.000123456789012345 µs"));
    for (const char* label : {"Node links", "Network links", "Node latency", "Network latency"}) {
        auto* box = named<QDoubleSpinBox>(editor, QLatin1String(label));
        QVERIFY(isShown(box));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QTest::keyClick(box, Qt::Key_Return);
        QTest::keyClick(box, Qt::Key_Tab);
        box->clearFocus();
    }
    QVERIFY(document.strategy() == fine);
    QCOMPARE(document.undoStack().count(), 0);
}

void tst_EditorFields::decimalsAreTypedAndTakenBackInOneGo()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    editor.openEverything();
    auto* latency = named<QDoubleSpinBox>(editor, QStringLiteral("Node latency"));
    latency->selectAll();
    QTest::keyClicks(latency, QStringLiteral("0.05")); // by way of 0, which is the device's
    QCOMPARE(document.strategy().cluster.nodeLatencyUs, 0.05);
    QTest::keyClick(latency, Qt::Key_Return);
    QCOMPARE(latency->text(), QStringLiteral("0.05 µs"));
    document.undoStack().undo();
    QCOMPARE(document.strategy(), wide());
    QCOMPARE(latency->text(), QStringLiteral("auto: 3 µs"));

    auto* links = named<QDoubleSpinBox>(editor, QStringLiteral("Node links"));
    links->selectAll();
    QTest::keyClicks(links, QStringLiteral("2000000000"));
    QVERIFY2(
        editor.problemOf(QStringLiteral("cluster.node_gbps")).startsWith(QStringLiteral("must be")),
        "more than a link may have");
}

void tst_EditorFields::stepsOfADecimalAreATenthOrSo()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    auto* links = named<QDoubleSpinBox>(editor, QStringLiteral("Node links"));
    auto* latency = named<QDoubleSpinBox>(editor, QStringLiteral("Node latency"));
    const auto& cluster = document.strategy().cluster;
    links->stepBy(1);
    QCOMPARE(cluster.nodeGbps, 300.0); // from what the device comes with
    links->stepBy(1);
    QCOMPARE(cluster.nodeGbps, 310.0);
    links->setValue(100);
    links->stepBy(-1);
    QCOMPARE(cluster.nodeGbps, 99.0);
    links->setValue(100);
    links->stepBy(10);
    QCOMPARE(cluster.nodeGbps, 200.0);
    latency->setValue(0.1);
    latency->stepBy(-3);
    QCOMPARE(strategy::decimalText(cluster.nodeLatencyUs), std::string("0.07"));
    latency->stepBy(-10);
    QCOMPARE(cluster.nodeLatencyUs, 0.0);
}

void tst_EditorFields::zeroIsTypedAsOtherNumbersAre()
{
    strategy::Strategy strategy = wide();
    strategy.parallel.data = 2;
    Document document;
    document.start(strategy);
    StrategyEditor editor(document);
    editor.openEverything();
    editor.show();
    auto* data = named<QSpinBox>(editor, QStringLiteral("Data"));
    data->selectAll();
    QTest::keyClicks(data, QStringLiteral("0"));
    QCOMPARE(document.strategy().parallel.data, 0);
    QTest::keyClicks(data, QStringLiteral("4")); // and not behind the words for 0
    QCOMPARE(document.strategy().parallel.data, 4);
}

void tst_EditorFields::whatMeansNothingIsHidden()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    editor.openEverything();
    const auto shown
        = [&](const char* label) { return isShown(named<QWidget>(editor, QLatin1String(label))); };
    QVERIFY(shown("Node links") && shown("Network links") && shown("Network latency"));
    QVERIFY(shown("Nodes per switch") && !shown("Oversubscription") && shown("Efficiencies"));
    named<QSpinBox>(editor, QStringLiteral("Nodes per switch"))->setValue(2);
    QVERIFY(shown("Oversubscription"));
    named<QDoubleSpinBox>(editor, QStringLiteral("Oversubscription"))->setValue(2.5);
    QCOMPARE(document.strategy().cluster.oversubscription, 2.5);

    strategy::Strategy small = wide();
    small.cluster.devicesPerNode = 32; // all of them
    document.start(small);
    QVERIFY(shown("Node links") && !shown("Network links") && !shown("Nodes per switch"));
    small.cluster.networkLatencyUs = 4; // given, so it is shown
    document.start(small);
    QVERIFY(shown("Network latency") && !shown("Network links"));

    strategy::Strategy bare;
    bare.parallel.pipeline = 32;
    document.start(bare);
    QVERIFY(!shown("Node links") && !shown("Network links") && !shown("Efficiencies"));
    QVERIFY(!shown("Layers per stage") && !shown("QKV biases"));
    // Of the advanced rows of a section some mean something, or its header is hidden.
    for (EditorSection* section : editor.sections()) {
        static const QStringList kHaveSome{QStringLiteral("parallel"), QStringLiteral("compute"),
                                           QStringLiteral("kernels")};
        QVERIFY2(section->advancedHeader().isHidden() != kHaveSome.contains(section->name()),
                 qPrintable(section->name()));
    }
}

// Also of numbers that are not sound yet.
void tst_EditorFields::devicesAreCountedTheSameEverywhere()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    auto* devices = named<QSpinBox>(editor, QStringLiteral("Devices"));
    const auto* header = named<SectionHeader>(editor, QStringLiteral("Cluster"));
    for (const int tensor : {8, 3, 0}) {
        named<QSpinBox>(editor, QStringLiteral("Tensor"))->setValue(tensor);
        const QString count = QString::number(strategy::deviceCount(document.strategy()));
        QCOMPARE(devices->text(), QStringLiteral("auto: ") + count);
        QCOMPARE(header->summary(), count + QStringLiteral(" × a100-80gb"));
    }
}

void tst_EditorFields::efficienciesAreChosenByName()
{
    Document document;
    strategy::Strategy own = wide();
    own.cluster.profile = "of-last-week";
    document.start(own);
    StrategyEditor editor(document);
    auto* box = named<QComboBox>(editor, QStringLiteral("Efficiencies"));
    QCOMPARE(box->currentText(), QStringLiteral("of-last-week"));
    QCOMPARE(box->itemText(0), QStringLiteral("default: a100"));
    for (const strategy::Profile& profile : strategy::profiles())
        QVERIFY2(box->findText(QString::fromStdString(profile.name)) > 0, profile.name.c_str());
    const auto choose = [&](const QString& text) {
        box->setCurrentText(text);
        emit box->activated(box->currentIndex());
    };
    choose(QStringLiteral("v100"));
    QCOMPARE(document.strategy().cluster.profile, std::string("v100"));
    choose(QStringLiteral("default: a100"));
    QCOMPARE(document.strategy().cluster.profile, std::string());
    choose(QStringLiteral("of-last-week"));
    QVERIFY(document.strategy() == own);
    document.undoStack().undo();
    QCOMPARE(box->currentIndex(), 0);

    strategy::Strategy described = wide();
    described.cluster.device = "prototype";
    described.cluster.spec.emplace();
    document.start(described);
    QCOMPARE(box->currentText(), QStringLiteral("default"));
}

void tst_EditorFields::theRestIsListed()
{
    QCOMPARE(otherFields(wide()), QString());
    strategy::Strategy full = wide();
    full.parallel.layersPerStage = {7, 6, 6, 5};
    full.cluster.profile = "a100";
    QCOMPARE(otherFields(full), QString()); // they are edited
    full.schedule.file = "/tmp/mine.csv";
    full.training.learningRate = 0.003;
    full.training.checkReruns = true;
    full.training.warmupSteps = 20;
    QCOMPARE(otherFields(full),
             QStringLiteral("Schedule file: /tmp/mine.csv\nTraining: learning rate: 0.003\n"
                            "Training: warmup steps: 20\nTraining: check reruns: on"));
}

QTEST_MAIN(tst_EditorFields)
#include "tst_editor_fields.moc"
