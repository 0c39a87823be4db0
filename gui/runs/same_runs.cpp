#include "gui/runs/same_runs.h"

#include "gui/document/preset_files.h"
#include "gui/live/run_order.h"
#include "gui/start/preset.h"

#include <QDir>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

// Nothing where it did other work, or did it otherwise.
std::optional<OtherRun> sameRun(const RunEntry& run, const AskedRun& asked,
                                const plan::StopAsked& stop)
{
    const auto launched = readPreset(run.strategyCopy());
    if (!launched || !isWorkOf(*launched, asked.emulated, asked.strategy))
        return std::nullopt;
    const RunDigestPtr digest = digestRun(run, stop);
    if (digest->device != asked.device || digest->typical.stands != asked.stands
        || digest->stepTimes.size() < kLeastSteps)
        return std::nullopt;
    return OtherRun{run.run, digest->stepTimes};
}

} // namespace

SameRuns::SameRuns(RunLibrary& library, QObject* parent)
    : QObject(parent)
    , m_library(library)
{
    connect(&library, &RunLibrary::listed, this, &SameRuns::look);
}

void SameRuns::ask(AskedRun asked)
{
    clear();
    m_asked = std::move(asked);
    m_library.refresh();
}

void SameRuns::clear()
{
    m_work.forget();
    m_asked.reset();
    m_looked.clear();
    m_found.clear();
}

void SameRuns::look()
{
    if (!m_asked)
        return;
    std::vector<RunEntry> others;
    for (const RunEntry& run : m_library.runs())
        if (!run.isRunning() && run.hasBegun() && run.run != m_asked->run
            && others.size() < kMostLookedAt
            && QDir::cleanPath(run.directory) != QDir::cleanPath(m_asked->directory))
            others.push_back(run);
    if (m_looked == others)
        return;
    m_looked = others;
    m_work.request([this, asked = *m_asked, others = std::move(others)](
                       const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        std::vector<OtherRun> found;
        for (const RunEntry& run : others) {
            if (outdated() || found.size() == kMostRead)
                break;
            if (auto same = sameRun(run, asked, outdated))
                found.push_back(*std::move(same));
        }
        return [this, found = std::move(found)] {
            m_found = found;
            emit changed();
        };
    });
}

} // namespace gui
