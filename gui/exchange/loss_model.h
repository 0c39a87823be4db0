// A loss report as a table: what happened, where, to what, and a sentence.

#pragma once

#include "gui/exchange/loss_report.h"

#include <QAbstractTableModel>

namespace gui {

class LossModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Kind, Place, Key, Sentence, ColumnCount };

    explicit LossModel(QObject* parent = nullptr);

    void setReport(const LossReport& report);
    const LossReport& report() const { return m_report; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // Qt::UserRole sorts: the line as a number.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    LossReport m_report;
};

} // namespace gui
