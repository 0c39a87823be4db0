#include "engine/strategy/hardware.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/form_section.h"
#include "gui/editor/spec_rows.h"
#include "gui/inputs/form_row.h"
#include "gui/inputs/word_box.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>

namespace gui {
namespace {

void addDevice(EditorRows& rows, QFormLayout* form)
{
    auto* chooser = new WordBox;
    // As wide as the form, whatever the longest name.
    chooser->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (const strategy::Hardware& known : strategy::hardware()) {
        const QString name = QString::fromStdString(known.name);
        chooser->addWord(name, name);
    }
    const QString key = QStringLiteral("cluster.device");
    const QString label = EditorText::tr("Device");
    chooser->setToolTip(EditorText::tr("What every rank runs on"));
    rows.add(form, key, label, chooser);
    QLabel* words = hintLabel();
    form->addRow(words);
    QObject::connect(chooser, &WordBox::activated, &rows, [=, &rows] {
        rows.endGesture();
        rows.edit(key, label, [&](strategy::Strategy& s) {
            const std::string name = chooser->currentText().toStdString();
            if (!strategy::findHardware(name))
                return; // the file's own description stays
            s.cluster.device = name;
            // The numbers of a known device come from the catalogue.
            s.cluster.spec.reset();
        });
    });
    rows.onRefresh([form, chooser, words](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.cluster.device);
        // A device that only the file describes joins the list.
        if (chooser->findText(name) < 0)
            chooser->addWord(name, name);
        chooser->setCurrentIndex(chooser->findText(name));
        const strategy::Hardware* known
            = s.cluster.spec ? nullptr : strategy::findHardware(s.cluster.device);
        const strategy::DeviceSpec spec
            = known ? known->device : s.cluster.spec.value_or(strategy::DeviceSpec{});
        showRow(form, words, known || s.cluster.spec);
        const QLocale locale;
        words->setText(EditorText::tr("%1: %2 GiB, %3 TFLOP/s in bf16")
                           .arg(known ? QString::fromStdString(known->title)
                                      : EditorText::tr("as this file describes it"),
                                locale.toString(spec.memoryGib, 'g', 4),
                                locale.toString(spec.bf16Tflops, 'g', 4)));
    });
}

} // namespace

void addClusterGroup(EditorRows& rows, QVBoxLayout* column)
{
    QFormLayout* form = formSection(column, EditorText::tr("Cluster"));
    addDevice(rows, form);
    addSpecs(rows, form, clusterSpecs());
}

} // namespace gui
