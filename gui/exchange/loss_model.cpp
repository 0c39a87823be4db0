#include "gui/exchange/loss_model.h"

#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/plain_tip.h"

#include <QFileInfo>

namespace gui {

LossModel::LossModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void LossModel::setReport(const LossReport& report)
{
    beginResetModel();
    m_report = report;
    endResetModel();
}

int LossModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_report.remarks.size());
}

int LossModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LossModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const strategy::Remark& remark = m_report.remarks[static_cast<std::size_t>(index.row())];
    const QString file = QFileInfo(m_report.path).fileName();
    if (role == Qt::ToolTipRole)
        return plainTip(labelled(QString::fromStdString(remark.key), engineText(remark.sentence)));
    if (role == Qt::UserRole && index.column() == Place)
        return remark.line;
    if (role != Qt::DisplayRole && role != Qt::UserRole)
        return {};
    switch (index.column()) {
    case Kind:
        return lossWord(remark.kind);
    case Place:
        return remark.line > 0 ? QStringLiteral("%1:%2").arg(file, QString::number(remark.line))
                               : file;
    case Key:
        return QString::fromStdString(remark.key);
    case Sentence:
        return engineText(remark.sentence);
    default:
        return {};
    }
}

QVariant LossModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Kind:
        return tr("What happened");
    case Place:
        return tr("Where");
    case Key:
        return tr("Key or field");
    case Sentence:
        return tr("Why");
    default:
        return {};
    }
}

} // namespace gui
