#include "gui/lessons/lesson_text.h"

#include "engine/lesson/filled_text.h"
#include "gui/text/joined.h"
#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"

#include <QLabel>

namespace gui {
namespace {

constexpr int kMostCharacters = 2000; // of a text with its numbers
constexpr int kMostOfAnAnswer = 200;

std::vector<std::string_view> namesOf(const lesson::ReadLesson& read)
{
    std::vector<std::string_view> names;
    names.reserve(read.lesson.states.size());
    for (const lesson::State& state : read.lesson.states)
        names.push_back(state.name);
    return names;
}

// A chain of ops, "8F18 → 7F18 → 7B8", may go on in the next line; by itself Qt takes it for one
// number.
QString shown(const std::string& text)
{
    return shownText(QString::fromStdString(text), kMostCharacters)
        .replace(QStringLiteral("→ "), QStringLiteral("→ \u200B"));
}

} // namespace

QString richText(const lesson::Text& text, const lesson::ReadLesson& read, const lesson::Ask& ask)
{
    const auto names = namesOf(read);
    QString rich;
    for (const lesson::TextPiece& piece :
         lesson::parseText(text.in(lessonLanguage()), names).pieces) {
        QString words = piece.measure ? shown(lesson::shownNumber(piece, ask, read.lesson.unit))
                                      : shown(piece.text);
        // A number and its unit stay on one line; a list of many words does not.
        if (piece.measure && words.count(QLatin1Char(' ')) == 1)
            words.replace(QLatin1Char(' '), QChar(QChar::Nbsp));
        const bool standsOut = piece.bold || piece.measure;
        rich += standsOut ? QStringLiteral("<b>%1</b>").arg(inRichText(words)) : inRichText(words);
    }
    return rich;
}

QString plainText(const lesson::Text& text, const lesson::ReadLesson& read, const lesson::Ask& ask)
{
    return shown(lesson::filled(text.in(lessonLanguage()), namesOf(read), ask, read.lesson.unit));
}

QString fieldWords(const std::string& key)
{
    return QString::fromStdString(key)
        .replace(QLatin1Char('.'), QStringLiteral(" › "))
        .replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString fieldsText(const std::map<std::string, std::string>& fields)
{
    QStringList parts;
    for (const auto& [key, value] : fields)
        parts += QStringLiteral("%1\u00A0= %2").arg(fieldWords(key), QString::fromStdString(value));
    return enumerated(parts);
}

QString answerWords(const lesson::Scene& scene)
{
    const lesson::Action& action = scene.step.action;
    if (const auto* set = std::get_if<lesson::SetAction>(&action))
        return shownText(fieldsText(set->solution), kMostOfAnAnswer);
    const auto words = lesson::answerText(scene);
    if (!words)
        return {};
    if (const auto* choose = std::get_if<lesson::ChooseAction>(&action))
        for (const auto& option : choose->options)
            if (option.key == *words)
                return plainText(option.text, scene.read,
                                 lesson::askOf(scene.read.states, scene.current, scene.run));
    return shownText(QString::fromStdString(*words), kMostOfAnAnswer);
}

QLabel* lessonLabel(const QString& name)
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    label->setAccessibleName(name);
    return label;
}

} // namespace gui
