// The alarms of a run as rows: those that stand first, the gravest on top, then those that are
// over, the newest on top.

#pragma once

#include "gui/live/alarm_watch.h"

#include <QAbstractTableModel>

namespace gui {

class AlarmModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { kSign, kStep, kWhat, kTime, kColumns };

    // `watch` must outlive the model, which follows it.
    explicit AlarmModel(AlarmWatch& watch, QObject* parent = nullptr);

    const Alarm* at(int row) const;        // null: there is no such row
    int rowOf(std::uint64_t number) const; // -1: there is none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refresh();
    static QString textOf(const Alarm& alarm, int column);

    AlarmWatch& m_watch;
    std::vector<Alarm> m_rows;
};

} // namespace gui
