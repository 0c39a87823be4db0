#include "gui/text/engine_text.h"

#include "gui/text/sentence_templates.h"

#include <QCache>
#include <QFile>
#include <QLocale>

namespace gui {
namespace {

// Sentences repeat: a field's problem is said at every change of another one.
constexpr int kRemembered = 512;

// Longer texts are no sentences of ours, but output of other programs.
constexpr qsizetype kLongestSentence = 4096;

const SentenceTemplates& chineseSentences()
{
    static const SentenceTemplates kSentences = [] {
        QFile file(QStringLiteral(":/translations/engine_zh_CN.ts"));
        return file.open(QIODevice::ReadOnly) ? SentenceTemplates::read(file) : SentenceTemplates();
    }();
    return kSentences;
}

} // namespace

QString engineText(const QString& english)
{
    if (QLocale().language() != QLocale::Chinese || english.size() > kLongestSentence)
        return english;
    thread_local QCache<QString, QString> remembered(kRemembered);
    if (const QString* known = remembered.object(english))
        return *known;
    const QString text = chineseSentences().translated(english);
    remembered.insert(english, new QString(text));
    return text;
}

QString engineText(std::string_view english)
{
    return engineText(QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size())));
}

} // namespace gui
