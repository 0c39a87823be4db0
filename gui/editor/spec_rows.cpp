#include "gui/editor/spec_rows.h"

#include "gui/editor/choice_words.h"
#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_facts.h"
#include "gui/inputs/decimal_box.h"
#include "gui/inputs/word_box.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QSpinBox>

#include <limits>

namespace gui {
namespace {

strategy::Strategy withDefaultModel()
{
    strategy::Strategy made;
    made.model.emplace();
    return made;
}

// Of a field that means something only where `applies` says so, and is shown where it is given.
template <class Spec, class Shows>
Shows showsOf(const Spec& spec, const Shows& onlyWhere)
{
    if (!spec.applies)
        return onlyWhere;
    return [onlyWhere, get = spec.get, applies = spec.applies,
            unset = spec.get(withDefaultModel())](const strategy::Strategy& s) {
        return (!onlyWhere || onlyWhere(s)) && (get(s) != unset || applies(s));
    };
}

QString emptyWord(const ChoiceSpec& spec, const strategy::Strategy& s)
{
    const QString name = choiceWord(QString::fromStdString(spec.emptyName(s)));
    return name.isEmpty() ? editorText(QT_TRANSLATE_NOOP("Editor", "default"))
                          : editorText(spec.emptyText).arg(name);
}

// What stands for 0 in that strategy; whether the field is 0 there makes no difference.
QString zeroTextOf(const IntegerSpec& spec, const strategy::Strategy& s)
{
    if (!spec.zeroText)
        return {};
    if (!spec.zeroValue)
        return editorText(spec.zeroText);
    strategy::Strategy unset = s;
    spec.set(unset, 0);
    return editorText(spec.zeroText).arg(spec.zeroValue(unset));
}

void addInteger(EditorRows& rows, EditorSection& section, const IntegerSpec& spec,
                const EditorRows::Shows& onlyWhere)
{
    auto* spin = new QSpinBox;
    // What is too large the check says in a sentence; a box that stops at a number would not.
    spin->setRange(spec.low, std::numeric_limits<int>::max());
    keepNarrow(spin);
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = rows.add(section, key, label, spin, showsOf(spec, onlyWhere));
    QObject::connect(spin, &QSpinBox::valueChanged, &rows, [=, &rows, set = spec.set](int value) {
        rows.edit(key, label, [&](strategy::Strategy& s) { set(s, value); });
    });
    QObject::connect(spin, &QSpinBox::editingFinished, &rows, [&rows] { rows.endGesture(); });
    rows.onRefresh([=](const strategy::Strategy& s) {
        // What is shown comes from the strategy and is not to edit it.
        const QSignalBlocker quiet(spin);
        // Setting what it has would rewrite the text, while somebody types into it.
        if (spin->value() != spec.get(s))
            spin->setValue(spec.get(s));
        const QString zero = zeroTextOf(spec, s);
        if (zero != spin->specialValueText())
            spin->setSpecialValueText(zero);
        field->setHint(editorText(spec.tip), fieldFacts(key, {}, zeroFact(zero)));
    });
}

void addDecimal(EditorRows& rows, EditorSection& section, const DecimalSpec& spec,
                const EditorRows::Shows& onlyWhere)
{
    auto* box = new DecimalBox(QString::fromUtf8(spec.unit));
    keepNarrow(box);
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = rows.add(section, key, label, box, showsOf(spec, onlyWhere));
    QObject::connect(box, &QDoubleSpinBox::valueChanged, &rows,
                     [=, &rows, set = spec.set](double value) {
                         rows.edit(key, label, [&](strategy::Strategy& s) { set(s, value); });
                     });
    QObject::connect(box, &QDoubleSpinBox::editingFinished, &rows, [&rows] { rows.endGesture(); });
    rows.onRefresh([=](const strategy::Strategy& s) {
        const QSignalBlocker quiet(box);
        if (box->value() != spec.get(s))
            box->setValue(spec.get(s));
        if (spec.zeroText)
            box->setZero(editorText(spec.zeroText), spec.zeroValue(s));
        field->setHint(
            editorText(spec.tip),
            fieldFacts(key, QString::fromUtf8(spec.unit), zeroFact(box->specialValueText())));
    });
}

void addFlag(EditorRows& rows, EditorSection& section, const FlagSpec& spec,
             const EditorRows::Shows& onlyWhere)
{
    auto* box = new QCheckBox;
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = rows.add(section, key, label, box, showsOf(spec, onlyWhere));
    field->setHint(editorText(spec.tip), fieldFacts(key));
    // Each click is a step of its own to undo.
    QObject::connect(box, &QCheckBox::toggled, &rows, [=, &rows, set = spec.set](bool on) {
        rows.endGesture();
        rows.edit(key, label, [&](strategy::Strategy& s) { set(s, on); });
    });
    rows.onRefresh([box, get = spec.get](const strategy::Strategy& s) {
        const QSignalBlocker quiet(box);
        box->setChecked(get(s));
    });
}

void addChoice(EditorRows& rows, EditorSection& section, const ChoiceSpec& spec,
               const EditorRows::Shows& onlyWhere)
{
    auto* box = new WordBox;
    // The form is as wide as the panel, whatever the longest word of a list.
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    if (spec.emptyText)
        box->addWord(QString(), QString());
    for (const std::string_view name : spec.namesOf ? spec.namesOf() : spec.names) {
        const QString word = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        box->addWord(choiceWord(word), word);
    }
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = rows.add(section, key, label, box, showsOf(spec, onlyWhere));
    QObject::connect(box, &WordBox::activated, &rows, [=, &rows, set = spec.set] {
        rows.endGesture();
        rows.edit(key, label, [&](strategy::Strategy& s) {
            set(s, box->currentData().toString().toStdString());
        });
    });
    rows.onRefresh([=](const strategy::Strategy& s) {
        if (spec.emptyText)
            box->setTextOf(0, emptyWord(spec, s));
        const QString name = QString::fromStdString(spec.get(s));
        // A word of the file that is not in the list is shown as it stands there.
        if (box->findData(name) < 0)
            box->addWord(name, name);
        box->setCurrentIndex(box->findData(name));
        field->setHint(editorText(spec.tip),
                       fieldFacts(key, {}, spec.emptyText ? emptyWord(spec, s) : QString()));
    });
}

} // namespace

void addSpecs(EditorRows& rows, EditorSection& section, const SectionSpecs& specs,
              const EditorRows::Shows& onlyWhere)
{
    const auto add = [&](const FieldSpec& any) {
        if (const auto* integer = std::get_if<IntegerSpec>(&any))
            addInteger(rows, section, *integer, onlyWhere);
        else if (const auto* decimal = std::get_if<DecimalSpec>(&any))
            addDecimal(rows, section, *decimal, onlyWhere);
        else if (const auto* flag = std::get_if<FlagSpec>(&any))
            addFlag(rows, section, *flag, onlyWhere);
        else
            addChoice(rows, section, std::get<ChoiceSpec>(any), onlyWhere);
    };
    for (const FieldSpec& spec : specs.first)
        add(spec);
    rows.beginAdvanced();
    for (const FieldSpec& spec : specs.rest)
        add(spec);
    rows.endAdvanced();
}

void addIntegers(EditorRows& rows, EditorSection& section, std::span<const IntegerSpec> specs)
{
    for (const IntegerSpec& spec : specs)
        addInteger(rows, section, spec, {});
}

} // namespace gui
