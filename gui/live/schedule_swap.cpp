#include "gui/live/schedule_swap.h"

#include "gui/text/catalog_texts.h"

namespace gui {

QList<SwapChoice> swapChoices(const plan::Schedule& running, const QString& name,
                              const plan::StopAsked& stop)
{
    QList<SwapChoice> choices;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        if (stop && stop())
            return {};
        if (QString::fromUtf8(entry->name.data(), qsizetype(entry->name.size())) == name
            || entry->directions != running.shape.directions
            || !plan::checkConditions(entry->name, running.shape))
            continue;
        // Only where its ops stand matters: the first order a search comes to will do.
        const auto made = plan::makeSchedule(entry->name, running.shape, {}, plan::Costs::unit(),
                                             [] { return true; });
        if (made && made->shape == running.shape && made->placement == running.placement)
            choices << SwapChoice{QString::fromStdString(std::string(entry->name)),
                                  catalogText(entry->title)};
    }
    return choices;
}

QList<SwapEffect> swapEffects(const strategy::Strategy& strategy, PredictedAs as,
                              const QStringList& names, const plan::StopAsked& stop)
{
    QList<SwapEffect> effects;
    for (const QString& name : names) {
        if (stop && stop())
            break;
        const std::string other = name.toStdString();
        as.schedule = other == strategy.schedule.name ? std::string() : other;
        const auto made = predict(strategy, stop, as);
        if (made)
            effects << SwapEffect{name, (*made)->timeline->makespan, (*made)->bubbleFraction};
    }
    return effects;
}

} // namespace gui
