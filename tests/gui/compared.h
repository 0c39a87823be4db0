// A comparison of strategies of this tree in a window of its own, and hands for it.

#pragma once

#include "gui/compare/comparison_view.h"
#include "gui/window/comparison_sheet.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QMenu>
#include <QTableView>
#include <QToolButton>

namespace gui::test {

struct Compared {
    Opened opened;
    ComparisonSheet* sheet = nullptr;
    ComparisonView* view = nullptr;
    OpenComparison* comparison = nullptr;
    QTableView* table = nullptr;

    // With the strategies of those files, the first of which is compared with the others.
    explicit Compared(const QStringList& files)
    {
        for (const QString& file : files)
            opened.window.openFile(QStringLiteral(BUBBLESCOPE_TREE "/resources/strategies")
                                   + QLatin1Char('/') + file);
        opened.workspace.setCurrent(0);
    }
    Document& documentAt(int place)
    {
        return static_cast<OpenStrategy&>(opened.workspace.at(place)).document();
    }
    void compare()
    {
        QTRY_VERIFY_WITH_TIMEOUT(documentAt(0).isPredictionCurrent(), 60'000);
        QTest::keyClick(&opened.window, Qt::Key_M, Qt::ControlModifier);
        sheet = qobject_cast<ComparisonSheet*>(opened.window.sheet());
        QVERIFY(sheet);
        view = &sheet->view();
        comparison = &static_cast<OpenComparison&>(sheet->item());
        table = named<QTableView>(*view, QStringLiteral("Numbers of what is compared"));
        QTRY_VERIFY_WITH_TIMEOUT(view->isCurrent(), 60'000);
    }
    QString nameAt(int row) const { return view->table().headerData(row, Qt::Vertical).toString(); }
    void choose(int row)
    {
        table->setFocus();
        table->setCurrentIndex(view->table().index(row, 0));
    }
    // As the menu of the button Add offers it.
    QAction* offered(const QString& text)
    {
        auto* add = named<QToolButton>(*view, QStringLiteral("Add to the comparison"));
        emit add->menu()->aboutToShow();
        for (QMenu* menu : view->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == text)
                    return action;
        return nullptr;
    }
};

} // namespace gui::test
