#include "gui/search/sweep_fields.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/search/field_change.h"
#include "gui/editor/editor_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gui {
namespace {

constexpr SweepField kFields[] = {
    {"batch.microbatches", QT_TRANSLATE_NOOP("Editor", "Microbatches")},
    {"batch.micro", QT_TRANSLATE_NOOP("Editor", "Samples per microbatch")},
    {"batch.global", QT_TRANSLATE_NOOP("Editor", "Samples per step")},
    {"parallel.pipeline", QT_TRANSLATE_NOOP("Editor", "Ranks")},
    {"parallel.chunks", QT_TRANSLATE_NOOP("Editor", "Chunks")},
    {"parallel.tensor", QT_TRANSLATE_NOOP("Editor", "Tensor")},
    {"parallel.context", QT_TRANSLATE_NOOP("Editor", "Context")},
    {"parallel.expert", QT_TRANSLATE_NOOP("Editor", "Expert")},
    {"parallel.zero", QT_TRANSLATE_NOOP("Editor", "ZeRO")},
    {"recompute.granularity", QT_TRANSLATE_NOOP("Editor", "Recompute")},
    {"schedule.name", QT_TRANSLATE_NOOP("Editor", "Schedule")},
    {"model.layers", QT_TRANSLATE_NOOP("Editor", "Layers")},
    {"model.hidden", QT_TRANSLATE_NOOP("Editor", "Hidden size")},
    {"model.sequence", QT_TRANSLATE_NOOP("Editor", "Sequence length")},
    {"cluster.devices", QT_TRANSLATE_NOOP("Editor", "Devices")},
    {"cluster.device", QT_TRANSLATE_NOOP("Editor", "Device")},
};

QStringList listOf(std::span<const std::string_view> words)
{
    QStringList list;
    for (const std::string_view word : words)
        list << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    return list;
}

// Those of the catalogue that could run: the conditions of the others are not met.
QStringList schedulesFor(const strategy::Strategy& strategy)
{
    QStringList list;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        const std::string name(entry->name);
        if (strategy::whyNot(strategy, name).empty())
            list << QString::fromStdString(name);
    }
    return list;
}

// Each half and each double, `down` and `up` times.
QStringList around(long long value, int down, int up)
{
    QStringList list;
    for (int times = down; times > 0; --times)
        // Halves that are no whole numbers are left out, and not rounded.
        if (value % (1LL << times) == 0 && value >> times > 0)
            list << QString::number(value >> times);
    for (int times = 0; times <= up; ++times)
        list << QString::number(value << times);
    return list;
}

} // namespace

std::span<const SweepField> sweepFields() { return kFields; }

QString sweepLabel(const QString& key)
{
    const auto* field = std::find_if(std::begin(kFields), std::end(kFields),
                                     [&](const SweepField& one) { return key == one.key; });
    return field == std::end(kFields) ? key : editorText(field->label);
}

QStringList suggestedValues(const strategy::Strategy& strategy, const QString& key)
{
    if (key == QLatin1String("recompute.granularity"))
        return listOf(strategy::kWords<strategy::Recomputing>);
    if (key == QLatin1String("cluster.device"))
        return listOf(strategy::deviceNames());
    if (key == QLatin1String("schedule.name"))
        return schedulesFor(strategy);
    if (key == QLatin1String("parallel.zero"))
        return {QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")};
    const auto word = strategy::fieldWord(strategy, key.toStdString());
    const long long value = word ? QString::fromStdString(*word).toLongLong() : 0;
    if (key == QLatin1String("batch.microbatches")) // from one to well over the ranks
        return around(std::max(1LL, value), 4, 2);
    return around(std::clamp(value, 1LL, 1LL << 40), 3, 3);
}

} // namespace gui
