#include "gui/editor/catalog_texts.h"

#include <QCoreApplication>

#include <string>

namespace gui {

QString catalogText(std::string_view text)
{
    return QCoreApplication::translate("Catalog", std::string(text).c_str());
}

} // namespace gui
