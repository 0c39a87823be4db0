// The panel of runs: those of this machine and recordings from elsewhere, found by what is said of
// them, opened, compared and removed. What is chosen is said by signals; the panel itself opens
// nothing.

#pragma once

#include "gui/runs/run_filter.h"
#include "gui/runs/run_model.h"

#include <QList>
#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QToolButton;

namespace gui {

// In the list Enter and a double click open, Delete removes; the arrow keys move, with Shift or
// Ctrl several are chosen. Down leads from the filter into the list, Escape empties the filter. The
// list is kept up to date while it is in sight. GUI thread.
class RunBrowser : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostCompared = 6;

    // `library` must outlive the panel.
    explicit RunBrowser(RunLibrary& library, QWidget* parent = nullptr);

    QLineEdit& filter() { return *m_text; } // has the keyboard at first
    QListView& list() { return *m_list; }
    const RunModel& model() const { return m_model; }

    // Those that are chosen, the current one first, then in their order.
    QList<RunEntry> chosen() const;

signals:
    void openWanted(const gui::RunEntry& run);
    void compareWanted(const QList<gui::RunEntry>& runs); // two at least, kMostCompared at most
    void folderWanted(const gui::RunEntry& run);
    void removeWanted(const gui::RunEntry& run);
    void stopWanted(const gui::RunEntry& run); // it goes on, or waits in the queue
    void startWanted();                        // there is no run yet

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFields();
    void makeList();
    QWidget* makeButtons();
    QAction* makeAction(const QString& text, const QString& tip, const QString& iconName,
                        void (RunBrowser::*act)());
    void open();
    void compare();
    void showFolder();
    void remove();
    void stop();
    void refresh();
    void refreshActions();
    void refreshWords();
    void refreshHeights();
    void tellSight();
    void applyLook();

    RunLibrary& m_library;
    RunModel m_model;
    RunFilter m_shown;
    QTimer m_again; // lists them anew
    QTimer m_sight; // tells the library what is in sight, once for many changes
    QLineEdit* m_text;
    QComboBox* m_device;
    QComboBox* m_verdict;
    QComboBox* m_order;
    QListView* m_list;
    QLabel* m_words;   // how many there are, or why there is none
    QLabel* m_remarks; // what could not be listed
    QAction* m_open;
    QAction* m_compare;
    QAction* m_folder;
    QAction* m_stop;
    QAction* m_remove;
};

} // namespace gui
