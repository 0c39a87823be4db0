#include "gui/window/notice_strip.h"

#include "gui/frame/icon.h"
#include "gui/text/shown_text.h"
#include "gui/theme/grounds.h"
#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gui {
namespace {

constexpr int kMostOfNotice = 1'000; // characters: a few lines

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
    m_said = text;
    if (text != m_closed)
        m_closed.clear();
    const QString shown = m_closed.isEmpty() ? shownText(text, kMostOfNotice) : QString();
    if (m_text->text() != shown)
        m_text->setText(shown);
    applyColors();
    setVisible(!shown.isEmpty());
}

void NoticeStrip::setClosable()
{
    if (m_close)
        return;
    m_close = new QToolButton(this);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_close->setAccessibleName(tr("Close the notice"));
    m_close->setToolTip(m_close->accessibleName());
    layout()->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] {
        dismiss();
        emit closed();
    });
}

bool NoticeStrip::dismiss()
{
    if (!m_close || text().isEmpty())
        return false;
    m_closed = m_said;
    show(m_tone, m_said);
    return true;
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
    button.onClicked = std::move(onClicked);
    // What is said anew with every tick is not laid out anew: whoever points at it would lose it.
    if (button.button->text() == text)
        return;
    button.button->setText(text);
    button.button->setAccessibleName(text.isEmpty() ? m_text->accessibleName() : text);
    button.button->setVisible(!text.isEmpty());
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
    const QColor ground = m_tone == Tone::Error ? groundOf(theme, Ground::Error)
        : m_tone == Tone::Warning               ? groundOf(theme, Ground::Warning)
                                                : theme.panel;
    setOwnColours(*this, ground, theme.text);
}

void NoticeStrip::changeEvent(QEvent* event)
{
    // PaletteChange would come from the colours of applyColors() as well.
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
    QFrame::changeEvent(event);
}

} // namespace gui
