#include "gui/window/status_words.h"

#include <QLabel>
#include <QStatusBar>

namespace gui {

StatusWords::StatusWords(Document& document, QStatusBar* bar, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_words(new QLabel(bar))
    , m_facts(new QLabel(bar))
{
    for (QLabel* label : {m_words, m_facts})
        label->setTextFormat(Qt::PlainText);
    m_words->setAccessibleName(tr("Status"));
    m_facts->setAccessibleName(tr("Picture"));
    bar->addWidget(m_words, 1);
    bar->addPermanentWidget(m_facts);
    connect(&document, &Document::strategyChanged, this, &StatusWords::refreshFacts);
    connect(&document, &Document::predictionChanged, this, &StatusWords::refreshFacts);
    // After a change, words such as "saved" would no longer be true.
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &StatusWords::clear);
    refreshFacts();
}

void StatusWords::say(const QString& sentence) { m_words->setText(sentence); }

void StatusWords::clear() { m_words->clear(); }

void StatusWords::refreshFacts()
{
    const PredictionPtr& prediction = m_document.prediction();
    if (!prediction) {
        m_facts->clear();
        return;
    }
    const plan::Shape& shape = prediction->schedule->shape;
    m_facts->setText(tr("%1: ranks %2, chunks %3, microbatches %4, ops %5")
                         .arg(QString::fromStdString(prediction->strategy.schedule.name))
                         .arg(shape.ranks)
                         .arg(shape.chunks)
                         .arg(shape.microbatches)
                         .arg(opsOf(*prediction->schedule)));
}

} // namespace gui
