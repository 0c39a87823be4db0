#include "gui/editor/strategy_editor.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/recording.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace gui;

namespace {

WindowOptions withoutLayout()
{
    WindowOptions options;
    options.keepLayout = false;
    return options;
}

// A window with nothing of the user's in it.
struct Opened {
    QTemporaryDir directory;
    QSettings settings{directory.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    Workspace workspace{QString()};
    OpenStrategy& open = workspace.addStrategy();
    Document& document = open.document();
    RunController& controller = open.controller();
    MainWindow window{workspace, settings, withoutLayout()};
    TimelineArea& area = window.strategySheet()->timelineArea();

    Opened()
    {
        document.start(builtInStrategy());
        open.setUntouched();
        window.resize(1280, 800);
        window.show();
    }

    template <class Widget>
    Widget* named(const QString& accessibleName)
    {
        for (Widget* widget : window.findChildren<Widget*>())
            if (widget->accessibleName() == accessibleName)
                return widget;
        return nullptr;
    }
};

// What a person can act on; scroll bars and the inner parts of other widgets are named by those.
bool isInteractive(const QWidget* widget)
{
    if (qobject_cast<const QScrollBar*>(widget) || widget->window()->windowType() == Qt::Popup
        || widget->focusPolicy() == Qt::NoFocus || qobject_cast<const QHeaderView*>(widget))
        return false;
    if (qobject_cast<const QLineEdit*>(widget)
        && (qobject_cast<const QAbstractSpinBox*>(widget->parent())
            || qobject_cast<const QComboBox*>(widget->parent())))
        return false;
    // The corner of a table selects all of it.
    if (qobject_cast<const QAbstractButton*>(widget)
        && qobject_cast<const QTableView*>(widget->parent()))
        return false;
    return qobject_cast<const QAbstractButton*>(widget)
        || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget)
        || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSlider*>(widget)
        || qobject_cast<const QAbstractItemView*>(widget);
}

} // namespace

class tst_MainWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyActionHasANameAndNoShortcutTwice();
    void everyWidgetOneCanActOnHasAName();
    void theAboutBoxNamesTheVersion();
    void anEditReachesTheDocumentAndBack();
    void whatIsSaidOfAChangeGoesWithIt();
    void aProblemStandsUnderItsField();
    void aBadFileIsTextAndLeavesTheOldDocument();
    void theLedgerAddsUpToTheMakespan();
    void aRecordingIsDrawnUnderThePrediction();
    void onlyFilesCanBeDropped();
    void opensInBothThemesAndLanguages_data();
    void opensInBothThemesAndLanguages();
};

void tst_MainWindow::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    applyTheme(*qApp, ThemeChoice::Light, systemPalette());
}

void tst_MainWindow::everyActionHasANameAndNoShortcutTwice()
{
    Opened opened;
    QSet<QString> shortcuts;
    QSet<QString> ids;
    const QRegularExpression id(QStringLiteral("^[a-z]+\\.[a-zA-Z]+$"));
    for (const QAction* action : opened.window.actions().actions()) {
        QVERIFY2(id.match(action->objectName()).hasMatch(), qPrintable(action->objectName()));
        QVERIFY2(!ids.contains(action->objectName()), qPrintable(action->objectName()));
        ids << action->objectName();
        QVERIFY(!action->text().isEmpty() && !action->statusTip().isEmpty());
        for (const QKeySequence& keys : action->shortcuts()) {
            QVERIFY2(!keys.isEmpty(), qPrintable(action->objectName()));
            const QString text = keys.toString();
            QVERIFY2(!shortcuts.contains(text), qPrintable(text));
            shortcuts << text;
        }
    }
    QVERIFY(shortcuts.contains(QStringLiteral("?")) && shortcuts.contains(QStringLiteral("F1")));
    QCOMPARE(opened.window.menuBar()->actions().size(), 5);
}

void tst_MainWindow::everyWidgetOneCanActOnHasAName()
{
    Opened opened;
    int seen = 0;
    for (const QWidget* widget : opened.window.findChildren<QWidget*>()) {
        if (!isInteractive(widget))
            continue;
        ++seen;
        QVERIFY2(!widget->accessibleName().isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className())
                            + QStringLiteral(" in ")
                            + QString::fromLatin1(widget->parent()->metaObject()->className())));
    }
    QVERIFY(seen > 20);
}

void tst_MainWindow::theAboutBoxNamesTheVersion()
{
    QCoreApplication::setApplicationVersion(QStringLiteral("1.2.3"));
    Opened opened;
    opened.window.actions().action("help.about")->trigger();
    const auto* box = opened.window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    QCOMPARE(box->text(), QStringLiteral("Bubblescope 1.2.3"));
    QVERIFY(box->informativeText().contains(QStringLiteral("Apache License")));
}

void tst_MainWindow::anEditReachesTheDocumentAndBack()
{
    Opened opened;
    auto* ranks = opened.named<QSpinBox>(QStringLiteral("Ranks"));
    auto* microbatches = opened.named<QSpinBox>(QStringLiteral("Microbatches"));
    QVERIFY(ranks && microbatches);
    QCOMPARE(ranks->value(), 4);
    QCOMPARE(microbatches->value(), 8);
    ranks->setFocus();
    ranks->selectAll();
    QTest::keyClicks(ranks, QStringLiteral("6"));
    QCOMPARE(opened.document.strategy().parallel.pipeline, 6);
    microbatches->setValue(24);
    QCOMPARE(opened.document.strategy().batch.global, 24);
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    QCOMPARE(opened.document.prediction()->timeline->spans.size(), 6u);
    opened.document.undoStack().undo();
    QCOMPARE(microbatches->value(), 8);
    opened.document.undoStack().undo();
    QCOMPARE(ranks->value(), 4);
    QVERIFY(!opened.document.isModified());
}

void tst_MainWindow::whatIsSaidOfAChangeGoesWithIt()
{
    Opened opened;
    const auto* said = opened.named<QLabel>(QStringLiteral("Status"));
    auto* schedules = opened.named<QComboBox>(QStringLiteral("Schedule"));
    auto* microbatches = opened.named<QSpinBox>(QStringLiteral("Microbatches"));
    QVERIFY(said && schedules && microbatches);
    const auto choose = [&] {
        schedules->setCurrentIndex(schedules->findData(QStringLiteral("interleaved")));
        emit schedules->activated(schedules->currentIndex());
    };
    choose();
    QVERIFY2(said->text().contains(QStringLiteral("Ctrl+Z undoes both changes")),
             qPrintable(said->text()));
    opened.document.undoStack().undo();
    QCOMPARE(said->text(), QString());

    choose();
    QVERIFY(!said->text().isEmpty());
    microbatches->setValue(16); // Ctrl+Z would take back this
    QCOMPARE(said->text(), QString());
}

void tst_MainWindow::aProblemStandsUnderItsField()
{
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    auto* editor = opened.window.findChild<StrategyEditor*>();
    auto* chunks = opened.named<QSpinBox>(QStringLiteral("Chunks"));
    QVERIFY(editor && chunks);
    opened.named<QSpinBox>(QStringLiteral("Ranks"))->setValue(0);
    QVERIFY(!editor->problemOf(QStringLiteral("parallel.pipeline")).isEmpty());
    QVERIFY(opened.area.notice().contains(QStringLiteral("last valid strategy")));
    QVERIFY(!opened.window.actions().action("run.launch")->isEnabled());
    opened.document.undoStack().undo();
    QVERIFY(editor->problemOf(QStringLiteral("parallel.pipeline")).isEmpty());
    QVERIFY(opened.area.notice().isEmpty());
    chunks->setValue(2); // 1F1B has one chunk per rank
    QTRY_VERIFY(!opened.document.problems().empty());
    QVERIFY(!opened.area.notice().isEmpty());
}

void tst_MainWindow::aBadFileIsTextAndLeavesTheOldDocument()
{
    Opened opened;
    const QString path = opened.directory.filePath(QStringLiteral("bad.yaml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("bubblescope: 1\nparallel:\n  '<b>tensor</b>': 3\n");
    file.close();
    const strategy::Strategy before = opened.document.strategy();
    opened.window.openFile(path);
    const QString failure = opened.area.failure();
    QVERIFY2(failure.contains(path + QStringLiteral(":3:")), qPrintable(failure));
    QVERIFY2(failure.contains(QStringLiteral("<b>")), qPrintable(failure));
    QVERIFY(opened.document.strategy() == before);
    for (const QLabel* label : opened.window.findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("<b>")))
            QCOMPARE(label->textFormat(), Qt::PlainText);
}

void tst_MainWindow::theLedgerAddsUpToTheMakespan()
{
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    auto* table = opened.named<QTableView>(QStringLiteral("Ledger: where the time of every rank "
                                                          "goes"));
    QVERIFY(table);
    const auto* model = table->model();
    QCOMPARE(model->columnCount(), 5);
    const int sum = model->rowCount() - 1;
    QCOMPARE(model->index(sum, 1).data().toString(), QStringLiteral("165 ms · 100 %"));
    // 1F1B: eight forwards of 5 ms on each of four ranks.
    QCOMPARE(model->headerData(0, Qt::Horizontal).toString(), QStringLiteral("mean rank"));
    QCOMPARE(model->index(sum, 0).data().toString(), QStringLiteral("165 ms · 100 %"));
    QCOMPARE(model->index(0, 0).data().toString(), QStringLiteral("40.0 ms · 24.2 %"));
    auto* summary = opened.named<QTableWidget>(QStringLiteral("Step in numbers"));
    QCOMPARE(summary->item(0, 0)->text(), summary->item(0, 1)->text()); // as the papers say
    QCOMPARE(summary->item(1, 0)->text(), QStringLiteral("27.3 %"));
}

void tst_MainWindow::aRecordingIsDrawnUnderThePrediction()
{
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    const PredictionPtr prediction = opened.document.prediction();
    const QString log = opened.directory.filePath(QStringLiteral("events.bslog"));
    QVERIFY(test::writeRecording(log.toStdString(), "1f1b", prediction->schedule->shape,
                                 *prediction->timeline, {.steps = 3}));
    QVERIFY(!opened.document.saveAs(opened.directory.filePath(QStringLiteral("strategy.yaml"))));
    opened.controller.replayPath(log);
    TimelineArea& area = opened.area;
    QTRY_VERIFY(!opened.window.strategySheet()->runView().comparison().isEmpty());
    QTRY_VERIFY(area.panel().track(1) && area.panel().track(1)->timeline);
    QVERIFY(area.panel().track(1)->emulated);
    QVERIFY(*area.panel().track(1)->timeline == *prediction->timeline);
    QVERIFY(area.panel().finishFrame());
    opened.controller.leave();
    QVERIFY(!area.panel().track(1));
    QVERIFY(opened.window.strategySheet()->runView().comparison().isEmpty());
}

void tst_MainWindow::onlyFilesCanBeDropped()
{
    Opened opened;
    const auto isTaken = [&opened](const QByteArray& list) {
        QMimeData data;
        data.setData(QStringLiteral("text/uri-list"), list);
        QDragEnterEvent event(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&opened.window, &event);
        return event.isAccepted();
    };
    QVERIFY(isTaken("file:///tmp/a.yaml\r\n"));
    QVERIFY(!isTaken("https://example.org/a.yaml\r\n"));
    QVERIFY(!isTaken("# of nothing\r\n"));
    QVERIFY(!isTaken({}));
}

void tst_MainWindow::opensInBothThemesAndLanguages_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("theme");
    for (const char* language : {"en", "zh_CN"})
        for (const char* theme : {"light", "dark"})
            QTest::addRow("%s %s", language, theme) << language << theme;
}

void tst_MainWindow::opensInBothThemesAndLanguages()
{
    QFETCH(QString, language);
    QFETCH(QString, theme);
    QVERIFY(useLanguage(*QCoreApplication::instance(), language));
    applyTheme(*qApp, *parseThemeChoice(theme), systemPalette());
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    QVERIFY(opened.area.panel().finishFrame());
    const QImage picture = opened.window.grab().toImage();
    QCOMPARE(picture.size(), QSize(1280, 800));
    const bool dark = picture.pixelColor(3, 797).lightness() < 128;
    QCOMPARE(dark, theme == QStringLiteral("dark"));
    const QString file = opened.window.menuBar()->actions().first()->text();
    QCOMPARE(file.contains(QStringLiteral("文件")), language == QStringLiteral("zh_CN"));
    for (const QToolButton* button : opened.window.findChildren<QToolButton*>())
        QVERIFY2(!button->text().contains(QLatin1Char('(')), qPrintable(button->text()));
    const QDialogButtonBox buttons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    QVERIFY(buttons.button(QDialogButtonBox::Cancel)->icon().isNull()); // words alone
}

QTEST_MAIN(tst_MainWindow)
#include "tst_main_window.moc"
