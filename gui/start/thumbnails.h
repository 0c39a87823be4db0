// The pictures of the start page: drawn one after the other on a thread, and kept.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/start/thumbnail.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace gui {

// What is known of a strategy in a file. Immutable once made.
struct StrategyCard {
    QString name;                               // of the strategy; where it has none, of its file
    std::optional<strategy::Strategy> strategy; // none: it cannot be read
    QImage picture{};                           // null: it cannot be predicted
};

// Cards are kept for as long as the program runs, and made anew once their file or the look has
// changed. GUI thread.
class Thumbnails : public QObject {
    Q_OBJECT
public:
    explicit Thumbnails(QObject* parent = nullptr);

    // Cards of these files or resources are wanted, the first first; those that were asked for
    // before and are not among them are not. Said by ready() as each one is there; those that are
    // there already are not said again.
    void want(const QStringList& paths, const ThumbnailLook& look);

    // Null: not made yet.
    std::shared_ptr<const StrategyCard> card(const QString& path) const;

signals:
    void ready(const QString& path);

private:
    void next();

    QStringList m_wanted; // those not made yet
    ThumbnailLook m_look;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
