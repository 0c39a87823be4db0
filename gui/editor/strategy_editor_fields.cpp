// The rows of the editor that come from tables of fields.

#include "gui/inputs/decimal_box.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_specs.h"
#include "gui/inputs/fold_button.h"
#include "gui/editor/form_section.h"
#include "gui/editor/strategy_editor.h"
#include "gui/inputs/word_box.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

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
    const QString name = QString::fromStdString(spec.emptyName(s));
    return name.isEmpty() ? editorText(QT_TRANSLATE_NOOP("Editor", "default"))
                          : editorText(spec.emptyText).arg(name);
}

} // namespace

void StrategyEditor::addSpecs(QFormLayout* form, const SectionSpecs& specs, const Shows& onlyWhere)
{
    const auto add = [&](const FieldSpec& any) {
        if (const auto* integer = std::get_if<IntegerSpec>(&any))
            addInteger(form, *integer, onlyWhere);
        else if (const auto* decimal = std::get_if<DecimalSpec>(&any))
            addDecimal(form, *decimal, onlyWhere);
        else if (const auto* flag = std::get_if<FlagSpec>(&any))
            addFlag(form, *flag, onlyWhere);
        else
            addChoice(form, std::get<ChoiceSpec>(any), onlyWhere);
    };
    for (const FieldSpec& spec : specs.first)
        add(spec);
    m_fold = addFold(form);
    for (const FieldSpec& spec : specs.rest)
        add(spec);
    m_fold = nullptr;
}

QToolButton* StrategyEditor::addFold(QFormLayout* form)
{
    QToolButton* fold = foldButton(tr("More"), tr("More fields"));
    form->addRow(fold);
    connect(fold, &QToolButton::toggled, this, &StrategyEditor::refreshRows);
    return fold;
}

void StrategyEditor::addInteger(QFormLayout* form, const IntegerSpec& spec, const Shows& onlyWhere)
{
    auto* spin = new QSpinBox;
    spin->setRange(spec.low, std::numeric_limits<int>::max());
    keepNarrow(spin);
    spin->setToolTip(editorText(spec.tip));
    if (spec.zeroText && !spec.zeroValue)
        spin->setSpecialValueText(editorText(spec.zeroText));
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, spin, showsOf(spec, onlyWhere));
    connect(spin, &QSpinBox::valueChanged, this, [=, this, set = spec.set](int value) {
        edit(key, label, [&](strategy::Strategy& s) { set(s, value); });
    });
    connect(spin, &QSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    m_refreshers.emplace_back([spin, get = spec.get, zero = spec.zeroText,
                               zeroValue = spec.zeroValue](const strategy::Strategy& s) {
        const QSignalBlocker quiet(spin);
        if (spin->value() != get(s))
            spin->setValue(get(s));
        if (zeroValue)
            spin->setSpecialValueText(editorText(zero).arg(zeroValue(s)));
    });
}

void StrategyEditor::addDecimal(QFormLayout* form, const DecimalSpec& spec, const Shows& onlyWhere)
{
    auto* box = new DecimalBox(QString::fromUtf8(spec.unit));
    keepNarrow(box);
    box->setToolTip(editorText(spec.tip));
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, box, showsOf(spec, onlyWhere));
    connect(box, &QDoubleSpinBox::valueChanged, this, [=, this, set = spec.set](double value) {
        edit(key, label, [&](strategy::Strategy& s) { set(s, value); });
    });
    connect(box, &QDoubleSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    m_refreshers.emplace_back([box, spec](const strategy::Strategy& s) {
        const QSignalBlocker quiet(box);
        if (box->value() != spec.get(s))
            box->setValue(spec.get(s));
        if (spec.zeroText)
            box->setZero(editorText(spec.zeroText), spec.zeroValue(s));
    });
}

void StrategyEditor::addFlag(QFormLayout* form, const FlagSpec& spec, const Shows& onlyWhere)
{
    auto* box = new QCheckBox;
    box->setToolTip(editorText(spec.tip));
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, box, showsOf(spec, onlyWhere));
    connect(box, &QCheckBox::toggled, this, [=, this, set = spec.set](bool on) {
        m_document.endGesture();
        edit(key, label, [&](strategy::Strategy& s) { set(s, on); });
    });
    m_refreshers.emplace_back([box, get = spec.get](const strategy::Strategy& s) {
        const QSignalBlocker quiet(box);
        box->setChecked(get(s));
    });
}

void StrategyEditor::addChoice(QFormLayout* form, const ChoiceSpec& spec, const Shows& onlyWhere)
{
    auto* box = new WordBox;
    box->setToolTip(editorText(spec.tip));
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    if (spec.emptyText)
        box->addWord(QString(), QString());
    for (const std::string_view name : spec.namesOf ? spec.namesOf() : spec.names) {
        const QString word = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        box->addWord(word, word);
    }
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, box, showsOf(spec, onlyWhere));
    connect(box, &WordBox::activated, this, [=, this, set = spec.set] {
        m_document.endGesture();
        edit(key, label,
             [&](strategy::Strategy& s) { set(s, box->currentData().toString().toStdString()); });
    });
    m_refreshers.emplace_back([box, spec](const strategy::Strategy& s) {
        if (spec.emptyText)
            box->setTextOf(0, emptyWord(spec, s));
        const QString name = QString::fromStdString(spec.get(s));
        if (box->findData(name) < 0)
            box->addWord(name, name);
        box->setCurrentIndex(box->findData(name));
    });
}

} // namespace gui
