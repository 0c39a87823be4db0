// The rows of the strategy editor, and what they have in common: each shows one field of the
// document's strategy, changes it, hides where it means nothing, and says what is wrong with it.
//
// The groups of the editor add their rows here (editor_groups.h, spec_rows.h); what they connect
// to their inputs has this object as its context, so that it ends with it and not with the widgets,
// which outlive it for a moment.

#pragma once

#include "gui/document/document.h"
#include "gui/editor/share_keeper.h"
#include "gui/editor/strategy_field.h"

#include <QObject>

#include <functional>
#include <vector>

class QFormLayout;
class QToolButton;

namespace gui {

class EditorRows : public QObject {
    Q_OBJECT
public:
    // Whether a row means anything for a strategy; empty: always.
    using Shows = std::function<bool(const strategy::Strategy&)>;
    // Puts a strategy's value into an input, without the input telling anyone.
    using Refresh = std::function<void(const strategy::Strategy&)>;
    using Change = std::function<void(strategy::Strategy&)>;

    // `document` must outlive it.
    explicit EditorRows(Document& document);

    Document& document() const { return m_document; }

    // A row at the end of `form`, which takes `input`. `key`: path of the field in a strategy file;
    // `label`: in the language of the window.
    StrategyField* add(QFormLayout* form, const QString& key, const QString& label, QWidget* input,
                       Shows shows = {});

    // Rows added in between stand behind a button at the end of `form` that unfolds them.
    void beginFold(QFormLayout* form);
    void endFold() { m_fold = nullptr; }

    // Called by refresh(), in the order they were given.
    void onRefresh(Refresh refresh) { m_refreshers.push_back(std::move(refresh)); }

    // One change of the field with that key; those of one gesture are undone together. Ranks keep
    // their shares of the model, which sharesKept() then tells.
    void edit(const QString& key, const QString& label, const Change& change);
    void endGesture() { m_document.endGesture(); }
    // A change that is a gesture of its own: of a button. `text`: for the undo history.
    void doOnce(const QString& text, const QString& key, const Change& change);

    // Shows the document's strategy in every row.
    void refresh();
    // Shows every problem under the field of its key, and returns those that no row is for, a
    // line each.
    QStringList refreshProblems();

    // The sentence shown under the field with that key; empty if there is none.
    QString problemOf(const QString& key) const;

signals:
    // After each change: what it did to the costs beside, or empty.
    void sharesKept(const QString& sentence);

private:
    struct Row {
        QFormLayout* form = nullptr;
        StrategyField* field = nullptr;
        QToolButton* fold = nullptr; // it stands behind that; null: it does not
        Shows shows;
    };

    void refreshVisibility();

    Document& m_document;
    std::vector<Row> m_rows;
    QToolButton* m_fold = nullptr; // of the rows being added
    std::vector<Refresh> m_refreshers;
    ShareKeeper m_shares;
};

} // namespace gui
