#include "gui/frame/rail.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {

Rail::Rail(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    setAccessibleName(tr("Panels"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_column->setSpacing(0);
    applyLook();
}

void Rail::add(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->iconText());
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_column->addWidget(button);
    applyLook();
}

void Rail::addStretch() { m_column->addStretch(); }

QSize Rail::sizeHint() const
{
    return {std::max(metrics().railWidth(), m_column->sizeHint().width()),
            m_column->sizeHint().height()};
}

void Rail::applyLook()
{
    const Metrics sizes = metrics();
    m_column->setContentsMargins(0, sizes.space(1), 1, sizes.space(1));
    for (auto* button : findChildren<QToolButton*>()) {
        button->setIconSize(QSize(sizes.iconSize() + 2, sizes.iconSize() + 2));
        button->setFont(sizes.font(font(), Type::Small));
        button->setMinimumHeight(sizes.px(52));
        button->setMinimumWidth(sizes.railWidth());
    }
    updateGeometry();
}

void Rail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeFor(palette()).border);
    painter.drawLine(width() - 1, 0, width() - 1, height());
}

} // namespace gui
