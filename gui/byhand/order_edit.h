// Changing the order of the document's schedule by hand: which op is held, where it may go, and
// what is in the way.
//
// Every state that is legal is an edit of the document at once, so the window shows what comes of
// it while one drags. The first one makes the schedule one by hand (strategy::withOrder()).

#pragma once

#include "engine/plan/edit/edit.h"
#include "gui/background/newest_work.h"
#include "gui/document/document.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace gui {

struct OrderFile;

// GUI thread; no widgets. A gesture, from take() to release(), is one entry of the history.
class OrderEdit : public QObject {
    Q_OBJECT
public:
    // The most ops of a step that can be moved by hand: with more, a move would take the window
    // longer than a blink.
    static constexpr std::size_t kMostOps = std::size_t{1} << 16;

    // `document` must outlive it.
    explicit OrderEdit(Document& document, QObject* parent = nullptr);

    // A sentence; empty: the order can be changed.
    QString whyNot() const;

    // Holds that op; false where it cannot be moved, and refusal() says why.
    bool take(int rank, const plan::Op& op);
    // Puts what is held there, as plan::MoveOp::to, or else as near to it as is legal; refusal()
    // then says why not there. Nothing where nothing is held.
    void moveTo(std::size_t to);
    void release();
    void cancel(); // the order is as it was when the op was taken

    // One place earlier (-1) or later (1), as a gesture of its own.
    void moveBy(int rank, const plan::Op& op, int by);

    // One gesture each; refusal() says why it was not done. See op_parts.h. The second returns the
    // op that stands there then.
    void fuseOrTakeApart(int rank, const plan::Op& op);
    std::optional<plan::Op> splitOrJoin(int rank, const plan::Op& op);

    // Where what is held may stand; empty while nothing is.
    std::optional<plan::MoveTargets> targets() const;
    // The stretch of time of that on the prediction on show.
    struct Stretch {
        int rank = 0;
        plan::Nanoseconds begin{};
        plan::Nanoseconds end{};
    };
    std::optional<Stretch> stretch() const;
    // Why the last one did not go where it was asked to; translated, empty: it did.
    const QString& refusal() const { return m_refusal; }

    // One gesture each. A schedule of the catalogue instead of the order by hand:
    void reset(const QString& schedule);
    // PyTorch's schedule CSV. A sentence where it failed, and everything is then as it was. Ranks,
    // chunks and samples of a step follow the file. The first reads it before it returns, for what
    // has no window yet; the second on a thread, and `then` is called with what the first returns,
    // but of several files that are asked for at once with that of the last alone.
    std::optional<QString> openCsv(const QString& path);
    using OpenedCsv = std::function<void(const std::optional<QString>&)>;
    void openCsv(const QString& path, OpenedCsv then);
    // Compute-only.
    std::optional<QString> saveCsv(const QString& path) const;

signals:
    void changed(); // what is held, or refusal()

private:
    struct Held {
        int rank = 0;
        plan::Op op;
        std::size_t from = 0; // of the first of its pair
        std::size_t size = 1;
        plan::Schedule schedule; // as it was taken
        strategy::Strategy strategy;
        plan::MoveTargets targets;
    };

    // That of the present strategy; nothing while it is not known.
    std::optional<plan::Schedule> present() const;
    QString whyNotNow() const; // why there is none
    struct Found {
        plan::Schedule schedule;
        std::size_t at = 0;
    };
    std::optional<Found> find(int rank, const plan::Op& op);
    std::optional<Held> held(int rank, const plan::Op& op);
    bool become(const QString& text, const plan::Result<plan::Schedule>& schedule);
    void put(const Held& held, std::size_t to);
    std::optional<QString> adopt(const OrderFile& file, const QString& path);
    void refuse(const QString& sentence);
    plan::ValidateOptions limits(const strategy::Strategy& strategy) const;

    Document& m_document;
    std::optional<Held> m_held;
    QString m_refusal;
    bool m_isPutting = false;           // the change of the document is ours
    std::optional<NewestWork> m_reader; // of a CSV, once one is asked for; last: it ends first
};

} // namespace gui
