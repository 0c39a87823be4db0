// The status line: what was said last, and what the picture is of.

#pragma once

#include "gui/document/document.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace gui {

class StatusWords : public QObject {
    Q_OBJECT
public:
    // Puts its labels into `bar`. Both must outlive it.
    StatusWords(Document& document, QStatusBar* bar, QObject* parent = nullptr);

    // Until the next sentence, or the next change of the strategy: what was said before does not
    // hold behind it.
    void say(const QString& sentence);
    void clear();

private:
    void refreshFacts();

    const Document& m_document;
    QLabel* m_words; // children of the bar
    QLabel* m_facts; //
};

} // namespace gui
