// What a step of a lesson shows beside its timeline: memory, ledger, messages, grid, layers, chart;
// of one state, or of several beside each other.

#pragma once

#include "engine/lesson/read_lesson.h"
#include "gui/stepviews/step_state.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace gui {

class PartsPicture;
class StateChart;
class ViewState;

// Letters have the size of the widget's font. Scrolls where its content is higher than itself; its
// size hint is that of the content. GUI thread.
class StepViews : public QWidget {
    Q_OBJECT
public:
    // `picture` must outlive it: the rank of the op that is selected there is marked here, unless
    // something is to be clicked.
    explicit StepViews(ViewState& picture, QWidget* parent = nullptr);

    using QWidget::show;
    // Shows these instead of what was shown; where only states have become others, as those of a
    // field that is dragged, what is scrolled to and has the keyboard stays. lesson::View::Timeline
    // is left out: it has a picture of its own. `chart`: null where the views have none. `covered`:
    // what could be read off as an answer is kept back.
    void show(const std::vector<StepState>& states, const std::vector<lesson::View>& views,
              const ChartOf* chart, bool covered);
    // The same of a step, with what it keeps back while it is asked. `states`: on show, as the
    // learner has changed them.
    void showStep(const lesson::ReadLesson& read, const lesson::Step& step,
                  const std::vector<StepState>& states, bool isAsked);

    // For the next show(). Something is to be clicked: covered views have what can be clicked, and
    // what is clicked stays marked.
    void setAsksClicks(bool asks) { m_options.asksClicks = asks; }
    // Nothing that an audience cannot scroll to, as far as that can be left out.
    void setForAudience() { m_isForAudience = true; }
    void setUnit(std::optional<plan::Nanoseconds> u) { m_options.unit = u; }

    // Whether a step keeps its views back while it is asked: the answer stands in them.
    static bool coversWhileAsked(const lesson::Step& step);
    // Whether there is anything to show but a timeline.
    static bool hasViews(const lesson::Step& step);

    // What is chosen in the answer so far.
    void setMarkedRanks(const std::vector<int>& ranks);
    void setMarkedLayers(const std::vector<int>& layers);

    // Those on show, from above; for tests.
    std::vector<PartsPicture*> pictures() const;
    StateChart* chart() const { return m_chart; }

    QSize sizeHint() const override;

signals:
    void rankClicked(int rank);
    void layerClicked(int layer);
    void columnClicked(int state); // its place in the chart

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    // A state in one of the views.
    struct Shown {
        lesson::View view;
        std::size_t state;
        PartsPicture* picture; // null: a sentence stands there
    };
    void clear();
    void rebuild();
    void addSection(lesson::View view);
    void addState(lesson::View view, std::size_t state, QBoxLayout& row);
    PartsPicture* makePicture(lesson::View view);
    // Puts the states into the pictures; false: those pictures are not what is wanted.
    bool fill();
    void fillBars(lesson::View view);
    void takeRank(int rank);
    void takeLayer(int layer);
    void markSelected();
    void remark();
    void arrange(); // beside or under each other

    ViewState& m_picture;
    QScrollArea* m_scrolled; // child
    QWidget* m_content;      // in it
    QVBoxLayout* m_column;   // of the content
    ViewOptions m_options;
    std::vector<StepState> m_states;
    std::vector<lesson::View> m_views;
    std::optional<ChartOf> m_chartOf;
    std::vector<Shown> m_shown;
    std::vector<QBoxLayout*> m_rows; // of the states of a view
    StateChart* m_chart = nullptr;
    bool m_isForAudience = false;
    ViewOptions m_shownWith; // that the marks are of
    std::vector<int> m_markedRanks;
    std::vector<int> m_markedLayers;
};

} // namespace gui
