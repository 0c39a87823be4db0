// Those runs of a list that one looks for, in the order that one wants.

#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace gui {

enum class RunOrder { Newest, Name, StepTime, Bubble, Steps, Verdict };

// Which verdicts are shown.
enum class RunVerdicts { All, Live, Queued, Completed, Slow, Failed };

class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    // Over a RunModel.
    explicit RunFilter(QObject* parent = nullptr);

    // Every word of `text` stands somewhere in what is said of the run; upper and lower case alike.
    void setText(const QString& text);
    void setDevice(const QString& word); // of a strategy::RunDevice; empty: all
    void setVerdicts(RunVerdicts verdicts);
    // Least first, and the newest of equals first; newest first for RunOrder::Newest, and the
    // worst for RunOrder::Verdict. What is not known comes last.
    void setOrder(RunOrder order);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_words;
    QString m_device;
    RunVerdicts m_verdicts = RunVerdicts::All;
    RunOrder m_order = RunOrder::Newest;
};

} // namespace gui
