// The challenge of a day: what is asked, the lanes to lay it on, how far one is, and the entries of
// others beside it.

#pragma once

#include "gui/challenge/challenge_game.h"

#include <QWidget>

class QDateEdit;
class QLabel;
class QPushButton;

namespace gui {

class ChallengeLanes;
class Leaderboard;

// GUI thread. CSV files and folders that are dropped on it are its entries.
class ChallengeView : public QWidget {
    Q_OBJECT
public:
    // The game must outlive it.
    explicit ChallengeView(ChallengeGame& game, QWidget* parent = nullptr);
    ~ChallengeView() override;

    ChallengeLanes& lanes() { return *m_lanes; }
    Leaderboard& leaderboard() { return *m_entries; }

    // As the button does: asks for the player's name where it is not known, then for the place.
    // Precondition: the board is complete.
    void saveEntry();
    // Writes it there, and shows it among the entries.
    void saveEntryTo(const QString& path);

    // What it says of the board now, plain; for tests and screen readers.
    QString standSaid() const;
    QString said() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeHead();
    void connectParts();
    void beginDay();
    void refreshBoard();
    void refreshZoom();
    void refreshWords();
    void say(const QString& text, bool isWrong);
    void paintSaid();
    void askWhereToSave();
    void look(const QStringList& paths);

    ChallengeGame& m_game;
    QDateEdit* m_date; // children
    QPushButton* m_today;
    QLabel* m_dateName;
    QLabel* m_asked;
    QLabel* m_goal;
    QLabel* m_costs;
    ChallengeLanes* m_lanes;
    QLabel* m_stand;
    QLabel* m_said;
    QPushButton* m_undo;
    QPushButton* m_again;
    QPushButton* m_known;
    QPushButton* m_save;
    QPushButton* m_zoomOut;
    QPushButton* m_zoomIn;
    Leaderboard* m_entries;
    bool m_isWrong = false; // what is said
};

} // namespace gui
