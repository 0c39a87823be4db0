// A language that nobody speaks: English whose letters have accents, whose words are longer by two
// fifths, as those of many languages are, and whose texts stand in brackets. What is cut off, or
// was never marked for translation, is then seen at a glance: --lang pseudo.

#pragma once

#include <QTranslator>

namespace gui {

// The whole text: "[Þåñññ ţĥé…]". Placeholders, markup, patterns of file names and the letters of
// menus, behind their '&', stay as they are.
QString inPseudoLanguage(const QString& english);

// For QCoreApplication::installTranslator(): every text of every context.
class PseudoLanguage : public QTranslator {
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* disambiguation,
                      int n) const override;
};

} // namespace gui
