// Asks how a strategy is to be run, and shows the command that starts it.

#pragma once

#include "gui/document/document.h"
#include "gui/runs/launch_checks.h"

#include <QDialog>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QSettings;
class QSpinBox;
class QToolButton;

namespace gui {

class DecimalBox;
class JobForm;
class RunController;

// Modal to its parent once it is opened, and deletes itself when it is closed. Enter starts the run
// unless that would replace something: then it cancels. GUI thread.
class LaunchDialog : public QDialog {
    Q_OBJECT
public:
    // All must outlive it. `settings`: what was chosen last is read from there, and written once
    // the run is started; null: nothing is kept. `remark`: translated, what else is to be known,
    // such as that another run goes on; may be empty.
    LaunchDialog(const Document& document, const RunController& controller, QSettings* settings,
                 QString remark, QWidget* parent = nullptr);

    LaunchOptions options() const; // as they stand there
    QString commandText() const;   // as it is shown

signals:
    void startWanted(const gui::LaunchOptions& options); // the dialog is closed by then

protected:
    void changeEvent(QEvent* event) override;

private:
    // Under the fold.
    struct OptionRow {
        std::vector<QWidget*> widgets;
        bool (*goesWith)(const strategy::RunDevice& device); // null: with each
        bool ofJobs = true;                                  // also where the run is submitted
    };

    static QString deviceNote(const strategy::RunDevice& device);
    static QString ranksText(const strategy::Strategy& strategy, const strategy::RunDevice& device,
                             int ranks);
    QWidget* makeForm();
    void makeDevices(QGridLayout* grid);
    void makeFirstRows(QGridLayout* grid);
    void makeMoreRows(QGridLayout* grid);
    QWidget* makeFoot();
    // A row of the one grid of labels; `more`: under the fold.
    void addRow(QGridLayout* grid, const QString& label, QWidget* field, QWidget* beside = nullptr,
                bool (*goesWith)(const strategy::RunDevice&) = nullptr, bool more = false);
    QWidget* pathField(QLineEdit* line, const QString& name, bool folder);
    void takeOptions(const LaunchOptions& options);
    LaunchPlace place() const;
    void chooseDevice(const QString& last);
    const strategy::RunDevice& device() const;
    void applyLook();
    void growFor(bool more); // that is shown from now on
    void refresh();
    void showFindings(const std::vector<LaunchFinding>& findings);
    void start();

    const Document& m_document;
    const RunController& m_controller;
    QSettings* m_settings; // may be null
    QString m_remark;
    bool m_filled = false;                // options are in place, and changes are the user's
    std::vector<QRadioButton*> m_devices; // as kRunDevices; children, as all that follow
    std::vector<QLabel*> m_deviceNotes;
    std::vector<OptionRow> m_rows;
    std::vector<QLabel*> m_small; // in small type
    std::vector<QWidget*> m_lastRow;
    std::vector<QWidget*> m_ofHosts; // shown where the run is on hosts of a file
    std::vector<QWidget*> m_ofJob;   // likewise of a job of its own
    QSpinBox* m_steps;
    QLabel* m_cost;
    QLabel* m_ranks;
    QComboBox* m_place;
    QComboBox* m_hosts;
    JobForm* m_job;
    QLineEdit* m_record;
    QToolButton* m_more;
    DecimalBox* m_timeScale;
    QSpinBox* m_threads;
    DecimalBox* m_gpusPerRank;
    QComboBox* m_messages;
    QCheckBox* m_takeTurns;
    QCheckBox* m_deterministic;
    QCheckBox* m_deep;
    QLineEdit* m_resume;
    QLineEdit* m_flipBit;
    QLineEdit* m_report;
    QLineEdit* m_listen;
    QSpinBox* m_timeout;
    QPlainTextEdit* m_command;
    QLabel* m_findings;
    QPushButton* m_copy;
    QPushButton* m_start;
    QPushButton* m_cancel;
};

} // namespace gui
