// Starting a run: what is kept, what is not replaced, and the tab that shows it.

#include "tests/gui/launching.h"

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

using namespace gui;
using test::announced;
using test::Asked;
using test::kKeepsWords;
using test::named;
using test::Opened;
using test::wordsIn;
using test::writeScript;

class tst_LaunchKept : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void enterReplacesNothing();
    void whatWasChosenIsKept();
    void aDeviceIsKeptWhereItWasChosen();
    void nonsenseInTheSettingsIsLeftOut();
    void nothingIsUnnamedAndTabReachesAll();
    void aSecondRunHasATabOfItsOwn();
    void closingTheTabOfALiveRunSaysThatItGoesOn();
};

void tst_LaunchKept::enterReplacesNothing()
{
    Asked asked;
    QSignalSpy started(asked.dialog.get(), &LaunchDialog::startWanted);
    const QString report = asked.folder.filePath(QStringLiteral("report.json"));
    QFile file(report);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    asked.unfold();
    asked.type(QStringLiteral("Report"), report);
    QVERIFY2(asked.findings().contains(QStringLiteral("would be replaced")),
             qPrintable(asked.findings()));
    QPushButton* start = asked.button(QStringLiteral("Replace and start"));
    QVERIFY(start && start->isEnabled() && !start->isDefault());
    QVERIFY(asked.button(QStringLiteral("Cancel"))->isDefault());
    QTest::keyClick(asked.field<QLineEdit>(QStringLiteral("Report")), Qt::Key_Return);
    QCOMPARE(started.count(), 0);
    QVERIFY(!asked.dialog->isVisible() && QFile::exists(report));
}

void tst_LaunchKept::whatWasChosenIsKept()
{
    Asked asked;
    const QString hosts = asked.folder.filePath(QStringLiteral("hosts"));
    QFile file(hosts);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    asked.field<QSpinBox>(QStringLiteral("Steps"))->setValue(123);
    auto* places = asked.field<QComboBox>(QStringLiteral("Where"));
    places->setCurrentIndex(places->findData(static_cast<int>(LaunchPlace::Hosts)));
    asked.field<QComboBox>(QStringLiteral("Host file"))->setEditText(hosts);
    asked.unfold();
    asked.field<QSpinBox>(QStringLiteral("Longest wait"))->setValue(60);
    asked.type(QStringLiteral("Record in"), asked.folder.filePath(QStringLiteral("new")));
    asked.button(QStringLiteral("Start"))->click();
    asked.ask();
    const LaunchOptions again = asked.dialog->options();
    QCOMPARE(again.steps, 123);
    QCOMPARE(again.hostfile, hosts);
    QCOMPARE(again.timeout, 60);
    QCOMPARE(again.device, QStringLiteral("emulated"));
    QVERIFY(again.record.isEmpty()); // it belongs to that run
    QCOMPARE(asked.field<QComboBox>(QStringLiteral("Host file"))->itemText(0), hosts);
    // A dialog that is cancelled keeps nothing.
    asked.field<QSpinBox>(QStringLiteral("Steps"))->setValue(7);
    asked.button(QStringLiteral("Cancel"))->click();
    asked.ask();
    QCOMPARE(asked.dialog->options().steps, 123);
}

void tst_LaunchKept::aDeviceIsKeptWhereItWasChosen()
{
    const QString emulated = QStringLiteral("emulated");
    const QString cpu = QStringLiteral("cpu");
    strategy::Strategy trained;
    trained.parallel.pipeline = 2;
    trained.batch.global = 4;
    trained.model = strategy::Model{.layers = 4};
    Asked asked; // can only be emulated, which says nothing of others
    asked.button(QStringLiteral("Start"))->click();
    asked.document.start(trained);
    QTRY_VERIFY(asked.document.isPredictionCurrent());
    asked.ask();
    QCOMPARE(asked.dialog->options().device, cpu);
    asked.field<QRadioButton>(QStringLiteral("Device: emulated"))->click();
    asked.button(QStringLiteral("Start"))->click();
    asked.ask();
    QCOMPARE(asked.dialog->options().device, emulated);
    // Unless the strategy is made for another.
    trained.cluster.device = "cpu";
    asked.document.start(trained);
    asked.ask();
    QCOMPARE(asked.dialog->options().device, cpu);
}

void tst_LaunchKept::nonsenseInTheSettingsIsLeftOut()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    settings.setValue(QStringLiteral("launch/steps"), -5);
    settings.setValue(QStringLiteral("launch/device"), QStringLiteral("--mca"));
    settings.setValue(QStringLiteral("launch/launcher"), QStringLiteral("/bin/sh"));
    settings.setValue(QStringLiteral("launch/threads"), 100000);
    settings.setValue(QStringLiteral("launch/messages"), QStringLiteral("x"));
    LaunchOptions expected;
    expected.device.clear();
    QCOMPARE(readLaunchOptions(settings), expected);
}

void tst_LaunchKept::nothingIsUnnamedAndTabReachesAll()
{
    Asked asked;
    asked.unfold();
    std::set<QWidget*> wanted;
    for (QWidget* widget : asked.dialog->findChildren<QWidget*>()) {
        const bool inner = widget->objectName().startsWith(QLatin1String("qt_"));
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || inner
            || !widget->isEnabled())
            continue;
        QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        // Of radio buttons the one that is chosen has the keyboard; a box stands for its line.
        const auto* radio = qobject_cast<QRadioButton*>(widget);
        if ((!radio || radio->isChecked()) && !qobject_cast<QComboBox*>(widget->parentWidget()))
            wanted.insert(widget);
    }
    for (int i = 0; i < 100 && !wanted.empty(); ++i) {
        QWidget* focused = asked.dialog->focusWidget();
        wanted.erase(focused);
        if (auto* box = qobject_cast<QComboBox*>(focused->parentWidget()))
            wanted.erase(box);
        QTest::keyClick(focused, Qt::Key_Tab);
    }
    QVERIFY2(wanted.empty(), wanted.empty() ? "" : qPrintable((*wanted.begin())->accessibleName()));
}

void tst_LaunchKept::aSecondRunHasATabOfItsOwn()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    opened.showLiveRun();
    writeScript(opened.program.path,
                kKeepsWords + announced(opened.program.directory.path(), "run-8"));
    QTest::keyClick(&opened.window, Qt::Key_F5);
    auto* dialog = opened.window.findChild<LaunchDialog*>();
    QVERIFY(dialog);
    const QLabel* said
        = named<QLabel>(*dialog, QStringLiteral("What to know before it is started"));
    QVERIFY2(said->text().contains(QStringLiteral("run-7 goes on")), qPrintable(said->text()));
    const QString shown = dialog->commandText();
    QTest::keyClick(named<QSpinBox>(*dialog, QStringLiteral("Steps")), Qt::Key_Return);
    QCOMPARE(opened.workspace.count(), 2);
    QCOMPARE(opened.workspace.currentPlace(), 1);
    auto& second = static_cast<OpenStrategy&>(opened.workspace.at(1));
    QTRY_VERIFY(second.controller().run());
    QCOMPARE(second.controller().run()->run, QStringLiteral("run-8"));
    QCOMPARE(opened.controller.run()->run, QStringLiteral("run-7")); // it is still there
    QVERIFY(second.document().strategy() == opened.document.strategy());
    QFile words(opened.program.directory.filePath(QStringLiteral("words")));
    QVERIFY(words.open(QIODevice::ReadOnly));
    QVERIFY(shown.endsWith(wordsIn(words.readAll()).join(QLatin1Char(' '))));
    // Both tabs say that a run goes on, and which.
    for (int place : {0, 1}) {
        const QString text = opened.window.frame().tabs().tabText(place);
        QVERIFY2(text.startsWith(QStringLiteral("● ")), qPrintable(text));
        QVERIFY2(text.contains(QString::number(7 + place)), qPrintable(text));
    }
}

void tst_LaunchKept::closingTheTabOfALiveRunSaysThatItGoesOn()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    opened.showLiveRun();
    opened.action("file.new")->trigger();
    QCOMPARE(opened.workspace.count(), 2);
    opened.workspace.setCurrent(0);
    QTest::keyClick(&opened.window, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(opened.workspace.count(), 1);
    QVERIFY2(opened.window.frame().said().contains(QStringLiteral("goes on")),
             qPrintable(opened.window.frame().said()));
    QVERIFY(!test::contentsOf(opened.program.told()).contains(QStringLiteral("stop")));
}

QTEST_MAIN(tst_LaunchKept)
#include "tst_launch_kept.moc"
