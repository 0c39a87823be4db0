// What the libraries say, in Chinese: every template, and what they say of strategies and schedules
// that are wrong in every field.

#include "gui/text/engine_text.h"

#include "engine/plan/catalog.h"
#include "engine/plan/edit/edit.h"
#include "engine/strategy/convert/format.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/yaml.h"
#include "english_left.h"
#include "gui/editor/field_names.h"
#include "gui/text/sentence_templates.h"
#include "gui/window/language.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLocale>

#include <gtest/gtest.h>

#include <set>

namespace gui::test {
namespace {

class EngineTextTest : public testing::Test {
protected:
    EngineTextTest() { EXPECT_TRUE(useLanguage(m_application, QStringLiteral("zh_CN"))); }
    ~EngineTextTest() override { useLanguage(m_application, QStringLiteral("en")); }

private:
    int m_arguments = 0;
    QCoreApplication m_application{m_arguments, nullptr};
};

SentenceTemplates templatesOf(const char* messages)
{
    QByteArray text = QByteArray("<TS><context>") + messages + "</context></TS>";
    QBuffer file(&text);
    file.open(QIODevice::ReadOnly);
    return SentenceTemplates::read(file);
}

TEST(SentenceTemplates, TranslatesClausesAndWhatStandsInThem)
{
    const auto templates = templatesOf(
        "<message><source>has %1 for %2</source><translation>%2 H %1</translation></message>"
        "<message><source>%1 layers</source><translation>%1 L</translation></message>"
        "<message><source>give less</source><translation>G</translation></message>"
        "<message><source>no '%1'</source><translation>N“%1”</translation></message>"
        "<message><source>new</source><translation type=\"unfinished\"></translation></message>");
    EXPECT_EQ(templates.all().size(), 4u);
    const auto text
        = [&](const char* english) { return templates.translated(QString::fromUtf8(english)); };
    EXPECT_EQ(text("has 3 layers for rank 1; give less"), QStringLiteral("rank 1 H 3 L；G"));
    EXPECT_EQ(text("give less; of nothing known"), QStringLiteral("G；of nothing known"));
    EXPECT_EQ(text("a/b.yaml:3: give less"), QStringLiteral("a/b.yaml:3：G"));
    // A name is nobody's sentence, whatever it says.
    EXPECT_EQ(text("no '3 layers; give less'"), QStringLiteral("N“3 layers; give less”"));
    EXPECT_EQ(text("something else"), QStringLiteral("something else"));
    EXPECT_EQ(text(""), QString());
    EXPECT_EQ(text("give less\ngive less"), QStringLiteral("G\nG"));
}

TEST(SentenceTemplates, TheOneWithMoreWordsIsMeant)
{
    const auto templates = templatesOf(
        "<message><source>is %1</source><translation>I%1</translation></message>"
        "<message><source>is %1, not %2</source><translation>N%2 %1</translation></message>"
        "<message><source>%1 of %2</source><translation>%2 O %1</translation></message>");
    EXPECT_EQ(templates.translated(QStringLiteral("is 3, not 4")), QStringLiteral("N4 3"));
    EXPECT_EQ(templates.translated(QStringLiteral("1 of 2")), QStringLiteral("2 O 1"));
    // "of" alone makes no sentence known.
    const QString other = QStringLiteral("the colour of all things");
    EXPECT_EQ(templates.translated(other), other);
}

TEST_F(EngineTextTest, EnglishStaysInAnEnglishWindow)
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    EXPECT_EQ(engineText(std::string_view("is missing")), QStringLiteral("is missing"));
    QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
    EXPECT_EQ(engineText(std::string_view("is missing")), QStringLiteral("缺失"));
}

TEST_F(EngineTextTest, EveryTemplateIsFoundAgainWithValuesInIt)
{
    QFile file(QStringLiteral(":/translations/engine_zh_CN.ts"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const SentenceTemplates templates = SentenceTemplates::read(file);
    EXPECT_GT(templates.all().size(), 1500u);
    for (const auto& any : templates.all()) {
        QString english = any.source;
        for (int place = 1; place <= 9; ++place)
            english.replace(QLatin1Char('%') + QString::number(place),
                            QString::number(100 + place));
        const QString text = engineText(english);
        EXPECT_EQ(englishIn(text), QString()) << qPrintable(english) << "\n" << qPrintable(text);
        for (int place = 1; place < any.words.size(); ++place)
            EXPECT_TRUE(text.contains(QString::number(100 + place))) << qPrintable(english) << "\n"
                                                                     << qPrintable(text);
    }
}

// Of short templates, "%1 of %2" and the like, a line may fit thousands in as many ways.
TEST_F(EngineTextTest, ALineThatFitsInTooManyWaysStaysEnglish)
{
    const QString part = QStringLiteral(
        " on rank 1 and 1, and 1 on 1: 1, and 1, which 1, which 1: 1: 1, and 1 of it1");
    QString line = QStringLiteral("1");
    for (int parts = 1; parts <= 50; ++parts) {
        line += part;
        const QString text = engineText(line + QStringLiteral(" x"));
        if (parts >= 4) {
            EXPECT_EQ(text, line + QStringLiteral(" x"));
        }
    }
    // What was made out before it stays, and the next text is begun afresh.
    EXPECT_EQ(engineText(QStringLiteral("is missing\n") + line), QStringLiteral("缺失\n") + line);
    EXPECT_EQ(engineText(QStringLiteral("is missing")), QStringLiteral("缺失"));
}

// Every line of the strategy with other values behind its colon.
std::vector<std::string> wrongStrategies(const QString& text)
{
    std::vector<std::string> made;
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const qsizetype colon = lines[i].indexOf(QLatin1Char(':'));
        for (const char* value :
             {"-1", "0", "3", "99999999", "nothing", "[1, 2]", "{a: 1}", "", "01", "true", "full",
              "*x", "!t 1", "[", "1.23456", "interleaved", "custom", "hanayo"}) {
            QStringList changed = lines;
            if (colon < 0)
                continue;
            changed[i] = lines[i].left(colon + 1) + QLatin1Char(' ') + QLatin1String(value);
            made.push_back(changed.join(QLatin1Char('\n')).toStdString());
        }
        QStringList changed = lines;
        changed[i] = lines[i] + QStringLiteral("\n") + lines[i]; // twice
        made.push_back(changed.join(QLatin1Char('\n')).toStdString());
        changed.removeAt(i);
        made.push_back(changed.join(QLatin1Char('\n')).toStdString());
    }
    return made;
}

TEST_F(EngineTextTest, WhatIsWrongWithStrategiesIsSaidInChinese)
{
    std::set<std::string> said;
    const QDir presets(QStringLiteral(":/strategies"));
    for (const QString& name : presets.entryList()) {
        QFile file(presets.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        for (const std::string& text : wrongStrategies(QString::fromUtf8(file.readAll()))) {
            const auto read = strategy::readStrategy(text);
            for (const auto& problems : {read.problems, read.warnings})
                for (const strategy::Problem& problem : problems) {
                    if (!said.insert(problem.sentence).second)
                        continue;
                    const QString sentence = windowSentence(problem);
                    EXPECT_EQ(englishIn(sentence), QString()) << problem.sentence << "\n"
                                                              << qPrintable(sentence);
                }
        }
    }
    EXPECT_GT(said.size(), 300u);
}

TEST_F(EngineTextTest, WhySchedulesDoNotFitIsSaidInChinese)
{
    QFile file(QStringLiteral(":/strategies/first-run.yaml"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto read = strategy::readStrategy(file.readAll().toStdString());
    ASSERT_TRUE(read.strategy);
    int reasons = 0;
    for (int ranks : {1, 3, 4})
        for (int chunks : {1, 2, 3}) {
            auto strategy = *read.strategy;
            strategy.parallel.pipeline = ranks;
            strategy.parallel.chunks = chunks;
            for (const plan::CatalogEntry* entry : plan::catalog()) {
                const std::string reason = strategy::whyNot(strategy, std::string(entry->name));
                reasons += reason.empty() ? 0 : 1;
                EXPECT_EQ(englishIn(engineText(reason)), QString())
                    << reason << "\n"
                    << qPrintable(engineText(reason));
            }
        }
    EXPECT_GT(reasons, 5);
}

TEST_F(EngineTextTest, WhyAnOpCannotMoveIsSaidInChinese)
{
    int reasons = 0;
    for (const char* name : {"1f1b", "interleaved", "zb-h1", "dualpipe"}) {
        const auto schedule = plan::makeSchedule(name, plan::shapeOf(name, 4, {}, 8));
        ASSERT_TRUE(schedule);
        for (int rank = 0; rank < 4; ++rank)
            for (std::size_t from = 0; from < 10; ++from)
                for (const plan::Edit& edit :
                     {plan::Edit(plan::MoveOp{rank, from, 9 - from}),
                      plan::Edit(plan::RemoveOp{rank, from}), plan::Edit(plan::FuseOps{rank, from}),
                      plan::Edit(plan::UnfuseOps{rank, from}),
                      plan::Edit(plan::MoveOp{rank, from, 1000})}) {
                    const auto result = plan::tryEdit(*schedule, edit);
                    for (const auto& sentences : {result.reasons, result.missing})
                        for (const std::string& sentence : sentences) {
                            ++reasons;
                            EXPECT_EQ(englishIn(engineText(sentence)), QString())
                                << sentence << "\n"
                                << qPrintable(engineText(sentence));
                        }
                }
    }
    EXPECT_GT(reasons, 200);
}

TEST_F(EngineTextTest, WhatOtherFrameworksLoseIsSaidInChinese)
{
    std::set<std::string> said;
    const QDir presets(QStringLiteral(":/strategies"));
    for (const QString& name : presets.entryList()) {
        QFile file(presets.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        auto read = strategy::readStrategy(file.readAll().toStdString());
        ASSERT_TRUE(read.strategy);
        read.strategy->name = "n"; // names are in any language
        for (const strategy::Format& format : strategy::formats()) {
            EXPECT_EQ(englishIn(engineText(format.title)), QString()) << format.title;
            if (!format.write)
                continue;
            const auto written = format.write(*read.strategy, {});
            for (const strategy::Remark& remark : written.remarks)
                said.insert(remark.sentence);
            if (!format.import)
                continue;
            for (const strategy::Remark& remark : format.import({written.text, {}}).remarks)
                said.insert(remark.sentence);
        }
    }
    for (const std::string& sentence : said)
        EXPECT_EQ(englishIn(engineText(sentence)), QString()) << sentence << "\n"
                                                              << qPrintable(engineText(sentence));
    EXPECT_GT(said.size(), 50u);
}

} // namespace
} // namespace gui::test
