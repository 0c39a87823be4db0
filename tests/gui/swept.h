// For tests of sweeps in the window.

#pragma once

#include "gui/search/result_table.h"
#include "gui/window/sweep_sheet.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QLineEdit>
#include <QTest>

namespace gui::test {

// A sweep of a strategy in a window, with the tab that it stands in.
struct Swept {
    Opened opened;
    SweepSheet* sheet = nullptr;
    OpenSweep* sweep = nullptr;
    ResultTable* table = nullptr;
    QLineEdit* values = nullptr;

    explicit Swept(const strategy::Strategy& strategy)
    {
        opened.document.start(strategy);
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        QTest::keyClick(&opened.window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
        sheet = qobject_cast<SweepSheet*>(opened.window.sheet());
        sweep = &static_cast<OpenSweep&>(sheet->item());
        table = &sheet->view().table();
        values = named<QLineEdit>(sheet->options(), "Values: Vary");
    }
    void run()
    {
        sheet->options().start();
        QTRY_VERIFY_WITH_TIMEOUT(!sweep->isSweeping(), 60'000);
    }
    const strategy::Strategy& newest()
    {
        Workspace& workspace = opened.workspace;
        return static_cast<OpenStrategy&>(workspace.at(workspace.count() - 1))
            .document()
            .strategy();
    }
};

} // namespace gui::test
