// Chooses a schedule of the catalogue. Schedules that do not exist for the present ranks and
// microbatches are marked, with the reason; they may be chosen all the same, so that one can
// change the shape afterwards.

#pragma once

#include "engine/strategy/strategy.h"
#include "gui/inputs/word_box.h"

namespace gui {

class ScheduleChooser : public WordBox {
    Q_OBJECT
public:
    // What stands first in each entry of the list. Closed, a box of names shows the name alone.
    enum class Labels { Titles, Names };

    // Offers every schedule of the catalogue, in its order.
    explicit ScheduleChooser(Labels labels, QWidget* parent = nullptr);

    // Adds a last entry with an empty name; `text` is translated.
    void offerNone(const QString& text);

    // Chooses that schedule; chosen() is not emitted. A name that is not in the catalogue, such as
    // `custom`, is added to the list.
    void setName(const QString& name);
    QString name() const { return currentData().toString(); }

    // Marks the schedules that the strategy cannot have, and says why in their tooltips. Call it
    // again with every change of the strategy.
    void markFor(const strategy::Strategy& strategy);
    // Why that one cannot be had; empty if it can.
    QString reasonAgainst(const QString& name) const;

    // Emitted when the user has chosen an entry, even the one that was chosen before.
signals:
    void chosen(const QString& name);

protected:
    void changeEvent(QEvent* event) override;
    QString shownText() const override;
    Qt::TextElideMode cutAt() const override;

private:
    void add(const QString& text, const QString& name);
    void colourMarks();
    bool showsName() const;

    const Labels m_labels;
};

// What the schedule needs, and what it promises in short; plain text.
struct ScheduleWords {
    QString sentence;
    QString facts;
    QString all; // with its title and what it holds, a line each
};

ScheduleWords scheduleWords(const QString& name);

} // namespace gui
