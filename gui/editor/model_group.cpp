#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/presets.h"
#include "gui/editor/spec_rows.h"
#include "gui/inputs/word_box.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace gui {
namespace {

constexpr long long kFewLayers = 24; // of a model one begins with

bool hasModel(const strategy::Strategy& s) { return s.model.has_value(); }

// Its layers divide over the stages.
strategy::Model firstModel(const strategy::Strategy& s)
{
    strategy::Model model;
    const long long stages = std::clamp<long long>(strategy::stagesOf(s), 1, 10'000);
    model.layers = static_cast<int>(stages * std::max(1LL, (kFewLayers + stages - 1) / stages));
    return model;
}

// All sizes of a model that is known by name.
void addPreset(EditorRows& rows, EditorSection& section)
{
    auto* box = new WordBox;
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box->addWord(QString(), QString());
    for (const ModelPreset& preset : modelPresets())
        box->addWord(preset.name, preset.name);
    StrategyField* field
        = rows.add(section, QStringLiteral("model"), EditorText::tr("Preset"), box);
    field->setHint(EditorText::tr("A well-known model: fills in every field below"), QString());
    const auto follow = [box](const strategy::Strategy& s) {
        int at = 0;
        const auto presets = modelPresets();
        for (std::size_t i = 0; i < presets.size(); ++i)
            if (s.model == presets[i].model)
                at = static_cast<int>(i) + 1;
        box->setTextOf(0, s.model ? EditorText::tr("as given below") : EditorText::tr("none"));
        box->setCurrentIndex(at);
    };
    QObject::connect(box, &WordBox::activated, &rows, [=, &rows] {
        const QString name = box->currentData().toString();
        const auto presets = modelPresets();
        const auto chosen = std::find_if(presets.begin(), presets.end(),
                                         [&](const auto& preset) { return preset.name == name; });
        if (chosen != presets.end())
            rows.doOnce(EditorText::tr("take the model %1").arg(name), QStringLiteral("model"),
                        [&](strategy::Strategy& s) { s = withModel(std::move(s), chosen->model); });
        follow(rows.document().strategy()); // also where nothing has changed
    });
    rows.onRefresh(follow);
}

} // namespace

void addModelGroup(EditorRows& rows, EditorSection& section)
{
    addPreset(rows, section);
    QLabel* words = hintLabel();
    words->setText(
        EditorText::tr("With a model, step time and memory are worked out for the cluster's "
                       "device."));
    QPushButton* add = plainButton(EditorText::tr("Add a model"),
                                   EditorText::tr("Begin with a small one that fits the stages"));
    section.addLine(words);
    section.addLine(add);
    QObject::connect(add, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("add a model"), QStringLiteral("model"),
                    [](strategy::Strategy& s) { s.model = firstModel(s); });
    });
    addSpecs(rows, section, modelSpecs(), hasModel);
    QPushButton* remove = plainButton(EditorText::tr("Remove the model"),
                                      EditorText::tr("Use only the given costs"));
    section.addLine(remove, true);
    QObject::connect(remove, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("remove the model"), QStringLiteral("model"),
                    [](strategy::Strategy& s) { s.model.reset(); });
    });
    rows.onRefresh([=](const strategy::Strategy& s) {
        words->setVisible(!s.model);
        add->setVisible(!s.model);
        remove->setVisible(s.model.has_value());
    });
}

} // namespace gui
