// All that the window can show, one after another, on real models: what has to hold everywhere is
// looked at there.

#pragma once

#include "gui/editor/strategy_editor.h"
#include "gui/exchange/loss_view.h"
#include "gui/export/figure_dialog.h"
#include "gui/timeline/find_bar.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/comparison_sheet.h"
#include "gui/window/import_sheet.h"
#include "gui/window/middle_views.h"
#include "gui/window/search_sheet.h"
#include "gui/window/sweep_sheet.h"
#include "tests/gui/dumps.h"
#include "tests/gui/listed_runs.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/settled.h"
#include "tests/gui/shown_run.h"
#include "tests/gui/slow_run.h"
#include "tests/gui/trained.h"

#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>

#include <functional>
#include <set>

namespace gui::test {

// Each waits until what it opened is complete; a test fails where that does not come.
class EveryView {
public:
    // `name` says where one is, "run/drawer memory"; `shown` is the window, or a dialog over it.
    using Look = std::function<void(const QString& name, QWidget& shown)>;

    EveryView(QSize size, Look look)
        : m_look(std::move(look))
    {
        m_opened.window.resize(size);
        m_opened.document.start(llama());
        strategy::Strategy named = llama();
        named.name = "llama";
        m_opened.document.edit(QStringLiteral("name"), QStringLiteral("name"), named);
    }

    Opened& opened() { return m_opened; }

    // Every kind of tab with each of its panels and pages.
    void sheets()
    {
        design();
        recording(QStringLiteral("run"), kRecordings + QStringLiteral("/emulated"));
        recording(QStringLiteral("training"), kRecordings + QStringLiteral("/training"));
        slowRank();
        comparison();
        search();
        sweep();
        import();
        losses();
        runs();
        m_opened.window.opener().openStart();
        pages(QStringLiteral("start"));
    }

    // As they are shown on the whole screen: a strategy, and a comparison.
    void presented()
    {
        m_opened.workspace.setCurrent(m_opened.workspace.placeOf(m_opened.open));
        QTRY_VERIFY_WITH_TIMEOUT(m_opened.document.isPredictionCurrent(), 60'000);
        present(QStringLiteral("presented"));
        m_opened.action("view.compare")->trigger();
        auto* sheet = qobject_cast<ComparisonSheet*>(m_opened.window.sheet());
        QVERIFY(sheet);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
        present(QStringLiteral("presented, comparison"));
    }

    // What the commands open over the window. Each is closed again.
    void dialogs()
    {
        m_opened.workspace.setCurrent(m_opened.workspace.placeOf(m_opened.open));
        m_opened.window.setMode(Mode::Run);
        m_opened.showLiveRun();
        QTRY_VERIFY_WITH_TIMEOUT(m_opened.document.isPredictionCurrent(), 60'000);
        emit m_opened.controller.session().updated(
            snapshotAt(telemetry::SourceState::Connected, 3));
        // Those that close what is looked at, or show it otherwise.
        static const std::set<QString> kNoDialogs{
            QStringLiteral("file.quit"),         QStringLiteral("file.close"),
            QStringLiteral("file.new"),          QStringLiteral("view.present"),
            QStringLiteral("view.english"),      QStringLiteral("view.chinese"),
            QStringLiteral("run.leave"),         QStringLiteral("run.stop"),
            QStringLiteral("edit.search"),       QStringLiteral("edit.sweep"),
            QStringLiteral("view.compare"),      QStringLiteral("view.nextTab"),
            QStringLiteral("view.previousTab"),  QStringLiteral("file.strategyOfTrace"),
            QStringLiteral("run.stopAfterStep"), QStringLiteral("run.checkpoint"),
            QStringLiteral("run.pause")};
        for (QAction* action : m_opened.window.actions().actions())
            if (!kNoDialogs.contains(action->objectName()) && action->isEnabled()
                && !action->isCheckable()) {
                action->trigger();
                lookAtDialogs(action->objectName());
            }
        m_opened.window.setMode(Mode::Design);
        for (auto* button : m_opened.window.findChildren<QPushButton*>())
            if (button->isEnabled() && button->text().contains(QStringLiteral("…"))) {
                const QString name = button->accessibleName();
                button->click();
                lookAtDialogs(name);
            }
    }

    // Of what was compared: texts that are nobody's to translate.
    const QStringList& names() const { return m_names; }

    // The classes of the dialogs that were seen.
    const std::set<QString>& dialogsSeen() const { return m_dialogs; }

private:
    // What is in front, with each part of the frame open in its turn.
    void pages(const QString& name)
    {
        FrameLayout& frame = m_opened.window.frame();
        const auto show = [&](const QString& part, const Arrangement& open) {
            frame.setArrangement(open);
            settle(m_opened.window);
            m_look(name + part, m_opened.window);
        };
        show({}, {});
        show(QStringLiteral("/panel"), {.panel = true});
        if (m_opened.window.sheet()->inspector())
            show(QStringLiteral("/inspector"), {.inspector = true});
        for (const DrawerPage& page :
             m_opened.window.sheet()->drawerPages(m_opened.window.mode())) {
            frame.drawer().setCurrent(page.id);
            show(QStringLiteral("/drawer ") + page.id, {.panel = true, .drawer = true});
        }
    }

    void design()
    {
        const auto& document = m_opened.document;
        QTRY_VERIFY_WITH_TIMEOUT(document.isPredictionCurrent(), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_opened.sheet.estimator().isCurrent(), 60'000);
        TimelinePanel& panel = m_opened.area().panel();
        m_opened.sheet.viewState().setSelected(
            OpRef{0, 1, panel.track(0)->timeline->spans[1][2].op});
        m_opened.sheet.viewState().setArea(
            TimeArea{{Nanoseconds{0}, panel.track(0)->timeline->makespan / 2}, 0, 2});
        pages(QStringLiteral("design"));
        middle();
        for (auto* editor : m_opened.window.findChildren<StrategyEditor*>())
            editor->openEverything();
        m_opened.window.frame().setArrangement({.panel = true});
        settle(m_opened.window);
        m_look(QStringLiteral("design/editor"), m_opened.window);
        // Its replicas stand for each other until one asks for them.
        for (const int rank : {0, 2})
            m_opened.sheet.viewState().setUnfolded(rank, true);
        m_opened.window.frame().setArrangement({});
        settle(m_opened.window);
        m_look(QStringLiteral("design/replicas"), m_opened.window);
        for (const int rank : {0, 2})
            m_opened.sheet.viewState().setUnfolded(rank, false);
        m_opened.window.frame().setArrangement({.panel = true});
        m_opened.sheet.showFailure(QStringLiteral("The disk is full"));
        panel.find();
        settle(m_opened.window);
        m_look(QStringLiteral("design/failure and find"), m_opened.window);
        m_opened.area().clearFailure();
        panel.findBar().hide();
        m_opened.sheet.viewState().setArea({});
        m_opened.window.setMode(Mode::Learn);
        pages(QStringLiteral("learn"));
        m_opened.window.setMode(Mode::Run);
        pages(QStringLiteral("no run"));
        m_opened.window.setMode(Mode::Design);
    }

    // What stands there instead of the timeline, and the timeline while its order is edited.
    void middle()
    {
        MiddleViews& views = m_opened.sheet.middle();
        for (const char* view : {"view.devices", "view.grid", "view.shards", "view.layers"}) {
            m_opened.action(view)->trigger();
            for (const int device : {-1, 5}) {
                views.cluster().setSelected(device);
                const QString name = QString::fromLatin1(view)
                    + (device < 0 ? QString() : QStringLiteral(", one selected"));
                m_opened.window.frame().setArrangement({.inspector = true});
                settle(m_opened.window);
                m_look(name, m_opened.window);
            }
        }
        m_opened.action("view.focusTimeline")->trigger();
        m_opened.sheet.orderMode().setOn(true);
        pages(QStringLiteral("by hand"));
        m_opened.sheet.orderMode().setOn(false);
    }

    void runs()
    {
        m_opened.window.runTabs().browse();
        auto* browser = m_opened.window.findChild<RunBrowser*>();
        QVERIFY(browser);
        // Beside the recordings that were opened.
        QTRY_VERIFY_WITH_TIMEOUT(browser->model().rowCount() >= m_listed.list.size(), 60'000);
        for (int row = 0; row < browser->model().rowCount(); ++row)
            QTRY_VERIFY_WITH_TIMEOUT(
                browser->model().index(row).data(RunModel::StepsRole).isValid(), 60'000);
        settle(m_opened.window);
        m_look(QStringLiteral("runs"), m_opened.window);
        browser->list().selectAll();
        settle(m_opened.window);
        m_look(QStringLiteral("runs/all chosen"), m_opened.window);
        comparedRuns(*browser);
        browser->filter().setText(QStringLiteral("there is none of this name"));
        settle(m_opened.window);
        m_look(QStringLiteral("runs/none found"), m_opened.window);
        browser->filter().clear();
        m_opened.window.setMode(Mode::Design);
    }

    // Of those that are chosen there; then one is back at the runs.
    void comparedRuns(const RunBrowser& browser)
    {
        auto* compare = named<QToolButton>(browser, RunBrowser::tr("Compare"));
        QVERIFY(compare && compare->isEnabled());
        const int before = m_opened.workspace.currentPlace();
        compare->click();
        auto* sheet = qobject_cast<ComparisonSheet*>(m_opened.window.sheet());
        QVERIFY(sheet);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
        for (const ComparedStepPtr& step : sheet->view().table().comparison())
            m_names << step->name;
        m_opened.window.setMode(Mode::Design);
        pages(QStringLiteral("compared runs"));
        m_opened.workspace.setCurrent(before);
        m_opened.window.setMode(Mode::Runs);
    }

    // A run with an alarm that is open.
    void slowRank()
    {
        QVERIFY(writeSlowRun(m_slow));
        recording(QStringLiteral("slow"), m_slow.path());
    }

    void recording(const QString& name, const QString& folder)
    {
        m_opened.window.runTabs().openRecording(folder);
        m_opened.window.setMode(Mode::Run);
        StrategySheet* sheet = m_opened.window.strategySheet();
        QVERIFY(sheet && sheet != &m_opened.sheet);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->timelineArea().panel().track(1), 60'000);
        // Until it has been read to its end, and judged, its words change.
        const RunView& view = sheet->runView();
        QTRY_VERIFY_WITH_TIMEOUT(view.run() && view.run()->isOver() && view.isSettled(), 60'000);
        pages(name);
        m_opened.window.setMode(Mode::Design);
    }

    void comparison()
    {
        m_opened.workspace.setCurrent(m_opened.workspace.placeOf(m_opened.open));
        m_opened.action("view.compare")->trigger();
        auto* sheet = qobject_cast<ComparisonSheet*>(m_opened.window.sheet());
        QVERIFY(sheet);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
        for (const ComparedStepPtr& step : sheet->view().table().comparison())
            m_names << step->name;
        pages(QStringLiteral("comparison"));
    }

    void search()
    {
        m_opened.workspace.setCurrent(m_opened.workspace.placeOf(m_opened.open));
        m_opened.action("edit.search")->trigger();
        auto* sheet = qobject_cast<SearchSheet*>(m_opened.window.sheet());
        QVERIFY(sheet);
        sheet->options().start();
        auto& open = static_cast<OpenSearch&>(sheet->item());
        QTRY_VERIFY_WITH_TIMEOUT(!open.isSearching(), 120'000);
        pages(QStringLiteral("search"));
    }

    void sweep()
    {
        m_opened.workspace.setCurrent(m_opened.workspace.placeOf(m_opened.open));
        m_opened.action("edit.sweep")->trigger();
        auto* sheet = qobject_cast<SweepSheet*>(m_opened.window.sheet());
        QVERIFY(sheet);
        sheet->options().start();
        auto& open = static_cast<OpenSweep&>(sheet->item());
        QTRY_VERIFY_WITH_TIMEOUT(!open.isSweeping(), 120'000);
        pages(QStringLiteral("sweep"));
        // Of two fields: a map, or a curve for each value.
        auto* second = named<QComboBox>(sheet->options(), SweepPanel::tr("And vary"));
        QVERIFY(second);
        second->setCurrentIndex(second->findData(QStringLiteral("schedule.name")));
        emit second->activated(second->currentIndex());
        sheet->options().start();
        QTRY_VERIFY_WITH_TIMEOUT(!open.isSweeping(), 120'000);
        QVERIFY(sheet->view().showsMaps());
        pages(QStringLiteral("sweep of two"));
    }

    void import()
    {
        writeDumps(m_opened.program.directory.path());
        m_opened.window.openFile(
            m_opened.program.directory.filePath(QStringLiteral("pp_rank_0.json")));
        QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<ImportSheet*>(m_opened.window.sheet()), 60'000);
        pages(QStringLiteral("import"));
    }

    // A configuration of another framework, with what of it is lost.
    void losses()
    {
        m_opened.window.openFile(QStringLiteral(
            BUBBLESCOPE_TREE "/tests/strategy/convert/fixtures/megatron-args/gpt3_175b.sh"));
        const auto open
            = [this] { return qobject_cast<OpenStrategy*>(m_opened.workspace.current()); };
        QTRY_VERIFY_WITH_TIMEOUT(open() && open()->imported(), 60'000);
        pages(QStringLiteral("losses"));
    }

    void present(const QString& name)
    {
        const QSize before = m_opened.window.size();
        m_opened.action("view.present")->trigger();
        settle(m_opened.window);
        m_look(name, m_opened.window);
        m_opened.action("view.present")->trigger();
        m_opened.window.resize(before);
        settle(m_opened.window);
    }

    void lookAtDialogs(const QString& name)
    {
        QCoreApplication::processEvents();
        for (auto* dialog : m_opened.window.findChildren<QDialog*>()) {
            if (!dialog->isVisible())
                continue;
            m_dialogs.insert(QString::fromLatin1(dialog->metaObject()->className()));
            // What it shows is worked out beside the window.
            if (auto* losses = dialog->findChild<LossView*>())
                QTRY_VERIFY_WITH_TIMEOUT(!losses->report().format.isEmpty(), 60'000);
            if (auto* figure = qobject_cast<FigureDialog*>(dialog))
                QTRY_VERIFY_WITH_TIMEOUT(!figure->preview().isNull(), 60'000);
            settle(m_opened.window);
            m_look(name, *dialog);
            // Each choice has options of its own, of which some are folded away.
            const auto choices = dialog->findChildren<QRadioButton*>();
            for (auto* fold : dialog->findChildren<QToolButton*>())
                if (fold->isCheckable() && fold->isVisible()) {
                    fold->setChecked(true);
                    for (QRadioButton* choice : choices) {
                        if (!choice->isEnabled())
                            continue;
                        choice->setChecked(true);
                        QCoreApplication::processEvents();
                        m_look(name + QStringLiteral(", unfolded"), *dialog);
                    }
                }
            dialog->setAttribute(Qt::WA_DeleteOnClose, false);
            dialog->reject();
            delete dialog;
        }
        settle(m_opened.window);
    }

    Look m_look;
    Listed m_listed{{QStringLiteral("killed"), QStringLiteral("training")}};
    Opened& m_opened = m_listed.opened;
    QTemporaryDir m_slow;
    QStringList m_names;
    std::set<QString> m_dialogs;
};

} // namespace gui::test
