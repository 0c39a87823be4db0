#include "gui/frame/drawer.h"

#include "gui/frame/icon.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {

Drawer::Drawer(QWidget* parent)
    : QWidget(parent)
    , m_head(new QWidget(this))
    , m_tabs(new QTabBar(m_head))
    , m_close(new QToolButton(m_head))
    , m_stack(new QStackedWidget(this))
{
    setAccessibleName(tr("Drawer"));
    m_tabs->setAccessibleName(tr("Tabs of the drawer"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close the drawer"));
    m_close->setToolTip(m_close->accessibleName());
    auto* line = new QHBoxLayout(m_head);
    line->addWidget(m_tabs);
    line->addStretch();
    line->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 1, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_stack, 1);
    // A wide page gets what room there is; it must not make the window wider.
    m_stack->setMinimumSize(1, 1);
    connect(m_close, &QToolButton::clicked, this, &Drawer::closeWanted);
    connect(m_tabs, &QTabBar::currentChanged, this, &Drawer::raise);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this](int place) {
        if (place >= 0)
            m_wanted = m_pages[static_cast<std::size_t>(place)].id;
    });
    applyLook();
}

void Drawer::setPages(const std::vector<DrawerPage>& pages)
{
    if (pages == m_pages)
        return;
    const QSignalBlocker quiet(m_tabs);
    for (const DrawerPage& old : m_pages)
        m_stack->removeWidget(old.widget);
    m_pages = pages;
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
    for (const DrawerPage& page : m_pages) {
        m_stack->addWidget(page.widget);
        m_tabs->addTab(page.title);
    }
    setCurrent(m_wanted);
    raise(m_tabs->currentIndex());
    // A tab bar that was never seen does not say that it has grown.
    m_tabs->updateGeometry();
    m_head->layout()->invalidate();
}

QString Drawer::current() const
{
    const int place = m_tabs->currentIndex();
    return place < 0 ? QString() : m_pages[static_cast<std::size_t>(place)].id;
}

void Drawer::setCurrent(const QString& id)
{
    if (!id.isEmpty())
        m_wanted = id;
    const auto found = std::find_if(m_pages.begin(), m_pages.end(),
                                    [&id](const DrawerPage& page) { return page.id == id; });
    if (found != m_pages.end())
        m_tabs->setCurrentIndex(static_cast<int>(found - m_pages.begin()));
}

void Drawer::raise(int place)
{
    if (place < 0)
        return;
    m_stack->setCurrentIndex(place);
    emit currentChanged();
}

void Drawer::applyLook()
{
    const Metrics sizes = metrics();
    m_head->setFixedHeight(sizes.barHeight());
    m_head->layout()->setContentsMargins(sizes.space(2), 0, sizes.space(1), 0);
    m_tabs->setFont(sizes.font(font(), Type::Small));
    m_close->setIconSize(QSize(sizes.px(14), sizes.px(14)));
}

void Drawer::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

void Drawer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeFor(palette()).border);
    painter.drawLine(0, 0, width(), 0);
}

} // namespace gui
