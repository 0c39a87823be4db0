// The runs of a library as a list, newest first.

#pragma once

#include "gui/runs/run_library.h"

#include <QAbstractListModel>

namespace gui {

class RunModel : public QAbstractListModel {
    Q_OBJECT
public:
    // Beside those of Qt: the picture is Qt::DecorationRole, the strategy's name Qt::DisplayRole.
    // Of numbers that are not known the value is invalid.
    enum Roles {
        IdRole = Qt::UserRole,
        StandingRole,     // of RunStanding, as int
        StandingTextRole, // with its mark
        KindRole,         // schedule, ranks, device
        NumbersRole,      // steps, step time, bubble
        WaitingRole,      // why it has not begun, a sentence; empty: it has
        AgeRole,          // "12 min ago"
        StepsRole,        // that were done
        StepTimeRole,     // ns, the median
        BubbleRole,       // a share of 1, the median
        DeviceRole,       // the word of a strategy::RunDevice
        WordsRole,        // all that one may look for, in lower case
    };

    // `library` must outlive the model.
    explicit RunModel(RunLibrary& library, QObject* parent = nullptr);

    // Null: there is no such row.
    const RunEntry* runAt(int row) const;
    int rowOf(const QString& id) const; // -1: it is not there

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    // What sorting and filtering ask for often is worked out once.
    struct Row {
        RunEntry run;
        QString id;
        RunDigestPtr digest; // null: not read yet
        QString name;
        QString words; // to look for, in lower case
    };

    Row rowFor(const RunEntry& run) const;
    void takeList();
    void takeDigests(const QStringList& ids);
    void replaceBy(const std::vector<RunEntry>& runs);
    void renumber();
    QString tipOf(const Row& row) const;

    RunLibrary& m_library;
    std::vector<Row> m_runs;
    QHash<QString, int> m_rows; // by id
};

} // namespace gui
