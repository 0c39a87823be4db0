// Where a run is started, and giving one to Slurm.

#include "gui/runs/launch_checks.h"
#include "tests/gui/launching.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>

using namespace gui;
using test::Asked;
using test::kKeepsWords;
using test::named;
using test::Opened;
using test::wordsIn;
using test::writeScript;

namespace {

// Programs in PATH that do nothing, before those of the system or in place of them.
class Programs {
public:
    explicit Programs(const QStringList& names, bool alone = false)
    {
        for (const QString& name : names) {
            const QString path = m_folder.filePath(name);
            writeScript(path, "exit 1\n");
            QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        qputenv("PATH", m_folder.path().toUtf8() + (alone ? "" : ":/usr/bin:/bin"));
    }
    ~Programs() { qputenv("PATH", m_before); }

private:
    QTemporaryDir m_folder;
    QByteArray m_before = qgetenv("PATH");
};

QComboBox* placesOf(Asked& asked) { return asked.field<QComboBox>(QStringLiteral("Where")); }

void choose(Asked& asked, LaunchPlace place)
{
    QComboBox* places = placesOf(asked);
    places->setCurrentIndex(places->findData(static_cast<int>(place)));
}

} // namespace

class tst_Submit : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void placesThatCannotBeSayWhy();
    void eachPlaceShowsItsOwnFields();
    void theFormMakesTheCommand();
    void whatSlurmDoesNotTakeIsSaidAtItsField_data();
    void whatSlurmDoesNotTakeIsSaidAtItsField();
    void whatThisMachineLacksIsNoMatterForAJob();
    void whatWasAskedOfSlurmIsKept();
    void settingsOfBeforeMeanTheSame();
    void theWindowSaysWhichJobItIs();
    void whatIsRefusedIsSaid();
};

void tst_Submit::initTestCase() { QLocale::setDefault(QLocale::c()); }

void tst_Submit::placesThatCannotBeSayWhy()
{
    qunsetenv("SLURM_JOB_ID");
    const auto whyNot = [](Asked& asked, LaunchPlace place) {
        QComboBox* places = placesOf(asked);
        const auto* item = qobject_cast<QStandardItemModel*>(places->model())
                               ->item(places->findData(static_cast<int>(place)));
        return item->isEnabled() ? QString() : item->toolTip();
    };
    {
        const Programs programs({QStringLiteral("mpirun"), QStringLiteral("srun")}, true);
        Asked asked;
        QCOMPARE(whyNot(asked, LaunchPlace::ThisMachine), QString());
        QVERIFY(whyNot(asked, LaunchPlace::Allocation).contains(QStringLiteral("salloc")));
        QVERIFY(whyNot(asked, LaunchPlace::Job).contains(QStringLiteral("sbatch")));
        choose(asked, LaunchPlace::Job);
        QVERIFY2(asked.findings().startsWith(QStringLiteral("Where: sbatch is not on the PATH")),
                 qPrintable(asked.findings()));
        QVERIFY(!asked.button(QStringLiteral("Submit"))->isEnabled());
    }
    qputenv("SLURM_JOB_ID", "7");
    const Programs programs(
        {QStringLiteral("mpirun"), QStringLiteral("srun"), QStringLiteral("sbatch")});
    Asked asked;
    qunsetenv("SLURM_JOB_ID");
    QCOMPARE(whyNot(asked, LaunchPlace::Allocation), QString());
    QCOMPARE(whyNot(asked, LaunchPlace::Job), QString());
}

void tst_Submit::eachPlaceShowsItsOwnFields()
{
    const Programs programs({QStringLiteral("mpirun"), QStringLiteral("sbatch")});
    Asked asked;
    auto* hosts = asked.field<QComboBox>(QStringLiteral("Host file"));
    auto* partition = asked.field<QLineEdit>(QStringLiteral("Partition"));
    asked.unfold();
    auto* listen = asked.field<QLineEdit>(QStringLiteral("Viewers at"));
    QVERIFY(!hosts->isVisible() && !partition->isVisible() && listen->isVisible());
    choose(asked, LaunchPlace::Hosts);
    QVERIFY(hosts->isVisible() && !partition->isVisible());
    QVERIFY2(asked.findings().startsWith(QStringLiteral("Host file: name one")),
             qPrintable(asked.findings()));
    QVERIFY(!asked.button(QStringLiteral("Start"))->isEnabled());
    hosts->setEditText(asked.program.path);
    QVERIFY2(asked.button(QStringLiteral("Start"))->isEnabled(), qPrintable(asked.findings()));
    QVERIFY(asked.dialog->commandText().contains(QStringLiteral(" --hostfile ")));
    choose(asked, LaunchPlace::Job);
    QVERIFY(!hosts->isVisible() && partition->isVisible() && !listen->isVisible());
    choose(asked, LaunchPlace::ThisMachine);
    QVERIFY(!hosts->isVisible() && !partition->isVisible());
    // What stands in a field of another place is not said.
    QVERIFY(!asked.dialog->commandText().contains(QStringLiteral("--hostfile")));
}

void tst_Submit::theFormMakesTheCommand()
{
    const Programs programs({QStringLiteral("mpirun"), QStringLiteral("sbatch")});
    Asked asked;
    const QString here = asked.dialog->commandText();
    QVERIFY(here.endsWith(QStringLiteral(" --steps 50 --device emulated --detach")));
    choose(asked, LaunchPlace::Job);
    const auto words
        = [&asked] { return asked.controller.commandOf(asked.dialog->options()).arguments; };
    QCOMPARE(words().front(), QStringLiteral("submit"));
    QCOMPARE(words().mid(2), QStringList({"--steps", "50", "--device", "emulated"}));
    asked.type(QStringLiteral("Partition"), QStringLiteral("gpu,long"));
    asked.type(QStringLiteral("Account"), QStringLiteral("physics"));
    asked.type(QStringLiteral("QOS"), QStringLiteral("high"));
    asked.type(QStringLiteral("Time limit"), QStringLiteral("1:30:00"));
    asked.field<QSpinBox>(QStringLiteral("Nodes"))->setValue(2);
    asked.field<QSpinBox>(QStringLiteral("Ranks per node"))->setValue(3);
    asked.field<QSpinBox>(QStringLiteral("GPUs per node"))->setValue(4);
    asked.type(QStringLiteral("Memory per node"), QStringLiteral("100G"));
    QCOMPARE(words().mid(2),
             QStringList({"--steps",
                          "50",
                          "--device",
                          "emulated",
                          "--partition",
                          "gpu,long",
                          "--account",
                          "physics",
                          "--qos",
                          "high",
                          "--time",
                          "1:30:00",
                          "--nodes",
                          "2",
                          "--ranks-per-node",
                          "3",
                          "--gpus-per-node",
                          "4",
                          "--mem",
                          "100G"}));
    QCOMPARE(asked.dialog->commandText(),
             asked.controller.commandOf(asked.dialog->options()).text());
    QVERIFY2(asked.button(QStringLiteral("Submit"))->isEnabled(), qPrintable(asked.findings()));
    choose(asked, LaunchPlace::ThisMachine);
    QCOMPARE(asked.dialog->commandText(), here);
}

void tst_Submit::whatSlurmDoesNotTakeIsSaidAtItsField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("beside"); // the other of its row
    QTest::addColumn<QString>("bad");
    QTest::addColumn<QString>("good");
    const auto row = [](const char* field, const char* beside, const char* bad, const char* good) {
        QTest::addRow("%s %s", field, bad)
            << QString::fromLatin1(field) << QString::fromLatin1(beside) << QString::fromLatin1(bad)
            << QString::fromLatin1(good);
    };
    row("Partition", "Account", "gpu,", "gpu,long");
    row("Partition", "Account", "$(id)", "gpu");
    row("Account", "Partition", "a b", "a.b");
    row("QOS", "Time limit", "-x", "x-1");
    row("Time limit", "QOS", "soon", "90");
    row("Time limit", "QOS", "0", "2-12:00:00");
    row("Memory per node", "GPUs per node", "100", "0");
    row("Memory per node", "GPUs per node", "lots", "512M");
}

void tst_Submit::whatSlurmDoesNotTakeIsSaidAtItsField()
{
    QFETCH(QString, field);
    QFETCH(QString, beside);
    QFETCH(QString, bad);
    QFETCH(QString, good);
    const Programs programs({QStringLiteral("mpirun"), QStringLiteral("sbatch")});
    Asked asked;
    choose(asked, LaunchPlace::Job);
    asked.type(field, bad);
    auto* line = asked.field<QLineEdit>(field);
    QLabel* note = nullptr; // below its row
    for (const QString& name : {QStringLiteral("What is wrong with %1 and %2").arg(field, beside),
                                QStringLiteral("What is wrong with %1 and %2").arg(beside, field)})
        if (auto* found = asked.field<QLabel>(name))
            note = found;
    QVERIFY(note);
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().startsWith(field + QStringLiteral(": must be ")),
             qPrintable(note->text()));
    QVERIFY(!asked.button(QStringLiteral("Submit"))->isEnabled());
    QCOMPARE(line->text(), bad); // it is not changed under the hand
    asked.type(field, good);
    QVERIFY2(!note->isVisible(), qPrintable(note->text()));
    QVERIFY2(asked.button(QStringLiteral("Submit"))->isEnabled(), qPrintable(asked.findings()));
    // Elsewhere it is no matter.
    asked.type(field, bad);
    choose(asked, LaunchPlace::ThisMachine);
    QVERIFY2(asked.button(QStringLiteral("Start"))->isEnabled(), qPrintable(asked.findings()));
}

void tst_Submit::whatThisMachineLacksIsNoMatterForAJob()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.parallel.tensor = 128;
    strategy.batch.global = 8;
    strategy.model = strategy::Model{.layers = 8, .hidden = 4096, .heads = 128};
    const auto& cpu = strategy::runDevice(strategy::RunDeviceKind::Cpu);
    QVERIFY(whyNoDevice(strategy, cpu).contains(QStringLiteral("512 ranks")));
    QCOMPARE(whyNoDevice(strategy, cpu, LaunchPlace::Job), QString());
    const auto& cuda = strategy::runDevice(strategy::RunDeviceKind::Cuda);
    QCOMPARE(whyNoDevice(strategy, cuda, LaunchPlace::Job), QString());
    strategy.model.reset();
    QVERIFY(!whyNoDevice(strategy, cuda, LaunchPlace::Job).isEmpty());
}

void tst_Submit::whatWasAskedOfSlurmIsKept()
{
    const Programs programs({QStringLiteral("mpirun"), QStringLiteral("sbatch")});
    Asked asked;
    choose(asked, LaunchPlace::Job);
    asked.type(QStringLiteral("Partition"), QStringLiteral("gpu"));
    asked.type(QStringLiteral("Time limit"), QStringLiteral("90"));
    asked.type(QStringLiteral("Memory per node"), QStringLiteral("8G"));
    asked.field<QSpinBox>(QStringLiteral("Nodes"))->setValue(2);
    asked.field<QSpinBox>(QStringLiteral("GPUs per node"))->setValue(4);
    asked.field<QSpinBox>(QStringLiteral("Ranks per node"))->setValue(4);
    asked.type(QStringLiteral("Account"), QStringLiteral("a"));
    asked.type(QStringLiteral("QOS"), QStringLiteral("q"));
    const LaunchOptions chosen = asked.dialog->options();
    QSignalSpy started(asked.dialog.get(), &LaunchDialog::startWanted);
    asked.button(QStringLiteral("Submit"))->click();
    QCOMPARE(started.count(), 1);
    QCOMPARE(started[0][0].value<LaunchOptions>(), chosen);
    asked.ask();
    QCOMPARE(asked.dialog->options(), chosen);
    QCOMPARE(placeOf(asked.dialog->options()), LaunchPlace::Job);
}

void tst_Submit::settingsOfBeforeMeanTheSame()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    QCOMPARE(placeOf(readLaunchOptions(settings)), LaunchPlace::ThisMachine);
    settings.setValue(QStringLiteral("launch/hostfile"), QStringLiteral("/hosts"));
    QCOMPARE(placeOf(readLaunchOptions(settings)), LaunchPlace::Hosts);
    settings.setValue(QStringLiteral("launch/hostfile"), QString());
    settings.setValue(QStringLiteral("launch/launcher"), QStringLiteral("srun"));
    QCOMPARE(placeOf(readLaunchOptions(settings)), LaunchPlace::Allocation);
    settings.setValue(QStringLiteral("launch/nodes"), -1);
    settings.setValue(QStringLiteral("launch/gpusPerNode"), 1'000'000);
    QCOMPARE(readLaunchOptions(settings).job, JobOptions{});
}

void tst_Submit::theWindowSaysWhichJobItIs()
{
    const Programs programs({QStringLiteral("mpirun"), QStringLiteral("sbatch")});
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    opened.showLiveRun(); // and stays on show
    writeScript(
        opened.program.path,
        kKeepsWords
            + R"(echo '{"job":"42","run":"run-9","directory":"/r/9","state":"queued","words":"job 42 is queued: it waits for nodes to become free"}'
)");
    QTest::keyClick(&opened.window, Qt::Key_F5);
    auto* dialog = opened.window.findChild<LaunchDialog*>();
    QVERIFY(dialog);
    auto* places = named<QComboBox>(*dialog, QStringLiteral("Where"));
    places->setCurrentIndex(places->findData(static_cast<int>(LaunchPlace::Job)));
    const QString shown = dialog->commandText();
    QVERIFY(shown.contains(QStringLiteral(" submit ")));
    QTest::keyClick(named<QSpinBox>(*dialog, QStringLiteral("Steps")), Qt::Key_Return);
    QTRY_COMPARE(opened.window.frame().said(),
                 QStringLiteral("run-9 is submitted: job 42 is queued: it waits for nodes to "
                                "become free"));
    QVERIFY(!opened.controller.isBusy());
    QFile words(opened.program.directory.filePath(QStringLiteral("words")));
    QVERIFY(words.open(QIODevice::ReadOnly));
    QVERIFY(shown.endsWith(wordsIn(words.readAll()).join(QLatin1Char(' '))));
    QCOMPARE(opened.workspace.count(), 1); // there is nothing to show in a tab
    QCOMPARE(opened.controller.run()->run, QStringLiteral("run-7"));
}

void tst_Submit::whatIsRefusedIsSaid()
{
    test::FakeProgram program("echo 'bubblescope-run: there is no partition x' >&2; exit 2");
    Document document;
    document.start(builtInStrategy());
    QTRY_VERIFY(document.isPredictionCurrent());
    RunController controller(document, program.path);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.launch(LaunchOptions{.submit = true});
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY2(failed[0][0].toString().contains(QStringLiteral("there is no partition x")),
             qPrintable(failed[0][0].toString()));
    QVERIFY(!controller.isBusy() && !controller.run());
    // An answer of another kind, as a run's, is none.
    writeScript(program.path, test::announced(program.directory.path(), "run-8"));
    controller.launch(LaunchOptions{.submit = true});
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY(failed[1][0].toString().contains(QStringLiteral("update both together")));
}

QTEST_MAIN(tst_Submit)
#include "tst_submit.moc"
