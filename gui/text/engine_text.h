// What the libraries say of a strategy, a schedule or a run, in the language of the window.
//
// They put their sentences together in English, of words and values, and know no other language.
// resources/translations/engine_zh_CN.ts has them as templates, "has %1 entries", one for each
// clause between semicolons; tests/engine_sentences_test.py fails on one that is not there.

#pragma once

#include <QString>

#include <string_view>

namespace gui {

// The sentence in the language of the window; names, numbers and keys of fields stay as they are.
// What has no translation stays English: all of it, or a clause, or what stands in its place. A
// value between quotation marks is nobody's sentence, and stays. From any thread.
QString engineText(const QString& english);
QString engineText(std::string_view english);

} // namespace gui
