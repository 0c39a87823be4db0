// Somebody who learns a lesson in the window, and gives the right answer to every step: with the
// mouse, or with the keys alone. What is right is asked of the engine.

#pragma once

#include "engine/lesson/judge.h"
#include "gui/lanes/build_lanes.h"
#include "gui/lanes/play_lanes.h"
#include "gui/lessons/answer_input.h"
#include "gui/lessons/option_button.h"
#include "gui/stepviews/step_views.h"
#include "gui/window/lesson_sheet.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

namespace gui::test {

enum class By { Mouse, Keys };

inline QString typedNumberOf(double value) { return QString::number(value, 'g', 12); }

class Learner {
public:
    Learner(LessonSheet& sheet, By by)
        : m_sheet(sheet)
        , m_by(by)
    {
    }

    LessonSession& session() { return m_sheet.view().session(); }
    StepPanel& panel() { return m_sheet.view().panel(); }
    const lesson::Step& step() { return session().step(); }

    // Gives the right answer. Whether the step is passed, by then or a moment later, is for the
    // test to see.
    void pass()
    {
        QCoreApplication::processEvents(); // what the step asks is laid out
        const auto right = lesson::rightAnswer(session().scene());
        QVERIFY2(right, right ? "" : right.error().message.c_str());
        std::visit([this](const auto& answer) { give(answer); }, *right);
    }
    // As it is typed, or the key of an option.
    void giveWord(const std::string& word)
    {
        QCoreApplication::processEvents();
        if (const auto* choose = std::get_if<lesson::ChooseAction>(&step().action))
            return choose_(*choose, word);
        lines().front()->clear();
        type(*lines().front(), QString::fromStdString(word));
        check();
    }
    void goOn()
    {
        if (m_by == By::Keys)
            return QTest::keyClick(&panel(), Qt::Key_Return);
        press(panel().findChildren<QPushButton*>().back());
    }

private:
    template <class Widget>
    QList<Widget*> all()
    {
        QList<Widget*> found;
        for (Widget* each : panel().input()->template findChildren<Widget*>())
            if (each->isVisibleTo(&panel()))
                found << each;
        return found;
    }
    QList<QLineEdit*> lines() { return all<QLineEdit>(); }

    void press(QWidget* widget)
    {
        QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center());
    }
    void type(QWidget& field, const QString& text)
    {
        if (m_by == By::Mouse)
            press(&field);
        else
            field.setFocus();
        QTest::keyClicks(&field, text);
    }
    void check()
    {
        if (m_by == By::Keys) {
            QWidget* const field = panel().input()->focused();
            QTest::keyClick(field ? field : &panel(), Qt::Key_Return);
        } else {
            press(panel().findChildren<QPushButton*>().back());
        }
    }

    void give(const lesson::HasRead&) { goOn(); }
    void give(const lesson::Numbers& numbers)
    {
        const QList<QLineEdit*> fields = lines();
        QCOMPARE(std::size_t(fields.size()), numbers.values.size());
        for (qsizetype i = 0; i < fields.size(); ++i) {
            fields[i]->clear();
            type(*fields[i], typedNumberOf(numbers.values[std::size_t(i)]));
        }
        check();
    }
    void give(const lesson::Choice& choice)
    {
        choose_(std::get<lesson::ChooseAction>(step().action), choice.key);
    }
    void choose_(const lesson::ChooseAction& action, const std::string& key)
    {
        const auto option = std::find_if(action.options.begin(), action.options.end(),
                                         [&](const auto& each) { return each.key == key; });
        QVERIFY(option != action.options.end());
        const auto place = option - action.options.begin();
        if (m_by == By::Keys)
            QTest::keyClick(&panel(), char('a' + place));
        else
            press(all<OptionButton>().at(place));
    }
    void give(const lesson::Words& words)
    {
        if (std::holds_alternative<lesson::OrderAction>(step().action))
            return order(words);
        QStringList typed;
        for (const std::string& word : words.words)
            typed << QString::fromStdString(word);
        lines().front()->clear();
        type(*lines().front(), typed.join(QStringLiteral(", ")));
        check();
    }
    void order(const lesson::Words& words)
    {
        auto* list = all<QListWidget>().front();
        for (int place = 0; place < list->count(); ++place) {
            const QString wanted = QString::fromStdString(words.words[std::size_t(place)]);
            int row = list->row(list->findItems(wanted, Qt::MatchExactly).front());
            if (m_by == By::Mouse)
                QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                                  list->visualItemRect(list->item(row)).center());
            else
                list->setCurrentRow(row);
            for (; row > place; --row)
                QTest::keyClick(list, Qt::Key_Up, Qt::ControlModifier);
        }
        check();
    }
    void give(const lesson::Stretch& stretch)
    {
        const auto unit = session().read().lesson.unit;
        QVERIFY(unit);
        lines().front()->clear();
        type(*lines().front(),
             typedNumberOf(double(stretch.length.count()) / double(unit->count())));
        check();
    }
    void give(const lesson::MeasuredRun&)
    {
        goOn(); // no program is there, so the recording is shown
        QTRY_VERIFY(!m_sheet.runPicture() || session().phase() == StepPhase::Passed);
        QTRY_COMPARE(session().phase(), StepPhase::Passed);
    }
    void give(const lesson::Made& made)
    {
        if (const auto* set = std::get_if<lesson::SetAction>(&step().action))
            return setFields(*set);
        build(*made.planned);
    }
    void setFields(const lesson::SetAction& action)
    {
        for (const auto& [key, word] : action.solution) {
            const QString name = QString::fromStdString(key);
            for (QComboBox* box : all<QComboBox>())
                if (box->accessibleName() == name)
                    chooseIn(*box, QString::fromStdString(word));
            for (QSpinBox* box : all<QSpinBox>())
                if (box->accessibleName() == name) {
                    box->setFocus();
                    box->selectAll();
                    QTest::keyClicks(box, QString::fromStdString(word));
                    QTest::keyClick(box, Qt::Key_Tab);
                }
        }
    }
    void chooseIn(QComboBox& box, const QString& word)
    {
        const int wanted = box.findText(word);
        QVERIFY2(wanted >= 0, qPrintable(word));
        if (m_by == By::Mouse) {
            press(&box);
            QAbstractItemView* const list = box.view();
            QTRY_VERIFY(list->isVisible());
            const QModelIndex index = box.model()->index(wanted, 0);
            // A click right after it opened would count as the end of the one that opened it.
            list->setCurrentIndex(index);
            QTest::keyClick(list, Qt::Key_Return);
            QTRY_VERIFY(!list->isVisible());
            return;
        }
        box.setFocus();
        while (box.currentIndex() != wanted)
            QTest::keyClick(&box, box.currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    }

    // In the order in which they run, so that each has its input when it is laid.
    void build(const lesson::Planned& wanted)
    {
        BuildLanes* const lanes = m_sheet.view().picture().lanes();
        QVERIFY(lanes);
        takeAllAway(*lanes);
        std::vector<std::pair<plan::Span, int>> spans;
        for (std::size_t rank = 0; rank < wanted.timeline().spans.size(); ++rank)
            for (const plan::Span& span : wanted.timeline().spans[rank])
                spans.emplace_back(span, int(rank));
        std::stable_sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) {
            return a.first.start < b.first.start;
        });
        for (const auto& [span, rank] : spans)
            lay(*lanes, span.op, rank);
    }
    void takeAllAway(BuildLanes& lanes)
    {
        const auto order = session().board()->schedule().order;
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            for (const plan::Op& op : order[rank]) {
                if (m_by == By::Mouse) {
                    QTest::mouseClick(&lanes, Qt::RightButton, {}, lanes.boxOf(op).center());
                } else {
                    ring(lanes, op, int(rank));
                    QTest::keyClick(&lanes, Qt::Key_Delete);
                }
            }
    }
    void lay(BuildLanes& lanes, const plan::Op& op, int rank)
    {
        if (m_by == By::Mouse)
            return QTest::mouseClick(&lanes, Qt::LeftButton, {}, lanes.boxOf(op).center());
        ring(lanes, op, rank);
        QTest::keyClick(&lanes, Qt::Key_Return);
    }
    void ring(BuildLanes& lanes, const plan::Op& op, int rank)
    {
        lanes.setFocus();
        const int ranks = int(session().board()->schedule().order.size());
        for (int i = 0; i < ranks; ++i)
            QTest::keyClick(&lanes, Qt::Key_Up);
        for (int i = 0; i < rank; ++i)
            QTest::keyClick(&lanes, Qt::Key_Down);
        // The letter goes by the microbatch that is ringed, and the digit by the letter.
        for (int twice = 0; twice < 2; ++twice) {
            QTest::keyClick(&lanes, plan::letter(op.kind));
            QTest::keyClick(&lanes, char('0' + op.microbatch));
        }
    }

    LessonSheet& m_sheet;
    By m_by;
};

} // namespace gui::test
