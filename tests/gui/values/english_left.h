// Whether a Chinese sentence still speaks English.

#pragma once

#include <QRegularExpression>
#include <QString>

namespace gui::test {

// The first small word of English in it: of sentences, not of values and names, which stay as they
// are and stand in quotation marks where they may be anything, nor of lines of files in braces.
inline QString englishIn(QString text)
{
    static const QRegularExpression kQuoted(
        QStringLiteral("“[^”]*”|'[^']*'|\"[^\"]*\"|\\([^()]*\\)|\\{[^{}]*\\}"));
    static const QRegularExpression kEnglish(QStringLiteral(
        "(?<![\\w.\\-/"
        "])(the|is|are|was|has|have|had|of|a|an|and|or|must|not|be|to|for|from|in|on|it|its|"
        "with|which|by|at|as|than|that|this|give|use|cannot|does|do|one|but|if|every|where|more)(?!"
        "[\\w.\\-/])"));
    return kEnglish.match(text.remove(kQuoted)).captured();
}

} // namespace gui::test
