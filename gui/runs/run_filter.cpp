#include "gui/runs/run_filter.h"

#include "gui/runs/run_model.h"
#include "gui/runs/run_words.h"

namespace gui {
namespace {

bool isAmong(RunVerdicts verdicts, RunStanding standing)
{
    switch (verdicts) {
    case RunVerdicts::All:
        return true;
    case RunVerdicts::Live:
        return standing == RunStanding::Live;
    case RunVerdicts::Queued:
        return standing == RunStanding::Queued || standing == RunStanding::Held
            || standing == RunStanding::Stuck;
    case RunVerdicts::Completed:
        return standing == RunStanding::Completed;
    case RunVerdicts::Slow:
        return standing == RunStanding::Slow;
    case RunVerdicts::Failed:
        return standing == RunStanding::Failed || standing == RunStanding::Lost;
    }
    return true;
}

// What is compared; of RunOrder::Newest nothing is, for the model is in that order.
int roleOf(RunOrder order)
{
    switch (order) {
    case RunOrder::StepTime:
        return RunModel::StepTimeRole;
    case RunOrder::Bubble:
        return RunModel::BubbleRole;
    case RunOrder::Steps:
        return RunModel::StepsRole;
    case RunOrder::Verdict:
        return RunModel::StandingRole;
    case RunOrder::Newest:
    case RunOrder::Name:
        break;
    }
    return Qt::DisplayRole;
}

} // namespace

RunFilter::RunFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    sort(0);
}

void RunFilter::setText(const QString& text)
{
    m_words = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RunFilter::setDevice(const QString& word)
{
    m_device = word;
    invalidateFilter();
}

void RunFilter::setVerdicts(RunVerdicts verdicts)
{
    m_verdicts = verdicts;
    invalidateFilter();
}

void RunFilter::setOrder(RunOrder order)
{
    m_order = order;
    invalidate();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    // A device may have a number behind it, as cuda:0.
    if (!m_device.isEmpty()
        && index.data(RunModel::DeviceRole).toString().section(QLatin1Char(':'), 0, 0) != m_device)
        return false;
    if (m_verdicts != RunVerdicts::All
        && !isAmong(m_verdicts,
                    static_cast<RunStanding>(index.data(RunModel::StandingRole).toInt())))
        return false;
    if (m_words.isEmpty())
        return true;
    const QString words = index.data(RunModel::WordsRole).toString();
    for (const QString& word : m_words)
        if (!words.contains(word))
            return false;
    return true;
}

// The model is newest first, and the rows of equals keep their order.
bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool byRow = left.row() < right.row();
    if (m_order == RunOrder::Newest)
        return byRow;
    const int role = roleOf(m_order);
    const QVariant one = left.data(role);
    const QVariant other = right.data(role);
    if (!one.isValid() || !other.isValid())
        return one.isValid() == other.isValid() ? byRow : one.isValid();
    if (m_order == RunOrder::Name) {
        const int order = QString::localeAwareCompare(one.toString(), other.toString());
        return order == 0 ? byRow : order < 0;
    }
    const double first = one.toDouble();
    const double second = other.toDouble();
    if (first == second)
        return byRow;
    return m_order == RunOrder::Verdict ? first > second : first < second;
}

} // namespace gui
