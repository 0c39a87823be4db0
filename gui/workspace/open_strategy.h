// A strategy that is open, with its file, its history, its prediction, and the run beside it.

#pragma once

#include "gui/document/autosave.h"
#include "gui/document/document.h"
#include "gui/exchange/foreign_file.h"
#include "gui/live/run_controller.h"
#include "gui/live/run_step.h"
#include "gui/workspace/open_item.h"

#include <optional>

namespace gui {

class OpenStrategy : public OpenItem {
    Q_OBJECT
public:
    // `runProgram`: see findRunProgram().
    explicit OpenStrategy(const QString& runProgram);

    Document& document() { return m_document; }
    RunController& controller() { return m_controller; }

    // From now on changes are kept against a crash, in autosaveFolder(). failed() of the answer
    // says where they cannot be.
    Autosave& keepChanges();
    void forgetChanges() override;

    // What became of the file of another framework that it was read from; null: it was read from
    // none.
    const ForeignStrategy* imported() const { return m_imported ? &*m_imported : nullptr; }
    // Begins with what that file says, in no file of ours.
    void begin(ForeignStrategy imported);

    // It holds the strategy that a window begins with, untouched and without a run: whatever is
    // opened next may take its place.
    bool isUntouched() const;
    // Says that it is so from now on, until it is changed.
    void setUntouched() { m_untouched = true; }

    // The step of the run beside it that is on show, as whoever shows it has said last.
    const RunStep& onShow() const { return m_onShow; }
    void setOnShow(const RunStep& step);
    // The number of the step that is held, likewise; nothing while the run is followed.
    std::optional<int> heldStep() const { return m_heldStep; }
    void setHeldStep(std::optional<int> step) { m_heldStep = step; }

    QString title() const override;
    QString shortTitle() const; // without the ending that all files of strategies have
    QString tip() const override;
    QString source() const override;
    bool isModified() const override { return m_document.isModified(); }
    bool isLive() const override;
    RunAlarm alarm() const override;
    // As whoever watches the run has found last.
    void setAlarm(RunAlarm alarm);

signals:
    void onShowChanged();

private:
    void forgetSteps();

    Document m_document;
    RunController m_controller;
    std::optional<ForeignStrategy> m_imported;
    std::optional<Autosave> m_autosave;
    RunStep m_onShow;
    std::optional<int> m_heldStep;
    RunAlarm m_alarm = RunAlarm::None;
    bool m_over = false; // the run on show has ended
    bool m_untouched = false;
};

} // namespace gui
