#include "gui/frame/side_panel.h"

#include "gui/frame/icon.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {

SidePanel::SidePanel(int width, Qt::Edge edge, QWidget* parent)
    : QWidget(parent)
    , m_width(width)
    , m_edge(edge)
    , m_head(new QWidget(this))
    , m_title(new QLabel(m_head))
    , m_close(new QToolButton(m_head))
    , m_pages(new QStackedWidget(this))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_title->setTextFormat(Qt::PlainText);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close the panel"));
    m_close->setToolTip(m_close->accessibleName());
    connect(m_close, &QToolButton::clicked, this, &SidePanel::closeWanted);
    auto* line = new QHBoxLayout(m_head);
    line->addWidget(m_title, 1);
    line->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_pages, 1);
    applyLook();
}

void SidePanel::show(QWidget* page, const QString& title)
{
    m_empty = !page;
    if (m_empty)
        return;
    if (m_pages->indexOf(page) < 0)
        m_pages->addWidget(page);
    m_pages->setCurrentWidget(page);
    m_title->setText(title);
    setAccessibleName(title);
}

void SidePanel::release(QWidget* page) { m_pages->removeWidget(page); }

QWidget* SidePanel::page() const { return m_empty ? nullptr : m_pages->currentWidget(); }

QSize SidePanel::sizeHint() const { return {metrics().px(m_width), 0}; }

void SidePanel::applyLook()
{
    const Metrics sizes = metrics();
    setFixedWidth(sizes.px(m_width));
    const bool right = m_edge == Qt::RightEdge;
    layout()->setContentsMargins(right ? 0 : 1, 0, right ? 1 : 0, 0);
    m_head->layout()->setContentsMargins(sizes.space(4), 0, sizes.space(1), 0);
    m_head->setFixedHeight(sizes.barHeight());
    QFont title = sizes.font(font(), Type::Body);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_close->setIconSize(QSize(sizes.px(14), sizes.px(14)));
}

void SidePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

void SidePanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeFor(palette()).border);
    const int x = m_edge == Qt::RightEdge ? width() - 1 : 0;
    painter.drawLine(x, 0, x, height());
}

} // namespace gui
