// The strategy being designed: its value, its file, its history, what is wrong with it, and the
// prediction that belongs to it.
//
// Changes are checked at once and predicted on a thread. While one types, the prediction shown is
// of an earlier state until the newest one is worked out; states in between are skipped. GUI
// thread.

#pragma once

#include "engine/strategy/problem.h"
#include "gui/background/newest_work.h"
#include "gui/document/prediction.h"

#include <QObject>
#include <QUndoStack>

#include <cstdint>
#include <optional>
#include <vector>

namespace gui {

// One for each main window, which shows it from beginning to end: opening another file changes what
// the document holds.
class Document : public QObject {
    Q_OBJECT
public:
    // Holds a default strategy, which is not predicted; give it one with start(), or open a file.
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    // Valid or not; problems() tells. The reference stays valid, and its value changes with
    // strategyChanged().
    const strategy::Strategy& strategy() const { return m_strategy; }
    QString path() const { return m_path; } // empty: in no file yet
    QString displayName() const;            // of the file, else of the strategy
    bool isModified() const { return !m_undo.isClean(); }
    QUndoStack& undoStack() { return m_undo; }

    // From the same check as `bubblescope-plan check`, and from making the schedule. With problems
    // the strategy is not predicted; warnings do not keep it from that. Lines are known only for
    // what was read from a file.
    const std::vector<strategy::Problem>& problems() const { return m_problems; }
    const std::vector<strategy::Problem>& warnings() const { return m_warnings; }

    // Rises with every change of strategy(), and of what it is predicted as.
    std::uint64_t revision() const { return m_revision; }

    // Of the last strategy without problems; null until there was one. It may be kept for as long
    // as one likes, on any thread.
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

    // Replaces the strategy by one that is in no file, with an empty history. What was not saved is
    // lost: see FileCommands::leaveDocument().
    void start(const strategy::Strategy& strategy);

    // One change, named `text` in the history. Changes of the same `field` in a row are one
    // gesture, taken back in one go, until endGesture() or an edit of another field. Nothing
    // happens if the strategy is already so. `after` may have problems.
    void edit(const QString& text, const QString& field, const strategy::Strategy& after);
    // The same of a state that was checked just now: `found` is what strategy::check() says of it.
    void edit(const QString& text, const QString& field, const strategy::Strategy& after,
              strategy::Findings found);
    void endGesture() { ++m_gesture; }

    // Empty when the file was opened; the history is then empty too, and path() absolute. Otherwise
    // the problems, and everything is as it was.
    std::vector<strategy::Problem> open(const QString& path);

    // Nothing when the file was written: path() is then that file, and the document is unmodified.
    // Otherwise a sentence that says why not, and everything is as it was. Comments and layout of
    // the file that was opened stay. Precondition of save(): path() is not empty.
    std::optional<QString> save() { return saveAs(m_path); }
    std::optional<QString> saveAs(const QString& path);
    // The file that was opened has comments, and it is written in a way that they cannot be kept.
    bool losesComments() const;

    // All on the GUI thread.
    //
    // strategyChanged(): after every edit, undo, redo and replacement, with problems() as they are
    // now. problemsChanged(): problems or warnings have come to be known later, from a thread or
    // from the file. predictionChanged(): there is a newer prediction, which is current.
    // causesChanged(): causes() are those of prediction(). nameChanged(): path() or isModified().
signals:
    void strategyChanged();
    void problemsChanged();
    void predictionChanged();
    void causesChanged();
    void nameChanged();

private:
    // Makes `strategy` the present one, checks it and asks for its prediction. The history is not
    // touched.
    void show(const strategy::Strategy& strategy);
    // Shows a strategy with an empty history, in that file or, where it is empty, in none.
    void restart(const strategy::Strategy& strategy, const QString& path);
    void requestPrediction();
    // `number` is the revision that the answer was worked out for.
    void takePrediction(std::uint64_t number, const plan::Result<PredictionPtr>& answer);

    strategy::Strategy m_strategy;
    QString m_path;
    std::string m_text; // of the file that was opened or saved; empty: it is in no file
    QUndoStack m_undo;
    int m_gesture = 0; // edits with the same number are one entry of the history
    QString m_field;   // of the gesture under way
    std::vector<strategy::Problem> m_problems;
    std::vector<strategy::Problem> m_warnings;
    std::optional<strategy::Findings> m_found; // of the state that show() is about to be given
    PredictedAs m_as;
    std::uint64_t m_revision = 0;
    std::uint64_t m_predicted = 0; // revision of m_prediction
    PredictionPtr m_prediction;
    CausesPtr m_causes;
    NewestWork m_predictor; // last: their threads end first
    NewestWork m_explainer; //
};

} // namespace gui
