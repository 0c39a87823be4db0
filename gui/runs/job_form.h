// The fields of a job of Slurm: what a run that is submitted asks for.

#pragma once

#include "gui/live/launch_options.h"
#include "gui/runs/launch_checks.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace gui {

// Two columns of fields. Under those of a row a sentence says what is wrong with them. GUI thread.
class JobForm : public QWidget {
    Q_OBJECT
public:
    explicit JobForm(QWidget* parent = nullptr);

    JobOptions options() const; // as they stand there, without blanks around them
    void take(const JobOptions& options);
    // As they stand there; see checkJob().
    void showFindings(const std::vector<LaunchFinding>& findings);
    void applyLook();

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    // Of two fields beside each other, and what is wrong with them.
    struct Row {
        QString names[2];
        QLabel* note = nullptr;
    };

    QLineEdit* line(const QString& name, const QString& hint, const QString& tip);
    QSpinBox* number(const QString& name, int most, const QString& none, const QString& tip);
    void addRow(QGridLayout* grid, QWidget* left, QWidget* right);

    std::vector<Row> m_rows;
    std::vector<QLabel*> m_names;
    QLineEdit* m_partition;
    QLineEdit* m_account;
    QLineEdit* m_qos;
    QLineEdit* m_time;
    QSpinBox* m_nodes;
    QSpinBox* m_ranksPerNode;
    QSpinBox* m_gpusPerNode;
    QLineEdit* m_memory;
};

} // namespace gui
