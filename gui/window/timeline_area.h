// The middle of the window: the predicted track, the measured one under it while a run is shown,
// and the lines above them that say how they differ and what is wrong.

#pragma once

#include "gui/live/run_view.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/notice_strip.h"

#include <QTimer>
#include <QWidget>

#include <functional>

namespace gui {

class TimelineArea : public QWidget {
    Q_OBJECT
public:
    // All must outlive the area.
    TimelineArea(Document& document, RunController& controller, RunView& view,
                 QWidget* parent = nullptr);

    ViewState& viewState() { return m_state; }
    TimelinePanel& panel() { return *m_panel; }

    // A failure, until it is dismissed or cleared.
    void showFailure(const QString& sentence);
    void clearFailure() { m_failure->clear(); }
    QString failure() const { return m_failure->text(); }

    // Something to decide, until one does.
    struct Offer {
        QString text;
        QString accept;
        QString refuse;
        std::function<void()> onAccept;
        std::function<void()> onRefuse;
    };
    void offer(const Offer& offer);
    QString offered() const { return m_offer->text(); }

    // Both strips, for tests and pictures.
    QString comparison() const { return m_comparison->text(); }
    QString notice() const { return m_notice->text(); }

signals:
    void runStrategyWanted(); // open the strategy of the run shown

private:
    void refreshPredicted();
    static QString predictedTitle(const Prediction& prediction);
    bool isTimeless() const;
    void refreshCauses();
    void refreshMeasured();
    bool isCutShort(const ShownStep& shown) const;
    QString measuredTitle(const ShownStep& shown) const;
    void refreshNotice();
    void announce();
    void refreshComparison();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    ViewState m_state;         // before the panel, which refers to it
    NoticeStrip* m_offer;      // children
    NoticeStrip* m_failure;    //
    NoticeStrip* m_notice;     //
    NoticeStrip* m_comparison; //
    TimelinePanel* m_panel;    //
    PredictionPtr m_predicted; // in the panel
    bool m_timeless = false;   // but for its times, which say nothing beside those of the run
    StepPtr m_measured;        // in the panel
    SchedulePtr m_measuredSchedule;
    std::shared_ptr<const plan::Ledger> m_measuredLedger;
    MemoryLanesPtr m_measuredMemory;
    bool m_hasMeasuredTrack = false;
    QTimer m_late; // runs while a prediction is new
    bool m_announced = false;
};

} // namespace gui
