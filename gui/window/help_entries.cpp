#include "gui/window/help_entries.h"

#include "gui/text/mnemonic.h"
#include "gui/window/action_registry.h"

#include <QCoreApplication>
#include <QKeySequence>

namespace gui {
namespace {

struct KeyRow {
    const char* keys;
    const char* meaning;
};

// The timeline reads its keys itself (keys.h); there are no actions to make these rows from.
constexpr KeyRow kTimelineKeys[] = {
    {QT_TRANSLATE_NOOP("Help", "W, S, mouse wheel"),
     QT_TRANSLATE_NOOP("Help", "Zoom in and out at the pointer")},
    {QT_TRANSLATE_NOOP("Help", "A, D, Left, Right, Shift+wheel"),
     QT_TRANSLATE_NOOP("Help", "Earlier and later")},
    {QT_TRANSLATE_NOOP("Help", "Shift+drag, middle drag"),
     QT_TRANSLATE_NOOP("Help", "Move the time range")},
    {QT_TRANSLATE_NOOP("Help", "Alt+drag, drag on the ruler"),
     QT_TRANSLATE_NOOP("Help", "Zoom to what was dragged over")},
    {QT_TRANSLATE_NOOP("Help", "0, Home"), QT_TRANSLATE_NOOP("Help", "Show the whole step")},
    {QT_TRANSLATE_NOOP("Help", "F"),
     QT_TRANSLATE_NOOP("Help", "Fit the op under the pointer, or else the selected one")},
    {QT_TRANSLATE_NOOP("Help", "Up, Down"), QT_TRANSLATE_NOOP("Help", "Another rank")},
    {QT_TRANSLATE_NOOP("Help", ". ,"),
     QT_TRANSLATE_NOOP("Help", "Next and previous op of the rank")},
    {QT_TRANSLATE_NOOP("Help", "] ["),
     QT_TRANSLATE_NOOP("Help", "Follow the dependency onward or back")},
    {QT_TRANSLATE_NOOP("Help", "Drag over rows"),
     QT_TRANSLATE_NOOP("Help", "Select an area; drag its edges to change it")},
    {QT_TRANSLATE_NOOP("Help", "R, Shift+R"),
     QT_TRANSLATE_NOOP("Help", "Make the selected op the area, or add it to the area")},
    {QT_TRANSLATE_NOOP("Help", "Ctrl+A"),
     QT_TRANSLATE_NOOP("Help", "Select the whole step of all ranks")},
    {QT_TRANSLATE_NOOP("Help", "M, Shift+M"),
     QT_TRANSLATE_NOOP("Help", "Set a marker to measure times from; with Shift, a permanent one")},
    {QT_TRANSLATE_NOOP("Help", "Delete"),
     QT_TRANSLATE_NOOP("Help", "Remove the marker selected, or else the nearest")},
    {QT_TRANSLATE_NOOP("Help", "/"),
     QT_TRANSLATE_NOOP("Help", "Find; Enter and Shift+Enter go from match to match")},
    {QT_TRANSLATE_NOOP("Help", "Shift+P, click on a rank's pin"),
     QT_TRANSLATE_NOOP("Help", "Pin the rank to the top, or unpin it")},
    {QT_TRANSLATE_NOOP("Help", "Enter, click on a rank's label"),
     QT_TRANSLATE_NOOP("Help", "A row for each of the ranks that are alike, or one for all")},
    {QT_TRANSLATE_NOOP("Help", "Esc"),
     QT_TRANSLATE_NOOP("Help", "Clear the selection, the area and temporary markers")},
};

QString helpText(const char* source) { return QCoreApplication::translate("Help", source); }

QString commandText(const char* source) { return QCoreApplication::translate("Actions", source); }

QString keysOf(const ActionSpec& spec)
{
    QString keys = QKeySequence::listToString(
        QKeySequence::listFromString(QString::fromLatin1(spec.shortcuts)),
        QKeySequence::NativeText);
    return keys.replace(QStringLiteral("; "), QStringLiteral(", "));
}

} // namespace

std::vector<HelpEntry> helpEntries()
{
    std::vector<HelpEntry> entries;
    for (const MenuId menu :
         {MenuId::File, MenuId::Export, MenuId::Edit, MenuId::View, MenuId::Run, MenuId::Help})
        for (const ActionSpec& spec : actionSpecs())
            if (spec.menu == menu)
                entries.push_back({withoutMnemonic(menuTitle(menu)),
                                   nameOf(spec, commandText(spec.text)), keysOf(spec),
                                   commandText(spec.tip)});
    const QString timeline = helpText(QT_TRANSLATE_NOOP("Help", "Timeline"));
    for (const KeyRow& row : kTimelineKeys)
        entries.push_back({timeline, {}, helpText(row.keys), helpText(row.meaning)});
    return entries;
}

} // namespace gui
