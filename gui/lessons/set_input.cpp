#include "gui/lessons/answer_inputs.h"

#include "engine/strategy/field_access.h"
#include "gui/lessons/drag_box.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/plain_tip.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kLeastWordLetters = 6; // of a closed box

} // namespace

SetInput::SetInput(LessonSession& session, ViewState& picture, const lesson::SetAction& action,
                   QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    QVBoxLayout* column = inputColumn(this);
    for (const auto& field : action.fields) {
        const QString name = QString::fromStdString(field.key);
        auto* label = new QLabel(fieldWords(field.key));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setToolTip(plainTip(name)); // as a file has it
        QWidget* box = boxOf(field);
        label->setBuddy(box);
        column->addWidget(label);
        column->addWidget(box);
        m_boxes.push_back(box);
    }
}

// With what was set before, or what the state has; what it does not say has its default.
QWidget* SetInput::boxOf(const lesson::SetAction::Field& field)
{
    const lesson::State* state = session().read().lesson.find(session().step().state);
    const auto set = session().fields().find(field.key);
    std::string now = set != session().fields().end() ? set->second
        : state                                       ? state->tree.wordAt(field.key)
                                                      : std::string();
    if (const lesson::PlannedPtr shown = session().shown(); now.empty() && shown) {
        const auto texts = strategy::fieldTexts(shown->strategy());
        if (const auto found = texts.find(field.key); found != texts.end())
            now = found->second;
    }
    QWidget* box = field.range ? rangeOf(field, QString::fromStdString(now).toInt())
                               : wordsOf(field, QString::fromStdString(now));
    return box;
}

QWidget* SetInput::wordsOf(const lesson::SetAction::Field& field, const QString& now)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastWordLetters);
    for (const std::string& word : field.words)
        box->addItem(QString::fromStdString(word));
    box->setAccessibleName(QString::fromStdString(field.key));
    const int place = box->findText(now);
    box->setCurrentIndex(place); // -1: it has another value than those that can be chosen
    if (place < 0)
        box->setPlaceholderText(now.isEmpty() ? tr("Choose") : now);
    connect(box, &QComboBox::textActivated, this, [this, key = field.key](const QString& word) {
        session().setField(key, word.toStdString());
    });
    return box;
}

// A number is dragged in the slider or in its box, or typed.
QWidget* SetInput::rangeOf(const lesson::SetAction::Field& field, int now)
{
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* slider = new QSlider(Qt::Horizontal);
    auto* box = new DragBox;
    const QString name = QString::fromStdString(field.key);
    slider->setAccessibleName(name);
    box->setAccessibleName(name);
    slider->setRange((*field.range)[0], (*field.range)[1]);
    box->setRange((*field.range)[0], (*field.range)[1]);
    box->setValue(now);
    slider->setValue(box->value());
    connect(slider, &QSlider::valueChanged, box, &QSpinBox::setValue);
    connect(box, &QSpinBox::valueChanged, slider, &QSlider::setValue);
    connect(box, &QSpinBox::valueChanged, this,
            [this, key = field.key](int value) { session().setField(key, std::to_string(value)); });
    row->addWidget(slider, 1);
    row->addWidget(box);
    both->setFocusProxy(box);
    return both;
}

QWidget* SetInput::focused() { return m_boxes.empty() ? nullptr : m_boxes.front(); }

} // namespace gui
