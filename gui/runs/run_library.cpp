#include "gui/runs/run_library.h"

#include "gui/document/preset_files.h"
#include "gui/live/short_command.h"
#include "gui/timeline/track_data.h"

#include <QDateTime>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr std::chrono::seconds kLibraryDeadline{30};
constexpr std::chrono::milliseconds kDigestSlice{40}; // after which what was read is shown
constexpr int kMostPictures = 64;                     // that are kept beyond those in sight

// Of the step that stands for all, else of what was planned.
QImage pictureOf(const RunEntry& run, const RunDigest& digest, const ThumbnailLook& look,
                 const plan::StopAsked& stop)
{
    if (digest.typical) {
        TrackData track;
        track.measured = true;
        track.timeline = {digest.typical.step, &digest.typical.step->timeline};
        track.schedule = digest.typical.schedule;
        track.ledger = digest.typical.numbers.ledger;
        return drawThumbnail(std::make_shared<const TrackData>(std::move(track)), look);
    }
    const auto strategy = readPreset(run.strategyCopy());
    return strategy ? drawThumbnail(*strategy, look, stop) : QImage();
}

RunDigestPtr withoutStep(const RunDigestPtr& digest)
{
    auto stripped = std::make_shared<RunDigest>(*digest);
    stripped->typical = {};
    stripped->stepTimes = {};
    return stripped;
}

} // namespace

QString idOf(const RunEntry& run) { return run.directory.isEmpty() ? run.run : run.directory; }

RunLibrary::RunLibrary(QString program, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
{
}

RunDigestPtr RunLibrary::digest(const QString& id) const
{
    const auto found = m_known.constFind(id);
    return found == m_known.constEnd() ? nullptr : found->digest;
}

QImage RunLibrary::picture(const QString& id) const { return m_pictures.value(id); }

void RunLibrary::readAll()
{
    if (std::exchange(m_readsAll, true))
        return;
    queue();
}

void RunLibrary::refresh()
{
    if (m_listing)
        return;
    m_listing = true;
    m_listingBegan = std::chrono::steady_clock::now();
    if (m_program.isEmpty()) {
        parse(QByteArrayLiteral("[]"),
              {tr("bubblescope-run is neither beside this program nor on the PATH")});
        return;
    }
    ShortCommand::run(listCommand(m_program), kLibraryDeadline, false, this,
                      [this](const CommandAnswer& answer) {
                          if (answer.good)
                              parse(answer.output, answer.said);
                          else
                              parse(QByteArrayLiteral("[]"), {answer.problem});
                      });
}

RunLibrary::Stamp RunLibrary::stampOf(const RunEntry& run)
{
    const QFileInfo log(run.events());
    if (!log.exists())
        return {.state = run.state};
    return {log.lastModified().toMSecsSinceEpoch(), log.size(), run.state};
}

RunLibrary::Listed RunLibrary::readList(const QByteArray& output, const QStringList& recordings)
{
    Listed list;
    const auto runs = parseRunList(output);
    if (!runs)
        list.remarks << tr("The list of runs cannot be read.");
    QSet<QString> known;
    for (const RunEntry& run : runs ? *runs : QList<RunEntry>())
        if (!known.contains(idOf(run))) {
            known.insert(idOf(run));
            list.runs.push_back(run);
        }
    for (const QString& folder : recordings) {
        RunEntry entry;
        if (const auto record = readRunRecord(folder)) {
            entry = *record;
            // Nobody is asked whether it goes on; it is shown from its recording in any case.
            if (entry.isRunning())
                entry.state = QStringLiteral("recording");
        } else if (QFileInfo(eventLogIn(folder)).isFile()) {
            entry.directory = QFileInfo(folder).absoluteFilePath();
            entry.run = QFileInfo(folder).fileName();
            entry.state = QStringLiteral("recording");
        } else {
            continue;
        }
        if (!known.contains(idOf(entry))) {
            known.insert(idOf(entry));
            list.runs.push_back(entry);
        }
    }
    std::stable_sort(
        list.runs.begin(), list.runs.end(),
        [](const RunEntry& one, const RunEntry& other) { return one.since() > other.since(); });
    for (const RunEntry& run : list.runs)
        list.stamps.push_back(stampOf(run));
    return list;
}

void RunLibrary::parse(const QByteArray& output, const QStringList& remarks)
{
    m_lister.request([this, output, remarks,
                      recordings = m_recordings](const plan::StopAsked&) -> NewestWork::Delivery {
        auto list = std::make_shared<Listed>(readList(output, recordings));
        return [this, list, remarks] { take(std::move(*list), remarks); };
    });
}

void RunLibrary::take(Listed list, const QStringList& remarks)
{
    m_listing = false;
    m_listingTime = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - m_listingBegan);
    m_runs = std::move(list.runs);
    m_stamps = std::move(list.stamps);
    m_remarks = remarks + list.remarks;
    m_places.clear();
    for (std::size_t place = 0; place < m_runs.size(); ++place)
        m_places.insert(idOf(m_runs[place]), place);
    for (auto known = m_known.begin(); known != m_known.end();)
        known = m_places.contains(known.key()) ? std::next(known) : m_known.erase(known);
    emit listed();
    queue();
}

void RunLibrary::setInSight(const QStringList& ids, const ThumbnailLook& look)
{
    if (!(look == m_look))
        m_pictures.clear();
    m_look = look;
    m_inSight = ids;
    if (m_pictures.size() > ids.size() + kMostPictures) {
        QHash<QString, QImage> kept;
        for (const QString& id : ids)
            if (const auto found = m_pictures.constFind(id); found != m_pictures.constEnd())
                kept.insert(id, *found);
        m_pictures = std::move(kept);
    }
    queue();
}

bool RunLibrary::isCurrent(std::size_t place) const
{
    const auto known = m_known.constFind(idOf(m_runs[place]));
    if (known == m_known.constEnd())
        return false;
    if (known->stamp == m_stamps[place])
        return true;
    // The log of a run that goes on is another one with every listing, and is read whole. Before
    // the first step there is little to read.
    if (!m_runs[place].isRunning() || known->stamp.state != m_stamps[place].state
        || known->digest->stepsDone == 0)
        return false;
    const std::chrono::steady_clock::duration patience = kReadAgain;
    return std::chrono::steady_clock::now() - known->read
        < std::max(patience, kReadShare * known->took);
}

// Those in sight first, then the rest, the newest first.
void RunLibrary::queue()
{
    m_waiting.clear();
    QSet<std::size_t> queued;
    for (const QString& id : std::as_const(m_inSight)) {
        const auto place = m_places.constFind(id);
        if (place == m_places.constEnd() || (isCurrent(*place) && m_pictures.contains(id)))
            continue;
        m_waiting.push_back(*place);
        queued.insert(*place);
    }
    for (std::size_t place = 0; m_readsAll && place < m_runs.size(); ++place)
        if (!queued.contains(place) && !isCurrent(place))
            m_waiting.push_back(place);
    if (!m_digesting)
        digestNext();
}

void RunLibrary::digestNext()
{
    m_digesting = !m_waiting.empty();
    if (!m_digesting)
        return;
    constexpr std::size_t kMostAtOnce = 64;
    struct Task {
        RunEntry run;
        Stamp stamp;
        ThumbnailLook look;
    };
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < std::min(kMostAtOnce, m_waiting.size()); ++i) {
        const RunEntry& run = m_runs[m_waiting[i]];
        tasks.push_back({run, m_stamps[m_waiting[i]],
                         m_inSight.contains(idOf(run)) ? m_look : ThumbnailLook{}});
    }
    m_digester.request(
        [this, tasks = std::move(tasks)](const plan::StopAsked& stop) -> NewestWork::Delivery {
            auto read = std::make_shared<std::vector<Digested>>();
            const auto end = std::chrono::steady_clock::now() + kDigestSlice;
            for (const Task& task : tasks) {
                const auto began = std::chrono::steady_clock::now();
                RunDigestPtr digest = digestRun(task.run, stop);
                const QImage picture = task.look.size.isEmpty()
                    ? QImage()
                    : pictureOf(task.run, *digest, task.look, stop);
                if (stop())
                    return {};
                const auto now = std::chrono::steady_clock::now();
                read->push_back({idOf(task.run),
                                 {task.stamp, withoutStep(digest), now, now - began},
                                 task.look,
                                 picture});
                if (now >= end)
                    break;
            }
            return [this, read] { take(*read); };
        });
}

void RunLibrary::take(const std::vector<Digested>& read)
{
    QStringList ids;
    for (const Digested& each : read) {
        const auto place = m_places.constFind(each.id);
        if (place == m_places.constEnd())
            continue; // it is gone by now
        m_known.insert(each.id, each.known);
        ids << each.id;
        if (m_inSight.contains(each.id)) {
            if (!(each.drawnFor == m_look))
                continue; // it came into sight, or the look changed, while it was read
            // Also one that could not be drawn: it would be tried again and again.
            m_pictures.insert(each.id, each.picture);
        }
        m_waiting.erase(std::remove(m_waiting.begin(), m_waiting.end(), *place), m_waiting.end());
    }
    if (!ids.isEmpty())
        emit digested(ids);
    digestNext();
}

} // namespace gui
