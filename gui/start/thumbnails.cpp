#include "gui/start/thumbnails.h"

#include "gui/document/preset_files.h"
#include "gui/exchange/foreign_file.h"

#include <QDateTime>
#include <QFileInfo>

namespace gui {
namespace {

struct KeptCard {
    QDateTime modified; // of the file
    ThumbnailLook look;
    std::shared_ptr<const StrategyCard> card;
};

// Of all windows of the program: cards outlive the page that shows them. GUI thread.
QHash<QString, KeptCard>& keptCards()
{
    static QHash<QString, KeptCard> cards;
    return cards;
}

std::shared_ptr<const StrategyCard> makeCard(const QString& path, const ThumbnailLook& look,
                                             const NewestWork::Outdated& outdated)
{
    auto card = std::make_shared<StrategyCard>();
    card->name = QFileInfo(path).fileName();
    if (kindOfPath(path) == PathKind::Foreign) {
        const ForeignFile foreign = readForeign(path, outdated);
        if (foreign.strategy)
            card->strategy = foreign.strategy->strategy;
        else if (foreign.trace)
            card->strategy = strategyOf(*foreign.trace, foreign.trace->typical);
    } else {
        card->strategy = readPreset(path);
    }
    if (card->strategy) {
        if (!card->strategy->name.empty())
            card->name = QString::fromStdString(card->strategy->name);
        card->picture = drawThumbnail(*card->strategy, look, outdated);
    }
    return card;
}

} // namespace

Thumbnails::Thumbnails(QObject* parent)
    : QObject(parent)
{
}

std::shared_ptr<const StrategyCard> Thumbnails::card(const QString& path) const
{
    const auto found = keptCards().constFind(path);
    return found == keptCards().constEnd() ? nullptr : found->card;
}

void Thumbnails::want(const QStringList& paths, const ThumbnailLook& look)
{
    m_look = look;
    m_wanted.clear();
    for (const QString& path : paths) {
        const auto found = keptCards().constFind(path);
        if (found == keptCards().constEnd() || !(found->look == look)
            || found->modified != QFileInfo(path).lastModified())
            m_wanted << path;
    }
    m_work.forget();
    next();
}

void Thumbnails::next()
{
    if (m_wanted.isEmpty())
        return;
    m_work.request([this, path = m_wanted.takeFirst(),
                    look = m_look](const NewestWork::Outdated& outdated) -> NewestWork::Delivery {
        // Before it is read: what is written meanwhile is looked at again.
        const QDateTime modified = QFileInfo(path).lastModified();
        return [this, path, look, modified, card = makeCard(path, look, outdated)] {
            keptCards()[path] = {modified, look, card};
            emit ready(path);
            next();
        };
    });
}

} // namespace gui
