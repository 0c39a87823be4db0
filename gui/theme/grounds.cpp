#include "gui/theme/grounds.h"

#include "gui/theme/contrast.h"

namespace gui {

QColor groundOf(const Theme& theme, Ground ground)
{
    switch (ground) {
    case Ground::Stripe:
        return mixed(theme.base, theme.panel, 0.6);
    case Ground::Hovered:
        return mixed(theme.panel, theme.border, 0.3);
    case Ground::Chosen:
        return mixed(theme.panel, theme.accent, 0.15);
    case Ground::Current:
        return mixed(theme.base, theme.accent, 0.16);
    case Ground::Warning:
        return mixed(theme.panel, theme.warning, 0.14);
    case Ground::Error:
        return mixed(theme.panel, theme.error, 0.14);
    case Ground::Button:
        return mixed(theme.panel, theme.border, 0.12);
    case Ground::HoveredButton:
        return mixed(theme.panel, theme.border, 0.28);
    case Ground::PressedButton:
        return mixed(theme.panel, theme.border, 0.45);
    case Ground::DisabledButton:
        return mixed(theme.panel, theme.border, 0.04);
    }
    return theme.panel;
}

QColor bandGround(const Theme& theme, std::size_t curve)
{
    return mixed(theme.panel, theme.curves[curve], 0.1);
}

} // namespace gui
