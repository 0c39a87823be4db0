// How different two colours look (CIEDE2000), also to people who do not see all
// three primaries (Machado, Oliveira and Fernandes 2009, full severity).

#pragma once

#include <QColor>

namespace gui::test {

enum class Vision { Normal, Protan, Deutan, Tritan };

double colourDifference(const QColor& first, const QColor& second, Vision vision);

} // namespace gui::test
