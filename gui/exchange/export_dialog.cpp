#include "gui/exchange/export_dialog.h"

#include "engine/strategy/file.h"
#include "gui/exchange/loss_view.h"
#include "gui/inputs/ask_where.h"
#include "gui/inputs/save_buttons.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace gui {
namespace {

QString titleOf(const strategy::Format& format) { return engineText(format.title); }

// "sh" of "*.sh"; of a fixed name, "json".
QString endingOf(const strategy::Format& format)
{
    // Read as TOML, and written as Python.
    if (format.name == "torchtitan")
        return QStringLiteral("py");
    const QString files
        = QString::fromUtf8(format.files.data(), static_cast<qsizetype>(format.files.size()));
    return files.startsWith(QLatin1String("*.")) ? files.mid(2) : QStringLiteral("json");
}

} // namespace

ExportDialog::ExportDialog(Exported exported, QWidget* parent)
    : QDialog(parent)
    , m_exported(std::move(exported))
    , m_formats(new QListWidget)
    , m_preview(new QPlainTextEdit)
    , m_losses(new LossView)
    , m_save(new QPushButton(tr("Save as…")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export to another framework"));
    const Metrics sizes = metrics();
    resize(sizes.px(960), sizes.px(620));
    m_formats->setAccessibleName(tr("Format"));
    m_formats->setFixedWidth(sizes.px(320));
    m_formats->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_formats->setTextElideMode(Qt::ElideRight);
    m_preview->setAccessibleName(tr("What the file will say"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_preview->setFont(sizes.font(fixed, Type::Small));
    auto* right = new QSplitter(Qt::Vertical);
    right->setChildrenCollapsible(false);
    right->addWidget(m_preview);
    right->addWidget(m_losses);
    right->setStretchFactor(0, 3);
    right->setStretchFactor(1, 2);
    auto* row = new QHBoxLayout;
    row->addWidget(m_formats);
    row->addWidget(right, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(closeAndSave(*this, *m_save));
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    connect(m_formats, &QListWidget::currentRowChanged, this, &ExportDialog::choose);
    fill();
}

void ExportDialog::fill()
{
    int first = 0;
    for (const strategy::Format& format : strategy::formats()) {
        // Our own is what Save writes.
        if (!format.write || format.name == "bubblescope")
            continue;
        if (format.name == m_exported.format)
            first = static_cast<int>(m_known.size());
        m_known.push_back(&format);
        m_formats->addItem(titleOf(format));
        QListWidgetItem* item = m_formats->item(m_formats->count() - 1);
        item->setToolTip(titleOf(format));
        item->setSizeHint(QSize(0, metrics().controlHeight()));
    }
    m_formats->setCurrentRow(first);
}

void ExportDialog::choose(int row)
{
    if (row < 0)
        return;
    m_save->setEnabled(false);
    const strategy::Format* format = m_known[static_cast<std::size_t>(row)];
    // Keys that mean nothing to us go along only where they mean something.
    m_work.request([this, format, asked = m_exported](const auto&) -> NewestWork::Delivery {
        const bool back = format->name == asked.format;
        strategy::ExportResult written
            = format->write(asked.strategy,
                            back ? std::span<const strategy::KeptKey>(asked.kept)
                                 : std::span<const strategy::KeptKey>());
        return [this, format, written = std::move(written)] {
            m_text = written.text;
            m_preview->setPlainText(QString::fromStdString(m_text));
            m_losses->setReport({{}, titleOf(*format), written.remarks});
            m_save->setEnabled(true);
        };
    });
}

void ExportDialog::save()
{
    const strategy::Format& format = *m_known[static_cast<std::size_t>(m_formats->currentRow())];
    const QFileInfo beside(m_exported.path);
    // Named after the format, too: the strategy's own file may end alike.
    const QString stem
        = (m_exported.path.isEmpty() ? QStringLiteral("strategy")
                                     : beside.dir().filePath(beside.completeBaseName()))
        + QLatin1Char('-') + QString::fromUtf8(format.name.data(), qsizetype(format.name.size()));
    const QString kind = QString(titleOf(format)).remove(QLatin1Char('(')).remove(QLatin1Char(')'));
    connect(askWhere(this, tr("Export"), stem, {kind, endingOf(format)}),
            &QFileDialog::fileSelected, this, &ExportDialog::saveTo);
}

void ExportDialog::saveTo(const QString& path)
{
    const auto written
        = strategy::replaceFile(QFileInfo(path).absoluteFilePath().toStdString(), m_text);
    if (!written) {
        emit failed(engineText(written.error().message));
        return;
    }
    emit saved(path);
    accept();
}

} // namespace gui
