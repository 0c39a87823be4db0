#include "gui/export/table_dialog.h"

#include "engine/strategy/file.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
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

} // namespace

TableDialog::TableDialog(Exports exports, QWidget* parent)
    : QDialog(parent)
    , m_exports(std::move(exports))
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
    for (const NamedTable& table : m_exports.tables)
        m_table->addItem(table.name);
    for (const TableFile& file : kTableFiles)
        m_format->addItem(tr(file.name));
    m_preview->setAccessibleName(tr("What the file will say"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setFont(
        metrics().font(QFontDatabase::systemFont(QFontDatabase::FixedFont), Type::Small));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    const auto name = [](QPushButton* button, const QString& words) {
        button->setText(words);
        button->setAccessibleName(words);
        return button;
    };
    name(buttons->button(QDialogButtonBox::Close), tr("Close"));
    connect(name(buttons->addButton(QString(), QDialogButtonBox::ActionRole), tr("Copy")),
            &QPushButton::clicked, this, &TableDialog::copy);
    auto* saves = name(buttons->addButton(QString(), QDialogButtonBox::ActionRole), tr("Save as…"));
    saves->setDefault(true);
    connect(saves, &QPushButton::clicked, this, &TableDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(m_preview, 1);
    column->addWidget(buttons);
    for (QComboBox* box : {m_table, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &TableDialog::refresh);
    refresh();
}

QString TableDialog::text() const
{
    return textOf(m_exports.tables[static_cast<std::size_t>(m_table->currentIndex())],
                  kTableFiles[m_format->currentIndex()].format);
}

void TableDialog::refresh() { m_preview->setPlainText(text()); }

void TableDialog::copy()
{
    QGuiApplication::clipboard()->setText(text());
    emit said(tr("copied %1").arg(m_table->currentText()));
}

void TableDialog::save()
{
    const TableFile& file = kTableFiles[m_format->currentIndex()];
    const QString ending = QString::fromLatin1(file.ending);
    auto* dialog = new QFileDialog(
        this, tr("Export a table"), m_exports.stem + QLatin1Char('.') + ending,
        QStringLiteral("%1 (*.%2);;%3 (*)").arg(tr(file.name), ending, tr("All files")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    connect(dialog, &QFileDialog::fileSelected, this, &TableDialog::saveTo);
    dialog->open();
}

void TableDialog::saveTo(const QString& path)
{
    const auto written = strategy::replaceFile(QFileInfo(path).absoluteFilePath().toStdString(),
                                               text().toStdString());
    if (!written) {
        emit failed(engineText(written.error().message));
        return;
    }
    emit saved(path);
    accept();
}

} // namespace gui
