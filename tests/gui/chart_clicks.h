// Clicks at places of a widget, as the mouse does them: on whichever child is there.

#pragma once

#include <QTest>
#include <QWidget>

namespace gui::test {

inline void clickAt(QWidget& chart, QPoint place)
{
    QWidget* canvas = chart.childAt(place);
    QTest::mouseClick(canvas ? canvas : &chart, Qt::LeftButton, {},
                      canvas ? canvas->mapFrom(&chart, place) : place);
}

inline void doubleClickAt(QWidget& chart, QPoint place)
{
    QWidget* canvas = chart.childAt(place);
    QTest::mouseDClick(canvas ? canvas : &chart, Qt::LeftButton, {},
                       canvas ? canvas->mapFrom(&chart, place) : place);
}

} // namespace gui::test
