// For tests of searches in the window.

#pragma once

#include "gui/search/result_table.h"
#include "gui/window/search_sheet.h"
#include "tests/gui/opened.h"

#include <QTest>

namespace gui::test {

// A search of a strategy in a window, with the tab that it stands in.
struct Searched {
    Opened opened;
    SearchSheet* sheet = nullptr;
    OpenSearch* search = nullptr;
    ResultTable* table = nullptr;

    explicit Searched(const strategy::Strategy& strategy)
    {
        opened.document.start(strategy);
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        QTest::keyClick(&opened.window, Qt::Key_H, Qt::ControlModifier);
        sheet = qobject_cast<SearchSheet*>(opened.window.sheet());
        search = &static_cast<OpenSearch&>(sheet->item());
        table = &sheet->view().table();
    }
    void run()
    {
        sheet->options().start();
        QTRY_VERIFY_WITH_TIMEOUT(!search->isSearching(), 60'000);
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
