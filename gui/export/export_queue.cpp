#include "gui/export/export_queue.h"

#include "gui/export/write_file.h"

#include <QCoreApplication>

#include <chrono>
#include <utility>

namespace gui {

ExportQueue& ExportQueue::ofApplication()
{
    QCoreApplication* application = QCoreApplication::instance();
    if (auto* queue = application->findChild<ExportQueue*>(QString(), Qt::FindDirectChildrenOnly))
        return *queue;
    return *new ExportQueue(application);
}

ExportQueue::ExportQueue(QCoreApplication* application)
    : QObject(application)
{
    connect(application, &QCoreApplication::aboutToQuit, this, &ExportQueue::finish);
}

ExportQueue::~ExportQueue() { finish(); }

void ExportQueue::finish()
{
    while (!m_files.empty())
        m_work.finish(std::chrono::minutes{1});
}

void ExportQueue::write(const QString& path, std::function<QByteArray()> make, QObject* who,
                        std::function<void(const QString&)> onDone)
{
    m_files.push_back({path, std::move(make), who, std::move(onDone)});
    if (m_files.size() == 1)
        next();
}

void ExportQueue::next()
{
    if (m_files.empty())
        return;
    m_work.request([this, path = m_files.front().path,
                    make = std::move(m_files.front().make)](const auto&) -> NewestWork::Delivery {
        return [this, problem = writtenTo(path, make())] { done(problem); };
    });
}

void ExportQueue::done(const QString& problem)
{
    const File file = std::move(m_files.front());
    m_files.pop_front();
    next();
    if (file.who)
        file.onDone(problem);
    else if (!problem.isEmpty())
        qWarning("%s", qUtf8Printable(problem));
}

} // namespace gui
