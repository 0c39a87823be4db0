// The kinds of answers. Internal to this folder; see answer_input.h.

#pragma once

#include "gui/lessons/answer_input.h"

#include <set>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QSlider;
class QVBoxLayout;

namespace gui {

class DragBox;
class OptionButton;

// What all inputs put their fields into.
QVBoxLayout* inputColumn(QWidget* widget);
// With a point or a comma, whatever the language; nothing where it is none.
std::optional<double> typedNumber(const QString& text);
QString unitName(lesson::Unit unit); // "ms"; empty for counts
QString numberInAnswer(double number);

// One line for each number, with the unit behind it.
class NumberInput : public AnswerInput {
    Q_OBJECT
public:
    NumberInput(LessonSession& session, ViewState& picture, const lesson::NumberAction& action,
                QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override;

protected:
    void refresh() override;

private:
    std::vector<QLineEdit*> m_lines;
};

// A button for each option, with its letter. What was chosen wrongly stays marked.
class ChoiceInput : public AnswerInput {
    Q_OBJECT
public:
    ChoiceInput(LessonSession& session, ViewState& picture, const lesson::ChooseAction& action,
                QWidget* parent);
    QWidget* focused() override;
    bool canSubmit() const override { return false; }
    void choose(char letter) override;
    void retry() override {} // the keyboard stays where it is

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::vector<OptionButton*> m_buttons;
    std::vector<std::string> m_keys;
    std::set<std::string> m_wrong; // chosen so far
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
    void takeRank(int rank) override;
    void takeLayer(int layer) override;
    void retry() override;

    // As they stand in the line, in the order in which they are handed over.
    std::vector<std::string> words() const;

protected:
    void refresh() override;

private:
    void takeFromPicture();
    void take(const QString& word);
    void textChanged();
    bool isOfOps() const;
    bool isInOrder() const; // in which they are chosen; else that of their numbers

    lesson::ClickAction m_action;
    QLabel* m_how;
    QLineEdit* m_line;
    QLabel* m_form; // how it is written, where it is not
};

// States, moved up and down.
class OrderInput : public AnswerInput {
    Q_OBJECT
public:
    OrderInput(LessonSession& session, ViewState& picture, const lesson::OrderAction& action,
               QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override { return !isPassed(); }

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void moveBy(int by);
    void fitList();

    QListWidget* m_states;
};

// The stretch of time that is selected in the picture, or typed.
class BracketInput : public AnswerInput {
    Q_OBJECT
public:
    BracketInput(LessonSession& session, ViewState& picture, QWidget* parent);
    QWidget* focused() override;
    void submit() override;
    bool isReady() const override;

protected:
    void refresh() override;

private:
    lesson::Unit unit() const;
    void takeArea();

    QLineEdit* m_line;
};

// A box for each field; what is set is judged at once.
class SetInput : public AnswerInput {
    Q_OBJECT
public:
    SetInput(LessonSession& session, ViewState& picture, const lesson::SetAction& action,
             QWidget* parent);
    QWidget* focused() override;
    bool canSubmit() const override { return false; }

private:
    QWidget* boxOf(const lesson::SetAction::Field& field);
    QWidget* wordsOf(const lesson::SetAction::Field& field, const QString& now);
    QWidget* rangeOf(const lesson::SetAction::Field& field, int now);

    std::vector<QWidget*> m_boxes;
};

} // namespace gui
