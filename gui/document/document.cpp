#include "gui/document/document.h"

#include "engine/strategy/check.h"
#include "engine/strategy/keep_text.h"
#include "engine/strategy/yaml.h"
#include "gui/document/strategy_edit.h"
#include "gui/text/engine_text.h"

#include <QFileInfo>

#include <utility>

namespace gui {

Document::Document(QObject* parent)
    : QObject(parent)
{
    // Each change keeps two whole strategies, so there is to be an end to them.
    m_undo.setUndoLimit(1000);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::nameChanged);
}

// Destroying the stack clears it, and it tells of that; by then there is no Document left to emit
// nameChanged().
Document::~Document() { m_undo.disconnect(this); }

QString Document::displayName() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    return m_strategy.name.empty() ? tr("unnamed strategy")
                                   : QString::fromStdString(m_strategy.name);
}

void Document::start(const strategy::Strategy& strategy) { restart(strategy, QString()); }

void Document::restart(const strategy::Strategy& strategy, const QString& path)
{
    m_undo.clear();
    endGesture();
    m_path = path;
    m_text.clear();
    show(strategy);
    emit nameChanged();
}

void Document::edit(const QString& text, const QString& field, const strategy::Strategy& after)
{
    if (after == m_strategy)
        return;
    if (field != m_field)
        endGesture();
    m_field = field;
    // push() calls redo(), which shows the new state.
    m_undo.push(new StrategyEdit(text, m_gesture, m_strategy, after,
                                 [this](const strategy::Strategy& state, bool undone) {
                                     // What is typed after undoing is a change of its own, even in
                                     // the same field.
                                     if (undone)
                                         endGesture();
                                     show(state);
                                 }));
}

void Document::edit(const QString& text, const QString& field, const strategy::Strategy& after,
                    strategy::Findings found)
{
    m_found = std::move(found);
    edit(text, field, after);
    m_found.reset();
}

std::vector<strategy::Problem> Document::open(const QString& path)
{
    strategy::ReadResult read
        = strategy::readStrategyFile(QFileInfo(path).absoluteFilePath().toStdString());
    if (!read.strategy) {
        if (read.problems.empty())
            read.problems.push_back({0, "file", "holds no strategy"});
        return std::move(read.problems);
    }
    restart(*read.strategy, QFileInfo(path).absoluteFilePath());
    m_text = std::move(read.text);
    m_warnings = std::move(read.warnings); // these know their lines
    emit problemsChanged();
    return {};
}

std::optional<QString> Document::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto saved = strategy::saveStrategyFile(absolute.toStdString(), m_strategy, m_text);
    if (!saved)
        return engineText(saved.error().message);
    m_text = std::move(saved->text);
    m_path = absolute;
    // What is typed after saving is a change of its own, or undoing it would go past the state that
    // was saved.
    endGesture();
    m_undo.setClean();
    emit nameChanged();
    return std::nullopt;
}

bool Document::losesComments() const
{
    return strategy::hasComments(m_text)
        && !strategy::keepText(m_text, m_strategy, QFileInfo(m_path).path().toStdString());
}

void Document::show(const strategy::Strategy& strategy)
{
    m_strategy = strategy;
    ++m_revision;
    // What hears of this state may make another one, which is to be checked.
    auto known = std::exchange(m_found, std::nullopt);
    strategy::Findings found = known ? *std::move(known) : strategy::check(m_strategy);
    m_problems = std::move(found.problems);
    m_warnings = std::move(found.warnings);
    if (m_problems.empty())
        requestPrediction();
    else
        // Nobody waits any more for the prediction of the state before this one.
        m_predictor.forget();
    emit strategyChanged();
}

void Document::requestPrediction()
{
    m_predictor.request([this, number = m_revision, asked = m_strategy,
                         as = m_as](const plan::StopAsked& outdated) -> NewestWork::Delivery {
        return [this, number, answer = predict(asked, outdated, as)] {
            takePrediction(number, answer);
        };
    });
}

void Document::predictAs(const PredictedAs& as)
{
    if (as == m_as)
        return;
    // The costs that a strategy gives, and those of one without a model, are the same from either
    // source.
    const bool costsDiffer = as.costs != m_as.costs && !m_strategy.costs && m_strategy.model;
    const bool differs
        = costsDiffer || as.schedule != m_as.schedule || as.timeScale != m_as.timeScale;
    m_as = as;
    if (!differs)
        return;
    ++m_revision;
    if (m_problems.empty())
        requestPrediction();
}

void Document::takePrediction(std::uint64_t number, const plan::Result<PredictionPtr>& answer)
{
    if (number != m_revision)
        return; // of a strategy that is no longer shown
    if (!answer) {
        m_problems.push_back({0, "schedule", answer.error().message});
        emit problemsChanged();
        return;
    }
    m_prediction = *answer;
    m_predicted = number;
    m_causes.reset();
    // On a thread of their own: the picture does not wait for its causes.
    m_explainer.request([this, of = m_prediction](const auto&) -> NewestWork::Delivery {
        return [this, causes = causesOf(of)] {
            m_causes = causes;
            emit causesChanged();
        };
    });
    emit predictionChanged();
}

} // namespace gui
