// What one wants to know of an op besides its times: what its predicted time is made of, which op
// it needs, and which one waits for it.

#pragma once

#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;

namespace gui {

struct OpPart {
    enum class Kind { Compute, InputGrad, WeightGrad, Recompute, Collective, Transfer };
    Kind kind = Kind::Compute;
    Nanoseconds time{}; // > 0

    bool operator==(const OpPart&) const = default;
};

// Of a predicted op: they add up to what it takes. Empty where it is all one, where nothing is
// known of its costs, and of one that overlaps with another. Precondition: the track has a
// timeline.
std::vector<OpPart> partsOf(const TrackData& track, const OpRef& ref);

// Bytes that one device sends behind a predicted op to another rank's, as they are charged; 0 where
// nothing is sent or known. Precondition: the track has a timeline.
std::int64_t sentBytes(const TrackData& track, const OpRef& ref);

// Hidden while it has nothing to say. GUI thread.
class OpFacts : public QWidget {
    Q_OBJECT
public:
    explicit OpFacts(QWidget* parent = nullptr);

    // `track`: that of the op; null: there is none.
    void show(const TrackData* track, const std::optional<OpRef>& ref, TimeUnit unit);

signals:
    void opWanted(const gui::OpRef& op); // one that it names was clicked

protected:
    void changeEvent(QEvent* event) override;

private:
    void showChain();
    void follow(const QString& link);

    QLabel* m_parts; // children
    QLabel* m_chain; //
    std::optional<OpRef> m_needed;
    std::optional<OpRef> m_waiting;
    int m_neededRank = 0;    // what the ranks of those are called
    int m_waitingRank = 0;   //
    std::int64_t m_sent = 0; // bytes of the message to it; 0: none is sent, or it is not known
    int m_rank = 0;          // of the op, which sends them
    bool m_isLast = false;   // nothing but the optimizer waits for it
};

} // namespace gui
