// Three hints for whoever opens the window for the first time: what stands where. Each is a card
// beside the part that it tells of; nothing is locked meanwhile.

#pragma once

#include <QFrame>
#include <QPointer>

#include <vector>

class QLabel;
class QPushButton;
class QSettings;

namespace gui {

class MainWindow;

// A hint and the part of the window that it is about.
struct TourStop {
    QPointer<QWidget> part;
    QString title;
    QString text;
};

// A child of the window, over its contents. Enter and the button go on, Escape ends it, as does a
// key or a click anywhere else, which does there what it always does. It deletes itself behind the
// last stop. GUI thread.
class Tour : public QFrame {
    Q_OBJECT
public:
    // Parts that are hidden or gone are left out; where none is left nothing is shown.
    Tour(std::vector<TourStop> stops, QWidget* window);

    int stop() const { return m_stop; } // from 0
    // Gives the keyboard to the button that goes on; at the end, what had it has it again.
    void takeFocus();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent*) override {} // on the card, and nowhere else
    void paintEvent(QPaintEvent* event) override;
    bool focusNextPrevChild(bool next) override; // between its buttons
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showStop(int stop); // or the next one that can be shown; behind the last it ends
    void end();
    void place();
    bool isOurs(const QObject* object) const;

    std::vector<TourStop> m_stops;
    QPointer<QWidget> m_before; // had the keyboard
    int m_stop = -1;
    QLabel* m_title; // children
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_next;
    QPushButton* m_end;
};

// The hints on the window's own parts, from the first one on.
Tour& showTour(MainWindow& window);
// True once for each user: from then on the settings say so.
bool wantsTour(QSettings& settings);

} // namespace gui
