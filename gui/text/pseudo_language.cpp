#include "gui/text/pseudo_language.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

namespace gui {
namespace {

constexpr double kLonger = 0.4;

QChar accented(QChar letter)
{
    static const QString plain = QStringLiteral("AEIOUCNSYZaeioucnsyz");
    static const QString written = QString::fromUtf8("ÅÉÎÖÛÇÑŠÝŽåéîöûçñšýž");
    const auto place = plain.indexOf(letter);
    return place < 0 ? letter : written[place];
}

QString longer(const QString& word)
{
    // What stands for something else: a value, a pattern of names, an element or an entity of HTML.
    static const QRegularExpression stands(QStringLiteral("[%*<>]|&[a-z]+;"));
    if (word.contains(stands))
        return word;
    QString made;
    for (qsizetype i = 0; i < word.size(); ++i)
        made += i > 0 && word[i - 1] == QLatin1Char('&') ? word[i] : accented(word[i]);
    // Within the word, so that an ellipsis or a colon stays at its end.
    static const QRegularExpression letter(QStringLiteral("[^\\W\\d_]"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const auto last = made.lastIndexOf(letter);
    if (last >= 0)
        made.insert(last + 1,
                    QString(std::lround(std::ceil(kLonger * double(word.size()))), QChar(u'ñ')));
    return made;
}

} // namespace

QString inPseudoLanguage(const QString& english)
{
    // Qt reads the patterns of a file dialog out of their names.
    if (english.trimmed().isEmpty() || english.contains(QStringLiteral("(*")))
        return english;
    QStringList lines = english.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        QStringList words = line.split(QLatin1Char(' '));
        for (QString& word : words)
            word = longer(word);
        line = words.join(QLatin1Char(' '));
    }
    return QLatin1Char('[') + lines.join(QLatin1Char('\n')) + QLatin1Char(']');
}

QString PseudoLanguage::translate(const char*, const char* source, const char*, int) const
{
    return inPseudoLanguage(QString::fromUtf8(source));
}

} // namespace gui
