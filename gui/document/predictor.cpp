#include "gui/document/predictor.h"

namespace gui {

Predictor::Predictor(OnDone onDone, QObject* parent)
    : QObject(parent)
    , m_onDone(std::move(onDone))
    , m_thread([this] { work(); })
{
}

Predictor::~Predictor()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Predictor::request(std::uint64_t number, strategy::Strategy strategy)
{
    m_newest = number;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = Request{number, std::move(strategy)};
    }
    m_wake.notify_one();
}

void Predictor::work()
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_stop || m_waiting; });
        if (m_stop)
            return;
        const Request request = std::move(*m_waiting);
        m_waiting.reset();
        lock.unlock();

        auto answer = predict(request.strategy);
        QMetaObject::invokeMethod(
            this,
            [this, number = request.number, answer = std::move(answer)] {
                deliver(number, answer);
            },
            Qt::QueuedConnection);
    }
}

void Predictor::deliver(std::uint64_t number, const plan::Result<PredictionPtr>& answer)
{
    if (number == m_newest)
        m_onDone(number, answer);
}

} // namespace gui
