#include "gui/workspace/open_comparison.h"

#include "gui/workspace/run_tail.h"

#include <algorithm>
#include <utility>

namespace gui {
namespace {

bool isSameSchedule(const plan::ComparedSchedule& a, const plan::ComparedSchedule& b)
{
    return a.name == b.name && a.chunks == b.chunks;
}

} // namespace

bool ComparedSource::isSame(const ComparedSource& other) const
{
    return kind == other.kind && strategy == other.strategy && prediction == other.prediction
        && isSameSchedule(schedule, other.schedule) && step.isSame(other.step) && run == other.run
        && trace == other.trace && iteration == other.iteration && colour == other.colour;
}

OpenComparison::OpenComparison(OpenStrategy& first)
    : m_first(&first)
    , m_name(first.shortTitle())
{
    add(first, ComparedSource::Kind::Prediction);
}

OpenComparison::OpenComparison(const QList<RunEntry>& runs)
    : m_name(tr("%1 runs").arg(std::min<qsizetype>(runs.size(), kMost)))
{
    for (const RunEntry& run : runs)
        add(run);
}

OpenComparison::OpenComparison(OpenImport& first)
    : m_first(&first)
    , m_name(first.title())
{
    add(first.sharedTrace(), first.shown());
}

OpenComparison::OpenComparison(OpenItem* first, QString name)
    : m_first(first)
    , m_name(std::move(name))
{
}

QString OpenComparison::title() const { return tr("Compare %1").arg(m_name); }

QString OpenComparison::tip() const
{
    QStringList lines;
    for (const ComparedSource& source : m_sources)
        lines << sourceLabel(source);
    return lines.join(QLatin1Char('\n'));
}

bool OpenComparison::has(const OpenStrategy& open, ComparedSource::Kind kind,
                         const plan::ComparedSchedule& schedule) const
{
    return std::any_of(m_sources.begin(), m_sources.end(), [&](const ComparedSource& source) {
        return source.from == &open && source.kind == kind
            && isSameSchedule(source.schedule, schedule);
    });
}

void OpenComparison::add(OpenStrategy& open, ComparedSource::Kind kind,
                         const plan::ComparedSchedule& schedule)
{
    if (isFull() || has(open, kind, schedule))
        return;
    // However many of its steps are compared, it is listened to once.
    disconnect(&open, nullptr, this, nullptr);
    disconnect(&open.document(), nullptr, this, nullptr);
    connect(&open.document(), &Document::predictionChanged, this, &OpenComparison::refresh);
    connect(&open, &OpenItem::changed, this, &OpenComparison::refresh);
    connect(&open, &OpenStrategy::onShowChanged, this, &OpenComparison::refresh);
    connect(&open, &QObject::destroyed, this, &OpenComparison::sourcesChanged);
    ComparedSource source{.kind = kind,
                          .from = &open,
                          .strategy = open.shortTitle(),
                          .schedule = schedule,
                          .colour = freeColour()};
    take(source);
    append(std::move(source));
}

void OpenComparison::add(const RunEntry& run)
{
    const bool isThere = std::any_of(m_sources.begin(), m_sources.end(), [&](const auto& source) {
        return source.kind == ComparedSource::Kind::Run && source.run == run;
    });
    if (isFull() || isThere)
        return;
    ComparedSource source{.kind = ComparedSource::Kind::Run, .colour = freeColour()};
    source.strategy = run.strategyName.isEmpty() ? run.run : run.strategyName;
    source.run = run;
    append(std::move(source));
}

bool OpenComparison::has(const ForeignTrace& trace, std::size_t iteration) const
{
    return std::any_of(m_sources.begin(), m_sources.end(), [&](const ComparedSource& source) {
        return source.kind == ComparedSource::Kind::Import && source.trace->folder == trace.folder
            && source.iteration == iteration;
    });
}

void OpenComparison::add(const std::shared_ptr<const ForeignTrace>& trace, std::size_t iteration)
{
    if (isFull() || iteration >= trace->steps.size() || has(*trace, iteration))
        return;
    append({.kind = ComparedSource::Kind::Import,
            .strategy = trace->title,
            .trace = trace,
            .iteration = iteration,
            .colour = freeColour()});
}

void OpenComparison::append(ComparedSource source)
{
    m_sources.push_back(std::move(source));
    emit sourcesChanged();
    emit changed();
}

void OpenComparison::remove(int place)
{
    if (count() == 1 || place < 0 || place >= count())
        return;
    m_sources.erase(m_sources.begin() + place);
    emit sourcesChanged();
    emit changed();
}

void OpenComparison::move(int from, int to)
{
    if (from == to || std::min(from, to) < 0 || std::max(from, to) >= count())
        return;
    ComparedSource source = std::move(m_sources[static_cast<std::size_t>(from)]);
    m_sources.erase(m_sources.begin() + from);
    m_sources.insert(m_sources.begin() + to, std::move(source));
    emit sourcesChanged();
}

void OpenComparison::take(ComparedSource& source) const
{
    OpenStrategy& open = *source.from;
    source.strategy = open.shortTitle();
    if (source.kind != ComparedSource::Kind::Step)
        source.prediction = open.document().prediction();
    // A run that is left has none: what it had last stays.
    else if (open.onShow())
        source.step = open.onShow();
}

void OpenComparison::refresh()
{
    bool differs = false;
    for (ComparedSource& source : m_sources) {
        if (!source.from)
            continue;
        const ComparedSource before = source;
        take(source);
        differs |= !source.isSame(before);
    }
    if (auto* first = qobject_cast<OpenStrategy*>(m_first);
        first && first->shortTitle() != m_name) {
        m_name = first->shortTitle();
        emit changed();
    }
    if (differs)
        emit sourcesChanged();
}

int OpenComparison::freeColour() const
{
    int colour = 0;
    while (std::any_of(m_sources.begin(), m_sources.end(),
                       [colour](const auto& source) { return source.colour == colour; }))
        ++colour;
    return colour;
}

QString scheduleLabel(const std::string& name, int chunks)
{
    const QString label = QString::fromStdString(name);
    return chunks > 1 ? QStringLiteral("%1, v=%2").arg(label, QString::number(chunks)) : label;
}

QString sourceLabel(const ComparedSource& source)
{
    QString what;
    switch (source.kind) {
    case ComparedSource::Kind::Prediction:
        if (source.prediction)
            what = scheduleLabel(source.prediction->strategy.schedule.name,
                                 source.prediction->schedule->shape.chunks);
        break;
    case ComparedSource::Kind::Schedule:
        what = scheduleLabel(source.schedule.name, source.schedule.chunks.value_or(1));
        break;
    case ComparedSource::Kind::Step:
        what = !source.step ? OpenComparison::tr("no step yet")
            : source.step.run.isEmpty()
            ? OpenComparison::tr("step %1").arg(source.step.step->number)
            : OpenComparison::tr("step %1 of %2")
                  .arg(QString::number(source.step.step->number), source.step.run);
        break;
    case ComparedSource::Kind::Run:
        what = runTail(source.run.run);
        break;
    case ComparedSource::Kind::Import:
        what = OpenComparison::tr("iteration %1")
                   .arg(source.trace->steps[source.iteration].fit.number);
        break;
    }
    const bool isNameless = source.kind == ComparedSource::Kind::Run
        && source.strategy == source.run.run; // then that is its name already
    return what.isEmpty() || isNameless ? source.strategy
                                        : QStringLiteral("%1 · %2").arg(source.strategy, what);
}

} // namespace gui
