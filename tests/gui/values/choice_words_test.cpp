// The words that fields take one of have a translation, unless they are names.

#include "gui/editor/field_specs.h"

#include <QRegularExpression>
#include <QSet>
#include <QTranslator>

#include <gtest/gtest.h>

namespace gui::test {
namespace {

TEST(ChoiceWords, EveryOneThatIsNoNameHasATranslation)
{
    QTranslator chinese;
    ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/bubblescope_zh_CN.qm")));
    QSet<QString> names{QStringLiteral("layernorm"), QStringLiteral("rmsnorm"),
                        QStringLiteral("flash"), QStringLiteral("sgd")};
    for (const std::string_view framework : strategy::kWords<strategy::Framework>)
        names.insert(QString::fromUtf8(framework.data(), qsizetype(framework.size())));
    const QRegularExpression words(QStringLiteral("^[a-z]+$")); // "bf16" and "all_to_all" are not
    int seen = 0;
    for (const SectionSpecs& section : sectionSpecs())
        for (const auto& half : {section.first, section.rest})
            for (const FieldSpec& spec : half) {
                const auto* choice = std::get_if<ChoiceSpec>(&spec);
                if (!choice || choice->namesOf) // those of devices
                    continue;
                for (const std::string_view name : choice->names) {
                    const QString word = QString::fromUtf8(name.data(), qsizetype(name.size()));
                    if (names.contains(word) || !word.contains(words))
                        continue;
                    ++seen;
                    EXPECT_FALSE(chinese.translate("Choice", word.toUtf8().constData()).isEmpty())
                        << choice->key << ": " << qPrintable(word)
                        << "; mark it in choice_words.cpp, build update_translations, translate it";
                }
            }
    EXPECT_GT(seen, 15);
}

} // namespace
} // namespace gui::test
