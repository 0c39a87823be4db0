// The status line: on the left what was said last, on the right what the picture is of. What must
// not be missed stands in a NoticeStrip instead.

#pragma once

#include "gui/document/document.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace gui {

// Follows the document by its signals. What is said is one line of plain text.
class StatusWords : public QObject {
    Q_OBJECT
public:
    // Puts its labels into `bar`. Both must outlive it.
    StatusWords(Document& document, QStatusBar* bar, QObject* parent = nullptr);

    // A translated sentence. It stays until the next one, or until the next change of the strategy:
    // what was said before may no longer be true after that.
    void say(const QString& sentence);
    void clear(); // of what was said

private:
    // Of the newest prediction; empty while there is none.
    void refreshFacts();

    const Document& m_document;
    QLabel* m_words; // children of the bar
    QLabel* m_facts; //
};

} // namespace gui
