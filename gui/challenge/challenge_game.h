// The challenge that is played: of which day it is, and what is laid of it. It stays while its view
// comes and goes, and is there again after the next start.

#pragma once

#include "engine/lesson/challenge_notes.h"

#include <QDate>
#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <optional>

namespace gui {

// GUI thread.
class ChallengeGame : public QObject {
    Q_OBJECT
public:
    // Begins with today's. `file`: absolute; its folder is made once there is something to keep. A
    // file that cannot be read is left as it is, and problem() says so. Empty: nothing is kept.
    explicit ChallengeGame(QString file, QObject* parent = nullptr);
    ~ChallengeGame() override;

    // challenges.json in the place for data of applications.
    static QString usualFile();

    QDate date() const;
    // From 1970 to 9999. What is laid of the other day is kept.
    void setDate(const QDate& date);

    const lesson::Challenge& challenge() const { return m_challenge; }
    // Its strategy with the order of the catalogue.
    const lesson::PlannedPtr& planned() const { return m_planned; }
    // As long as the day is the same, also where it is laid anew. Whoever changes it calls
    // noteLaid().
    lesson::BuildBoard& board() { return *m_board; }
    const lesson::BuildBoard& board() const { return *m_board; }
    void noteLaid();

    // Steps of the board, and of these two.
    bool canUndo() const;
    void undo();
    void startAgain();
    // With an order to be improved: lesson::startOf().
    void startFromKnown();

    // As the player is called in the entries; empty: it was not asked yet.
    QString player() const { return QString::fromStdString(m_notes.player); }
    void setPlayer(const QString& name);
    // Of the entries that were looked at last; empty: none were.
    QString folder() const { return QString::fromStdString(m_notes.folder); }
    void setFolder(const QString& folder);

    // The order as PyTorch's CSV. A sentence where it was not written. Precondition: the board is
    // complete.
    QString saveEntry(const QString& path) const;

    const QString& problem() const { return m_problem; } // with its file; empty: none
    // Writes at once what is still to be kept.
    void keep();

signals:
    void dateChanged(); // another challenge, on another board
    void laid();        // other ops lie on the board

private:
    void begin(const lesson::Date& date);
    void replace(lesson::BuildBoard board);
    void note();

    QString m_file;
    bool m_mayWrite = true;
    QString m_problem;
    lesson::ChallengeNotes m_notes;
    lesson::Challenge m_challenge;
    lesson::PlannedPtr m_planned;
    std::map<lesson::Date, lesson::BuildBoard> m_boards; // of this session, with their steps
    lesson::BuildBoard* m_board = nullptr;               // one of them
    std::vector<lesson::BuildBoard> m_before;            // that were laid anew, of this day
    QTimer m_keeping;                                    // so that not every op is written
};

} // namespace gui
