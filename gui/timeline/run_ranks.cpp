#include "gui/timeline/run_ranks.h"

#include "gui/timeline/texts.h"

namespace gui {

QString RunRanks::host(int number) const
{
    const auto at = static_cast<std::size_t>(number);
    return hosts.size() < 2 || number < 0 || at >= hostOf.size() || hostOf[at] < 0
        ? QString()
        : hosts[static_cast<std::size_t>(hostOf[at])];
}

QString RunRanks::hostsOf(int place) const
{
    QString first;
    QString last;
    for (int peer = 0; peer < each; ++peer) {
        const QString name = host(number(place, peer));
        if (name.isEmpty())
            continue;
        if (first.isEmpty())
            first = name;
        last = name;
    }
    return first == last ? first : QStringLiteral("%1 – %2").arg(first, last);
}

QString RunRanks::inWords(int number) const
{
    const QString name = host(number);
    return name.isEmpty()
        ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1")).arg(number)
        : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1 on %2"))
              .arg(QString::number(number), name);
}

QString RunRanks::numbersOf(int place) const
{
    return each == 1 ? QString::number(place)
                     : QStringLiteral("%1–%2").arg(number(place, 0)).arg(number(place, each - 1));
}

} // namespace gui
