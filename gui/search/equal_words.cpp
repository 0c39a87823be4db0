#include "gui/search/equal_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace gui {
namespace {

QString equalWords(const char* source) { return QCoreApplication::translate("Search", source); }

} // namespace

void addEqual(Verdict& verdict, std::size_t count)
{
    if (count < 2)
        return;
    verdict.source = equalWords(QT_TRANSLATE_NOOP(
                                    "Search", "%1; %2 strategies are equal within their intervals"))
                         .arg(verdict.source, QLocale().toString(qulonglong(count)));
    verdict.sourceTip = equalWords(QT_TRANSLATE_NOOP(
        "Search",
        "Predictions do not tell them apart: their 80 % intervals, by how far like runs were from "
        "their predictions, overlap that of the best"));
}

} // namespace gui
