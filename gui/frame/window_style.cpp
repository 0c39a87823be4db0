#include "gui/frame/window_style.h"

#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace gui {
namespace {

constexpr double kCorner = 4;

// On the pixels' edges, so that a line of one pixel is one.
void drawBox(QPainter& painter, const QRect& place, const QColor& line, const QColor& fill,
             double corner = kCorner)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const QRectF box = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(box, corner, corner);
    painter.restore();
}

void drawButton(QPainter& painter, const QStyleOption& option, const Theme& theme, bool flat)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool pressed = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const bool focused = (option.state & QStyle::State_HasFocus)
        && (option.state & QStyle::State_KeyboardFocusChange);
    const Ground ground = !enabled ? Ground::DisabledButton
        : pressed                  ? Ground::PressedButton
        : hovered                  ? Ground::HoveredButton
                                   : Ground::Button;
    const bool bare = flat && !pressed && !hovered;
    const QColor fill = bare ? QColor() : groundOf(theme, ground);
    const QColor line = focused ? theme.accent : flat ? QColor() : theme.border;
    drawBox(painter, option.rect, line, fill);
}

void drawCross(QPainter& painter, const QRect& place, const QColor& ink)
{
    const double half = std::min(place.width(), place.height()) * 0.22;
    const QPointF middle = QRectF(place).center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(half, half), middle + QPointF(half, half));
    painter.drawLine(middle + QPointF(-half, half), middle + QPointF(half, -half));
    painter.restore();
}

// A number in a box of its own, like any other text, and two arrows without one.
void drawSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const Theme& theme,
                 const QRect& up, const QRect& down)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    drawBox(painter, option.rect,
            option.state & QStyle::State_HasFocus ? theme.accent : theme.border,
            enabled ? theme.base : theme.panel);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = metrics().px(3);
    const auto arrow = [&](const QRect& place, double way, bool can, bool held) {
        const QColor ink = !can || !enabled ? theme.border : held ? theme.accent : theme.mutedText;
        painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF tip = QRectF(place).center() + QPointF(0, way * half / 2);
        painter.drawPolyline(
            QPolygonF({tip - QPointF(half, way * half), tip, tip + QPointF(half, -way * half)}));
    };
    const auto held = [&option](QStyle::SubControl part) {
        return (option.activeSubControls & part) && (option.state & QStyle::State_Sunken);
    };
    arrow(up, -1, option.stepEnabled & QAbstractSpinBox::StepUpEnabled, held(QStyle::SC_SpinBoxUp));
    arrow(down, 1, option.stepEnabled & QAbstractSpinBox::StepDownEnabled,
          held(QStyle::SC_SpinBoxDown));
    painter.restore();
}

} // namespace

WindowStyle::WindowStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = themeFor(option->palette);
    switch (element) {
    case PE_FrameFocusRect: // the controls draw their own
        if (option->state & State_KeyboardFocusChange)
            drawBox(*painter, option->rect, theme.accent, {});
        return;
    case PE_PanelButtonCommand:
    case PE_PanelButtonBevel:
        drawButton(*painter, *option, theme, false);
        return;
    case PE_PanelButtonTool:
        drawButton(*painter, *option, theme, option->state & State_AutoRaise);
        return;
    case PE_PanelLineEdit:
        // A line edit within another control has no frame, which is that one's.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0)
            drawBox(*painter, option->rect,
                    option->state & State_HasFocus ? theme.accent : theme.border,
                    option->state & State_Enabled ? theme.base : theme.panel);
        return;
    case PE_FrameLineEdit:
        drawBox(*painter, option->rect,
                option->state & State_HasFocus ? theme.accent : theme.border, {});
        return;
    case PE_Frame:
        if (option->state & State_HasFocus)
            drawBox(*painter, option->rect, theme.accent, {}, 0);
        return;
    case PE_IndicatorTabClose:
        drawCross(*painter, option->rect,
                  option->state & State_MouseOver ? theme.text : theme.mutedText);
        return;
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
    case PE_FrameGroupBox:
    case PE_FrameStatusBarItem:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    const Theme& theme = themeFor(option->palette);
    if (element == CE_TabBarTabShape) {
        const bool chosen = option->state & State_Selected;
        const bool hovered = option->state & State_MouseOver;
        if (chosen || hovered)
            painter->fillRect(option->rect, chosen ? theme.base : groundOf(theme, Ground::Hovered));
        if (chosen) {
            QRect line = option->rect;
            line.setHeight(2);
            painter->fillRect(line, theme.accent);
        }
        return;
    }
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        painter->fillRect(option->rect, theme.panel);
        painter->setPen(theme.border);
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const
{
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        const Theme& theme = themeFor(option->palette);
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        if (!bar || bar->maximum <= bar->minimum)
            return;
        QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
        const int air = metrics().px(3);
        handle.adjust(air, air, -air, -air);
        const bool held = option->activeSubControls & SC_ScrollBarSlider;
        drawBox(*painter, handle, {}, held ? theme.mutedText : theme.border, 3);
        return;
    }
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        spin && control == CC_SpinBox && spin->frame)
        return drawSpinBox(*painter, *spin, themeFor(option->palette),
                           subControlRect(control, option, SC_SpinBoxUp, widget),
                           subControlRect(control, option, SC_SpinBoxDown, widget));
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                             const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return metrics().px(13);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return metrics().iconSize();
    case PM_DefaultFrameWidth:
        return 1;
    case PM_ToolBarSeparatorExtent:
        return metrics().space(2);
    case PM_SplitterWidth:
        return metrics().space(1);
    case PM_TabBarTabHSpace:
        return metrics().space(6);
    case PM_TabBarTabOverlap:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* more) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ScrollBar_Transient:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, more);
    }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                    const QSize& contents, const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_PushButton:
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
        size.setHeight(std::max(size.height(), metrics().controlHeight()));
        break;
    default:
        break;
    }
    return size;
}

} // namespace gui
