// The lanes of a challenge, as long as its ops need to be read, with another order under one's own
// on the same axis.

#pragma once

#include "gui/challenge/challenge_game.h"

#include <QScrollArea>

#include <memory>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gui {

class BuildLanes;

// GUI thread. + and - make the lanes longer and shorter. After an op is laid it is in sight.
class ChallengeLanes : public QScrollArea {
    Q_OBJECT
public:
    // The game must outlive it.
    explicit ChallengeLanes(ChallengeGame& game, QWidget* parent = nullptr);
    ~ChallengeLanes() override;

    BuildLanes& lanes() { return *m_lanes; }

    // Shows an order of the challenge's shape that can only be looked at. `name`: whose it is, as
    // it may be shown.
    void showRival(const QString& name, const plan::Schedule& schedule);
    void hideRival();
    BuildLanes* rival() { return m_rival; } // null: none is shown

    void zoom(int steps);
    bool canZoom(int steps) const;

signals:
    void refused(const QString& reason);
    void zoomed(); // how far they can be zoomed may be another

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    // In pixels.
    struct LanesSize {
        int letters = 0; // their height
        int width = 0;   // in which all ops can be read, and at least the view's
        int height = 0;
    };

    void begin();
    LanesSize fitting() const;
    void takeLaid();
    void fit();
    void setUp(BuildLanes& lanes);
    void refreshWords();

    ChallengeGame& m_game;
    QVBoxLayout* m_column; // of what is scrolled
    BuildLanes* m_lanes = nullptr;
    QWidget* m_rivalHead; // hidden while there is none
    QLabel* m_rivalName;
    QPushButton* m_rivalAway;
    std::unique_ptr<lesson::BuildBoard> m_rivalBoard;
    BuildLanes* m_rival = nullptr;
    QString m_rivalOf;
    int m_zoom = 0;                             // steps
    std::vector<std::vector<plan::Op>> m_order; // as it was last shown
};

} // namespace gui
