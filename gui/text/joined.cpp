#include "gui/text/joined.h"

#include <QCoreApplication>

namespace gui {
namespace {

QString joinedText(const char* source) { return QCoreApplication::translate("Joined", source); }

} // namespace

QString labelled(const QString& name, const QString& value)
{
    return joinedText(QT_TRANSLATE_NOOP("Joined", "%1: %2")).arg(name, value);
}

QString bracketed(const QString& text, const QString& remark)
{
    return joinedText(QT_TRANSLATE_NOOP("Joined", "%1 (%2)")).arg(text, remark);
}

QString enumerated(const QStringList& parts)
{
    return parts.join(joinedText(QT_TRANSLATE_NOOP("Joined", ", ")));
}

} // namespace gui
