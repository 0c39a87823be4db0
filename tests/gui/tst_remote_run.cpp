// A run of another machine on show, through a tunnel that is made up.

#include "gui/window/language.h"
#include "tests/gui/shown_run.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace gui;
using gui::test::FakeProgram;
using gui::test::snapshotAt;

namespace {

// Says that it leads to run-7 on user@login, and stays until it is ended; then writes "ended".
QByteArray tunnelTo(const QString& folder)
{
    return "case \"$1\" in\n"
           "tunnel) trap 'echo ended > "
        + folder.toUtf8()
        + "/ended; exit 0' TERM\n"
          "  echo '{\"run\":\"run-7\",\"state\":\"running\",\"ranks\":4,\"session\":\"07\","
          "\"directory\":\""
        + folder.toUtf8() + R"(","viewer_endpoint":"ipc://)" + folder.toUtf8()
        + "/viewers\",\"remote\":\"user@login\"}'\n"
          "  while :; do sleep 0.05; done;;\n"
          "list) echo '[]';;\n"
          "esac";
}

struct Remote {
    QTemporaryDir folder;
    FakeProgram program;
    Document document;
    RunController controller{document, program.path};
    RunControl control{controller};
    QStringList missing;

    explicit Remote(const QByteArray& answer = {})
        : program(answer.isEmpty() ? tunnelTo(folder.path()) : answer)
    {
    }
    void attach(const QString& wanted)
    {
        controller.attachNamed(wanted, [this](const QString& sentence) { missing << sentence; });
    }
    bool isTunnelEnded() const { return QFileInfo::exists(folder.filePath("ended")); }
};

} // namespace

class tst_RemoteRun : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(useLanguage(*QCoreApplication::instance(), "en")); }
    void isReachedByATunnelThatGoesWithIt();
    void commandsNameItsMachine();
    void theWayThatCannotBeOpenedSaysWhy();
    void theFolderOfATunnelIsEnough();
    void anotherRunEndsTheTunnel();
};

void tst_RemoteRun::isReachedByATunnelThatGoesWithIt()
{
    Remote remote;
    QSignalSpy said(&remote.controller, &RunController::said);
    remote.attach(QStringLiteral("user@login:last"));
    QCOMPARE(said.first().first().toString(), QStringLiteral("reaching user@login by ssh…"));
    QTRY_VERIFY(remote.controller.run());
    QCOMPARE(remote.program.lastTold(), QStringLiteral("tunnel user@login:last"));
    QCOMPARE(remote.controller.run()->run, QStringLiteral("run-7"));
    QCOMPARE(remote.controller.run()->remote, QStringLiteral("user@login"));
    QVERIFY(remote.controller.session().isShowing() && !remote.controller.isReplay());
    QVERIFY(!remote.isTunnelEnded());
    remote.controller.leave();
    QTRY_VERIFY(remote.isTunnelEnded());
    QVERIFY(remote.missing.isEmpty());
}

void tst_RemoteRun::commandsNameItsMachine()
{
    Remote remote;
    remote.attach(QStringLiteral("user@login:last"));
    QTRY_VERIFY(remote.controller.run());
    remote.control.ask({.what = ControlRequest::What::Pause});
    QTRY_COMPARE(remote.program.lastTold(), QStringLiteral("pause user@login:run-7"));
    emit remote.controller.session().updated(snapshotAt(telemetry::SourceState::Lost, 3));
    QTRY_COMPARE(remote.program.lastTold(), QStringLiteral("list --json --host user@login"));
    remote.controller.stop(remote.controller.run()->commandName());
    QTRY_COMPARE(remote.program.lastTold(), QStringLiteral("stop user@login:run-7"));
}

void tst_RemoteRun::theWayThatCannotBeOpenedSaysWhy()
{
    Remote closed("echo 'bubblescope-run: ssh does not reach login' >&2; exit 1");
    closed.attach(QStringLiteral("login:last"));
    QTRY_VERIFY(!closed.missing.isEmpty());
    QCOMPARE(closed.missing,
             QStringList{QStringLiteral("bubblescope-run: ssh does not reach login")});
    QVERIFY(!closed.controller.run());
    Remote other(R"(echo '{"run":"run-7"}'; while :; do sleep 0.05; done)");
    other.attach(QStringLiteral("login:last"));
    QTRY_VERIFY(!other.missing.isEmpty());
    QCOMPARE(other.missing.size(), 1);
    QVERIFY(other.missing.first().contains(QStringLiteral("update both together")));
}

void tst_RemoteRun::theFolderOfATunnelIsEnough()
{
    Remote remote;
    remote.attach(remote.folder.path());
    QCOMPARE(remote.missing.size(), 1);
    QFile file(remote.folder.filePath(QStringLiteral("tunnel.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"run":"run-7","directory":")" + remote.folder.path().toUtf8()
               + R"(","viewer_endpoint":"ipc://)" + remote.folder.path().toUtf8()
               + R"(/viewers","remote":"login"})");
    file.close();
    remote.attach(remote.folder.path());
    QVERIFY(remote.controller.run());
    QCOMPARE(remote.controller.run()->commandName(), QStringLiteral("login:run-7"));
}

void tst_RemoteRun::anotherRunEndsTheTunnel()
{
    Remote remote;
    remote.attach(QStringLiteral("user@login:last"));
    QTRY_VERIFY(remote.controller.run());
    RunEntry here;
    here.run = QStringLiteral("run-8");
    here.state = QStringLiteral("running");
    here.directory = remote.folder.path();
    here.viewerEndpoint = QStringLiteral("ipc://") + remote.folder.filePath("viewer");
    remote.controller.attach(here);
    QTRY_VERIFY(remote.isTunnelEnded());
    QCOMPARE(remote.controller.run()->commandName(), QStringLiteral("run-8"));
}

QTEST_MAIN(tst_RemoteRun)
#include "tst_remote_run.moc"
