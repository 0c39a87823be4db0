#include "gui/search/open_sweep.h"

#include "engine/strategy/search/field_change.h"
#include "gui/editor/field_names.h"
#include "gui/text/engine_text.h"

#include <algorithm>
#include <new>

namespace gui {
namespace {

SweepAnswerPtr swept(const strategy::Strategy& strategy,
                     const std::vector<strategy::SweptField>& fields, const plan::StopAsked& stop,
                     const strategy::SweepProgress& progress)
{
    auto answer = std::make_shared<SweepAnswer>();
    answer->strategy = strategy;
    answer->fields = fields;
    for (const strategy::SweptField& field : fields) {
        const auto word = strategy::fieldWord(strategy, field.key);
        const auto found = word ? std::find(field.values.begin(), field.values.end(), *word)
                                : field.values.end();
        answer->present.push_back(
            found == field.values.end()
                ? std::nullopt
                : std::optional(static_cast<std::size_t>(found - field.values.begin())));
    }
    // On the thread of the work, where an exception that gets out would end the program.
    try {
        auto rows = strategy::sweep(strategy, fields, stop, progress);
        if (rows)
            answer->rows = *std::move(rows);
        else
            answer->failure = namedSentence({0, {}, rows.error().message});
    } catch (const std::bad_alloc&) {
        answer->failure = engineText(std::string_view(kNoMemory));
    }
    return answer;
}

} // namespace

OpenSweep::~OpenSweep() { stop(); }

QString OpenSweep::title() const { return tr("Sweep %1").arg(baseName()); }

void OpenSweep::start(const std::vector<strategy::SweptField>& fields)
{
    if (!whyNot().isEmpty())
        return;
    stop();
    m_asked = fields;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_work.request([this, stop = m_stop, strategy = base(),
                    fields](const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        const auto stopped = [&] { return *stop || outdated(); };
        const auto tell = [this, stop](std::size_t done, std::size_t all) {
            const auto say = [this, stop, done, all] {
                // Each sweep has a flag of its own, which tells its reports apart from those of a
                // sweep that was given up and are still in the queue.
                if (stop == m_stop)
                    emit progressed(done, all);
            };
            QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
        };
        return [this, answer = swept(strategy, fields, stopped, tell)] { take(answer); };
    });
    emit sweeping();
}

void OpenSweep::stop()
{
    if (m_stop)
        *m_stop = true;
}

void OpenSweep::take(SweepAnswerPtr answer)
{
    // From here on reports of this sweep that are still in the queue are ignored.
    m_stop.reset();
    emit sweeping();
    if (!answer->failure.isEmpty()) {
        emit failed(answer->failure);
        return;
    }
    m_answer = std::move(answer);
    emit answered();
}

} // namespace gui
