#include "gui/runs/run_model.h"

#include "gui/live/verdict_words.h"
#include "gui/runs/run_words.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace gui {
namespace {

constexpr std::size_t kMostNewRows = 64; // that are put in one by one

QString wordsOf(const RunEntry& run, const RunDigest* digest)
{
    return QStringList{nameOf(run, digest),
                       kindText(run, digest),
                       standingText(run, digest),
                       run.run,
                       run.strategy,
                       run.device,
                       engineText(run.outcome),
                       waitingText(run),
                       digest ? digest->schedule : QString()}
        .join(QLatin1Char('\n'))
        .toLower();
}

} // namespace

RunModel::RunModel(RunLibrary& library, QObject* parent)
    : QAbstractListModel(parent)
    , m_library(library)
{
    replaceBy(library.runs());
    connect(&library, &RunLibrary::listed, this, &RunModel::takeList);
    connect(&library, &RunLibrary::digested, this, &RunModel::takeDigests);
}

RunModel::Row RunModel::rowFor(const RunEntry& run) const
{
    Row row{run, idOf(run), m_library.digest(idOf(run)), {}, {}};
    row.name = nameOf(run, row.digest.get());
    row.words = wordsOf(run, row.digest.get());
    return row;
}

const RunEntry* RunModel::runAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_runs[static_cast<std::size_t>(row)].run : nullptr;
}

int RunModel::rowOf(const QString& id) const { return m_rows.value(id, -1); }

void RunModel::renumber()
{
    m_rows.clear();
    for (std::size_t row = 0; row < m_runs.size(); ++row)
        m_rows.insert(m_runs[row].id, static_cast<int>(row));
}

// Told of once, however many they are: whoever sorts them does so once, too.
void RunModel::takeDigests(const QStringList& ids)
{
    int first = rowCount();
    int last = -1;
    for (const QString& id : ids) {
        const int row = rowOf(id);
        if (row < 0)
            continue;
        Row& changed = m_runs[static_cast<std::size_t>(row)];
        changed = rowFor(changed.run);
        first = std::min(first, row);
        last = std::max(last, row);
    }
    if (last >= 0)
        emit dataChanged(index(first), index(last));
}

// Where few rows come and go, the others stay what they are: chosen, and in sight.
void RunModel::takeList()
{
    const std::vector<RunEntry>& wanted = m_library.runs();
    QHash<QString, int> places;
    for (std::size_t place = 0; place < wanted.size(); ++place)
        places.insert(idOf(wanted[place]), static_cast<int>(place));
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (places.contains(m_runs[static_cast<std::size_t>(row)].id))
            continue;
        beginRemoveRows({}, row, row);
        m_runs.erase(m_runs.begin() + row);
        renumber();
        endRemoveRows();
    }
    int last = -1;
    bool isRising = true;
    for (const Row& row : m_runs) {
        isRising = isRising && places.value(row.id) > last;
        last = places.value(row.id);
    }
    if (!isRising || wanted.size() > m_runs.size() + kMostNewRows) {
        replaceBy(wanted);
        return;
    }
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        const int row = static_cast<int>(place);
        if (place < m_runs.size() && m_runs[place].id == idOf(wanted[place])) {
            if (m_runs[place].run == wanted[place])
                continue;
            m_runs[place] = rowFor(wanted[place]);
            emit dataChanged(index(row), index(row));
            continue;
        }
        beginInsertRows({}, row, row);
        m_runs.insert(m_runs.begin() + row, rowFor(wanted[place]));
        renumber();
        endInsertRows();
    }
}

void RunModel::replaceBy(const std::vector<RunEntry>& runs)
{
    beginResetModel();
    m_runs.clear();
    for (const RunEntry& run : runs)
        m_runs.push_back(rowFor(run));
    renumber();
    endResetModel();
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

QString RunModel::tipOf(const Row& row) const
{
    const RunEntry& run = row.run;
    QStringList lines{run.run};
    if (!run.started.isEmpty())
        lines << tr("started %1").arg(momentText(startOf(run)));
    if (!run.hasBegun())
        lines << tr("submitted %1").arg(momentText(startOf(run))) << waitingText(run);
    else if (!run.outcome.isEmpty() && run.outcome != run.state)
        lines << opsInWords(engineText(run.outcome));
    if (!run.paceWarning.isEmpty())
        lines << engineText(run.paceWarning);
    if (run.unlogged > 0)
        lines << tr("records that are in no file: %1").arg(QLocale().toString(run.unlogged));
    if (row.digest && !row.digest->problem.isEmpty() && run.hasBegun())
        lines << row.digest->problem;
    if (row.digest && row.digest->spread.steps > 1)
        lines << tr("half of its steps took %1 to %2")
                     .arg(stepTime(row.digest->spread.lower), stepTime(row.digest->spread.upper));
    lines << run.directory;
    return lines.join(QLatin1Char('\n'));
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !runAt(index.row()))
        return {};
    const Row& row = m_runs[static_cast<std::size_t>(index.row())];
    const RunEntry& run = row.run;
    const RunDigest* digest = row.digest.get();
    const bool measured = digest && digest->spread.steps > 0;
    switch (role) {
    case Qt::DisplayRole:
        return row.name;
    case Qt::DecorationRole: {
        const QImage picture = m_library.picture(row.id);
        return picture.isNull() ? QVariant() : picture;
    }
    case Qt::ToolTipRole:
        return plainTip(tipOf(row));
    case Qt::AccessibleTextRole:
        return enumerated({row.name, standingText(run, digest), kindText(run, digest),
                           numbersText(run, digest), momentText(startOf(run)), waitingText(run)});
    case IdRole:
        return row.id;
    case StandingRole:
        return static_cast<int>(standingOf(run, digest));
    case StandingTextRole:
        return standingMark(standingOf(run, digest)) + QLatin1Char(' ') + standingText(run, digest);
    case KindRole:
        return kindText(run, digest);
    case WaitingRole:
        return run.isQueued() ? waitingText(run) : QString();
    case NumbersRole:
        return numbersText(run, digest);
    case AgeRole:
        return ageText(startOf(run), QDateTime::currentDateTimeUtc());
    case StepsRole:
        return digest ? QVariant(static_cast<qulonglong>(digest->stepsDone)) : QVariant();
    case StepTimeRole:
        return measured ? QVariant(static_cast<qlonglong>(digest->spread.median.count()))
                        : QVariant();
    case BubbleRole:
        return measured ? QVariant(digest->bubble) : QVariant();
    case DeviceRole:
        return run.device.isEmpty() && digest ? digest->device : run.device;
    case WordsRole:
        return row.words;
    default:
        return {};
    }
}

} // namespace gui
