#include "gui/export/table_dialog.h"

#include "gui/export/write_file.h"
#include "gui/inputs/ask_where.h"
#include "gui/inputs/save_buttons.h"
#include "gui/theme/metrics.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

struct TableFile {
    TableFormat format;
    const char* name;
    const char* ending;
};

constexpr TableFile kTableFiles[]
    = {{TableFormat::Csv, QT_TRANSLATE_NOOP("gui::TableDialog", "CSV, all digits"), "csv"},
       {TableFormat::Markdown, QT_TRANSLATE_NOOP("gui::TableDialog", "Markdown"), "md"},
       {TableFormat::Latex, QT_TRANSLATE_NOOP("gui::TableDialog", "LaTeX, with booktabs"), "tex"},
       {TableFormat::Text, QT_TRANSLATE_NOOP("gui::TableDialog", "Plain text"), "txt"}};

TableFormat formatOf(const QString& path, TableFormat chosen)
{
    for (const TableFile& file : kTableFiles)
        if (path.endsWith(QLatin1Char('.') + QLatin1String(file.ending), Qt::CaseInsensitive))
            return file.format;
    return chosen;
}

} // namespace

TableDialog::TableDialog(std::vector<NamedTable> tables, QString stem, QWidget* parent)
    : QDialog(parent)
    , m_tables(std::move(tables))
    , m_stem(std::move(stem))
    , m_table(new QComboBox)
    , m_format(new QComboBox)
    , m_preview(new QPlainTextEdit)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export a table"));
    resize(metrics().px(900), metrics().px(520));
    auto* row = new QHBoxLayout;
    const auto add = [row](const QString& name, QComboBox* box) {
        auto* label = new QLabel(name);
        label->setBuddy(box);
        box->setAccessibleName(name);
        row->addWidget(label);
        row->addWidget(box);
    };
    add(tr("Table"), m_table);
    add(tr("Format"), m_format);
    row->addStretch();
    for (const NamedTable& table : m_tables)
        m_table->addItem(table.name);
    for (const TableFile& file : kTableFiles)
        m_format->addItem(tr(file.name));
    m_preview->setAccessibleName(tr("What the file will say"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setFont(
        metrics().font(QFontDatabase::systemFont(QFontDatabase::FixedFont), Type::Small));
    auto* saves = new QPushButton(tr("Save as…"));
    connect(saves, &QPushButton::clicked, this, &TableDialog::save);
    QDialogButtonBox* buttons = closeAndSave(*this, *saves);
    QPushButton* copies = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copies->setAccessibleName(copies->text());
    connect(copies, &QPushButton::clicked, this, &TableDialog::copy);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(m_preview, 1);
    column->addWidget(buttons);
    for (QComboBox* box : {m_table, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &TableDialog::refresh);
    refresh();
}

TableFormat TableDialog::format() const { return kTableFiles[m_format->currentIndex()].format; }

QString TableDialog::textIn(TableFormat as) const
{
    return textOf(m_tables[static_cast<std::size_t>(m_table->currentIndex())], as);
}

void TableDialog::refresh() { m_preview->setPlainText(textIn(format())); }

void TableDialog::copy()
{
    QGuiApplication::clipboard()->setText(textIn(format()));
    emit said(tr("copied %1").arg(m_table->currentText()));
}

void TableDialog::save()
{
    const TableFile& file = kTableFiles[m_format->currentIndex()];
    connect(
        askWhere(this, windowTitle(), m_stem, {tr(file.name), QString::fromLatin1(file.ending)}),
        &QFileDialog::fileSelected, this, &TableDialog::saveTo);
}

void TableDialog::saveTo(const QString& path)
{
    const QString error = writtenTo(path, textIn(formatOf(path, format())).toUtf8());
    if (!error.isEmpty()) {
        emit failed(error);
        return;
    }
    emit saved(path);
    accept();
}

} // namespace gui
