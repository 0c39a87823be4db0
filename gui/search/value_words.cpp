#include "gui/search/value_words.h"

#include <QRegularExpression>

namespace gui {

QStringList valueWords(const QString& text)
{
    static const QRegularExpression between(QStringLiteral("[\\s,;，；、]+"));
    return text.split(between, Qt::SkipEmptyParts);
}

} // namespace gui
