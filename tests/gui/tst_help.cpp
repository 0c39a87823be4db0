// What the window tells of itself: all commands and keys, the hints of the first start, and of the
// schedules.

#include "gui/costs/cost_dialog.h"
#include "gui/learn/learn_panel.h"
#include "gui/text/mnemonic.h"
#include "gui/window/command_line.h"
#include "gui/window/command_palette.h"
#include "gui/window/help_dialog.h"
#include "gui/window/language.h"
#include "gui/window/tour.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QTreeWidget>
#include <QWindow>

using namespace gui;
using test::named;
using test::Opened;

namespace {

int visibleRows(const QTreeWidget& tree)
{
    int rows = 0;
    for (int i = 0; i < tree.topLevelItemCount(); ++i)
        for (int j = 0; j < tree.topLevelItem(i)->childCount(); ++j)
            rows
                += !tree.topLevelItem(i)->isHidden() && !tree.topLevelItem(i)->child(j)->isHidden();
    return rows;
}

} // namespace

class tst_Help : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void everyCommandIsListedWithItsKeys();
    void aWordFindsACommand();
    void theProgramSaysItsKeys();
    void commandsAreFoundByTheirWords();
    void whatIsNoCommandIsSaid();
    void allCostsAreACommand();
    void threeHintsAreShownOnce();
    void hintsAreGoneThroughByTheKeyboard();
    void hintsStayWithinTheWindow();
    void schedulesAreReadWhole();
};

void tst_Help::everyCommandIsListedWithItsKeys()
{
    Opened opened;
    const std::vector<HelpEntry> entries = helpEntries();
    for (const QAction* action : opened.window.actions().actions()) {
        const QString name = withoutMnemonic(action->text());
        const auto found
            = std::find_if(entries.begin(), entries.end(), [&name](const HelpEntry& entry) {
                  return !entry.name.isEmpty() && entry.name.endsWith(name);
              });
        QVERIFY2(found != entries.end(), qPrintable(name));
        for (const QKeySequence& key : action->shortcuts())
            QVERIFY2(std::any_of(entries.begin(), entries.end(),
                                 [&](const HelpEntry& entry) {
                                     return entry.keys.contains(
                                         key.toString(QKeySequence::NativeText));
                                 }),
                     qPrintable(key.toString()));
    }
    QSet<QString> groups;
    for (const HelpEntry& entry : entries) {
        QVERIFY(!entry.does.isEmpty() && !entry.group.isEmpty());
        QVERIFY2(!entry.name.contains(QLatin1Char('&')), qPrintable(entry.name));
        groups << entry.group;
    }
    QVERIFY(groups.contains(QStringLiteral("Timeline")));
}

void tst_Help::aWordFindsACommand()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTest::keyClick(&opened.window, Qt::Key_F1);
    auto* dialog = opened.window.findChild<HelpDialog*>();
    QVERIFY(dialog);
    auto* tree = dialog->findChild<QTreeWidget*>();
    auto* filter = named<QLineEdit>(*dialog, QStringLiteral("Show only"));
    QVERIFY(tree && filter);
    QCOMPARE(visibleRows(*tree), static_cast<int>(helpEntries().size()));
    QTest::keyClicks(filter, QStringLiteral("palette ctrl+shift+p"));
    QCOMPARE(visibleRows(*tree), 0);
    QVERIFY(!tree->isVisible());
    filter->clear();
    QTest::keyClicks(filter, QStringLiteral("COMMAND ctrl+shift+p"));
    QCOMPARE(visibleRows(*tree), 1);
    filter->clear();
    QCOMPARE(visibleRows(*tree), static_cast<int>(helpEntries().size()));
    QTest::keyClick(filter, Qt::Key_Escape);
    QTRY_VERIFY(!opened.window.findChild<HelpDialog*>());
}

void tst_Help::theProgramSaysItsKeys()
{
    const auto said = parseCommandLine({QStringLiteral("bubblescope"), QStringLiteral("--keys")});
    const auto* text = std::get_if<CommandLineText>(&said);
    QVERIFY(text && text->exitCode == 0);
    const QStringList lines = text->text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<int>(helpEntries().size()));
    for (const QString& line : lines)
        QCOMPARE(line.count(QLatin1Char('\t')), 3);
    const auto help = parseCommandLine({QStringLiteral("bubblescope"), QStringLiteral("--help")});
    QVERIFY(!std::get<CommandLineText>(help).text.contains(QStringLiteral("--keys")));
}

void tst_Help::commandsAreFoundByTheirWords()
{
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    opened.action("help.palette")->trigger();
    auto* palette = opened.window.findChild<CommandPalette*>();
    QVERIFY(palette);
    auto* words = palette->findChild<QLineEdit*>();
    auto* list = palette->findChild<QListWidget*>();
    int visible = 0;
    for (const QAction* action : opened.window.actions().actions())
        visible += action->isVisible() ? 1 : 0;
    QCOMPARE(list->count(), visible - 1); // all but itself
    QTest::keyClicks(words, QStringLiteral("critical"));
    QCOMPARE(list->item(0)->text(), QStringLiteral("View: In the timeline: Critical path"));
    QTest::keyClick(words, Qt::Key_Return);
    QTRY_VERIFY(opened.area().viewState().showsCriticalPath());
    QTRY_VERIFY(!opened.window.findChild<CommandPalette*>());

    opened.action("help.palette")->trigger();
    palette = opened.window.findChild<CommandPalette*>();
    words = palette->findChild<QLineEdit*>();
    QTest::keyClicks(words, QStringLiteral("stop the run"));
    list = palette->findChild<QListWidget*>();
    QCOMPARE(list->item(0)->text(), QStringLiteral("Run: Stop the run"));
    QVERIFY(!(list->item(0)->flags() & Qt::ItemIsEnabled)); // there is none, which is said
    QCOMPARE(list->item(0)->data(Qt::UserRole + 2).toString(), QStringLiteral("No run is shown"));
    QTest::keyClick(words, Qt::Key_Return);
    QVERIFY(palette->isVisible());
    QTest::keyClick(words, Qt::Key_Escape);
}

void tst_Help::whatIsNoCommandIsSaid()
{
    Opened opened;
    opened.action("help.palette")->trigger();
    auto* palette = opened.window.findChild<CommandPalette*>();
    auto* words = palette->findChild<QLineEdit*>();
    auto* list = palette->findChild<QListWidget*>();
    auto* none = named<QLabel>(*palette, QStringLiteral("Why there are no commands"));
    QVERIFY(none && none->isHidden() && !list->isHidden());
    QTest::keyClicks(words, QStringLiteral("qqq"));
    QVERIFY(!none->isHidden() && list->isHidden());
    QCOMPARE(none->text(), QStringLiteral("No command matches \"qqq\""));
    QTest::keyClick(words, Qt::Key_Return);
    words->clear();
    QVERIFY(none->isHidden() && !list->isHidden());
    QTest::keyClicks(words, QStringLiteral("all costs"));
    QCOMPARE(list->item(0)->text(), QStringLiteral("Edit: All costs…"));
    // The name does not say it, and the sentence about it does.
    words->clear();
    QTest::keyClicks(words, QStringLiteral("Chinese"));
    QCOMPARE(list->item(0)->text(), QStringLiteral("View: Language: 简体中文"));
}

void tst_Help::allCostsAreACommand()
{
    Opened opened;
    QAction* const costs = opened.action("edit.costs");
    QVERIFY(costs->isEnabled());
    costs->trigger();
    auto* dialog = opened.window.findChild<CostDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->close();
    costs->trigger();
    QVERIFY(dialog->isVisible()); // the same, where it was
    opened.document.start(test::llama());
    QVERIFY(!costs->isEnabled());
    QCOMPARE(costs->toolTip(), QStringLiteral("The costs are worked out from the model"));
}

void tst_Help::threeHintsAreShownOnce()
{
    Opened opened;
    QVERIFY(wantsTour(opened.settings));
    QVERIFY(!wantsTour(opened.settings));
    opened.action("help.tour")->trigger();
    auto* tour = opened.window.findChild<Tour*>();
    QVERIFY(tour && tour->isVisible());
    QSet<QString> texts;
    for (int stop = 0; stop < 3; ++stop) {
        QCOMPARE(tour->stop(), stop);
        texts << tour->accessibleDescription();
        QTest::keyClick(tour, Qt::Key_Return);
    }
    QCOMPARE(texts.size(), 3);
    QTRY_VERIFY(!opened.window.findChild<Tour*>());
    opened.action("help.tour")->trigger();
    QTest::keyClick(opened.window.findChild<Tour*>(), Qt::Key_Escape);
    QTRY_VERIFY(!opened.window.findChild<Tour*>());
    // Whoever goes on working has no need of them.
    TimelinePanel& panel = opened.area().panel();
    opened.action("help.tour")->trigger();
    panel.setFocus();
    QTest::keyClick(&panel, Qt::Key_Shift);
    QVERIFY(opened.window.findChild<Tour*>()->isVisible());
    QTest::keyClick(&panel, Qt::Key_W);
    QTRY_VERIFY(!opened.window.findChild<Tour*>());
    opened.action("help.tour")->trigger();
    QTest::mouseClick(&panel, Qt::LeftButton, {}, panel.rect().center());
    QTRY_VERIFY(!opened.window.findChild<Tour*>());
}

void tst_Help::hintsAreGoneThroughByTheKeyboard()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QWidget* const canvas = opened.area().panel().focusProxy();
    canvas->setFocus();
    // As keys come from the desktop: to the widget that has the focus, and from there upwards.
    const auto press = [&opened](Qt::Key key) {
        QTest::keyClick(opened.window.windowHandle(), key);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    const auto tour = [&opened] { return opened.window.findChild<Tour*>(); };
    opened.action("help.tour")->trigger();
    QCOMPARE(tour()->stop(), 0);
    press(Qt::Key_Return);
    QVERIFY(tour());
    QCOMPARE(tour()->stop(), 1);
    QTest::mouseClick(named<QPushButton>(*tour(), QStringLiteral("Next hint")), Qt::LeftButton);
    QCOMPARE(tour()->stop(), 2);
    press(Qt::Key_Space);
    QVERIFY(!tour());
    QCOMPARE(QApplication::focusWidget(), canvas);

    opened.action("help.tour")->trigger();
    press(Qt::Key_Tab); // to the other button
    QVERIFY(tour() && tour()->isVisible());
    press(Qt::Key_Return);
    QVERIFY(!tour());
    QCOMPARE(QApplication::focusWidget(), canvas);

    // A click on the card is on nothing else.
    opened.action("help.tour")->trigger();
    QTest::mouseClick(opened.window.windowHandle(), Qt::LeftButton, {},
                      tour()->mapTo(&opened.window, QPoint(20, 20)));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(tour() && tour()->isVisible());
}

void tst_Help::hintsStayWithinTheWindow()
{
    Opened opened;
    for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(2560, 1440)}) {
        opened.window.resize(size);
        QCoreApplication::processEvents();
        opened.action("help.tour")->trigger();
        auto* tour = opened.window.findChild<Tour*>();
        for (int stop = 0; stop < 3; ++stop) {
            QVERIFY(opened.window.rect().contains(tour->geometry()));
            for (const QLabel* label : tour->findChildren<QLabel*>())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(label->text()));
            QTest::keyClick(tour, Qt::Key_Return);
        }
        QTRY_VERIFY(!opened.window.findChild<Tour*>());
    }
}

void tst_Help::schedulesAreReadWhole()
{
    LearnPanel panel;
    panel.resize(Metrics().panelWidth() - 16, 900); // as beside a scroll bar
    panel.QWidget::show();
    auto* list = panel.findChild<QListWidget*>();
    QCOMPARE(list->horizontalScrollBar()->maximum(), 0);
    auto* facts = named<QLabel>(panel, QStringLiteral("Details of the schedule"));
    for (int row = 0; row < list->count(); ++row) {
        const QRect place = list->visualItemRect(list->item(row));
        const QString title = list->item(row)->text();
        QVERIFY(place.width() <= list->viewport()->width());
        const QRect words = list->fontMetrics().boundingRect(QRect(0, 0, place.width() - 6, 1000),
                                                             Qt::TextWordWrap, title);
        QVERIFY2(words.height() <= place.height() && words.width() <= place.width(),
                 qPrintable(title));
        list->setCurrentRow(row);
        QVERIFY2(!facts->text().contains(QStringLiteral("<="))
                     && !facts->text().contains(QStringLiteral(">=")),
                 qPrintable(facts->text()));
        QVERIFY(facts->text().contains(QStringLiteral("m: microbatches")));
    }
}

QTEST_MAIN(tst_Help)
#include "tst_help.moc"
