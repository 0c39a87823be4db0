#include "engine/strategy/schedule_fit.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/form_section.h"
#include "gui/editor/layer_list_edit.h"
#include "gui/editor/schedule_chooser.h"
#include "gui/editor/spec_rows.h"

#include <QFormLayout>
#include <QLineEdit>

namespace gui {
namespace {

void addName(EditorRows& rows, QFormLayout* form)
{
    auto* line = new QLineEdit;
    line->setMaxLength(256);
    const QString key = QStringLiteral("name");
    const QString label = EditorText::tr("Name");
    rows.add(form, key, label, line);
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

void addLayers(EditorRows& rows, QFormLayout* form)
{
    auto* line = new LayerListEdit;
    line->setToolTip(EditorText::tr("Layers of each in order, where they are not divided evenly"));
    StrategyField* field
        = rows.add(form, QString(), QString(), line, [line](const strategy::Strategy& s) {
              return s.model || !line->text().isEmpty();
          });
    const auto follow = [=, &rows](bool anew) {
        line->follow(rows.document().strategy(), anew);
        if (line->per() == LayersPer::Rank)
            field->rename(QStringLiteral("parallel.layers_per_rank"),
                          EditorText::tr("Layers per rank"));
        else
            field->rename(QStringLiteral("parallel.layers_per_stage"),
                          EditorText::tr("Layers per stage"));
        if (line->layers())
            field->setUnreadable({});
    };
    follow(true);
    QObject::connect(line, &QLineEdit::textEdited, &rows, [=, &rows] {
        const auto layers = line->layers();
        const QString kept = layersText(layersOf(rows.document().strategy(), line->per()));
        if (!layers)
            field->setUnreadable(
                EditorText::tr("is no list of whole numbers such as 5, 3; the strategy keeps "
                               "%1")
                    .arg(kept.isEmpty() ? EditorText::tr("the even division") : kept));
        else
            field->setUnreadable({});
        if (layers)
            rows.edit(field->key(), field->label(),
                      [&](strategy::Strategy& s) { layersOf(s, line->per()) = *layers; });
    });
    QObject::connect(line, &LayerListEdit::settled, &rows, [=, &rows] {
        rows.endGesture();
        follow(false);
    });
    rows.onRefresh([follow](const strategy::Strategy&) { follow(false); });
    QObject::connect(&rows.document(), &Document::nameChanged, &rows, [=, &rows] {
        if (rows.document().undoStack().count() == 0)
            follow(true); // just opened
    });
}

void addSchedule(EditorRows& rows, QFormLayout* form)
{
    auto* chooser = new ScheduleChooser(ScheduleChooser::Labels::Titles);
    const QString key = QStringLiteral("schedule.name");
    const QString label = EditorText::tr("Schedule");
    rows.add(form, key, label, chooser);
    QLabel* description = hintLabel();
    form->addRow(description);
    QObject::connect(chooser, &ScheduleChooser::chosen, &rows, [=, &rows](const QString& name) {
        rows.endGesture();
        rows.edit(key, label, [&](strategy::Strategy& s) {
            s = strategy::withSchedule(std::move(s), name.toStdString());
        });
    });
    rows.onRefresh([chooser, description](const strategy::Strategy& s) {
        chooser->setName(QString::fromStdString(s.schedule.name));
        chooser->markFor(s);
        description->setText(scheduleDescription(chooser->name()));
    });
}

} // namespace

void addPipelineGroup(EditorRows& rows, QVBoxLayout* column)
{
    QFormLayout* form = formSection(column, EditorText::tr("Pipeline"));
    addName(rows, form);
    addIntegers(rows, form, shapeSpecs());
    addLayers(rows, form);
    addSchedule(rows, form);
    addIntegers(rows, form, optionSpecs());
}

} // namespace gui
