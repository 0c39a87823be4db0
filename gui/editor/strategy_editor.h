// The fields of the strategy, checked as they are typed into. What is typed goes into the document
// at once, valid or not; the picture waits for a valid one.

#pragma once

#include "gui/document/document.h"
#include "gui/editor/share_keeper.h"
#include "gui/editor/strategy_field.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace gui {

struct ChoiceSpec;
struct CostSpec;
struct DecimalSpec;
struct FlagSpec;
struct IntegerSpec;
struct SectionSpecs;
class CostDialog;
class ScheduleChooser;

class StrategyEditor : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the editor.
    explicit StrategyEditor(Document& document, QWidget* parent = nullptr);
    ~StrategyEditor() override;

    // The sentence shown under the field with that key; empty if there is none.
    QString problemOf(const QString& key) const;
    // What is wrong outside the fields shown, a line each.
    QString otherProblems() const;

signals:
    void said(const QString& sentence); // of a change that brought another with it

protected:
    void changeEvent(QEvent* event) override;

private:
    // Whether a row means anything for a strategy; empty: always.
    using Shows = std::function<bool(const strategy::Strategy&)>;
    struct Row {
        QFormLayout* form = nullptr;
        StrategyField* field = nullptr;
        QToolButton* fold = nullptr; // it stands behind that; null: it does not
        Shows shows;
    };

    void addName(QFormLayout* form);
    void addLayers(QFormLayout* form);
    void addSchedule(QFormLayout* form);
    void addModel(QFormLayout* form);
    void addDevice(QFormLayout* form);
    void addCosts(QVBoxLayout* column);
    QWidget* addModelledCosts(QVBoxLayout* column);
    void addSpecs(QFormLayout* form, const SectionSpecs& specs, const Shows& onlyWhere = {});
    QToolButton* addFold(QFormLayout* form);
    void addInteger(QFormLayout* form, const IntegerSpec& spec, const Shows& onlyWhere = {});
    void addDecimal(QFormLayout* form, const DecimalSpec& spec, const Shows& onlyWhere);
    void addFlag(QFormLayout* form, const FlagSpec& spec, const Shows& onlyWhere);
    void addChoice(QFormLayout* form, const ChoiceSpec& spec, const Shows& onlyWhere);
    void addCost(QFormLayout* form, const CostSpec& spec);
    void addAllCosts(QFormLayout* form);
    StrategyField* addField(QFormLayout* form, const QString& key, const QString& label,
                            QWidget* input, Shows shows = {});
    // `change` is one gesture on the field with that key. Ranks keep their shares of the model.
    void edit(const QString& key, const QString& label,
              const std::function<void(strategy::Strategy&)>& change);

    // Likewise of a button, which is a gesture of its own.
    void doOnce(const QString& text, const QString& key,
                const std::function<void(strategy::Strategy&)>& change);

    void refresh();
    void refreshProblems();
    void refreshOthers();
    void refreshRows();

    Document& m_document;
    std::vector<StrategyField*> m_fields;
    std::vector<Row> m_rows;
    QToolButton* m_fold = nullptr; // of the rows being added
    std::vector<std::function<void(const strategy::Strategy&)>> m_refreshers;
    CostDialog* m_costs = nullptr; // child, once it was asked for
    ShareKeeper m_shares;
    QLabel* m_kept;     // what the last change did to the costs
    QLabel* m_status;   // whether the picture is of this strategy
    QLabel* m_problems; // those of no field shown
    QLabel* m_others;   // fields of the file that are not edited here
};

} // namespace gui
