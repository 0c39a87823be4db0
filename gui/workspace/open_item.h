// Something that is open in the window, and has a tab there: a strategy with its runs, a
// comparison, an imported trace. It has no widgets: those come and go with the window and its
// language, while the item and its history stay.

#pragma once

#include <QObject>
#include <QString>

namespace gui {

// How the run in it stands, where there is more to tell than that it goes on.
enum class RunAlarm {
    None,
    Warned, // a rank is slow, or the like
    Failed,
};

class OpenItem : public QObject {
    Q_OBJECT
public:
    ~OpenItem() override;

    // All translated and plain.
    virtual QString title() const = 0;
    virtual QString tip() const { return {}; } // where it comes from
    // The file or directory that it shows, whole; empty: none, or it was changed since.
    virtual QString source() const { return {}; }
    virtual bool isModified() const { return false; }
    virtual bool isLive() const { return false; } // a run goes on in it
    virtual RunAlarm alarm() const { return RunAlarm::None; }

    // It is closed in good order: what is not saved is not wanted.
    virtual void forgetChanges() {}

signals:
    void changed(); // any of the above
};

} // namespace gui
