#include "gui/document/origin_text.h"

#include <QCoreApplication>

namespace gui {

QString originText(const strategy::CostOrigin& origin)
{
    using Kind = strategy::CostOrigin::Kind;
    const auto text
        = [](const char* source) { return QCoreApplication::translate("Origin", source); };
    const QString name = QString::fromStdString(origin.name);
    switch (origin.kind) {
    case Kind::Given:
        return text(QT_TRANSLATE_NOOP("Origin", "the costs given"));
    case Kind::Fitted:
        return text(QT_TRANSLATE_NOOP("Origin", "costs fitted to run %1")).arg(name);
    case Kind::Model:
        return name.isEmpty()
            ? text(QT_TRANSLATE_NOOP("Origin", "the cost model without a profile"))
            : text(QT_TRANSLATE_NOOP("Origin", "the cost model with profile %1")).arg(name);
    case Kind::Unit:
        break;
    }
    return text(QT_TRANSLATE_NOOP("Origin", "1 µs per op part"));
}

} // namespace gui
