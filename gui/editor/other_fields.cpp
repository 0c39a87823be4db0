#include "gui/editor/other_fields.h"

#include "gui/editor/editor_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace gui {

QString otherFields(const strategy::Strategy& strategy)
{
    QStringList lines;
    if (!strategy.parallel.layersPerStage.empty() || !strategy.parallel.layersPerRank.empty())
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "uneven layers"));
    if (strategy.cluster.spec)
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "a device of its own: %1"))
                     .arg(QString::fromStdString(strategy.cluster.device));
    if (!strategy.cluster.profile.empty())
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "measured efficiencies: %1"))
                     .arg(QString::fromStdString(strategy.cluster.profile));
    if (!strategy.training.data.empty())
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "training data: %1"))
                     .arg(QString::fromStdString(strategy.training.data));
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
