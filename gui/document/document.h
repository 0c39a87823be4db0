// The strategy being designed: its value, its file, its history, what is wrong with it, and the
// prediction that belongs to it.
//
// Changes are checked at once and predicted on a thread. While one types, the prediction shown is
// of an earlier state until the newest one is worked out; states in between are skipped. GUI
// thread.

#pragma once

#include "engine/strategy/problem.h"
#include "gui/document/prediction.h"
#include "gui/work/newest_work.h"

#include <QObject>
#include <QUndoStack>

#include <optional>
#include <vector>

namespace gui {

class Document : public QObject {
    Q_OBJECT
public:
    // Holds a default strategy, which is not predicted; give it one with start(), or open a file.
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const strategy::Strategy& strategy() const { return m_strategy; }
    QString path() const { return m_path; } // empty: in no file yet
    QString displayName() const;            // of the file, else of the strategy
    bool isModified() const { return !m_undo.isClean(); }
    QUndoStack& undoStack() { return m_undo; }

    // From the same check as `bubblescope-plan check`, and from making the schedule.
    const std::vector<strategy::Problem>& problems() const { return m_problems; }
    const std::vector<strategy::Problem>& warnings() const { return m_warnings; }

    // Of the last strategy without problems; null until there was one.
    const PredictionPtr& prediction() const { return m_prediction; }
    // Of that prediction; null until they are worked out, or where there is too much of it.
    const CausesPtr& causes() const { return m_causes; }
    // False while the prediction shown is of an earlier state of the strategy.
    bool isPredictionCurrent() const { return m_prediction && m_predicted == m_revision; }
    // A prediction of the present strategy is on its way.
    bool isPredicting() const { return m_problems.empty() && !isPredictionCurrent(); }

    // From now on the strategy is predicted so; prediction()->as says how the one there is was
    // made. Nothing happens where it is predicted so already. Only PredictionFollower calls this,
    // for the run on show: nobody who hears of predictionChanged() may.
    void predictAs(const PredictedAs& as);

    // A strategy that is in no file, with an empty history.
    void start(strategy::Strategy strategy);

    // One change. Changes of the same `field` in a row are one gesture, taken back in one go,
    // until endGesture(). Nothing happens if the strategy is already so.
    void edit(const QString& text, const QString& field, const strategy::Strategy& after);
    void endGesture() { ++m_gesture; }

    // Empty when the file was opened. Otherwise the problems, and everything is as it was.
    std::vector<strategy::Problem> open(const QString& path);

    // The sentence says why the file was not written; it is then as it was. Precondition of
    // save(): path() is not empty. Comments and layout of the file that was opened stay.
    std::optional<QString> save() { return saveAs(m_path); }
    std::optional<QString> saveAs(const QString& path);
    // The file that was opened has comments, and it is written in a way that they cannot be kept.
    bool losesComments() const;

signals:
    void strategyChanged();   // and with it problems()
    void problemsChanged();   // the schedule had something to say later
    void predictionChanged(); // a newer one, or it became current
    void causesChanged();     // they are known now
    void nameChanged();       // path or modified

private:
    void show(const strategy::Strategy& strategy);
    void restart(strategy::Strategy strategy, const QString& path);
    void requestPrediction();
    void takePrediction(std::uint64_t number, const plan::Result<PredictionPtr>& answer);

    strategy::Strategy m_strategy;
    QString m_path;
    std::string m_text; // of the file that was opened or saved; empty: it is in no file
    QUndoStack m_undo;
    int m_gesture = 0;
    QString m_field; // of the gesture under way
    std::vector<strategy::Problem> m_problems;
    std::vector<strategy::Problem> m_warnings;
    PredictedAs m_as;
    std::uint64_t m_revision = 0;  // of m_strategy, and of what it is predicted as
    std::uint64_t m_predicted = 0; // revision of m_prediction
    PredictionPtr m_prediction;
    CausesPtr m_causes;
    NewestWork m_predictor; // last: their threads end first
    NewestWork m_explainer; //
};

} // namespace gui
