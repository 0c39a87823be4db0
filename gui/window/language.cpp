#include "gui/window/language.h"

#include "gui/text/pseudo_language.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace gui {
namespace {

// Families that write Chinese as it is written in China; empty: none that is known is there.
QString simplifiedFamily()
{
    const QStringList there = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
    for (const char* name :
         {"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN",
          "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"})
        if (const QString family = QLatin1String(name); there.contains(family))
            return family;
    return {};
}

// What the program's family lacks is taken from the system, and that goes by the system's locale:
// in any but China's the same characters would be written as in Japan.
void useFonts(bool chinese)
{
    static const QStringList kOfSystem = QApplication::font().families();
    QFont font = QApplication::font();
    font.setFamilies(kOfSystem);
    const QString fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    QFont::removeSubstitutions(fixed);
    const bool systemKnows = QLocale::system().name() == QLatin1String("zh_CN");
    if (const QString family = simplifiedFamily(); chinese && !systemKnows && !family.isEmpty()) {
        // By its own name: one that stands for others ("Sans") would be passed over.
        font.setFamilies({QFontInfo(font).family(), family});
        QFont::insertSubstitution(fixed, family);
    }
    if (font.families() != QApplication::font().families())
        QApplication::setFont(font);
}

} // namespace

bool useLanguage(QCoreApplication& application, const QString& language)
{
    const bool chinese = language == QLatin1String("zh_CN")
        || (language.isEmpty() && QLocale::system().language() == QLocale::Chinese);
    QLocale locale = chinese ? QLocale(QLocale::Chinese, QLocale::China)
                             : QLocale(QLocale::English, QLocale::UnitedStates);
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(locale);
    if (qobject_cast<QApplication*>(&application))
        useFonts(chinese);
    // Those of another language, where there was one before.
    for (QTranslator* old : application.findChildren<QTranslator*>(Qt::FindDirectChildrenOnly)) {
        QCoreApplication::removeTranslator(old);
        delete old;
    }
    if (language == QLatin1String("pseudo"))
        return QCoreApplication::installTranslator(new PseudoLanguage(&application));
    if (!chinese)
        return true;

    // Qt's own texts (file dialogs) come in a package of their own, and may be missing.
    auto* ofQt = new QTranslator(&application);
    if (ofQt->load(QStringLiteral("qtbase_zh_CN"),
                   QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(ofQt);
    auto* ours = new QTranslator(&application);
    return ours->load(QStringLiteral(":/i18n/bubblescope_zh_CN.qm"))
        && QCoreApplication::installTranslator(ours);
}

} // namespace gui
