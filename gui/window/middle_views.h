// The middle of a strategy's sheet: the timeline, or the devices that its ranks run on, or what
// they hold, or which layers. One at a time; what is selected in one is selected in all.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/live/run_view.h"

#include <QWidget>

#include <array>

class QStackedLayout;
class QStackedWidget;
class QTabBar;

namespace gui {

class ActionRegistry;
class TimelineArea;

enum class MiddleView { Timeline, Devices, Grid, Shards, Layers };

inline constexpr std::size_t kMiddleViews = 5;

class MiddleViews : public QWidget {
    Q_OBJECT
public:
    // `area` becomes a child; everything else must outlive the views.
    MiddleViews(TimelineArea& area, Document& document, const Estimator& estimator, RunView& run,
                QWidget* parent = nullptr);
    ~MiddleViews() override;

    // The commands that lead to each of them.
    void connectTo(ActionRegistry& actions);

    MiddleView current() const;
    void setCurrent(MiddleView view);
    // What has the keyboard when the sheet comes to the front.
    QWidget* focused() const;

    ClusterState& cluster() { return m_cluster; }
    QWidget* page(MiddleView view) const { return m_pages[static_cast<std::size_t>(view)]; }

    // For the inspector: `timeline` beside the timeline and the device that is lit beside the
    // others. Its owner is `parent`.
    QWidget* inspectorWith(QWidget* timeline, QWidget* parent);

signals:
    void currentChanged(gui::MiddleView view);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show();
    bool showsDevices() const; // and not the timeline or layers
    void refresh();            // what is known of the devices, where they are on show
    EstimatePtr estimate() const;
    MeasuredDevices measured();
    void readNetwork(); // the hosts and the links of the run on show
    void selectOnTimeline();
    void selectAsTimeline();
    void applyLook();

    TimelineArea& m_area;
    Document& m_document;
    const Estimator& m_estimator;
    RunView& m_run;
    struct {
        std::shared_ptr<const RankHostNames> hosts;
        std::uint64_t revision = 0; // of the hosts
        StepPtr step;               // what the links are as of
        measured::LinkSpeeds::Seen links;
    } m_network; // of the run on show
    ClusterState m_cluster;
    std::array<QWidget*, kMiddleViews> m_pages{};
    QTabBar* m_tabs;         // children
    QStackedWidget* m_stack; //
    QStackedLayout* m_inspectors = nullptr;
    bool m_selecting = false; // from one to the other
};

} // namespace gui
