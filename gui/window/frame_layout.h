// Where the parts of the window stand around the sheet in front, which of them are open, and how
// large they are. One arrangement for each mode, and one for what has options; all of them are kept
// from one start to the next.

#pragma once

#include "gui/frame/document_tabs.h"
#include "gui/frame/drawer.h"
#include "gui/frame/rail.h"
#include "gui/frame/side_panel.h"
#include "gui/frame/verdict_bar.h"
#include "gui/window/sheet.h"

#include <QWidget>

#include <array>

class QBoxLayout;
class QLabel;
class QSettings;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace gui {

class BriefLabel;

// What is open in a mode.
struct Arrangement {
    bool panel = false;
    bool inspector = false;
    bool drawer = false;
    int drawerHeight = 0; // 0: a share of the window

    bool operator==(const Arrangement&) const = default;
};

// The parts, put together. It knows nothing of what stands in them.
class FrameLayout : public QWidget {
    Q_OBJECT
public:
    explicit FrameLayout(QWidget* parent = nullptr);

    DocumentTabs& tabs() { return *m_tabs; }
    VerdictBar& verdict() { return *m_verdict; }
    Rail& rail() { return *m_rail; }
    SidePanel& panel() { return *m_panel; }
    SidePanel& inspector() { return *m_inspector; }
    Drawer& drawer() { return *m_drawer; }
    QStackedWidget& sheets() { return *m_sheets; }

    // The button behind the last tab does that.
    void setNewTab(QAction* action);
    // In the row under the timeline; the owner keeps it. Null: none.
    void setScrubber(QWidget* scrubber);
    // What was said last, in the same row; empty: nothing.
    void say(const QString& sentence);
    QString said() const;
    // What is selected in front, told in that row while presenting, where no inspector tells it;
    // empty: nothing is. Another one takes away what was said before.
    void setCaption(const QString& caption);
    BriefLabel& caption() { return *m_caption; }

    // `options`: what is in front has a panel that it hangs on (Sheet::hasOptions()).
    void setMode(Mode mode, bool options = false);
    const Arrangement& arrangement() const { return m_arrangements[place()]; }
    // Of this mode. Where panel and inspector would leave too little between them, the one that was
    // open before is shut.
    void setArrangement(const Arrangement& arrangement);
    // Nothing but the timeline, in large type.
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_presenting; }

    // For a window of that size that was never arranged.
    void arrangeFor(QSize window);
    bool restore(const QSettings& settings); // false: nothing was kept
    void save(QSettings& settings) const;

signals:
    void arranged();
    void focusLost(); // with the part that had it, which is hidden now

protected:
    void changeEvent(QEvent* event) override;

private:
    // Of the arrangement: the modes, and behind them what has options.
    std::size_t place() const;
    void apply();
    void applyFoot();
    void applyLook();

    DocumentTabs* m_tabs;
    QToolButton* m_newTab;
    QWidget* m_top; // the tabs
    VerdictBar* m_verdict;
    Rail* m_rail;
    SidePanel* m_panel;
    QSplitter* m_middle;
    QStackedWidget* m_sheets;
    QWidget* m_foot; // scrubber, caption and words
    QBoxLayout* m_inFoot;
    BriefLabel* m_caption;
    QLabel* m_words;
    QWidget* m_scrubber = nullptr;
    Drawer* m_drawer;
    SidePanel* m_inspector;
    std::array<Arrangement, kModes + 1> m_arrangements{};
    Mode m_mode = Mode::Design;
    bool m_options = false;
    bool m_presenting = false;
};

} // namespace gui
