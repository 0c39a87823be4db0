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
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_text->setAccessibleName(accessibleName);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_text, 1);
    for (Button* button : {&m_button, &m_other}) {
        makeButton(*button);
        row->addWidget(button->button);
    }
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

void NoticeStrip::makeButton(Button& button)
{
    button.button = new QToolButton(this);
    button.button->setFocusPolicy(Qt::StrongFocus);
    button.button->setAccessibleName(m_text->accessibleName());
    button.button->hide();
    connect(button.button, &QToolButton::clicked, this, [&button] {
        // A copy: the handler may set another one, or none, while it runs.
        if (const auto handler = button.onClicked)
            handler();
    });
}

void NoticeStrip::setButton(Button& button, const QString& text, std::function<void()> onClicked)
{
    button.button->setText(text);
    button.button->setAccessibleName(text.isEmpty() ? m_text->accessibleName() : text);
    button.button->setVisible(!text.isEmpty());
    button.onClicked = std::move(onClicked);
}

void NoticeStrip::setButton(const QString& text, std::function<void()> onClicked)
{
    setButton(m_button, text, std::move(onClicked));
}

void NoticeStrip::setOtherButton(const QString& text, std::function<void()> onClicked)
{
    setButton(m_other, text, std::move(onClicked));
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
    // PaletteChange would come from the setPalette() of applyColors() as well.
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
    QFrame::changeEvent(event);
}

} // namespace gui
