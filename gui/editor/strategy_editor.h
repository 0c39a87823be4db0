// The fields of the strategy, checked as they are typed into. What is typed goes into the document
// at once, valid or not; the picture waits for a valid one.

#pragma once

#include "gui/document/document.h"
#include "gui/editor/strategy_field.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;

namespace gui {

struct CostSpec;
struct IntegerSpec;
class CostDialog;
class ScheduleChooser;

class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the editor.
    explicit StrategyEditor(Document& document, QWidget* parent = nullptr);

    // The sentence shown under the field with that key; empty if there is none.
    QString problemOf(const QString& key) const;
    // What is wrong outside the fields shown, a line each.
    QString otherProblems() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void addName(QFormLayout* form);
    void addSchedule(QFormLayout* form);
    void addInteger(QFormLayout* form, const IntegerSpec& spec);
    void addCost(QFormLayout* form, const CostSpec& spec);
    void addAllCosts(QFormLayout* form);
    StrategyField* addField(QFormLayout* form, const QString& key, const QString& label,
                            QWidget* input);
    // `change` is one gesture on the field with that key.
    void edit(const QString& key, const QString& label,
              const std::function<void(strategy::Strategy&)>& change);

    void refresh();
    void refreshProblems();
    void refreshOthers();

    Document& m_document;
    std::vector<StrategyField*> m_fields;
    std::vector<std::function<void(const strategy::Strategy&)>> m_refreshers;
    CostDialog* m_costs = nullptr; // child, once it was asked for
    QLabel* m_status;   // whether the picture is of this strategy
    QLabel* m_problems; // those of no field shown
    QLabel* m_others;   // fields of the file that are not edited here
};

} // namespace gui
