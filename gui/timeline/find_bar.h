// The bar to find ops and bubbles with: a field, how many there are, and the way from one to the
// next.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/timeline/find_query.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace gui {

// Looks on a thread of its own, while one types. Hidden at first. GUI thread.
class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget* parent = nullptr);

    // Shows the bar, with the keyboard in its field.
    void open();
    // Likewise, with "rank " in it: a number, and Enter goes there.
    void openForRank();
    // Looks again if it is open: for tracks that have changed.
    void setTracks(const Tracks& tracks);

    // Null while it is closed, or nothing is looked for.
    const FindHitsPtr& hits() const { return m_hits; }
    // The one that was gone to last; null: none yet.
    const FindHit* current() const;
    void goOn(int by); // 1 or -1; from the last one on to the first

    // Waits until what is typed has been looked for; false if it is not by the deadline.
    bool finish(std::chrono::milliseconds deadline = std::chrono::seconds{10});

    // hitsChanged(): there are others, or none. currentChanged(): it is to be shown. closed(): the
    // keyboard goes back to where it was.
signals:
    void hitsChanged();
    void currentChanged();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void look();
    void take(FindHitsPtr hits);
    void closeBar();
    void describe();
    QToolButton* button(const QString& text, const QString& name);

    Tracks m_tracks;
    QLineEdit* m_field;    // children
    QLabel* m_count;       //
    QToolButton* m_before; //
    QToolButton* m_next;   //
    FindHitsPtr m_hits;
    std::optional<std::size_t> m_current; // of m_hits->first
    bool m_isUnderstood = true;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
