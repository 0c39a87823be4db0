#include "gui/window/action_registry.h"

#include <QCoreApplication>

namespace gui {
namespace {

constexpr ActionSpec kSpecs[] = {
    {"file.new", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&New strategy"),
     QT_TRANSLATE_NOOP("Actions", "Start from the built-in strategy"), "Ctrl+N"},
    {"file.open", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Open…"),
     QT_TRANSLATE_NOOP("Actions", "Open a strategy file"), "Ctrl+O"},
    {"file.save", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Save"),
     QT_TRANSLATE_NOOP("Actions", "Save the strategy to its file"), "Ctrl+S"},
    {"file.saveAs", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Save &as…"),
     QT_TRANSLATE_NOOP("Actions", "Save the strategy to another file"), "Ctrl+Shift+S"},
    {"file.picture", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Save &picture of the window…"),
     QT_TRANSLATE_NOOP("Actions", "Save what the window shows as a PNG file"), "Ctrl+P", true},
    {"file.quit", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Quit"),
     QT_TRANSLATE_NOOP("Actions", "Close the window; a run that was launched goes on"), "Ctrl+Q",
     true},
    {"edit.undo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Undo"),
     QT_TRANSLATE_NOOP("Actions", "Take back the last change"), "Ctrl+Z"},
    {"edit.redo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Redo"),
     QT_TRANSLATE_NOOP("Actions", "Make the change again"), "Ctrl+Shift+Z; Ctrl+Y"},
    {"edit.search", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "Searc&h for a faster strategy…"),
     QT_TRANSLATE_NOOP("Actions", "Find the cut and the schedule that train the model fastest"),
     "Ctrl+H", true},
    {"edit.sweep", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "S&weep a field…"),
     QT_TRANSLATE_NOOP("Actions", "Work the strategy out over the values of a field or of two"),
     "Ctrl+Shift+H"},
    {"view.themeSystem", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Theme: as the &system"),
     QT_TRANSLATE_NOOP("Actions", "Light or dark, as the desktop is"), ""},
    {"view.themeLight", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Theme: &light"),
     QT_TRANSLATE_NOOP("Actions", "Dark text on a light ground"), ""},
    {"view.themeDark", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Theme: &dark"),
     QT_TRANSLATE_NOOP("Actions", "Light text on a dark ground"), ""},
    {"view.fit", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show the &whole step"),
     QT_TRANSLATE_NOOP("Actions", "Zoom the timeline out to the whole step"), "Ctrl+0", true},
    {"view.criticalPath", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Critical path"),
     QT_TRANSLATE_NOOP("Actions", "Show the chain of ops that makes the step as long as it is"),
     "Ctrl+K"},
    {"view.memory", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Memory under the ranks"),
     QT_TRANSLATE_NOOP("Actions", "Show what each rank's memory held, under its row"),
     "Ctrl+Shift+M"},
    {"view.kernels", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Kernels under the ranks"),
     QT_TRANSLATE_NOOP("Actions",
                       "Show what each rank's device ran, under its row, of a run with --deep"),
     "Ctrl+Shift+K"},
    {"view.compare", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Co&mpare schedules"),
     QT_TRANSLATE_NOOP("Actions", "Set up to four schedules side by side on one axis"), "Ctrl+M"},
    {"view.focusTimeline", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Go to the &timeline"),
     QT_TRANSLATE_NOOP("Actions", "Put the keyboard into the timeline"), "Ctrl+T"},
    {"view.resetLayout", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Reset the layout"),
     QT_TRANSLATE_NOOP("Actions", "Put every panel back to where it was at first"), "", true},
    {"run.launch", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Launch"),
     QT_TRANSLATE_NOOP("Actions", "Start the strategy as a real run on this machine"), "F5"},
    {"run.stop", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Stop the run"),
     QT_TRANSLATE_NOOP("Actions", "Stop every process of the run shown"), "Shift+F5"},
    {"run.pause", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Pa&use or resume"),
     QT_TRANSLATE_NOOP("Actions", "Let the run wait after its step, or go on"), "F6", true},
    {"run.stopAfterStep", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Stop a&fter this step"),
     QT_TRANSLATE_NOOP("Actions", "Let the step under way end, then end the run"), "Ctrl+F5"},
    {"run.checkpoint", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Checkpoint now"),
     QT_TRANSLATE_NOOP("Actions", "Save weights and optimizer after this step"), "F7"},
    {"run.slow", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Slo&w a rank…"),
     QT_TRANSLATE_NOOP("Actions", "Make one rank slower, or as fast as it can"), "F8"},
    {"run.swap", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "S&wap the schedule…"),
     QT_TRANSLATE_NOOP("Actions", "Go over to another schedule between two steps"), "F9"},
    {"run.calibrate", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Take the c&osts from the run"),
     QT_TRANSLATE_NOOP("Actions", "Fit the strategy's costs to the steps of the run shown"),
     "Ctrl+Shift+C", true},
    {"run.attach", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Attach…"),
     QT_TRANSLATE_NOOP("Actions", "Show a run that is going on"), "Ctrl+R", true},
    {"run.replay", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Replay…"),
     QT_TRANSLATE_NOOP("Actions", "Show a recording"), "Ctrl+Shift+R"},
    {"run.leave", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Leave the run"),
     QT_TRANSLATE_NOOP("Actions", "Stop showing the run; it goes on by itself"), ""},
    {"run.follow", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Follow the run"),
     QT_TRANSLATE_NOOP("Actions", "Show the newest complete step, and go on with the next"),
     "Ctrl+L", true},
    {"run.previousStep", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Previous step"),
     QT_TRANSLATE_NOOP("Actions", "Show the step before this one"), "Ctrl+Left"},
    {"run.nextStep", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Next step"),
     QT_TRANSLATE_NOOP("Actions", "Show the step after this one"), "Ctrl+Right"},
    {"help.shortcuts", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"),
     QT_TRANSLATE_NOOP("Actions", "List every shortcut"), "F1; ?"},
    {"help.about", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&About Bubblescope"),
     QT_TRANSLATE_NOOP("Actions", "What this is, and under which licence"), ""},
};

constexpr const char* kMenuTitles[]
    = {QT_TRANSLATE_NOOP("Actions", "&File"), QT_TRANSLATE_NOOP("Actions", "&Edit"),
       QT_TRANSLATE_NOOP("Actions", "&View"), QT_TRANSLATE_NOOP("Actions", "&Run"),
       QT_TRANSLATE_NOOP("Actions", "&Help")};

} // namespace

std::span<const ActionSpec> actionSpecs() { return kSpecs; }

QString menuTitle(MenuId menu)
{
    return QCoreApplication::translate("Actions", kMenuTitles[static_cast<std::size_t>(menu)]);
}

} // namespace gui
