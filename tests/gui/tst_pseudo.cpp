// The window in a language whose words are long: nothing is cut off, and nothing is in English.

#include "gui/text/pseudo_language.h"
#include "gui/window/language.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/cut_texts.h"
#include "tests/gui/every_view.h"

#include <algorithm>

using namespace gui;
using test::EveryView;

namespace {

// QtTest cuts long messages.
void tell(const QSet<QString>& wrong)
{
    for (const QString& each : wrong)
        qWarning().noquote() << each;
}

// The heads of columns that are named after what is compared, "llama · 1f1b", are data.
QStringList withoutNames(const QStringList& found, const QStringList& names)
{
    QStringList left;
    for (const QString& each : found)
        if (std::none_of(names.begin(), names.end(), [&each](const QString& name) {
                return each.startsWith(QLatin1Char('"') + name + QLatin1Char('"'));
            }))
            left << each;
    return left;
}

} // namespace

class tst_Pseudo : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void textsAreLongerAndKeepWhatStandsForValues();
    void aCutTextIsFound();
    void nothingIsCutOrUntranslated_data();
    void nothingIsCutOrUntranslated();
    void dialogsAreNotCutEither();
};

void tst_Pseudo::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("pseudo")));
    applyTheme(*qApp, ThemeChoice::Light, systemPalette());
    applySizes(*qApp, Metrics());
}

void tst_Pseudo::cleanupTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Pseudo::textsAreLongerAndKeepWhatStandsForValues()
{
    QCOMPARE(inPseudoLanguage(QStringLiteral("Save")), QString::fromUtf8("[Šåvéññ]"));
    QCOMPARE(inPseudoLanguage(QStringLiteral("&Save %1…")), QString::fromUtf8("[&Såvéññ %1…]"));
    QCOMPARE(inPseudoLanguage(QString()), QString());
    QCOMPARE(inPseudoLanguage(QStringLiteral("Files (*.yaml)")), QStringLiteral("Files (*.yaml)"));
    const QString sentence = QStringLiteral("Step %1 of <b>%2</b>\npattern *.yaml");
    const QString pseudo = inPseudoLanguage(sentence);
    QVERIFY(pseudo.contains(QStringLiteral("<b>%2</b>")));
    QVERIFY(pseudo.contains(QStringLiteral("*.yaml")));
    QVERIFY(pseudo.size() > sentence.size() * 6 / 5);
    QCOMPARE(QCoreApplication::translate("Anything", "Save"), QString::fromUtf8("[Šåvéññ]"));
}

void tst_Pseudo::aCutTextIsFound()
{
    QWidget window;
    QLabel label(QStringLiteral("[A text that has no room]"), &window);
    label.setGeometry(0, 0, 40, 20);
    QPushButton english(QStringLiteral("English"), &window);
    english.setGeometry(0, 30, 300, 40);
    window.resize(400, 100);
    window.show();
    QStringList found = test::cutTexts(window);
    QCOMPARE(found.size(), 1);
    QVERIFY(found.front().contains(QStringLiteral("no room")));
    found = test::untranslated(window);
    QCOMPARE(found.size(), 1);
    QVERIFY(found.front().contains(QStringLiteral("English")));
}

void tst_Pseudo::nothingIsCutOrUntranslated_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x800") << QSize(1280, 800);
    QTest::newRow("1024x700") << QSize(1024, 700);
}

void tst_Pseudo::nothingIsCutOrUntranslated()
{
    QFETCH(QSize, size);
    QSet<QString> all;
    EveryView* opened = nullptr;
    EveryView every(size, [&](const QString& name, QWidget& shown) {
        if (shown.size() != size)
            all << name
                    + QStringLiteral(": the window is %1 x %2")
                          .arg(shown.width())
                          .arg(shown.height());
        for (const QString& each :
             test::cutTexts(shown) + withoutNames(test::untranslated(shown), opened->names()))
            all << name + QStringLiteral(": ") + each;
    });
    opened = &every;
    every.sheets();
    tell(all);
    QVERIFY2(all.isEmpty(), "see above");
}

void tst_Pseudo::dialogsAreNotCutEither()
{
    QSet<QString> all;
    EveryView every(QSize(1280, 800), [&](const QString& name, QWidget& shown) {
        if (qobject_cast<QFileDialog*>(&shown)) // of the system
            return;
        for (const QString& each : test::cutTexts(shown) + test::untranslated(shown))
            all << name + QStringLiteral(": ") + each;
    });
    every.dialogs();
    tell(all);
    QVERIFY2(all.isEmpty(), "see above");
}

QTEST_MAIN(tst_Pseudo)
#include "tst_pseudo.moc"
