#include "gui/editor/section_summaries.h"

#include "gui/costs/cost_box.h"
#include "gui/costs/cost_dialog.h"
#include "gui/costs/number_table_model.h"
#include "gui/editor/choice_words.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/presets.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace gui {
namespace {

QString summaryOf(const QStringList& parts) { return parts.join(QStringLiteral(" · ")); }

QString asText(const std::string& text) { return QString::fromStdString(text); }

template <class Choice>
QString asWord(Choice choice)
{
    return choiceWord(asText(strategy::wordOf(choice)));
}

} // namespace

QString scheduleSummary(const strategy::Strategy& s)
{
    const int count = strategy::microbatches(s);
    return summaryOf({asText(s.schedule.name),
                      count == 1 ? EditorText::tr("1 microbatch")
                                 : EditorText::tr("%1 microbatches").arg(count)});
}

// The abbreviations are those of the papers, in every language.
QString parallelSummary(const strategy::Strategy& s)
{
    const strategy::Parallel& cut = s.parallel;
    QStringList parts;
    const auto add = [&parts](const char* name, int size, bool always = false) {
        if (size > 1 || always)
            parts << QLatin1String(name) + QLatin1Char(' ') + QString::number(size);
    };
    add("TP", cut.tensor, s.model.has_value());
    add("PP", cut.pipeline, true);
    add("VP", strategy::shapeOf(s).chunks);
    add("CP", cut.context);
    add("EP", cut.expert);
    add("DP", strategy::dataParallel(s), s.model.has_value());
    add("ZeRO", cut.zero, cut.zero > 0);
    return summaryOf(parts);
}

QString modelSummary(const strategy::Strategy& s)
{
    if (!s.model)
        return EditorText::tr("none");
    for (const ModelPreset& preset : modelPresets())
        if (preset.model == *s.model)
            return preset.name;
    return EditorText::tr("%1 layers × %2")
        .arg(QLocale().toString(s.model->layers), QLocale().toString(s.model->hidden));
}

QString clusterSummary(const strategy::Strategy& s)
{
    const int devices = s.cluster.devices > 0 ? s.cluster.devices : strategy::deviceCount(s);
    return QStringLiteral("%1 × %2").arg(QLocale().toString(devices), asText(s.cluster.device));
}

QString computeSummary(const strategy::Strategy& s)
{
    QStringList parts;
    if (s.recompute.granularity != strategy::Recomputing::None)
        parts << asWord(s.recompute.granularity);
    return summaryOf(parts << asWord(s.precision.compute));
}

QString kernelSummary(const strategy::Strategy& s)
{
    const int beside = s.overlap.gradients + s.overlap.parameters + s.overlap.tensor
        + s.overlap.experts + s.overlap.transfers;
    return summaryOf({EditorText::tr("%1 of 5 overlaps").arg(beside), asWord(s.kernels.attention)});
}

QString costSummary(const strategy::Strategy& s)
{
    if (!s.costs)
        return s.model ? EditorText::tr("from the model") : EditorText::tr("not given");
    if (!s.costsFittedTo.empty())
        return EditorText::tr("fitted to %1").arg(asText(s.costsFittedTo));
    const QString more = costsInShort(s);
    return more.isEmpty() ? EditorText::tr("forward %1 µs")
                                .arg(numberText(microseconds(s.costs->stages.front().forward)))
                          : more;
}

} // namespace gui
