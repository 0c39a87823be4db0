// Predicts on a thread of its own, newest request first: a request that arrives while another is
// being worked on replaces the one that waits, so typing never queues up work.

#pragma once

#include "gui/document/prediction.h"

#include <QObject>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace gui {

class Predictor : public QObject {
    Q_OBJECT
public:
    // On the GUI thread, with the number the request was made under.
    using OnDone = std::function<void(std::uint64_t number, const plan::Result<PredictionPtr>&)>;

    explicit Predictor(OnDone onDone, QObject* parent = nullptr);
    // Waits for the prediction being worked on; kMaxWindowCells bounds that.
    ~Predictor() override;

    // Answers older than `number` are dropped.
    void request(std::uint64_t number, strategy::Strategy strategy);

private:
    struct Request {
        std::uint64_t number = 0;
        strategy::Strategy strategy;
    };

    void work();
    void deliver(std::uint64_t number, const plan::Result<PredictionPtr>& answer);

    OnDone m_onDone;
    std::uint64_t m_newest = 0; // GUI thread
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::optional<Request> m_waiting; // guarded by m_mutex
    bool m_stop = false;              // guarded by m_mutex
    std::thread m_thread;             // last: starts when the rest stands
};

} // namespace gui
