// Asks the ranks of a live run for their ops, where their rows are on show: of a run of many ranks
// most send what a step came to, and no more until somebody looks.

#pragma once

#include "gui/live/run_controller.h"
#include "gui/timeline/view_state.h"
#include "telemetry/detail_records.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace gui {

// The ranks whose rows are on show, from the first of the world to the last: all `replicas` of the
// places that are unfolded, and single peers; of more than kMostAsked the first. Empty: none is, or
// a place has but one.
inline constexpr int kMostAsked = 1024;
std::optional<telemetry::DetailWish> wishFor(const std::vector<int>& unfolded,
                                             const std::vector<PeerRow>& peers, int replicas);

class DetailAsker : public QObject {
    Q_OBJECT
public:
    static constexpr int kAgainMs = 20'000; // a wish is renewed so often while rows are on show
    static constexpr int kForMs = 60'000;   // and holds for so long: what asks may be gone

    // Both must outlive it.
    DetailAsker(ViewState& state, RunController& controller, QObject* parent = nullptr);

private:
    void ask();

    ViewState& m_state;
    RunController& m_controller;
    QTimer m_again;
    bool m_asking = false; // the run on show was asked for something
    bool m_isNew = true;   // it has not said yet how many ranks it has
};

} // namespace gui
