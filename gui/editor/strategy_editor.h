// The fields of the strategy, checked as they are typed into. What is typed goes into the document
// at once, valid or not; the picture waits for a valid one.
//
// Here the sections are put together. What a row does stands in editor_rows.h, the rows of each
// section in editor_groups.h and, where they are only fields, in the tables of field_specs.h.

#pragma once

#include "gui/editor/editor_rows.h"
#include "gui/editor/hint_foot.h"
#include "gui/editor/own_devices.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace gui {

class CostDialog;

// Scrolls by itself, under which the foot stays where it is.
class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the editor. `devicesFolder`: for the user's own devices; empty: there
    // is none.
    explicit StrategyEditor(Document& document, const QString& devicesFolder = {},
                            QWidget* parent = nullptr);

    // What is wrong with the field of that key; empty if nothing is.
    QString problemOf(const QString& key) const { return m_rows.problemOf(key); }

    // What the estimate of the strategy says of it, beside what the document does.
    void setAdvice(std::vector<strategy::Problem> advice);

    // By name; one whose advanced rows are open is there once more, with a plus sign.
    QStringList openSections() const;
    void setOpenSections(const QStringList& names);
    const std::vector<EditorSection*>& sections() const { return m_sections; }
    // All that is folded away, for a look at everything.
    void openEverything();
    // Opens all that hides that field, and gives it the keyboard.
    void reveal(const QString& key) { m_rows.reveal(key); }

    // In a dialog, which opens where it was.
    void showAllCosts();

    const HintFoot& foot() const { return *m_foot; }

signals:
    void said(const QString& sentence); // of a change that brought another with it
    void openSectionsChanged();
    void lessonWanted(const QString& wanted); // a step of the course that explains a warning

private:
    EditorSection& addSection(const char* name, const QString& title);
    void addSections();
    void refresh();
    void refreshProblems();
    void refreshFoot();
    HintFoot::Words wordsFor(const StrategyField& field) const;
    HintFoot::Words wordsForNone() const; // while no field is in hand
    // Precondition: there are sentences.
    HintFoot::Words oneOf(const QStringList& sentences, const QString& facts,
                          HintFoot::Kind kind) const;

    Document& m_document;
    OwnDevices m_devices;
    std::vector<strategy::Problem> m_advice;
    QString m_kept;               // what the last change did to the costs
    int m_sentence = 0;           // of several in the foot, the one that was gone to
    QPointer<CostDialog> m_costs; // child; null before it was first shown
    // Ends before the widgets do: a field that has the focus loses it while they are destroyed, and
    // says that it was edited, to nobody.
    EditorRows m_rows;
    std::vector<EditorSection*> m_sections; // children
    QScrollArea* m_scroll;                  //
    QWidget* m_content;                     //
    QVBoxLayout* m_column;                  // of m_content
    QLabel* m_others;                       // fields of the file that are not edited here
    HintFoot* m_foot;
};

} // namespace gui
