// The runs of this machine and recordings from elsewhere: which there are, and what their
// recordings say. Nothing of it is read on the thread of the window.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/live/run_digest.h"
#include "gui/start/thumbnail.h"

#include <QHash>
#include <QImage>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <deque>
#include <vector>

namespace gui {

// By which a run is known here: its folder, or its name where that is not told.
QString idOf(const RunEntry& run);

class RunLibrary : public QObject {
    Q_OBJECT
public:
    // `program`: see findRunProgram(); may be empty, and then only recordings are listed.
    explicit RunLibrary(QString program, QObject* parent = nullptr);

    // Folders of recordings that are not among the runs of this machine; those that are gone are
    // left out. Listed with the next refresh().
    void setRecordings(const QStringList& folders) { m_recordings = folders; }

    // From now on all that are listed are read, not those in sight alone.
    void readAll();
    static constexpr std::chrono::seconds kReadAgain{30};
    static constexpr int kReadShare = 20;

    // Lists them anew, unless that is being done.
    void refresh();
    bool isListing() const { return m_listing; }
    // How long the last listing took: asking again costs as much.
    std::chrono::milliseconds listingTime() const { return m_listingTime; }

    // Newest first.
    const std::vector<RunEntry>& runs() const { return m_runs; }
    // Of the last listing: why there is none, and what could not be listed. Plain sentences.
    const QStringList& remarks() const { return m_remarks; }

    // Null: not read yet. Without its typical step, which would keep whole recordings in memory.
    // Of a run that goes on it may be kReadAgain old, or kReadShare times as old as reading it
    // takes.
    RunDigestPtr digest(const QString& id) const;
    QImage picture(const QString& id) const; // of a step; null: not drawn yet
    // Those in sight: they are read first, and are the ones that have pictures.
    void setInSight(const QStringList& ids, const ThumbnailLook& look);

signals:
    void listed();
    void digested(const QStringList& ids);

private:
    // When a recording was read: it is read again once that differs.
    struct Stamp {
        qint64 changed = -1; // ms, of the log
        qint64 bytes = -1;
        QString state{};

        bool operator==(const Stamp&) const = default;
    };
    struct Listed {
        std::vector<RunEntry> runs;
        std::vector<Stamp> stamps;
        QStringList remarks;
    };
    // How a run was read last, and what that took.
    struct Known {
        Stamp stamp;
        RunDigestPtr digest;
        std::chrono::steady_clock::time_point read;
        std::chrono::steady_clock::duration took{};
    };
    struct Digested {
        QString id;
        Known known;
        ThumbnailLook drawnFor; // of no size: it was not in sight when it was read
        QImage picture;
    };

    static Stamp stampOf(const RunEntry& run);
    static Listed readList(const QByteArray& output, const QStringList& recordings);
    void parse(const QByteArray& output, const QStringList& remarks);
    void take(Listed list, const QStringList& remarks);
    bool isCurrent(std::size_t place) const; // of m_runs
    void queue();
    void digestNext();
    void take(const std::vector<Digested>& read);

    QString m_program;
    QStringList m_recordings;
    std::vector<RunEntry> m_runs;
    QHash<QString, std::size_t> m_places; // of m_runs, by id
    std::vector<Stamp> m_stamps;          // of m_runs
    QStringList m_remarks;
    QHash<QString, Known> m_known;
    QHash<QString, QImage> m_pictures; // of those in sight
    QStringList m_inSight;
    ThumbnailLook m_look;
    std::deque<std::size_t> m_waiting; // places of m_runs
    bool m_readsAll = false;
    bool m_listing = false;
    bool m_digesting = false;
    std::chrono::steady_clock::time_point m_listingBegan;
    std::chrono::milliseconds m_listingTime{0};
    NewestWork m_lister;   // last: their threads end first
    NewestWork m_digester; //
};

} // namespace gui
