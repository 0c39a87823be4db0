#include "gui/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace gui {

bool useLanguage(QCoreApplication& application, const QString& language)
{
    const bool chinese = language == QLatin1String("zh_CN")
        || (language.isEmpty() && QLocale::system().language() == QLocale::Chinese);
    QLocale locale = chinese ? QLocale(QLocale::Chinese, QLocale::China)
                             : QLocale(QLocale::English, QLocale::UnitedStates);
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(locale);
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
