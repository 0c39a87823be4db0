// The rows of the strategy editor, and what they have in common: each shows one field of the
// document's strategy, changes it, hides where it means nothing, and marks what is wrong with it.
//
// The groups of the editor add their rows here (editor_groups.h, spec_rows.h); what they connect
// to their inputs has this object as its context, so that it ends with it and not with the widgets,
// which outlive it for a moment.

#pragma once

#include "gui/document/document.h"
#include "gui/editor/editor_section.h"
#include "gui/editor/share_keeper.h"
#include "gui/editor/strategy_field.h"

#include <QObject>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

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

    // A row at the end of `section`, which takes `input`. `key`: path of the field in a strategy
    // file; `label`: in the language of the window.
    StrategyField* add(EditorSection& section, const QString& key, const QString& label,
                       QWidget* input, Shows shows = {});

    // Rows added in between are rarely wanted: see EditorSection::addRow().
    void beginAdvanced() { m_isAdvanced = true; }
    void endAdvanced() { m_isAdvanced = false; }

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
    // Marks every field that has a problem or a warning: those of the document, and `advice`, of
    // its estimate.
    void refreshProblems(std::span<const strategy::Problem> advice);
    // Sentences for each problem of the rows, in their order, then for those that no row is for;
    // the warnings likewise.
    QStringList problems() const;
    QStringList warnings() const;
    // Of a warning, as it is shown: what a lesson may explain of it; empty: nothing is known.
    std::string topicOf(const QString& warning) const;

    // What is wrong with the field with that key; empty if nothing is.
    QString problemOf(const QString& key) const;
    // Opens all that hides the field with that key, and gives it the keyboard.
    void reveal(const QString& key);

    // The field under the pointer, else the one that has the keyboard; null: neither.
    const StrategyField* fieldInHand() const;

signals:
    // After each change: what it did to the costs beside, or empty.
    void sharesKept(const QString& sentence);
    void said(const QString& sentence); // of what a row has done beside an edit
    void allCostsWanted();              // a row's button
    void handMoved();                   // fieldInHand(), or what is to be read of it

private:
    struct Row {
        EditorSection* section = nullptr;
        StrategyField* field = nullptr;
        bool isAdvanced = false;
        Shows shows;
    };

    void followDrags(StrategyField* field);
    void refreshVisibility();
    void refreshHeaders();
    bool isShown(const Row& row) const;

    Document& m_document;
    std::vector<Row> m_rows;
    bool m_isAdvanced = false; // of the rows being added
    std::vector<Refresh> m_refreshers;
    QStringList m_elsewhere;
    QStringList m_warningsElsewhere;
    std::map<QString, std::string> m_topics; // by sentence
    strategy::Strategy m_beforeDrag;
    ShareKeeper m_shares;
};

} // namespace gui
