// The run panel: launches, stops, attaches and replays; says how the run stands, and chooses the
// step that is drawn. What it says comes from run_numbers.h and verdict_words.h; what its buttons
// do is done by the window's actions.

#pragma once

#include "gui/live/run_controls.h"

#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSlider;
class QSpinBox;
class QToolButton;

namespace gui {

// The window's actions, so that a button and a menu entry are one thing. None may be null.
struct RunActions {
    QAction* launch = nullptr;
    QAction* stop = nullptr;
    QAction* attach = nullptr;
    QAction* replay = nullptr;
    QAction* leave = nullptr;
    QAction* follow = nullptr;
    QAction* previousStep = nullptr;
    QAction* nextStep = nullptr;
    QAction* calibrate = nullptr;
    ControlActions control{};
};

class RunPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel.
    RunPanel(Document& document, RunController& controller, RunView& view, RunControl& control,
             const RunActions& actions, QWidget* parent = nullptr);

    // What is chosen for the next launch.
    int steps() const;      // > 0
    QString device() const; // the word of a strategy::RunDevice

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeButtons();
    QWidget* makeLaunchRow();
    QWidget* makeStepRow();
    QLabel* addRow(QFormLayout* form, const QString& label);
    void refreshDevices();
    bool canTrain() const;
    void refreshCommand();
    void refreshActions();
    QString whyNoLaunch() const;
    void refresh();
    void showRow(QLabel* value, bool shows);
    void showState(const QString& text, bool bad);
    void refreshSlider();
    void refreshLog();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    RunActions m_actions;
    QSpinBox* m_steps;
    QToolButton* m_calibrate = nullptr;
    QComboBox* m_devices;
    std::optional<int> m_chosenDevice; // by the user; else it goes by the strategy
    QLineEdit* m_command;
    QLabel* m_run = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_device = nullptr;
    QLabel* m_step = nullptr;
    QLabel* m_lateness = nullptr;
    QLabel* m_verdict = nullptr;
    QFormLayout* m_form = nullptr;
    QLabel* m_losses = nullptr;
    QComboBox* m_show;
    QSlider* m_slider;
    QLabel* m_sliderText;
    QPlainTextEdit* m_log;
    std::uint64_t m_logTotal = 0; // lines shown so far
};

} // namespace gui
