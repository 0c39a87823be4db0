// Whose order is the shortest: files that anybody may have written, each checked and simulated
// here, so that nobody need be believed. Read again when they change.

#pragma once

#include "engine/lesson/challenge_entries.h"
#include "gui/background/newest_work.h"

#include <QFileSystemWatcher>
#include <QStringList>
#include <QWidget>

class QLabel;
class QMimeData;
class QPushButton;
class QTableWidget;
class QTableWidgetItem;

namespace gui {

// GUI thread; files are read on a thread.
class Leaderboard : public QWidget {
    Q_OBJECT
public:
    explicit Leaderboard(QWidget* parent = nullptr);
    ~Leaderboard() override;

    // By whose limits the entries are judged; reads them again.
    void setChallenge(const lesson::Challenge& challenge);
    // Files and folders; empty: none.
    void setPaths(const QStringList& paths);
    const QStringList& paths() const { return m_paths; }

    const lesson::ReadEntries& entries() const { return m_read; } // as the table has them
    QTableWidget& table() { return *m_table; }
    // What is shown is of the files as they were when it was last asked for.
    bool isCurrent() const { return m_isCurrent; }

    // Of what is dragged here: CSV files and folders; empty: it is nothing for the table.
    static QStringList entriesIn(const QMimeData& dragged);

    void openFolder(); // asks which
    void exportTable();

signals:
    void pathsChosen();                           // by openFolder()
    void entryWanted(const lesson::Entry& entry); // one that counts
    void refreshed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void readAgain();
    void take(lesson::ReadEntries read);
    bool watch(); // whether some are watched that were not
    void fill();
    void fillRow(int row, const lesson::Entry& entry);
    void refreshWords();
    void tellSelected();
    QString placesText() const;
    QStringList cellsOf(const lesson::Entry& entry) const; // a problem in place of the last two

    lesson::Challenge m_challenge;
    QStringList m_paths;
    lesson::ReadEntries m_read;
    bool m_isCurrent = true;
    QFileSystemWatcher m_watcher;
    QLabel* m_title; // children
    QLabel* m_places;
    QTableWidget* m_table;
    QLabel* m_said; // what is wrong with the selected one
    QPushButton* m_open;
    QPushButton* m_export;
    NewestWork m_reader; // last: its thread ends first
};

} // namespace gui
