#include "gui/editor/other_fields.h"

#include "gui/editor/editor_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace gui {
namespace {

QString modelLine(const strategy::Model& model)
{
    QString line = editorText(QT_TRANSLATE_NOOP("Editor",
                                                "model: %1 layers, hidden %2, %3 heads, "
                                                "sequence %4, vocabulary %5"))
                       .arg(model.layers)
                       .arg(model.hidden)
                       .arg(model.heads)
                       .arg(model.sequence)
                       .arg(model.vocab);
    if (model.experts > 0)
        line += editorText(QT_TRANSLATE_NOOP("Editor", ", %1 experts, %2 a token"))
                    .arg(model.experts)
                    .arg(model.expertsPerToken);
    return line;
}

QString parallelLine(const strategy::Parallel& parallel)
{
    QStringList sizes;
    const auto add = [&](const char* name, int value, int unset) {
        if (value != unset)
            sizes << editorText(name).arg(value);
    };
    add(QT_TRANSLATE_NOOP("Editor", "tensor %1"), parallel.tensor, 1);
    add(QT_TRANSLATE_NOOP("Editor", "data %1"), parallel.data, 0);
    add(QT_TRANSLATE_NOOP("Editor", "context %1"), parallel.context, 1);
    add(QT_TRANSLATE_NOOP("Editor", "expert %1"), parallel.expert, 1);
    add(QT_TRANSLATE_NOOP("Editor", "ZeRO %1"), parallel.zero, 0);
    if (parallel.sequence)
        sizes << editorText(QT_TRANSLATE_NOOP("Editor", "sequence parallelism"));
    if (parallel.offload != "none")
        sizes << editorText(QT_TRANSLATE_NOOP("Editor", "offload %1"))
                     .arg(QString::fromStdString(parallel.offload));
    if (!parallel.layersPerStage.empty() || !parallel.layersPerRank.empty())
        sizes << editorText(QT_TRANSLATE_NOOP("Editor", "uneven layers"));
    if (sizes.isEmpty())
        return {};
    return editorText(QT_TRANSLATE_NOOP("Editor", "parallel: %1"))
        .arg(sizes.join(QStringLiteral(", ")));
}

} // namespace

QString otherFields(const strategy::Strategy& strategy)
{
    QStringList lines;
    if (strategy.model)
        lines << modelLine(*strategy.model);
    if (const QString parallel = parallelLine(strategy.parallel); !parallel.isEmpty())
        lines << parallel;
    if (strategy.recompute.granularity != "none")
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "recomputation: %1"))
                     .arg(QString::fromStdString(strategy.recompute.granularity));
    if (strategy.cluster.devices > 0)
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "cluster: %1 × %2"))
                     .arg(strategy.cluster.devices)
                     .arg(QString::fromStdString(strategy.cluster.device));
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
