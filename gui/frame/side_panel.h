// A column beside the timeline with a title: the panel that the rail has opened, or the inspector.
// One page at a time, each of which scrolls by itself.

#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace gui {

class SidePanel : public QWidget {
    Q_OBJECT
public:
    // Of that width, at scale 1. `edge`: the side on which it has a line, towards the timeline.
    SidePanel(int width, Qt::Edge edge, QWidget* parent = nullptr);

    // Shows `page` under that title; the page stays its owner's, who takes it away by release()
    // or by destroying it. Null: there is nothing to show.
    void show(QWidget* page, const QString& title);
    void release(QWidget* page);
    QWidget* page() const;

    QSize sizeHint() const override;

signals:
    void closeWanted(); // by the button in the title

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyLook();

    int m_width;
    Qt::Edge m_edge;
    QWidget* m_head;
    QLabel* m_title;
    QToolButton* m_close;
    QStackedWidget* m_pages;
    bool m_empty = true;
};

} // namespace gui
