// The panel of a strategy as the window has it, and what one does there.

#pragma once

#include "gui/editor/field_name.h"
#include "gui/editor/strategy_editor.h"
#include "gui/theme/metrics.h"
#include "tests/gui/named.h"
#include "tests/gui/wide_strategy.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QMap>
#include <QMouseEvent>
#include <QTest>

namespace gui::test {

// A panel as the window has it.
struct Panel {
    Document document;
    StrategyEditor editor{document};

    explicit Panel(const strategy::Strategy& strategy = wide())
    {
        document.start(strategy);
        editor.resize(metrics().panelWidth(), 640);
        editor.show();
    }

    StrategyField* field(const char* key)
    {
        for (StrategyField* one : editor.findChildren<StrategyField*>())
            if (one->key() == QLatin1String(key))
                return one;
        return nullptr;
    }
    SectionHeader* header(const char* title)
    {
        return named<SectionHeader>(editor, QLatin1String(title));
    }
    QString foot() const { return editor.foot().words().sentence; }
    // Where every input that can be seen is.
    QMap<QString, QRect> places() const
    {
        QMap<QString, QRect> places;
        for (const StrategyField* one : editor.findChildren<StrategyField*>())
            if (one->isVisible())
                places[one->key()] = {one->input()->mapTo(&editor, QPoint()), one->input()->size()};
        return places;
    }
};

// As somebody does who opens the list.
inline void pick(QComboBox* box, const QString& text)
{
    const int index = box->findText(text);
    QVERIFY2(index >= 0, qPrintable(text));
    box->setCurrentIndex(index);
    emit box->activated(index);
}

// From where the name is pressed by so many pixels each, the button held all the while.
inline void drag(FieldName& name, std::initializer_list<int> to, Qt::KeyboardModifiers keys = {})
{
    const QPoint from(name.width() / 2, name.height() / 2);
    QMouseEvent press(QEvent::MouseButtonPress, QPointF(from), name.mapToGlobal(QPointF(from)),
                      Qt::LeftButton, Qt::LeftButton, keys);
    QCoreApplication::sendEvent(&name, &press);
    for (const int x : to) {
        QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(x, 0)),
                         name.mapToGlobal(QPointF(from + QPoint(x, 0))), Qt::NoButton,
                         Qt::LeftButton, keys);
        QCoreApplication::sendEvent(&name, &move);
    }
}

inline void letGo(FieldName& name)
{
    const QPointF at(name.rect().center());
    QMouseEvent release(QEvent::MouseButtonRelease, at, name.mapToGlobal(at), Qt::LeftButton,
                        Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&name, &release);
}

} // namespace gui::test
