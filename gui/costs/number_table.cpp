#include "gui/costs/number_table.h"

#include "gui/inputs/undo_keys.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyledItemDelegate>

#include <algorithm>

namespace gui {
namespace {

// In an open cell, Ctrl+Z takes back what was typed there and then, like anywhere in the window,
// the last change of the strategy.
class CellEditing : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool eventFilter(QObject* editor, QEvent* event) override
    {
        const auto* cell = qobject_cast<const QLineEdit*>(editor);
        if (cell && !changesTyping(*cell, *event) && isLeftToWindow(event))
            return true;
        return QStyledItemDelegate::eventFilter(editor, event);
    }

private:
    static bool changesTyping(const QLineEdit& cell, const QEvent& event)
    {
        if (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress)
            return false;
        const auto& key = static_cast<const QKeyEvent&>(event);
        return (key.matches(QKeySequence::Undo) && cell.isUndoAvailable())
            || (key.matches(QKeySequence::Redo) && cell.isRedoAvailable());
    }
};

} // namespace

NumberTable::NumberTable(NumberTableModel& model, const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    setModel(&model);
    setItemDelegate(new CellEditing(this));
    setAccessibleName(accessibleName);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setTabKeyNavigation(false);
    setAlternatingRowColors(true);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);

    const auto offer = [this](const QString& text, const QKeySequence& keys, auto run) {
        auto* action = new QAction(text, this);
        action->setShortcut(keys);
        // The dialog has several of these tables; the keys are for the one with the focus, and not
        // for an open cell, where Ctrl+C is about its text.
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, run);
        addAction(action);
    };
    offer(tr("Copy"), QKeySequence::Copy, [this] { copy(); });
    offer(tr("Paste"), QKeySequence::Paste, [this] { paste(); });
    offer(tr("Fill down"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] { fillDown(); });
    connect(&model, &NumberTableModel::refused, this, &NumberTable::refused);
    connect(&model, &NumberTableModel::edited, this, [this] { emit refused({}); });
}

void NumberTable::setRowsInSight(int rows)
{
    const int shown = std::clamp(m_model.rowCount(), 1, rows);
    setFixedHeight(horizontalHeader()->sizeHint().height()
                   + shown * verticalHeader()->defaultSectionSize() + 2 * frameWidth());
}

std::optional<CellRange> NumberTable::selected() const
{
    const QItemSelection selection = selectionModel()->selection();
    if (selection.isEmpty())
        return std::nullopt;
    const QItemSelectionRange& cells = selection.first();
    return CellRange{cells.top(), cells.left(), cells.bottom(), cells.right()};
}

void NumberTable::copy()
{
    const CellRange all{0, 0, m_model.rowCount() - 1, m_model.columnCount() - 1};
    if (m_model.rowCount() > 0)
        QGuiApplication::clipboard()->setText(m_model.copy(selected().value_or(all)));
}

void NumberTable::paste()
{
    // From the first cell on where none is selected.
    if (m_model.rowCount() > 0)
        emit refused(
            m_model.paste(QGuiApplication::clipboard()->text(), selected().value_or(CellRange{}))
                .value_or(QString()));
}

void NumberTable::fillDown()
{
    if (const auto cells = selected())
        m_model.fillDown(*cells);
    else
        emit refused(tr("select the rows to fill; they take the values of the first"));
}

} // namespace gui
