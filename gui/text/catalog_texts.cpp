#include "gui/text/catalog_texts.h"

#include "engine/plan/catalog.h"

#include <QCoreApplication>

#include <string>

namespace gui {

QString catalogText(std::string_view text)
{
    // The catalogue is also printed by terminals that have no such signs.
    return QCoreApplication::translate("Catalog", std::string(text).c_str())
        .replace(QLatin1String("<="), QStringLiteral("≤"))
        .replace(QLatin1String(">="), QStringLiteral("≥"));
}

QString scheduleTitle(std::string_view name)
{
    const plan::CatalogEntry* entry = plan::findSchedule(name);
    if (!entry)
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return catalogText(entry->title)
        .section(QStringLiteral(" ("), 0, 0)
        .section(QStringLiteral("（"), 0, 0);
}

} // namespace gui
