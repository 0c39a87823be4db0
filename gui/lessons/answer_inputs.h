// The kinds of answers. Internal to this folder; see answer_input.h.

#pragma once

#include "gui/lessons/answer_input.h"

#include <vector>

class QAbstractButton;
class QLabel;
class QLineEdit;
class QListWidget;

namespace gui {

// One line for each number, with the unit behind it.
class NumberInput : public AnswerInput {
    Q_OBJECT
public:
    NumberInput(LessonSession& session, ViewState& picture, const lesson::NumberAction& action,
                QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override;

private:
    std::vector<QLineEdit*> m_lines;
};

// A button for each option, with its letter.
class ChoiceInput : public AnswerInput {
    Q_OBJECT
public:
    ChoiceInput(LessonSession& session, ViewState& picture, const lesson::ChooseAction& action,
                QWidget* parent);
    QWidget* focused() override;
    void choose(char letter) override;

private:
    void refresh();

    std::vector<QAbstractButton*> m_buttons;
    std::vector<std::string> m_keys;
};

// What is clicked in the picture, or typed: ops, ranks or layers.
class ClickInput : public AnswerInput {
    Q_OBJECT
public:
    ClickInput(LessonSession& session, ViewState& picture, const lesson::ClickAction& action,
               QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override;

private:
    void takeFromPicture();

    lesson::ClickAction m_action;
    QLineEdit* m_line;
};

// States, moved up and down.
class OrderInput : public AnswerInput {
    Q_OBJECT
public:
    OrderInput(LessonSession& session, ViewState& picture, const lesson::OrderAction& action,
               QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override { return true; }

private:
    void moveBy(int by);

    QListWidget* m_states;
};

// The stretch of time that is selected in the picture.
class BracketInput : public AnswerInput {
    Q_OBJECT
public:
    BracketInput(LessonSession& session, ViewState& picture, QWidget* parent);
    void submit() override;
    bool isReady() const override;

private:
    void refresh();

    QLabel* m_length;
};

// A box for each field.
class SetInput : public AnswerInput {
    Q_OBJECT
public:
    SetInput(LessonSession& session, ViewState& picture, const lesson::SetAction& action,
             QWidget* parent);
    QWidget* focused() override;

private:
    QWidget* boxOf(const lesson::SetAction::Field& field);

    std::vector<QWidget*> m_boxes;
};

} // namespace gui
