#include "gui/search/open_search.h"
#include "gui/text/engine_text.h"

#include <algorithm>
#include <new>
#include <thread>

namespace gui {
namespace {

constexpr int kMaxThreads = 16;

SearchAnswerPtr searched(const strategy::Strategy& strategy, const strategy::SearchAsked& asked)
{
    auto answer = std::make_shared<SearchAnswer>();
    // On the thread of the work, where an exception that gets out would end the program.
    try {
        if (auto own = strategy::estimate(strategy, plan::AttentionCount::Full, asked.stop)) {
            answer->own.emplace();
            answer->own->strategy = strategy;
            answer->own->estimate = *std::move(own);
            answer->own->estimate.schedule = {}; // they may be large
            answer->own->estimate.timeline = {};
        }
        auto result = strategy::search(strategy, asked);
        if (result)
            answer->result = *std::move(result);
        else
            answer->failure = engineText(result.error().message);
    } catch (const std::bad_alloc&) {
        answer->failure = engineText(std::string_view(kNoMemory));
    }
    return answer;
}

} // namespace

OpenSearch::~OpenSearch() { stop(); }

QString OpenSearch::title() const { return tr("Search %1").arg(baseName()); }

void OpenSearch::start(const strategy::SearchAsked& wanted)
{
    if (!whyNot().isEmpty())
        return;
    stop();
    m_asked = wanted;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_work.request([this, stop = m_stop, strategy = base(), asked = wanted](
                       const NewestWork::Outdated& outdated) mutable -> NewestWork::Delivery {
        asked.top = strategy::kLongList;
        asked.threads
            = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
        // Stopped by the user it delivers what it has; outdated, its answer is dropped.
        asked.stop = [&] { return *stop || outdated(); };
        asked.progress = [this, stop](const strategy::SearchProgress& progress) {
            const auto say = [this, stop, progress] {
                // Each search has a flag of its own, which tells its reports apart from those of a
                // search that was given up and are still in the queue.
                if (stop == m_stop)
                    emit progressed(progress);
            };
            QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
        };
        return [this, answer = searched(strategy, asked)] { take(answer); };
    });
    emit searching();
}

void OpenSearch::stop()
{
    if (m_stop)
        *m_stop = true;
}

void OpenSearch::take(SearchAnswerPtr answer)
{
    // From here on reports of this search that are still in the queue are ignored.
    m_stop.reset();
    m_answer = std::move(answer);
    emit searching();
    emit answered();
}

} // namespace gui
