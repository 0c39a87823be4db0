#include "gui/exchange/import_queue.h"

namespace gui {

ImportQueue::ImportQueue(QObject* parent)
    : QObject(parent)
{
}

void ImportQueue::read(const QString& path)
{
    if (m_waiting.contains(path))
        return;
    m_waiting << path;
    if (m_waiting.size() == 1)
        next();
}

void ImportQueue::next()
{
    if (m_waiting.isEmpty())
        return;
    m_work.request([this, path = m_waiting.first()](
                       const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        return [this, path, file = readForeign(path, outdated)] {
            m_waiting.removeFirst();
            next();
            emit done(path, file);
        };
    });
}

} // namespace gui
