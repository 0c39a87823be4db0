// The words of a menu entry without the letter that chooses it.

#pragma once

#include <QString>

namespace gui {

// "Save as…" of "Save &as…", and "另存为…" of "另存为(&A)…". A '&' that is written twice stays,
// once.
QString withoutMnemonic(QString text);

} // namespace gui
