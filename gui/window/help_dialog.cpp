#include "gui/window/help_dialog.h"

#include "gui/inputs/clear_button.h"
#include "gui/theme/metrics.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kHelpWidth = 960; // pixels of scale 1
constexpr double kHelpHeight = 640;
constexpr double kMostWidth = 300; // of a column before the last

enum HelpColumn { kNameColumn, kKeysColumn, kDoesColumn, kHelpColumns };

// Each of the words stands somewhere in the row.
bool holdsAll(const QTreeWidgetItem& row, const QStringList& words)
{
    QString text = row.parent()->text(kNameColumn);
    for (int column = 0; column < kHelpColumns; ++column)
        text += QLatin1Char(' ') + row.text(column);
    return std::all_of(words.begin(), words.end(), [&text](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

HelpDialog::HelpDialog(QWidget* parent)
    : QDialog(parent)
    , m_filter(new QLineEdit)
    , m_rows(new QTreeWidget)
    , m_none(new QLabel(tr("No command matches")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Commands and keys"));
    const Metrics sizes = metrics();
    resize(sizes.px(kHelpWidth), sizes.px(kHelpHeight));
    m_filter->setPlaceholderText(tr("Words of a command, or a key"));
    m_filter->setAccessibleName(tr("Show only"));
    giveClearButton(*m_filter);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &HelpDialog::filter);
    m_rows->setAccessibleName(windowTitle());
    m_rows->setHeaderLabels({tr("Command"), tr("Keys"), tr("What it does")});
    m_rows->setRootIsDecorated(false);
    m_rows->setItemsExpandable(false);
    m_rows->setUniformRowHeights(true);
    m_rows->setIndentation(sizes.space(3));
    fill();
    for (const int column : {kNameColumn, kKeysColumn}) {
        m_rows->resizeColumnToContents(column);
        const int wanted = m_rows->columnWidth(column) + sizes.space(2);
        m_rows->setColumnWidth(column, std::min(wanted, sizes.px(kMostWidth)));
    }
    m_none->setAlignment(Qt::AlignCenter);
    m_none->hide();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* close = buttons->button(QDialogButtonBox::Close);
    close->setText(tr("Close"));
    close->setAccessibleName(close->text());
    close->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(sizes.space(2));
    column->addWidget(m_filter);
    column->addWidget(m_rows, 1);
    column->addWidget(m_none, 1);
    column->addWidget(buttons);
    m_filter->setFocus();
}

void HelpDialog::fill()
{
    QTreeWidgetItem* group = nullptr;
    for (const HelpEntry& entry : helpEntries()) {
        if (!group || group->text(kNameColumn) != entry.group) {
            group = new QTreeWidgetItem(m_rows, {entry.group});
            QFont strong = m_rows->font();
            strong.setWeight(QFont::DemiBold);
            group->setFont(kNameColumn, strong);
            group->setFlags(Qt::ItemIsEnabled);
            group->setFirstColumnSpanned(true);
            group->setExpanded(true);
        }
        auto* row = new QTreeWidgetItem(group, {entry.name, entry.keys, entry.does});
        row->setToolTip(kDoesColumn, entry.does);
    }
}

void HelpDialog::filter(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int shown = 0;
    for (int i = 0; i < m_rows->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_rows->topLevelItem(i);
        int here = 0;
        for (int j = 0; j < group->childCount(); ++j) {
            const bool holds = holdsAll(*group->child(j), words);
            group->child(j)->setHidden(!holds);
            here += holds;
        }
        group->setHidden(here == 0);
        shown += here;
    }
    m_rows->setVisible(shown > 0);
    m_none->setVisible(shown == 0);
}

// Down leads from the field into the list.
bool HelpDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_rows->setFocus(Qt::OtherFocusReason);
        return true;
    }
    return QDialog::eventFilter(watched, event);
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
