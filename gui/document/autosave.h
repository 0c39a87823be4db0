// What was changed and is in no file yet, kept in a file of its own so that a crash loses little of
// it: at most kEvery of changes. A window that ends in order leaves nothing behind.
//
// FOLDER/NAME.yaml holds the strategy under a line that names its own file. FOLDER/NAME.lock is
// locked (flock) by the window it belongs to, for as long as that lives: no other window takes it.

#pragma once

#include "engine/strategy/file_descriptor.h"
#include "gui/document/document.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace gui {

// A lock on a file that lasts as long as the value, or the process.
class FileLock {
public:
    // Empty: somebody else has it, or it cannot be made.
    // Makes the file where there is none. Never waits.
    static std::unique_ptr<FileLock> take(const QString& path);

private:
    explicit FileLock(strategy::FileDescriptor file)
        : m_file(std::move(file))
    {
    }
    strategy::FileDescriptor m_file;
};

// One for each document. It writes some time after the first change since the last write, whatever
// comes after it, and removes the file once the document is saved. GUI thread; the files are small.
class Autosave : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kEvery{10'000};

    // Keeps the changes of `document`, which must outlive this object, in `folder`. The folder is
    // made with access for its owner alone, once there is something to keep. At most `every` of
    // changes is lost.
    Autosave(Document& document, QString folder, std::chrono::milliseconds every = kEvery,
             QObject* parent = nullptr);

    // Now, where there is something to keep, and not when its time has come. Returns whether no
    // change is left that is not kept.
    bool keepNow();

    // Removes what is kept, and keeps nothing more: the window ends in good order.
    void forget();

signals:
    void failed(const QString& sentence); // once, until it works again

private:
    void follow();
    void write();
    void drop(); // the file and its lock, until there is something to keep again

    Document& m_document;
    QString m_folder;
    QString m_file; // empty until there is something to keep
    std::unique_ptr<FileLock> m_lock;
    QTimer m_timer;
    bool m_hasFailed = false;
    bool m_isOver = false;
};

// Changes that a window left behind when it ended without being asked.
struct LeftBehind {
    QString name; // of the strategy's file, or of the strategy; may be empty
    QString path; // of its file; empty: it was in none
    strategy::Strategy strategy;
    QString file;                   // that it is kept in
    std::shared_ptr<FileLock> lock; // no other window is offered it as long as this lives

    // The document holds the strategy afterwards, as a change of its file that can be taken back,
    // and the kept file is gone. Where the document's file cannot be opened any more, it is in no
    // file. What the document held before is lost without a question. `keeper`, of the document,
    // keeps it before the old file goes, which stays if it cannot; null: nobody does.
    void restore(Document& document, Autosave* keeper = nullptr) const;
    // Removes the kept file; the strategy is lost.
    void discard() const;
};

// What is kept in `folder` and belongs to no living window, newest first. Each is locked for as
// long as the value lives, so that no other window offers it as well.
std::vector<LeftBehind> leftBehind(const QString& folder);

// Of this user: $XDG_STATE_HOME/bubblescope/unsaved, or the same in ~/.local/state.
QString autosaveFolder();

} // namespace gui
