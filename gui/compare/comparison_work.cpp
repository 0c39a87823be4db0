#include "gui/compare/comparison_work.h"

#include <algorithm>

namespace gui {
namespace {

template <class IsIt>
const KnownStep* findKnown(const KnownSteps& known, const IsIt& isIt)
{
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const KnownStep& each) { return isIt(each.first); });
    return found == known.end() ? nullptr : &*found;
}

} // namespace

bool isOne(const ComparedSource& a, const ComparedSource& b)
{
    return a.kind == b.kind && a.colour == b.colour && a.from == b.from
        && a.schedule.name == b.schedule.name && a.schedule.chunks == b.schedule.chunks
        && a.run.run == b.run.run;
}

const KnownStep* sameIn(const KnownSteps& known, const ComparedSource& source)
{
    return findKnown(known, [&](const ComparedSource& each) { return each.isSame(source); });
}

const KnownStep* oneIn(const KnownSteps& known, const ComparedSource& source)
{
    return findKnown(known, [&](const ComparedSource& each) { return isOne(each, source); });
}

ComparisonWork::ComparisonWork(std::function<void(const KnownSteps&)> deliver)
    : m_deliver(std::move(deliver))
{
}

ComparisonWork::~ComparisonWork() { ask({}); }

void ComparisonWork::request(const std::vector<ComparedSource>& sources)
{
    ask(sources);
    m_work.request([this, sources](const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        m_done = workOut(sources, outdated);
        return [this, done = m_done] { m_deliver(done); };
    });
}

void ComparisonWork::forget()
{
    ask({});
    m_work.forget();
}

void ComparisonWork::ask(const std::vector<ComparedSource>& sources)
{
    const std::lock_guard lock(m_lock);
    m_asked = sources;
}

bool ComparisonWork::isAsked(const ComparedSource& source)
{
    const std::lock_guard lock(m_lock);
    return std::any_of(m_asked.begin(), m_asked.end(),
                       [&](const ComparedSource& each) { return each.isSame(source); });
}

KnownSteps ComparisonWork::workOut(const std::vector<ComparedSource>& sources,
                                   const NewestWork::Outdated& outdated)
{
    KnownSteps done;
    for (const ComparedSource& source : sources) {
        // A measured step is a matter of moments, and the next one comes as soon.
        const auto isOver = [&] {
            return outdated() && source.kind != ComparedSource::Kind::Step && !isAsked(source);
        };
        const KnownStep* old = sameIn(m_done, source);
        ComparedStepPtr step = old ? old->second : comparedStep(source, isOver);
        if (old || !isOver())
            done.emplace_back(source, std::move(step));
    }
    return done;
}

} // namespace gui
