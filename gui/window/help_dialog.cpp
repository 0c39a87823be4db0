#include "gui/window/help_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace gui {
namespace {

struct KeyRow {
    const char* keys;
    const char* meaning;
};

// The timeline reads its keys itself (keys.h); there are no actions to make these rows from.
constexpr KeyRow kTimelineKeys[] = {
    {QT_TRANSLATE_NOOP("Help", "W, S, mouse wheel"),
     QT_TRANSLATE_NOOP("Help", "Zoom in and out at the cursor")},
    {QT_TRANSLATE_NOOP("Help", "A, D, Left, Right, Shift+wheel"),
     QT_TRANSLATE_NOOP("Help", "Earlier and later")},
    {QT_TRANSLATE_NOOP("Help", "Shift+drag, middle drag"),
     QT_TRANSLATE_NOOP("Help", "Move the time range")},
    {QT_TRANSLATE_NOOP("Help", "Alt+drag, drag on the ruler"),
     QT_TRANSLATE_NOOP("Help", "Zoom to what was dragged over")},
    {QT_TRANSLATE_NOOP("Help", "0, Home"), QT_TRANSLATE_NOOP("Help", "Show the whole step")},
    {QT_TRANSLATE_NOOP("Help", "F"),
     QT_TRANSLATE_NOOP("Help", "Fit the op under the pointer, or else the selected one")},
    {QT_TRANSLATE_NOOP("Help", "Up, Down"), QT_TRANSLATE_NOOP("Help", "Another rank")},
    {QT_TRANSLATE_NOOP("Help", ". ,"),
     QT_TRANSLATE_NOOP("Help", "Next and previous op of the rank")},
    {QT_TRANSLATE_NOOP("Help", "] ["),
     QT_TRANSLATE_NOOP("Help", "Along the dependency, onward and back")},
    {QT_TRANSLATE_NOOP("Help", "M"),
     QT_TRANSLATE_NOOP("Help", "Set the marker that times are measured from")},
    {QT_TRANSLATE_NOOP("Help", "Esc"), QT_TRANSLATE_NOOP("Help", "Drop selection and marker")},
};

QString helpText(const char* source) { return QCoreApplication::translate("Help", source); }

void addRow(QTableWidget* table, const QString& keys, const QString& meaning, bool title = false)
{
    const int row = table->rowCount();
    table->insertRow(row);
    table->setItem(row, 0, new QTableWidgetItem(keys));
    table->setItem(row, 1, new QTableWidgetItem(meaning));
    if (!title)
        return;
    QFont bold = table->font();
    bold.setBold(true);
    table->item(row, 0)->setFont(bold);
    table->setSpan(row, 0, 1, 2);
}

} // namespace

HelpDialog::HelpDialog(const ActionRegistry& actions, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    resize(620, 640);
    auto* table = new QTableWidget(0, 2, this);
    table->setHorizontalHeaderLabels({tr("Keys"), tr("What they do")});
    table->setAccessibleName(tr("Keyboard shortcuts"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();

    // Made from the actions, so that the list cannot differ from what the keys do.
    addRow(table, tr("Window"), {}, true);
    for (const QAction* action : actions.actions())
        if (!action->shortcuts().isEmpty())
            addRow(table,
                   QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                       .replace(QStringLiteral("; "), QStringLiteral(", ")),
                   action->statusTip());
    addRow(table, tr("Timeline"), {}, true);
    for (const KeyRow& row : kTimelineKeys)
        addRow(table, helpText(row.keys), helpText(row.meaning));
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* close = buttons->button(QDialogButtonBox::Close);
    close->setText(tr("Close"));
    close->setAccessibleName(close->text());
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(table);
    column->addWidget(buttons);
}

void showAbout(QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(HelpDialog::tr("About Bubblescope"));
    box->setText(QStringLiteral("Bubblescope ") + QCoreApplication::applicationVersion());
    box->setInformativeText(HelpDialog::tr(
        "Bubblescope designs, simulates, launches and watches pipeline-parallel "
        "training.\n\nThe source is under the Apache License 2.0. This program is "
        "linked with Qt Charts, so the program as a whole falls under the GNU General "
        "Public License 3."));
    box->addButton(HelpDialog::tr("Close"), QMessageBox::AcceptRole);
    box->open();
}

} // namespace gui
