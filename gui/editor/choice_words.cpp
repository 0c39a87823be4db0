#include "gui/editor/choice_words.h"

#include <QCoreApplication>

namespace gui {
namespace {

// Of engine/strategy/choices.h, for the translators: those that are words of the language.
[[maybe_unused]] constexpr const char* kTranslatedChoices[] = {
    QT_TRANSLATE_NOOP("Choice", "none"),      QT_TRANSLATE_NOOP("Choice", "all"),
    QT_TRANSLATE_NOOP("Choice", "optimizer"), QT_TRANSLATE_NOOP("Choice", "learned"),
    QT_TRANSLATE_NOOP("Choice", "rotary"),    QT_TRANSLATE_NOOP("Choice", "ring"),
    QT_TRANSLATE_NOOP("Choice", "selective"), QT_TRANSLATE_NOOP("Choice", "ops"),
    QT_TRANSLATE_NOOP("Choice", "full"),      QT_TRANSLATE_NOOP("Choice", "uniform"),
    QT_TRANSLATE_NOOP("Choice", "block"),     QT_TRANSLATE_NOOP("Choice", "fused"),
    QT_TRANSLATE_NOOP("Choice", "unfused"),   QT_TRANSLATE_NOOP("Choice", "eager"),
    QT_TRANSLATE_NOOP("Choice", "plain"),     QT_TRANSLATE_NOOP("Choice", "compiled"),
    QT_TRANSLATE_NOOP("Choice", "freed"),     QT_TRANSLATE_NOOP("Choice", "kept"),
    QT_TRANSLATE_NOOP("Choice", "compute"),   QT_TRANSLATE_NOOP("Choice", "separate"),
    QT_TRANSLATE_NOOP("Choice", "graph"),     QT_TRANSLATE_NOOP("Choice", "tensor"),
    QT_TRANSLATE_NOOP("Choice", "row"),       QT_TRANSLATE_NOOP("Choice", "direct"),
    QT_TRANSLATE_NOOP("Choice", "two-level"),
};

} // namespace

QString choiceWord(const QString& word)
{
    return QCoreApplication::translate("Choice", word.toUtf8().constData());
}

} // namespace gui
