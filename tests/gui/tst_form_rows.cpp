// Rows of a form that come and go.

#include "gui/inputs/form_row.h"

#include <QFormLayout>
#include <QLabel>
#include <QTest>

#include <vector>

using gui::showRow;

namespace {

class tst_FormRows : public QObject {
    Q_OBJECT

private slots:
    void aRowThatIsHiddenTakesNoHeight();
    void aRowThatIsShownAgainStandsWhereItWas();
    void aRowThatIsShownAgainGrowsWithItsWords();
};

// A form of as many rows, every other with a label, of words that take several lines.
struct Form {
    explicit Form(int rows)
    {
        for (int row = 0; row < rows; ++row) {
            auto* words = new QLabel(QStringLiteral("words that need more than one line"));
            words->setWordWrap(true);
            if (row % 2 == 0)
                layout->addRow(QStringLiteral("name"), words);
            else
                layout->addRow(words);
            fields.push_back(words);
        }
    }

    int height() const { return layout->heightForWidth(120); }
    void show(std::size_t from, bool visible)
    {
        for (std::size_t row = from; row < fields.size(); ++row)
            showRow(layout, fields[row], visible);
    }

    QWidget window;
    QFormLayout* layout = new QFormLayout(&window);
    std::vector<QWidget*> fields;
};

// QFormLayout itself writes the heights of rows that are hidden behind the end of its list, where
// they were shown when it was asked for its size, and it is asked for heights only then. That shows
// where the memory is checked, as the suite does: see MALLOC_CHECK_.
void tst_FormRows::aRowThatIsHiddenTakesNoHeight()
{
    for (int shown = 11; shown >= 2; --shown) {
        Form form(12);
        const int whole = Form(12).height();
        (void)form.layout->sizeHint();
        form.show(std::size_t(shown), false);
        QCOMPARE(form.height(), Form(shown).height());
        form.show(std::size_t(shown), true);
        QCOMPARE(form.height(), whole);
    }
}

void tst_FormRows::aRowThatIsShownAgainGrowsWithItsWords()
{
    for (const std::size_t row : {0U, 1U}) {
        Form form(2);
        showRow(form.layout, form.fields[row], false);
        showRow(form.layout, form.fields[row], true);
        const int before = form.height();
        auto* words = qobject_cast<QLabel*>(form.fields[row]);
        words->setText(words->text() + QStringLiteral(", and then as many words again, and more"));
        QVERIFY(form.height() > before);
    }
}

void tst_FormRows::aRowThatIsShownAgainStandsWhereItWas()
{
    Form form(4);
    for (const std::size_t row : {0U, 1U}) {
        QWidget* label = form.layout->labelForField(form.fields[row]);
        showRow(form.layout, form.fields[row], false);
        QVERIFY(!form.layout->isRowVisible(form.fields[row]));
        showRow(form.layout, form.fields[row], true);
        int at = -1;
        QFormLayout::ItemRole role = QFormLayout::LabelRole;
        form.layout->getWidgetPosition(form.fields[row], &at, &role);
        QCOMPARE(at, int(row));
        QCOMPARE(form.layout->labelForField(form.fields[row]), label);
        QVERIFY(form.layout->isRowVisible(form.fields[row]));
    }
    QCOMPARE(form.layout->rowCount(), 4);
}

} // namespace

QTEST_MAIN(tst_FormRows)
#include "tst_form_rows.moc"
