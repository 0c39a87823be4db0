#include "gui/lessons/answer_inputs.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace gui {

SetInput::SetInput(LessonSession& session, ViewState& picture, const lesson::SetAction& action,
                   QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const auto& field : action.fields) {
        QWidget* box = boxOf(field);
        box->setAccessibleName(QString::fromStdString(field.key));
        form->addRow(QString::fromStdString(field.key), box);
        m_boxes.push_back(box);
    }
}

QWidget* SetInput::boxOf(const lesson::SetAction::Field& field)
{
    // What the state has, to begin with.
    const lesson::State* state = session().read().lesson.find(session().step().state);
    const QString now = state ? QString::fromStdString(state->tree.wordAt(field.key)) : QString();
    const std::string key = field.key;
    if (!field.range) {
        auto* box = new QComboBox;
        for (const std::string& word : field.words)
            box->addItem(QString::fromStdString(word));
        box->setCurrentIndex(std::max(0, box->findText(now)));
        connect(box, &QComboBox::textActivated, this,
                [this, key](const QString& word) { session().setField(key, word.toStdString()); });
        return box;
    }
    // A number is dragged, or typed.
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* slider = new QSlider(Qt::Horizontal);
    auto* box = new QSpinBox;
    slider->setRange((*field.range)[0], (*field.range)[1]);
    box->setRange((*field.range)[0], (*field.range)[1]);
    box->setValue(now.toInt());
    slider->setValue(box->value());
    connect(slider, &QSlider::valueChanged, box, &QSpinBox::setValue);
    connect(box, &QSpinBox::valueChanged, slider, &QSlider::setValue);
    connect(box, &QSpinBox::valueChanged, this,
            [this, key](int value) { session().setField(key, std::to_string(value)); });
    row->addWidget(slider, 1);
    row->addWidget(box);
    both->setFocusProxy(box);
    return both;
}

QWidget* SetInput::focused() { return m_boxes.empty() ? nullptr : m_boxes.front(); }

} // namespace gui
