// Starting a run: the dialog, the command that it shows, and where the run is shown.

#include "engine/strategy/check_training.h"
#include "engine/strategy/estimate/left_out.h"
#include "gui/editor/field_names.h"
#include "gui/runs/launch_checks.h"
#include "gui/text/number_format.h"
#include "tests/gui/launching.h"
#include "tests/gui/modelled.h"
#include "tests/gui/trained.h"

#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

using namespace gui;
using test::Asked;
using test::FakeProgram;
using test::kKeepsWords;
using test::named;
using test::Opened;
using test::wordsIn;
using test::writeScript;

class tst_Launch : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void theCommandShownIsTheOneStarted_data();
    void theCommandShownIsTheOneStarted();
    void optionsOfAnotherDeviceAreLeftOut();
    void devicesThatCannotBeSayWhy();
    void theTimeItTakesIsForeseen();
    void aRunOnShowChangesNothingOfTheTimeOfTheNext();
    void problemsAreToldByTheirFields();
    void enterStartsIt();
};

void tst_Launch::theCommandShownIsTheOneStarted_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("odd");
    for (const char* device : {"emulated", "cpu", "cuda"})
        for (const char* odd : {"plain", "a b", "it's", "$(touch canary)", "`id`", "--mca",
                                "; rm x", "名前", "\"\\\n"})
            QTest::addRow("%s %s", device, odd)
                << QString::fromLatin1(device) << QString::fromUtf8(odd);
}

// By one function: what a shell makes of the text is what the program is given.
void tst_Launch::theCommandShownIsTheOneStarted()
{
    QFETCH(QString, device);
    QFETCH(QString, odd);
    FakeProgram program("echo '{}'");
    writeScript(program.path, kKeepsWords + "echo '{}'\n");
    Document document;
    document.start(builtInStrategy());
    QTRY_VERIFY(document.isPredictionCurrent());
    RunController controller(document, program.path);
    const LaunchOptions options{.steps = 7,
                                .device = device,
                                .launcher = QStringLiteral("srun"),
                                .hostfile = odd,
                                .record = odd,
                                .report = odd,
                                .listen = odd,
                                .timeout = 9,
                                .timeScale = 21.5,
                                .threads = 3,
                                .takeTurns = true,
                                .resume = odd,
                                .flipBit = odd,
                                .gpusPerRank = 0.5,
                                .deterministic = true,
                                .deep = true,
                                .messages = QStringLiteral("host")};
    const RunCommand shown = controller.commandOf(options);
    controller.launch(options);
    QVERIFY(controller.isBusy());
    QTRY_VERIFY(!controller.isBusy());
    QFile words(program.directory.filePath(QStringLiteral("words")));
    QVERIFY(words.open(QIODevice::ReadOnly));
    const QStringList given = wordsIn(words.readAll());
    QCOMPARE(given, shown.arguments);
    QVERIFY2(!odd.startsWith(QLatin1Char('-')) || !given.contains(odd)
                 || given.at(given.indexOf(odd) - 1) == QStringLiteral("--listen")
                 || given.at(given.indexOf(odd) - 1) == QStringLiteral("--flip-bit"),
             "paths are whole, and never look like options");

    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("printf '%s\\0' ") + shown.text()});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(wordsIn(shell.readAllStandardOutput()), QStringList{shown.program} + shown.arguments);
}

void tst_Launch::optionsOfAnotherDeviceAreLeftOut()
{
    LaunchOptions options{.steps = 7, .timeScale = 2, .threads = 4, .deep = true};
    const QString file = QStringLiteral("/s.yaml");
    const QString emulated = launchCommand(QStringLiteral("/r"), file, options).text();
    QCOMPARE(emulated,
             QStringLiteral("/r /s.yaml --steps 7 --device emulated --time-scale 2 --detach"));
    options.device = QStringLiteral("cpu");
    QCOMPARE(launchCommand(QStringLiteral("/r"), file, options).text(),
             QStringLiteral("/r /s.yaml --steps 7 --device cpu --threads 4 --detach"));
    options.device = QStringLiteral("cuda");
    QCOMPARE(launchCommand(QStringLiteral("/r"), file, options).text(),
             QStringLiteral("/r /s.yaml --steps 7 --device cuda --threads 4 --deep --detach"));
    // What a run does by itself is not said.
    QCOMPARE(launchCommand(QStringLiteral("/r"), file, LaunchOptions{}).arguments.size(), 6);
}

void tst_Launch::devicesThatCannotBeSayWhy()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 2;
    strategy.batch.global = 4;
    Asked asked(strategy);
    auto* cpu = asked.field<QRadioButton>(QStringLiteral("Device: CPU"));
    auto* emulated = asked.field<QRadioButton>(QStringLiteral("Device: emulated"));
    QVERIFY(!cpu->isEnabled() && emulated->isEnabled() && emulated->isChecked());
    const auto says = [&asked](const QString& words) {
        for (const QLabel* label : asked.dialog->findChildren<QLabel*>())
            if (label->text().contains(words))
                return true;
        return false;
    };
    QVERIFY(says(QStringLiteral("no model")));

    strategy.model = strategy::Model{.layers = 4};
    asked.document.start(strategy);
    QVERIFY(cpu->isEnabled());
    QVERIFY(emulated->isChecked()); // it does not change under the hand
    asked.ask();
    cpu = asked.field<QRadioButton>(QStringLiteral("Device: CPU"));
    QVERIFY(cpu->isChecked()); // what can be trained, is
    const auto* cuda = asked.field<QRadioButton>(QStringLiteral("Device: CUDA"));
    if (!QFile::exists(QStringLiteral("/dev/nvidiactl"))) {
        QVERIFY(!cuda->isEnabled());
        QVERIFY(says(QStringLiteral("no NVIDIA GPU")));
    }
    // In the names of the fields, as the editor has them.
    strategy.parallel.tensor = 3;
    const QString whyNot = whyNoDevice(strategy, strategy::runDevice(strategy::RunDeviceKind::Cpu));
    const auto problems = strategy::checkTraining(strategy);
    QVERIFY(!problems.empty());
    QVERIFY2(whyNot.contains(fieldName(QString::fromStdString(problems.front().key))
                             + QStringLiteral(": ")),
             qPrintable(whyNot));
    QVERIFY2(!whyNot.contains(QStringLiteral("model.")), qPrintable(whyNot));
    strategy.parallel.tensor = 300;
    strategy.model->heads = 300;
    strategy.model->hidden = 3000;
    QVERIFY(whyNoDevice(strategy, strategy::runDevice(strategy::RunDeviceKind::Cpu))
                .contains(QStringLiteral("600 ranks are more than the 256")));
    QVERIFY(
        whyNoDevice(strategy, strategy::runDevice(strategy::RunDeviceKind::Emulated)).isEmpty());
}

void tst_Launch::theTimeItTakesIsForeseen()
{
    Asked asked; // a step of 165 ms, by costs that it gives
    auto* steps = asked.field<QSpinBox>(QStringLiteral("Steps"));
    auto* cost = asked.field<QLabel>(QStringLiteral("How long it takes"));
    steps->setValue(50);
    QCOMPARE(cost->text(), QStringLiteral("about 8.25 s, at 165 ms a step"));
    steps->setValue(4000);
    QCOMPARE(cost->text(), QStringLiteral("about 11.0 min, at 165 ms a step"));
    asked.unfold();
    asked.field<QDoubleSpinBox>(QStringLiteral("A second stands for"))->setValue(10);
    QCOMPARE(cost->text(), QStringLiteral("about 66.0 s, at 16.5 ms a step"));
    // Of another device nothing is known: the strategy has no costs.
    strategy::Strategy strategy = builtInStrategy();
    strategy.costs.reset();
    strategy.model = strategy::Model{.layers = 4};
    asked.document.start(strategy);
    QTRY_VERIFY(asked.document.isPredictionCurrent());
    auto* cpu = asked.field<QRadioButton>(QStringLiteral("Device: CPU"));
    cpu->setChecked(true);
    QVERIFY2(cost->text().startsWith(QStringLiteral("not known")), qPrintable(cost->text()));
}

// The document is predicted at the scale of an emulated run that is on show beside it.
void tst_Launch::aRunOnShowChangesNothingOfTheTimeOfTheNext()
{
    strategy::Strategy strategy = test::trainedStrategy();
    strategy.model = test::smallModel();
    strategy.cluster.device = "cpu";
    const auto alone = predict(strategy, {}, PredictedAs{});
    const auto beside = predict(strategy, {}, {.timeScale = 0.125F});
    QVERIFY(alone && beside);
    LaunchOptions options{.steps = 100, .device = QStringLiteral("cpu")};
    QVERIFY(launchTime(options, **alone));
    QCOMPARE(launchCost(options, beside->get()), launchCost(options, alone->get()));
    // Nobody has measured this model here: the step is known to lie in an interval.
    const auto factors = strategy::stepInterval(strategy);
    QVERIFY(factors);
    const auto bound = [&](double factor) {
        return stepTime(
            plan::Nanoseconds{std::llround(factor * double((*alone)->timeline->makespan.count()))});
    };
    QVERIFY2(
        launchCost(options, alone->get())
            .endsWith(
                QStringLiteral(" (%1 – %2) a step").arg(bound(factors->low), bound(factors->high))),
        qPrintable(launchCost(options, alone->get())));
    options.device = QStringLiteral("emulated"); // at the scale that is asked for
    options.timeScale = 0.5;
    QCOMPARE(launchCost(options, beside->get()), launchCost(options, alone->get()));
    QVERIFY(!launchCost(options, alone->get()).contains(u'(')); // it is paced by the prediction
}

void tst_Launch::problemsAreToldByTheirFields()
{
    Asked asked;
    QPushButton* start = asked.button(QStringLiteral("Start"));
    QVERIFY2(start->isEnabled(), qPrintable(asked.findings()));
    asked.type(QStringLiteral("Record in"), asked.program.directory.path());
    QVERIFY2(asked.findings().startsWith(QStringLiteral("Record in: "))
                 && asked.findings().contains(QStringLiteral("not empty")),
             qPrintable(asked.findings()));
    QVERIFY(!start->isEnabled());
    asked.type(QStringLiteral("Record in"), asked.folder.filePath(QStringLiteral("new")));
    QVERIFY2(start->isEnabled(), qPrintable(asked.findings()));
    auto* places = asked.field<QComboBox>(QStringLiteral("Where"));
    places->setCurrentIndex(places->findData(static_cast<int>(LaunchPlace::Hosts)));
    auto* hosts = asked.field<QComboBox>(QStringLiteral("Host file"));
    hosts->setEditText(QStringLiteral("/nowhere/hosts"));
    QVERIFY2(asked.findings().startsWith(QStringLiteral("Host file: ")),
             qPrintable(asked.findings()));
    QVERIFY(!start->isEnabled());
    places->setCurrentIndex(0);
    asked.unfold();
    asked.type(QStringLiteral("Viewers at"), QStringLiteral("tcp://login:1"));
    QVERIFY2(asked.findings().startsWith(QStringLiteral("Viewers at: ")),
             qPrintable(asked.findings()));
    asked.type(QStringLiteral("Viewers at"), QStringLiteral("ipc:///x/y"));
    QVERIFY(start->isEnabled());
    strategy::Strategy broken = builtInStrategy();
    broken.parallel.pipeline = 0;
    asked.document.start(broken);
    QVERIFY(!start->isEnabled());
    QVERIFY2(asked.findings().contains(QStringLiteral("problem")), qPrintable(asked.findings()));
}

void tst_Launch::enterStartsIt()
{
    Asked asked;
    QSignalSpy started(asked.dialog.get(), &LaunchDialog::startWanted);
    QTest::keyClicks(asked.field<QSpinBox>(QStringLiteral("Steps")), QStringLiteral("12"));
    QVERIFY(asked.dialog->commandText().contains(QStringLiteral("--steps 12 ")));
    asked.field<QPushButton>(QStringLiteral("Copy the command"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), asked.dialog->commandText());
    QCOMPARE(asked.dialog->commandText(),
             asked.controller.commandOf(asked.dialog->options()).text());
    QTest::keyClick(asked.field<QSpinBox>(QStringLiteral("Steps")), Qt::Key_Return);
    QCOMPARE(started.count(), 1);
    QCOMPARE(started[0][0].value<LaunchOptions>().steps, 12);
    QVERIFY(!asked.dialog->isVisible());
}

QTEST_MAIN(tst_Launch)
#include "tst_launch.moc"
