#include "gui/window/notice_strip.h"

#include "gui/theme/contrast.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gui {
namespace {

constexpr double kTint = 0.14; // of the tone's colour in the panel's

} // namespace

NoticeStrip::NoticeStrip(const QString& accessibleName, QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_button(new QToolButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_text->setAccessibleName(accessibleName);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setAccessibleName(accessibleName);
    m_button->hide();
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    connect(m_button, &QToolButton::clicked, this, [this] {
        if (const auto handler = m_onClicked)
            handler();
    });
    hide();
}

void NoticeStrip::show(Tone tone, const QString& text)
{
    m_tone = tone;
    if (m_text->text() != text)
        m_text->setText(text);
    applyColors();
    setVisible(!text.isEmpty());
}

void NoticeStrip::setButton(const QString& text, std::function<void()> onClicked)
{
    m_button->setText(text);
    m_button->setAccessibleName(text.isEmpty() ? m_text->accessibleName() : text);
    m_button->setVisible(!text.isEmpty());
    m_onClicked = std::move(onClicked);
}

QString NoticeStrip::text() const { return m_text->text(); }

void NoticeStrip::applyColors()
{
    const Theme& theme = themeFor(parentWidget() ? parentWidget()->palette() : palette());
    const QColor ground = m_tone == Tone::Error ? mixed(theme.panel, theme.error, kTint)
        : m_tone == Tone::Warning               ? mixed(theme.panel, theme.warning, kTint)
                                                : theme.panel;
    QPalette colours = palette();
    if (colours.color(QPalette::Window) == ground
        && colours.color(QPalette::WindowText) == theme.text)
        return;
    colours.setColor(QPalette::Window, ground);
    colours.setColor(QPalette::WindowText, theme.text);
    setPalette(colours);
}

void NoticeStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
    QFrame::changeEvent(event);
}

} // namespace gui
