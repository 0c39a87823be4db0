#include "gui/text/mnemonic.h"

#include <QRegularExpression>

namespace gui {

QString withoutMnemonic(QString text)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&[A-Z0-9]\\)"));
    static const QRegularExpression sign(QStringLiteral("&(.)"));
    return text.remove(inBrackets).replace(sign, QStringLiteral("\\1"));
}

} // namespace gui
