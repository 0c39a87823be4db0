// Takes the costs of the document's strategy from the run shown: fitted to its newest steps away
// from the GUI thread, and put into the document as one change that can be taken back.

#pragma once

#include "gui/document/document.h"
#include "gui/live/run_view.h"

#include <QObject>

#include <vector>

namespace measured {
struct Calibration;
}

namespace gui {

class RunCalibration : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostSteps = 64; // that are fitted to, the newest ones
    static constexpr std::size_t kLeastSteps = 4; // the first is slower than the rest

    // All must outlive it.
    RunCalibration(Document& document, RunView& view, RunController& controller,
                   QObject* parent = nullptr);

    // Why the costs cannot be taken now; empty where they can.
    QString whyNot() const;

    // Precondition: whyNot() is empty.
    void start();

signals:
    void said(const QString& sentence);
    void failed(const QString& sentence);

private:
    std::vector<StepPtr> steps() const;
    void take(const measured::Calibration& found);

    Document& m_document;
    RunView& m_view;
    RunController& m_controller;
    QString m_run; // that is being fitted to
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
