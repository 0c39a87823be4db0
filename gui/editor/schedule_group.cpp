#include "engine/strategy/schedule_fit.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_facts.h"
#include "gui/editor/schedule_chooser.h"
#include "gui/editor/spec_rows.h"
#include "gui/inputs/text_line.h"
#include "gui/text/plain_tip.h"

namespace gui {
namespace {

void addName(EditorRows& rows, EditorSection& section)
{
    auto* line = new TextLine;
    line->setMaxLength(256);
    const QString key = QStringLiteral("name");
    const QString label = EditorText::tr("Name");
    rows.add(section, key, label, line)
        ->setHint(EditorText::tr("The strategy's name, shown on its tab and its runs"),
                  EditorText::tr("one line of text"));
    // Not textChanged(): a text that a refresh sets is no edit.
    QObject::connect(line, &QLineEdit::textEdited, &rows, [=, &rows](const QString& name) {
        rows.edit(key, label, [&](strategy::Strategy& s) { s.name = name.toStdString(); });
    });
    QObject::connect(line, &QLineEdit::editingFinished, &rows, [&rows, line] {
        rows.endGesture();
        // Enter finishes editing too, but leaves the cursor in the line, where it is to stay.
        if (!line->hasFocus())
            line->setCursorPosition(0);
    });
    rows.onRefresh([line](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.name);
        // Setting the same text would move the cursor under somebody who types.
        if (line->text() != name) {
            line->setText(name);
            line->setCursorPosition(0); // a long one shows its beginning
        }
    });
}

void addSchedule(EditorRows& rows, EditorSection& section)
{
    auto* chooser = new ScheduleChooser(ScheduleChooser::Labels::Titles);
    const QString key = QStringLiteral("schedule.name");
    const QString label = EditorText::tr("Schedule");
    StrategyField* field = rows.add(section, key, label, chooser);
    QObject::connect(chooser, &ScheduleChooser::chosen, &rows, [=, &rows](const QString& name) {
        rows.endGesture();
        rows.edit(key, label, [&](strategy::Strategy& s) {
            s = strategy::withSchedule(std::move(s), name.toStdString());
        });
    });
    rows.onRefresh([chooser, field](const strategy::Strategy& s) {
        chooser->setName(QString::fromStdString(s.schedule.name));
        chooser->markFor(s);
        const ScheduleWords words = scheduleWords(chooser->name());
        field->setHint(words.sentence, words.facts);
        chooser->setToolTip(plainTip(words.all.isEmpty() ? chooser->currentText() : words.all));
    });
}

} // namespace

void addScheduleGroup(EditorRows& rows, EditorSection& section)
{
    addName(rows, section);
    addSchedule(rows, section);
    // How many slices there are, and of how many samples: one is typed with the other in sight.
    addIntegers(rows, section, shapeSpecs().last(1));
    addIntegers(rows, section, batchSpecs());
    rows.beginAdvanced();
    addIntegers(rows, section, optionSpecs());
    rows.endAdvanced();
}

} // namespace gui
