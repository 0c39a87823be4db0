#include "gui/text/sentence_templates.h"

#include <QHash>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

// A value may be a sentence with values of its own: a chain of ops that wait for each other.
constexpr int kDeepest = 40;

// In letters that are compared with all templates: a clause's own, and as many as take the time
// that an empty one does. A sentence of ours takes some hundreds; all of it takes some
// milliseconds.
constexpr qsizetype kMostWork = 20'000;
constexpr qsizetype kWorkOfClause = 64;

// Templates that begin with a value and have fewer letters, "%1 of %2", may as well be part of a
// name: they count only where every value is a sentence or an op or a number.
constexpr qsizetype kTellingLetters = 7;

SentenceTemplates::Template templateOf(const QString& source, const QString& translation)
{
    static const QRegularExpression kPlace(QStringLiteral("%\\d"));
    SentenceTemplates::Template made{.source = source, .translation = translation};
    qsizetype from = 0;
    for (auto places = kPlace.globalMatch(source); places.hasNext();) {
        const auto place = places.next();
        made.words << source.mid(from, place.capturedStart() - from);
        from = place.capturedEnd();
        made.quoted.push_back(made.words.back().endsWith(QLatin1Char('\''))
                              || made.words.back().endsWith(QLatin1Char('"')));
    }
    made.words << source.mid(from);
    for (const QString& words : made.words)
        made.letters
            += std::count_if(words.begin(), words.end(), [](QChar c) { return c.isLetter(); });
    return made;
}

// What stands in the places, or nothing where the words do not fit. Each is as short as it can be.
std::optional<QStringList> valuesIn(const SentenceTemplates::Template& any, const QString& text)
{
    const QStringList& words = any.words;
    if (!text.startsWith(words.front()) || !text.endsWith(words.back()))
        return std::nullopt;
    if (words.size() == 1)
        return text == words.front() ? std::optional(QStringList()) : std::nullopt;
    QStringList values;
    qsizetype from = words.front().size();
    for (qsizetype i = 1; i < words.size(); ++i) {
        const bool isLast = i + 1 == words.size();
        const qsizetype at = isLast ? text.size() - words[i].size() : text.indexOf(words[i], from);
        if (at < from)
            return std::nullopt;
        values << text.mid(from, at - from);
        from = at + words[i].size();
    }
    return values;
}

bool isOpOrNumber(const QString& value)
{
    static const QRegularExpression kOne(QStringLiteral("^[0-9FBIW.,:%+-]*$"));
    return value.contains(kOne);
}

// Words of a file as Chinese has them: a name between its own quotation marks, a list with its own
// commas.
QString asValue(const QString& value)
{
    static const QRegularExpression kName(QStringLiteral("^'([^']*)'$"));
    static const QRegularExpression kList(QStringLiteral("^[\\w.-]+(, [\\w.-]+)+$"));
    if (const auto name = kName.match(value); name.hasMatch())
        return QStringLiteral("“%1”").arg(name.captured(1));
    return value.contains(kList)
        ? QString(value).replace(QStringLiteral(", "), QStringLiteral("、"))
        : value;
}

bool isOfChinese(QChar sign)
{
    return sign.script() == QChar::Script_Han || QStringLiteral("，：；、。（）“”").contains(sign);
}

// Chinese has no space between its own words, whatever stood between them in the template.
void append(QString& text, const QString& more)
{
    const bool afterHan
        = text.size() >= 2 && text.back() == QLatin1Char(' ') && isOfChinese(text[text.size() - 2]);
    if (afterHan && !more.isEmpty() && isOfChinese(more.front()))
        text.chop(1);
    const bool beforeHan
        = more.size() >= 2 && more.front() == QLatin1Char(' ') && isOfChinese(more[1]);
    text += beforeHan && !text.isEmpty() && isOfChinese(text.back()) ? more.mid(1) : more;
}

// The parts between semicolons that stand in no quotation marks.
QStringList clausesOf(const QString& text)
{
    QStringList clauses;
    bool isQuoted = false;
    qsizetype from = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar next = i + 1 < text.size() ? text[i + 1] : QLatin1Char(' ');
        if (text[i] == QLatin1Char('\''))
            // An apostrophe has letters on both sides.
            isQuoted
                = isQuoted ? next.isLetterOrNumber() : i == 0 || !text[i - 1].isLetterOrNumber();
        else if (text[i] == QLatin1Char(';') && next == QLatin1Char(' ') && !isQuoted) {
            clauses << text.mid(from, i - from);
            from = i + 2;
        }
    }
    return clauses << text.mid(from);
}

} // namespace

struct SentenceTemplates::Attempt {
    // By the clause and its depth. Short templates fit in many ways, and each of them asks for the
    // same values again.
    QHash<std::pair<QString, int>, std::optional<QString>> known{};
    qsizetype left = kMostWork; // below zero: it is given up
};

SentenceTemplates SentenceTemplates::read(QIODevice& file)
{
    SentenceTemplates made;
    QString source;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation"))
            if (const QString text = xml.readElementText(); !text.isEmpty())
                made.m_templates.push_back(templateOf(source, text));
    }
    std::stable_sort(
        made.m_templates.begin(), made.m_templates.end(), [](const Template& a, const Template& b) {
            return std::pair(a.letters, a.source.size()) > std::pair(b.letters, b.source.size());
        });
    return made;
}

QString SentenceTemplates::translated(const QString& text) const
{
    QStringList lines = text.split(QLatin1Char('\n'));
    Attempt attempt;
    for (QString& line : lines)
        if (const auto known = ofText(line, 0, attempt); known && attempt.left >= 0)
            line = *known;
    return lines.join(QLatin1Char('\n'));
}

std::optional<QString> SentenceTemplates::ofText(const QString& text, int depth,
                                                 Attempt& attempt) const
{
    QStringList clauses = clausesOf(text);
    bool isKnown = false;
    for (QString& clause : clauses)
        if (const auto known = ofClause(clause, depth, attempt)) {
            clause = *known;
            isKnown = true;
        }
    return isKnown ? std::optional(clauses.join(QStringLiteral("；"))) : std::nullopt;
}

std::optional<QString> SentenceTemplates::ofClause(const QString& clause, int depth,
                                                   Attempt& attempt) const
{
    if (depth > kDeepest || clause.isEmpty())
        return std::nullopt;
    const std::pair key(clause, depth);
    if (const auto known = attempt.known.constFind(key); known != attempt.known.constEnd())
        return *known;
    attempt.left -= clause.size() + kWorkOfClause;
    if (attempt.left < 0)
        return std::nullopt;
    auto text = searched(clause, depth, attempt);
    attempt.known.insert(key, text);
    return text;
}

std::optional<QString> SentenceTemplates::searched(const QString& clause, int depth,
                                                   Attempt& attempt) const
{
    for (const Template& any : m_templates)
        if (const auto values = valuesIn(any, clause))
            if (const auto text = filled(any, *values, depth, attempt))
                return text;
    // "FILE: what is wrong with it", of a file that may have any name.
    const qsizetype colon = clause.indexOf(QLatin1String(": "));
    if (colon < 0)
        return std::nullopt;
    const auto rest = ofClause(clause.mid(colon + 2), depth + 1, attempt);
    if (!rest)
        return std::nullopt;
    const QString head = clause.left(colon);
    return ofClause(head, depth + 1, attempt).value_or(head) + QStringLiteral("：") + *rest;
}

std::optional<QString> SentenceTemplates::filled(const Template& any, const QStringList& values,
                                                 int depth, Attempt& attempt) const
{
    const bool tellsLittle = any.words.front().isEmpty() && any.letters < kTellingLetters;
    QStringList texts;
    for (qsizetype i = 0; i < values.size(); ++i) {
        const QString& value = values[i];
        const auto known = any.quoted[static_cast<std::size_t>(i)]
            ? std::nullopt
            : ofText(value, depth + 1, attempt);
        if (!known && tellsLittle && !isOpOrNumber(value))
            return std::nullopt;
        texts << known.value_or(asValue(value));
    }
    QString made;
    qsizetype from = 0;
    for (qsizetype i = 0; i + 1 < any.translation.size(); ++i) {
        const int place
            = any.translation[i] == QLatin1Char('%') ? any.translation[i + 1].digitValue() : -1;
        if (place < 1 || place > texts.size())
            continue;
        append(made, any.translation.mid(from, i - from));
        append(made, texts[place - 1]);
        from = i + 2;
    }
    append(made, any.translation.mid(from));
    return made;
}

} // namespace gui
