#include "gui/search/short_names.h"

#include "engine/strategy/choices.h"
#include "gui/editor/choice_words.h"
#include "gui/text/catalog_texts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace gui {
namespace {

QString shortWord(const char* source) { return QCoreApplication::translate("Search", source); }

enum class Said {
    Always,
    WhereTheyDiffer,
    WhereDevicesDiffer, // else it follows from the rest
};

struct Part {
    QString (*textOf)(const strategy::Strategy&); // empty: there is nothing of it
    Said said = Said::WhereTheyDiffer;
};

QString sized(const char* letters, int size)
{
    return size > 1 ? QStringLiteral("%1 %2").arg(QLatin1String(letters)).arg(size) : QString();
}

QString recomputed(const strategy::Strategy& strategy)
{
    const strategy::Recompute& recompute = strategy.recompute;
    if (recompute.granularity == strategy::Recomputing::None)
        return {};
    const QString kind
        = choiceWord(QString::fromStdString(strategy::wordOf(recompute.granularity)));
    return recompute.layers > 0 ? shortWord(QT_TRANSLATE_NOOP("Search", "recompute %1, layers %2"))
                                      .arg(kind, QString::number(recompute.layers))
                                : shortWord(QT_TRANSLATE_NOOP("Search", "recompute %1")).arg(kind);
}

using strategy::Strategy;

constexpr std::array kParts{
    Part{[](const Strategy& s) {
        return shortWord(QT_TRANSLATE_NOOP("Search", "%1 devices"))
            .arg(QLocale().toString(strategy::deviceCount(s)));
    }},
    Part{[](const Strategy& s) { return sized("TP", s.parallel.tensor); }, Said::Always},
    Part{[](const Strategy& s) { return s.parallel.sequence ? QStringLiteral("SP") : QString(); }},
    Part{[](const Strategy& s) { return sized("PP", s.parallel.pipeline); }, Said::Always},
    Part{[](const Strategy& s) { return sized("VP", s.parallel.chunks); }, Said::Always},
    Part{[](const Strategy& s) { return sized("CP", s.parallel.context); }, Said::Always},
    Part{[](const Strategy& s) { return sized("EP", s.parallel.expert); }, Said::Always},
    Part{[](const Strategy& s) { return sized("DP", strategy::dataParallel(s)); },
         Said::WhereDevicesDiffer},
    Part{[](const Strategy& s) {
             return s.parallel.pipeline > 1 ? scheduleTitle(s.schedule.name) : QString();
         },
         Said::Always},
    Part{[](const Strategy& s) { return QStringLiteral("MBS %1").arg(s.batch.micro); }},
    Part{[](const Strategy& s) {
        return s.parallel.zero > 0 ? QStringLiteral("ZeRO %1").arg(s.parallel.zero) : QString();
    }},
    Part{recomputed},
    Part{[](const Strategy& s) {
        return s.parallel.layersPerStage.empty()
            ? QString()
            : shortWord(QT_TRANSLATE_NOOP("Search", "uneven layers"));
    }},
};

} // namespace

QStringList shortNames(const std::vector<const Strategy*>& strategies)
{
    const bool devicesDiffer
        = std::any_of(strategies.begin(), strategies.end(), [&](const Strategy* each) {
              return strategy::deviceCount(*each) != strategy::deviceCount(*strategies.front());
          });
    std::vector<QStringList> said(strategies.size());
    for (const Part& part : kParts) {
        QStringList texts;
        for (const Strategy* each : strategies)
            texts << part.textOf(*each);
        const bool differs = texts.count(texts.value(0)) != texts.size();
        if ((part.said == Said::WhereTheyDiffer && !differs)
            || (part.said == Said::WhereDevicesDiffer && !devicesDiffer))
            continue;
        for (std::size_t i = 0; i < said.size(); ++i)
            if (const QString& text = texts[static_cast<qsizetype>(i)]; !text.isEmpty())
                said[i] << text;
    }
    QStringList names;
    for (const QStringList& parts : said)
        names << parts.join(QStringLiteral(" · "));
    return names;
}

} // namespace gui
