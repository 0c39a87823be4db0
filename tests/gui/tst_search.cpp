#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/search/field_change.h"
#include "gui/charts/sweep_chart.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/result_table.h"
#include "gui/search/search_dialog.h"
#include "gui/search/sweep_dialog.h"
#include "gui/search/sweep_fields.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QTextDocument>

#include <set>

using namespace gui;

namespace {

// Found at once.
strategy::Strategy small()
{
    strategy::Strategy made = test::llama();
    made.model->layers = 8;
    made.parallel.data = 1;
    return made;
}

void choose(QComboBox& box, const QString& key)
{
    box.setCurrentIndex(box.findData(key));
    QVERIFY2(box.currentIndex() >= 0, qPrintable(key));
    emit box.activated(box.currentIndex());
}

} // namespace

class tst_Search : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aSearchFindsWhatFitsAndItsRowsOpen();
    void aSearchTakesDevicesAndLeavesWhatMayNotChange();
    void aSweepIsCurvesAndRowsThatOpen();
    void aSweepOfTwoFieldsHasACurveForEachValue();
    void whatIsNoStrategySaysWhy();
    void returnDoesOneThing();
    void theValuesOfferedCanBeTaken();
    void tooltipsShowWordsAsTheyAre();
};

void tst_Search::aSearchFindsWhatFitsAndItsRowsOpen()
{
    Document document;
    document.start(strategy::Strategy{});
    SearchDialog dialog(document);
    auto* search = test::named<QPushButton>(dialog, "Search");
    QVERIFY2(!search->isEnabled(), "no model");
    document.start(small());
    QVERIFY(search->isEnabled());
    dialog.start();
    QVERIFY(dialog.isSearching());
    auto* table = test::named<ResultTable>(dialog, "Strategies found");
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSearching(), 60'000);
    QVERIFY(table->rowCount() > 1);
    strategy::Strategy opened;
    connect(&dialog, &SearchDialog::chosen, &dialog,
            [&](const strategy::Strategy& found) { opened = found; });
    emit table->activated(table->model()->index(0, 0));
    QCOMPARE(QString::fromStdString(opened.name), table->item(0, 0)->text());
    const auto numbers = strategy::estimate(opened);
    QVERIFY(numbers && numbers->fits);
    QCOMPARE(table->item(0, table->column(ResultTable::kStep))->text(),
             stepTime(numbers->stepSeconds));
    QVERIFY(numbers->stepSeconds <= strategy::estimate(small())->stepSeconds);
}

void tst_Search::aSearchTakesDevicesAndLeavesWhatMayNotChange()
{
    Document document;
    document.start(small());
    SearchDialog dialog(document);
    auto* devices = test::named<QLineEdit>(dialog, "Devices");
    QCOMPARE(devices->placeholderText(), QStringLiteral("8"));
    devices->setText("4, many");
    dialog.start();
    QVERIFY(!dialog.isSearching());
    QVERIFY(test::named<QLabel>(dialog, "State of the search")->text().contains("'many'"));
    devices->setText("4,16");
    for (const char* kept : {"Tensor", "Recompute"})
        test::named<QCheckBox>(dialog, kept)->setChecked(false);
    std::vector<strategy::Strategy> opened;
    connect(&dialog, &SearchDialog::chosen, &dialog,
            [&](const strategy::Strategy& found) { opened.push_back(found); });
    auto* table = test::named<ResultTable>(dialog, "Strategies found");
    const auto openAll = [&] {
        dialog.start();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSearching(), 60'000);
        opened.clear();
        for (int row = 0; row < table->rowCount(); ++row)
            emit table->activated(table->model()->index(row, 0));
    };
    openAll();
    std::set<int> sizes;
    for (const strategy::Strategy& found : opened) {
        QCOMPARE(found.parallel.tensor, 2);
        QCOMPARE(found.recompute, small().recompute);
        sizes.insert(found.cluster.devices);
    }
    QCOMPARE(sizes, (std::set<int>{4, 16}));
    const auto slowest = strategy::estimate(opened.back());
    QVERIFY(slowest);
    test::named<QSpinBox>(dialog, "Tokens/s, at least")
        ->setValue(static_cast<int>(slowest->tokensPerSecond) + 1000);
    openAll();
    QVERIFY(!opened.empty());
    for (const strategy::Strategy& found : opened)
        QVERIFY(strategy::estimate(found)->tokensPerSecond > slowest->tokensPerSecond);
}

void tst_Search::aSweepIsCurvesAndRowsThatOpen()
{
    Document document;
    document.start(strategy::Strategy{});
    SweepDialog dialog(document);
    auto* sweep = test::named<QPushButton>(dialog, "Sweep");
    QVERIFY(!sweep->isEnabled() && dialog.chart().isEmpty());
    document.start(small());
    QVERIFY(sweep->isEnabled());
    auto* values = test::named<QLineEdit>(dialog, "Values: Vary");
    QVERIFY2(!values->text().isEmpty(), "there is something to sweep over at once");
    values->setText("4 8,64");
    sweep->click();
    QVERIFY(dialog.isSweeping());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSweeping(), 60'000);
    auto* table = test::named<ResultTable>(dialog, "Strategies of the sweep");
    QCOMPARE(table->rowCount(), 3);
    strategy::Strategy opened;
    connect(&dialog, &SweepDialog::chosen, &dialog,
            [&](const strategy::Strategy& found) { opened = found; });
    emit table->activated(table->model()->index(2, 0));
    QCOMPARE(strategy::microbatches(opened), 64);
    const auto numbers = strategy::estimate(opened);
    QVERIFY(numbers);
    QCOMPARE(table->item(2, table->column(ResultTable::kStep))->text(),
             stepTime(numbers->stepSeconds));
    // Both charts say the same of that value.
    const QString bubble = QLocale().toString(100 * numbers->bubbleFraction, 'g', 4);
    QVERIFY2(dialog.chart().tipOf(1.9).contains(bubble), qPrintable(dialog.chart().tipOf(1.9)));
    test::named<QComboBox>(dialog, "What the curve shows")->setCurrentIndex(SweepDialog::kTokens);
    QVERIFY(dialog.chart().tipOf(2).contains(QLocale().toString(numbers->tokensPerSecond, 'g', 4)));
    QVERIFY(dialog.memory().tipOf(2).contains(
        QLocale().toString(numbers->memory[numbers->fullestRank].peak() / kGibibyte, 'g', 4)));
}

void tst_Search::aSweepOfTwoFieldsHasACurveForEachValue()
{
    Document document;
    document.start(small());
    SweepDialog dialog(document);
    auto* second = test::named<QLineEdit>(dialog, "Values: And vary");
    QVERIFY(!second->isEnabled());
    choose(*test::named<QComboBox>(dialog, "And vary"), "schedule.name");
    QVERIFY(second->isEnabled() && second->text().contains("zbv"));
    second->setText("1f1b, interleaved");
    test::named<QLineEdit>(dialog, "Values: Vary")->setText("4, 8");
    dialog.start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSweeping(), 60'000);
    QCOMPARE(test::named<ResultTable>(dialog, "Strategies of the sweep")->rowCount(), 4);
    const QStringList lines = dialog.chart().tipOf(1).split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QStringLiteral("Microbatches: 8"));
    QVERIFY2(lines[1].startsWith("Schedule 1f1b: ") && lines[2].startsWith("Schedule interleaved"),
             qPrintable(lines.join("; ")));
    QVERIFY2(lines[1].section(' ', 2) != lines[2].section(' ', 2), "they have other bubbles");
}

void tst_Search::whatIsNoStrategySaysWhy()
{
    Document document;
    document.start(small());
    SweepDialog dialog(document);
    auto* status = test::named<QLabel>(dialog, "State of the sweep");
    auto* values = test::named<QLineEdit>(dialog, "Values: Vary");
    for (const char* wrong : {"", "many", "0", "-3"}) {
        values->setText(wrong);
        dialog.start();
        QTRY_VERIFY(!dialog.isSweeping());
        QVERIFY2(status->text().contains("batch.microbatches"), wrong);
        QVERIFY(dialog.chart().isEmpty());
    }
    choose(*test::named<QComboBox>(dialog, "Vary"), "parallel.pipeline");
    values->setText("2, 3");
    dialog.start();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSweeping(), 60'000);
    auto* table = test::named<ResultTable>(dialog, "Strategies of the sweep");
    QCOMPARE(table->rowCount(), 2);
    QVERIFY2(table->columnSpan(1, 1) > 1, "eight layers over three ranks");
    QVERIFY(dialog.chart().tipOf(1).contains("no such strategy"));
    QVERIFY(!dialog.chart().isEmpty());
}

void tst_Search::returnDoesOneThing()
{
    Document document;
    document.start(small());
    SweepDialog dialog(document);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto* values = test::named<QLineEdit>(dialog, "Values: Vary");
    auto* table = test::named<ResultTable>(dialog, "Strategies of the sweep");
    values->setText("4, 8");
    values->setFocus();
    QTest::keyClick(values, Qt::Key_Return);
    QVERIFY(dialog.isSweeping());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSweeping(), 60'000);
    QVERIFY2(table->rowCount() == 2, "the same key must not stop it");
    int opened = 0;
    connect(&dialog, &SweepDialog::chosen, &dialog, [&] { ++opened; });
    table->setFocus();
    table->setCurrentCell(1, 0);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened, 1);
    QVERIFY2(!dialog.isSweeping(), "opening a row must not sweep again");

    SearchDialog search(document);
    search.show();
    QVERIFY(QTest::qWaitForWindowExposed(&search));
    auto* devices = test::named<QLineEdit>(search, "Devices");
    devices->setFocus();
    QTest::keyClick(devices, Qt::Key_Return);
    QVERIFY(search.isSearching());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isSearching(), 60'000);
    auto* found = test::named<ResultTable>(search, "Strategies found");
    QVERIFY(found->rowCount() > 0);
    connect(&search, &SearchDialog::chosen, &dialog, [&] { ++opened; });
    found->setFocus();
    found->setCurrentCell(0, 0);
    QTest::keyClick(found, Qt::Key_Enter);
    QCOMPARE(opened, 2);
    QVERIFY(!search.isSearching());
}

void tst_Search::theValuesOfferedCanBeTaken()
{
    strategy::Strategy experts = small();
    experts.model->experts = 8;
    experts.model->expertsPerToken = 2;
    for (const SweepField& field : sweepFields()) {
        const QStringList values = suggestedValues(experts, field.key);
        QVERIFY2(values.size() > 1, field.key);
        for (const QString& value : values) {
            strategy::Strategy changed = experts;
            QVERIFY2(strategy::changeField(changed, field.key, value.toStdString()),
                     qPrintable(QString(field.key) + ' ' + value));
        }
        QVERIFY2(sweepLabel(field.key) != QString(field.key), field.key);
    }
}

void tst_Search::tooltipsShowWordsAsTheyAre()
{
    for (const char* words : {"a & b", "1 < 2 & <b>3</b>", "a\nb & c", "&lt;"}) {
        ResultTable table;
        table.setColumns({QStringLiteral("strategy")}, {});
        table.addRow({QString::fromLatin1(words)}, QStringLiteral("why not"));
        const QString tip = table.item(0, 0)->toolTip();
        QTextDocument shown; // as a tooltip shows it
        if (Qt::mightBeRichText(tip))
            shown.setHtml(tip);
        else
            shown.setPlainText(tip);
        QCOMPARE(shown.toPlainText(), QString::fromLatin1(words));
    }
}

QTEST_MAIN(tst_Search)
#include "tst_search.moc"
