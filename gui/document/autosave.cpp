#include "gui/document/autosave.h"

#include "engine/strategy/file.h"
#include "engine/strategy/yaml.h"
#include "gui/text/engine_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace gui {
namespace {

const QString kPathLine = QStringLiteral("# of: ");

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

bool makePrivate(const QString& folder)
{
    return QDir().mkpath(folder)
        && QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void removeKept(const QString& file)
{
    QFile::remove(file);
    QFile::remove(lockOf(file));
}

std::optional<LeftBehind> readKept(const QString& file)
{
    strategy::ReadResult read = strategy::readStrategyFile(file.toStdString());
    // A file that cannot be read as a strategy still has a draft, which is better than nothing.
    if (read.text.empty())
        return {};
    LeftBehind found;
    found.strategy = read.strategy ? std::move(*read.strategy) : std::move(read.draft);
    const QString first = QString::fromStdString(read.text.substr(0, read.text.find('\n')));
    if (first.startsWith(kPathLine))
        found.path = first.mid(kPathLine.size());
    found.name = found.path.isEmpty() ? QString::fromStdString(found.strategy.name)
                                      : QFileInfo(found.path).fileName();
    found.file = file;
    return found;
}

} // namespace

std::unique_ptr<FileLock> FileLock::take(const QString& path)
{
    strategy::FileDescriptor file(::open(QFile::encodeName(path).constData(),
                                         O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    // The kernel releases the lock with the process, also when that has crashed.
    if (!file || ::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
        return nullptr;
    return std::unique_ptr<FileLock>(new FileLock(std::move(file)));
}

Autosave::Autosave(Document& document, QString folder, std::chrono::milliseconds every,
                   QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(every);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&document, &Document::strategyChanged, this, &Autosave::follow);
    connect(&document, &Document::nameChanged, this, &Autosave::follow);
}

// A change starts the time; those after it wait for no other one.
void Autosave::follow()
{
    if (m_isOver)
        return;
    if (m_document.isModified()) {
        // Not started anew with every change, or somebody who never stops typing would never be
        // saved.
        if (!m_timer.isActive())
            m_timer.start();
        return;
    }
    m_timer.stop();
    drop();
}

void Autosave::write()
{
    QString problem;
    if (m_file.isEmpty()) {
        const QString file = QDir(m_folder).filePath(
            QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".yaml"));
        m_lock = makePrivate(m_folder) ? FileLock::take(lockOf(file)) : nullptr;
        if (m_lock)
            m_file = file;
        else
            problem = tr("no file can be made in %1").arg(m_folder);
    }
    if (m_lock) {
        const QString& path = m_document.path();
        const QString ours = path.contains(QLatin1Char('\n')) ? QString() : path; // is one line
        const std::string text = (kPathLine + ours).toStdString() + '\n'
            + strategy::writeStrategy(m_document.strategy());
        if (const auto written = strategy::replaceFile(m_file.toStdString(), text); !written)
            problem = engineText(written.error().message);
    }
    // Said once and not with every change, as long as it goes on failing.
    if (!problem.isEmpty() && !m_hasFailed)
        emit failed(tr("A crash would lose unsaved changes: %1").arg(problem));
    m_hasFailed = !problem.isEmpty();
}

bool Autosave::keepNow()
{
    if (!m_document.isModified())
        return true;
    if (m_isOver)
        return false;
    m_timer.stop();
    write();
    return !m_hasFailed;
}

void Autosave::forget()
{
    m_isOver = true;
    m_timer.stop();
    drop();
}

void Autosave::drop()
{
    if (m_file.isEmpty())
        return;
    removeKept(m_file);
    m_file.clear();
    m_lock.reset();
}

void LeftBehind::restore(Document& document, Autosave* keeper) const
{
    if (path.isEmpty() || !document.open(path).empty()) {
        strategy::Strategy empty; // so that what is restored is a change
        empty.name = strategy.name + "?";
        document.start(empty);
    }
    document.endGesture();
    document.edit(QCoreApplication::translate("Autosave", "restore"), QStringLiteral("restore"),
                  strategy);
    document.endGesture();
    if (!keeper || keeper->keepNow())
        discard();
}

void LeftBehind::discard() const { removeKept(file); }

std::vector<LeftBehind> leftBehind(const QString& folder)
{
    std::vector<LeftBehind> all;
    const QDir dir(folder);
    for (const QFileInfo& info :
         dir.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Time)) {
        std::shared_ptr<FileLock> lock = FileLock::take(lockOf(info.filePath()));
        // The window that it belongs to is still there.
        if (!lock)
            continue;
        if (auto found = readKept(info.filePath())) {
            found->lock = std::move(lock);
            all.push_back(*std::move(found));
        } else {
            QFile::remove(lockOf(info.filePath())); // which taking it may have made
        }
    }
    return all;
}

QString autosaveFolder()
{
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    return (QDir::isAbsolutePath(state) ? state : QDir::home().filePath(".local/state"))
        + QStringLiteral("/bubblescope/unsaved");
}

} // namespace gui
