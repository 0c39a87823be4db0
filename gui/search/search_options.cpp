#include "gui/search/search_options.h"

#include "engine/strategy/fields.h"
#include "engine/strategy/search/field_change.h"
#include "gui/inputs/fold_button.h"
#include "gui/search/value_words.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSpinBox>
#include <QToolButton>

#include <limits>

namespace gui {
namespace {

struct FreeField {
    bool strategy::FreeFields::*member;
    const char* label;
};

// In the order in which the boxes stand, row by row.
constexpr FreeField kFreeFields[] = {
    {&strategy::FreeFields::tensor, QT_TRANSLATE_NOOP("gui::SearchOptions", "Tensor")},
    {&strategy::FreeFields::context, QT_TRANSLATE_NOOP("gui::SearchOptions", "Context")},
    {&strategy::FreeFields::pipeline, QT_TRANSLATE_NOOP("gui::SearchOptions", "Pipeline")},
    {&strategy::FreeFields::expert, QT_TRANSLATE_NOOP("gui::SearchOptions", "Expert")},
    {&strategy::FreeFields::micro,
     QT_TRANSLATE_NOOP("gui::SearchOptions", "Samples per microbatch")},
    {&strategy::FreeFields::zero, QT_TRANSLATE_NOOP("gui::SearchOptions", "ZeRO")},
    {&strategy::FreeFields::sequence, QT_TRANSLATE_NOOP("gui::SearchOptions", "Sequence parallel")},
    {&strategy::FreeFields::recompute, QT_TRANSLATE_NOOP("gui::SearchOptions", "Recompute")},
    {&strategy::FreeFields::schedule,
     QT_TRANSLATE_NOOP("gui::SearchOptions", "Schedule and chunks")},
    {&strategy::FreeFields::layers, QT_TRANSLATE_NOOP("gui::SearchOptions", "Layer division")},
};
constexpr int kFieldColumns = 5;

QLabel* labelOf(const QString& text, QWidget* input)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(input);
    input->setAccessibleName(text);
    return label;
}

} // namespace

SearchOptions::SearchOptions(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_devices(new QLineEdit)
    , m_tokens(new QSpinBox)
{
    m_devices->setMaxLength(512);
    m_devices->setToolTip(tr("Numbers of devices to look at, with commas between"));
    m_tokens->setRange(0, std::numeric_limits<int>::max());
    m_tokens->setSingleStep(1000);
    // Numbers of six digits and more are common here and hard to read without.
    m_tokens->setGroupSeparatorShown(true);
    m_tokens->setSpecialValueText(tr("any"));
    m_tokens->setToolTip(tr("Strategies that are slower are left out"));
    connect(m_devices, &QLineEdit::returnPressed, this, &SearchOptions::entered);
    QToolButton* fold = foldButton(tr("What may change"), tr("What may change"));
    QWidget* fields = makeFields();
    // Most searches leave all of them free.
    fields->hide();
    connect(fold, &QToolButton::toggled, fields, &QWidget::setVisible);
    auto* row = new QHBoxLayout;
    row->addWidget(labelOf(tr("Devices"), m_devices));
    row->addWidget(m_devices, 1);
    row->addWidget(labelOf(tr("Tokens/s, at least"), m_tokens));
    row->addWidget(m_tokens);
    row->addWidget(fold);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(fields);
    connect(&document, &Document::strategyChanged, this, &SearchOptions::refresh);
    refresh();
}

QWidget* SearchOptions::makeFields()
{
    auto* fields = new QWidget;
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    for (const FreeField& field : kFreeFields) {
        auto* box = new QCheckBox(QCoreApplication::translate("gui::SearchOptions", field.label));
        box->setAccessibleName(box->text());
        box->setChecked(true);
        const int at = static_cast<int>(m_free.size());
        grid->addWidget(box, at / kFieldColumns, at % kFieldColumns);
        m_free.push_back(box);
    }
    return fields;
}

void SearchOptions::refresh()
{
    const int devices = strategy::withSizesWritten(m_document.strategy()).cluster.devices;
    m_devices->setPlaceholderText(devices > 0 ? QString::number(devices) : QString());
}

plan::Result<strategy::SearchAsked> SearchOptions::asked() const
{
    strategy::SearchAsked asked;
    asked.tokensPerSecond = m_tokens->value();
    for (std::size_t field = 0; field < m_free.size(); ++field)
        asked.free.*kFreeFields[field].member = m_free[field]->isChecked();
    const QStringList words = valueWords(m_devices->text());
    for (const QString& word : words) {
        bool isNumber = false;
        const int count = word.toInt(&isNumber);
        if (!isNumber || count < 1 || count > strategy::kMaxDevices)
            return plan::Error{
                tr("Devices are whole numbers with commas between, as 256, 512; not '%1'.")
                    .arg(word)
                    .toStdString()};
        asked.devices.push_back(count);
    }
    return asked;
}

} // namespace gui
