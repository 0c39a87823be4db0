#include "gui/cockpit/alarm_model.h"

#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>

namespace gui {

AlarmModel::AlarmModel(AlarmWatch& watch, QObject* parent)
    : QAbstractTableModel(parent)
    , m_watch(watch)
{
    connect(&watch, &AlarmWatch::changed, this, &AlarmModel::refresh);
    refresh();
}

// Rows keep their places while only their words change: a selection must not jump.
void AlarmModel::refresh()
{
    const auto& alarms = m_watch.list().alarms();
    std::vector<Alarm> rows(alarms.rbegin(), alarms.rend());
    std::stable_sort(rows.begin(), rows.end(), [](const Alarm& a, const Alarm& b) {
        if (a.found.isOver != b.found.isOver)
            return b.found.isOver;
        return !a.found.isOver && a.found.kind < b.found.kind;
    });
    const auto sameRow = [](const Alarm& a, const Alarm& b) { return a.number == b.number; };
    if (std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), sameRow)) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const Alarm* AlarmModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int AlarmModel::rowOf(std::uint64_t number) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Alarm& alarm) { return alarm.number == number; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int AlarmModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AlarmModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString AlarmModel::textOf(const Alarm& alarm, int column)
{
    switch (column) {
    case kSign:
        return moodOf(alarm.found.kind) == Mood::Bad ? QStringLiteral("■") : QStringLiteral("▲");
    case kStep:
        return alarm.found.step < 0 ? QStringLiteral("–") : QString::number(alarm.found.step);
    case kWhat:
        return alarm.times > 1
            ? tr("%1 (%2 times)").arg(alarm.found.what, QString::number(alarm.times))
            : alarm.found.what;
    case kTime:
        return alarm.at.isValid() ? alarm.at.toString(QStringLiteral("HH:mm:ss"))
                                  : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant AlarmModel::data(const QModelIndex& index, int role) const
{
    const Alarm* alarm = at(index.row());
    if (alarm == nullptr)
        return {};
    const bool isQuiet = alarm->isAcknowledged || alarm->found.isOver;
    const Theme& theme = themeFor(QGuiApplication::palette());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*alarm, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == kSign ? alarmName(alarm->found.kind)
                + (alarm->found.isOver         ? tr(", ended")
                       : alarm->isAcknowledged ? tr(", acknowledged")
                                               : QString())
                                       : textOf(*alarm, index.column());
    case Qt::ToolTipRole:
        return plainTip(alarm->found.what + QLatin1Char('\n') + alarm->found.evidence);
    case Qt::TextAlignmentRole:
        return int(index.column() == kStep ? Qt::AlignRight : Qt::AlignLeft)
            | int(Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (isQuiet)
            return theme.mutedText;
        if (index.column() == kSign)
            return moodOf(alarm->found.kind) == Mood::Bad ? theme.error : theme.warning;
        return theme.text;
    case Qt::FontRole: {
        QFont font;
        font.setBold(!isQuiet && index.column() == kWhat);
        return font;
    }
    default:
        return {};
    }
}

QVariant AlarmModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(section == kStep ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kStep:
        return tr("Step");
    case kWhat:
        return tr("Alarm");
    case kTime:
        return tr("Seen at");
    default:
        return {};
    }
}

} // namespace gui
