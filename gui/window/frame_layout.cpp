#include "gui/window/frame_layout.h"

#include "gui/frame/brief_label.h"
#include "gui/frame/elided_label.h"
#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kMostOfWords = 400; // characters: a line of the widest window
constexpr int kPanel = 340;       // pixels of scale 1
constexpr int kInspector = 320;
constexpr int kLeastMiddle = 560;
constexpr int kRoomy = 1500; // from this width on one column stands beside the timeline,
constexpr int kWide = 1880;  // and from this one two

const std::array<QString, kModes + 1> kModeKeys{QStringLiteral("design"), QStringLiteral("run"),
                                                QStringLiteral("learn"), QStringLiteral("runs"),
                                                QStringLiteral("options")};

QString keyOf(std::size_t mode, const char* what)
{
    return QStringLiteral("frame/%1/%2").arg(kModeKeys[mode], QLatin1String(what));
}

} // namespace

FrameLayout::FrameLayout(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new DocumentTabs)
    , m_newTab(new QToolButton)
    , m_top(new QWidget(this))
    , m_verdict(new VerdictBar(this))
    , m_rail(new Rail(this))
    , m_panel(new SidePanel(kPanel, Qt::RightEdge, this))
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_sheets(new QStackedWidget)
    , m_foot(new QWidget)
    , m_inFoot(new QHBoxLayout(m_foot))
    , m_caption(new BriefLabel)
    , m_words(new ElidedLabel(nullptr, Qt::ElideMiddle)) // paths are told by both ends
    , m_drawer(new Drawer)
    , m_inspector(new SidePanel(kInspector, Qt::LeftEdge, this))
{
    m_caption->setAccessibleName(tr("What is selected"));
    m_words->setAccessibleName(tr("Status"));
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* top = new QHBoxLayout(m_top);
    top->setContentsMargins(0, 0, 0, 0);
    top->setSpacing(0);
    top->addWidget(m_tabs);
    top->addWidget(m_newTab);
    top->addStretch(1);

    auto* told = new QHBoxLayout;
    told->addWidget(m_caption, 2);
    told->addWidget(m_words, 1);
    m_inFoot->addLayout(told, 1);
    auto* stage = new QWidget;
    auto* inStage = new QVBoxLayout(stage);
    inStage->setContentsMargins(0, 0, 0, 0);
    inStage->setSpacing(0);
    inStage->addWidget(m_sheets, 1);
    inStage->addWidget(m_foot);
    m_middle->addWidget(stage);
    m_middle->addWidget(m_drawer);
    m_middle->setStretchFactor(0, 1);
    m_middle->setStretchFactor(1, 0);
    m_middle->setChildrenCollapsible(false);
    connect(m_middle, &QSplitter::splitterMoved, this,
            [this] { m_arrangements[place()].drawerHeight = m_drawer->height(); });

    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addWidget(m_panel);
    row->addWidget(m_middle, 1);
    row->addWidget(m_inspector);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_top);
    column->addWidget(m_verdict);
    column->addLayout(row, 1);

    const auto shut = [this](bool Arrangement::*part) {
        Arrangement now = arrangement();
        now.*part = false;
        setArrangement(now);
    };
    connect(m_panel, &SidePanel::closeWanted, this, [shut] { shut(&Arrangement::panel); });
    connect(m_inspector, &SidePanel::closeWanted, this, [shut] { shut(&Arrangement::inspector); });
    connect(m_drawer, &Drawer::closeWanted, this, [shut] { shut(&Arrangement::drawer); });
    applyLook();
    apply();
}

void FrameLayout::setNewTab(QAction* action)
{
    m_newTab->setDefaultAction(action);
    m_newTab->setAutoRaise(true);
    m_newTab->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_newTab->setAccessibleName(action->iconText());
}

void FrameLayout::setScrubber(QWidget* scrubber)
{
    if (scrubber == m_scrubber)
        return;
    if (m_scrubber) {
        m_inFoot->removeWidget(m_scrubber);
        m_scrubber->hide();
    }
    m_scrubber = scrubber;
    if (m_scrubber) {
        m_inFoot->insertWidget(0, m_scrubber, 2);
        m_scrubber->show();
    }
    applyFoot();
}

void FrameLayout::say(const QString& sentence)
{
    m_words->setText(shownText(sentence, kMostOfWords));
    m_words->setToolTip(plainTip(sentence));
    applyFoot();
}

void FrameLayout::setCaption(const QString& caption)
{
    if (caption == m_caption->text())
        return;
    m_caption->setText(caption);
    say({});
}

QString FrameLayout::said() const { return m_words->text(); }

std::size_t FrameLayout::place() const
{
    return m_options && m_mode == Mode::Design ? kModes : static_cast<std::size_t>(m_mode);
}

void FrameLayout::setMode(Mode mode, bool options)
{
    m_mode = mode;
    m_options = options;
    apply();
}

void FrameLayout::setArrangement(const Arrangement& arrangement)
{
    Arrangement& now = m_arrangements[place()];
    const Metrics sizes = metrics();
    const int left = width() - m_rail->width() - sizes.px(kPanel) - sizes.px(kInspector);
    const bool hadPanel = now.panel;
    now = arrangement;
    if (now.panel && now.inspector && left < sizes.px(kLeastMiddle))
        (hadPanel ? now.panel : now.inspector) = false;
    apply();
}

void FrameLayout::setPresenting(bool presenting)
{
    m_presenting = presenting;
    apply();
}

void FrameLayout::arrangeFor(QSize window)
{
    const double scale = metrics().scale();
    const bool roomy = window.width() >= kRoomy * scale;
    const bool wide = window.width() >= kWide * scale;
    m_arrangements = {Arrangement{.panel = roomy, .inspector = wide},
                      Arrangement{.panel = roomy, .inspector = wide, .drawer = wide},
                      Arrangement{.panel = true, .inspector = wide},
                      Arrangement{.panel = true, .inspector = wide}, Arrangement{.panel = true}};
    apply();
}

void FrameLayout::apply()
{
    const Arrangement& now = arrangement();
    for (QWidget* part : {m_top, static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_rail)})
        part->setVisible(!m_presenting || part == m_verdict);
    const bool panel = now.panel && !m_presenting && m_panel->page();
    const bool inspector = now.inspector && !m_presenting && m_inspector->page();
    const bool drawer = now.drawer && !m_presenting && !m_drawer->pages().empty();
    const QWidget* const focused = QApplication::focusWidget();
    const auto goesWith = [focused](const QWidget* part, bool stays) {
        return !stays && focused && part->isAncestorOf(focused);
    };
    const bool loses = goesWith(m_panel, panel) || goesWith(m_inspector, inspector)
        || goesWith(m_drawer, drawer);
    // What goes, goes first: both at once could make the window wider, if only for a moment.
    if (!panel)
        m_panel->hide();
    m_inspector->setVisible(inspector);
    m_panel->setVisible(panel);
    const bool opens = drawer && !m_drawer->isVisibleTo(m_middle);
    m_drawer->setVisible(drawer);
    if (opens) {
        const int all = m_middle->height();
        const int wanted = now.drawerHeight > 0 ? now.drawerHeight : all * 3 / 10;
        const int height = std::clamp(wanted, std::min(all / 2, metrics().px(140)), all * 2 / 3);
        m_middle->setSizes({all - height, height});
    }
    applyFoot();
    if (loses)
        emit focusLost();
    emit arranged();
}

// In large type there is no room for a caption beside a scrubber: it stands under it.
void FrameLayout::applyFoot()
{
    const bool stacked = m_presenting && m_scrubber;
    m_inFoot->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    const int bar = metrics().barHeight();
    m_foot->setFixedHeight(stacked ? bar + bar / 2 : bar); // a line of small type under it
    const bool captioned = m_presenting && !m_caption->text().isEmpty();
    m_caption->setVisible(captioned);
    m_words->setVisible(!captioned || !m_words->text().isEmpty());
}

bool FrameLayout::restore(const QSettings& settings)
{
    bool kept = false;
    for (std::size_t mode = 0; mode < m_arrangements.size(); ++mode) {
        Arrangement& each = m_arrangements[mode];
        kept |= settings.contains(keyOf(mode, "panel"));
        each.panel = settings.value(keyOf(mode, "panel"), each.panel).toBool();
        each.inspector = settings.value(keyOf(mode, "inspector"), each.inspector).toBool();
        each.drawer = settings.value(keyOf(mode, "drawer"), each.drawer).toBool();
        each.drawerHeight
            = std::max(0, settings.value(keyOf(mode, "drawerHeight"), each.drawerHeight).toInt());
    }
    m_drawer->setCurrent(settings.value(QStringLiteral("frame/drawerPage")).toString());
    apply();
    return kept;
}

void FrameLayout::save(QSettings& settings) const
{
    for (std::size_t mode = 0; mode < m_arrangements.size(); ++mode) {
        const Arrangement& each = m_arrangements[mode];
        settings.setValue(keyOf(mode, "panel"), each.panel);
        settings.setValue(keyOf(mode, "inspector"), each.inspector);
        settings.setValue(keyOf(mode, "drawer"), each.drawer);
        settings.setValue(keyOf(mode, "drawerHeight"), each.drawerHeight);
    }
    settings.setValue(QStringLiteral("frame/drawerPage"), m_drawer->current());
}

void FrameLayout::applyLook()
{
    const Metrics sizes = metrics();
    m_top->setFixedHeight(sizes.barHeight() + 1);
    m_newTab->setIconSize(QSize(sizes.px(14), sizes.px(14)));
    m_inFoot->setContentsMargins(sizes.space(2), 0, sizes.space(2), 0);
    m_caption->setFont(sizes.font(font(), Type::Small));
    m_words->setFont(sizes.font(font(), Type::Small));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(colours).mutedText);
    m_words->setPalette(colours);
    applyFoot();
}

void FrameLayout::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
