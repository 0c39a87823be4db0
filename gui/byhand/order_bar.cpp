#include "gui/byhand/order_bar.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/text/catalog_texts.h"
#include "gui/text/engine_text.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace gui {
namespace {

constexpr double kLeastSentence = 320; // pixels of scale 1

QString csvFilter() { return OrderBar::tr("Schedules (*.csv);;All files (*)"); }

QString asText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

OrderBar::OrderBar(Document& document, OrderEdit& edit, QAction* run, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_edit(edit)
    , m_text(new QLabel(this))
    , m_order(new QToolButton(this))
    , m_run(new QToolButton(this))
    , m_done(new QToolButton(this))
    , m_reset(new QMenu(tr("&Reset to"), this))
{
    setAutoFillBackground(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setAccessibleName(tr("State of the order"));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* menu = new QMenu(m_order);
    menu->addMenu(m_reset);
    connect(m_reset, &QMenu::aboutToShow, this, &OrderBar::fillResetMenu);
    menu->addAction(tr("&Open a CSV…"), this, &OrderBar::openCsv);
    menu->addAction(tr("&Save as CSV…"), this, &OrderBar::saveCsv);
    m_order->setText(tr("Order"));
    m_order->setAccessibleName(tr("Order of the ops"));
    m_order->setToolTip(tr("Begin with another schedule, or keep this one as PyTorch's CSV"));
    m_order->setPopupMode(QToolButton::InstantPopup);
    m_order->setMenu(menu);
    // Not as its default action, which would set the text anew.
    connect(m_run, &QToolButton::clicked, run, &QAction::trigger);
    const auto followRun = [this, run] {
        m_run->setEnabled(run->isEnabled());
        m_run->setToolTip(run->toolTip());
        m_run->setIcon(run->icon());
    };
    connect(run, &QAction::changed, this, followRun);
    followRun();
    m_run->setText(tr("Run it"));
    m_run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_run->setAccessibleName(tr("Run the strategy in this order"));
    m_done->setText(tr("Done"));
    m_done->setAccessibleName(tr("Stop editing the schedule"));
    connect(m_done, &QToolButton::clicked, this, &OrderBar::doneWanted);
    auto* line = new QHBoxLayout(this);
    line->addWidget(m_text, 1);
    for (QToolButton* button : {m_order, m_run, m_done}) {
        button->setFocusPolicy(Qt::StrongFocus);
        line->addWidget(button);
    }
    connect(&edit, &OrderEdit::changed, this, &OrderBar::refresh);
    for (const auto other :
         {&Document::strategyChanged, &Document::predictionChanged, &Document::problemsChanged})
        connect(&document, other, this, &OrderBar::refresh);
    applyLook();
    refresh();
}

QString OrderBar::sentence() const { return m_text->text(); }

void OrderBar::refresh()
{
    const QString whyNot = m_edit.whyNot();
    QString text;
    m_isWarning = true;
    if (!m_edit.refusal().isEmpty()) {
        text = m_edit.refusal();
    } else if (!whyNot.isEmpty()) {
        text = whyNot;
    } else {
        m_isWarning = false;
        text = m_edit.targets() ? tr("It may stand anywhere in the shaded stretch")
                                : tr("Drag an op, or select it and press Ctrl+Left or Ctrl+Right");
    }
    if (m_text->text() != text)
        m_text->setText(text);
    m_text->setToolTip(m_isWarning ? plainTip(text) : QString());
    applyLook();
}

void OrderBar::fillResetMenu()
{
    m_reset->clear();
    m_reset->setToolTipsVisible(true);
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        const std::string name(entry->name);
        const std::string whyNot = strategy::whyNot(m_document.strategy(), name);
        QAction* action = m_reset->addAction(
            QStringLiteral("%1 – %2").arg(asText(entry->name), catalogText(entry->title)));
        action->setEnabled(whyNot.empty());
        action->setToolTip(plainTip(engineText(whyNot)));
        connect(action, &QAction::triggered, this,
                [this, name] { m_edit.reset(QString::fromStdString(name)); });
    }
}

void OrderBar::openCsv()
{
    auto* dialog = new QFileDialog(window(), tr("Open a schedule"),
                                   QFileInfo(m_document.path()).path(), csvFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_edit.openCsv(path, [this](const std::optional<QString>& problem) {
            if (problem)
                emit failed(*problem);
        });
    });
    dialog->open();
}

void OrderBar::saveCsv()
{
    auto* dialog = new QFileDialog(window(), tr("Save the schedule"),
                                   QFileInfo(m_document.path()).path(), csvFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("schedule.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (const auto problem = m_edit.saveCsv(path))
            emit failed(*problem);
        else
            emit said(tr("saved %1").arg(path));
    });
    dialog->open();
}

void OrderBar::applyLook()
{
    const Metrics sizes = metrics();
    layout()->setContentsMargins(sizes.space(3), sizes.space(1), sizes.space(2), sizes.space(1));
    layout()->setSpacing(sizes.space(2));
    setFixedHeight(sizes.px(40)); // two lines of text: nothing moves when there is more to say
    m_text->setFont(sizes.font(font(), Type::Small));
    const Theme& theme = themeFor(parentWidget() ? parentWidget()->palette() : palette());
    const QColor ground = m_isWarning ? groundOf(theme, Ground::Warning) : theme.panel;
    setOwnColours(*this, ground, theme.text);
}

// The sentence comes first: where it has little room, the run's button has its icon alone.
void OrderBar::resizeEvent(QResizeEvent*)
{
    m_run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    int room = width();
    for (const QToolButton* button : {m_order, m_run, m_done})
        room -= button->sizeHint().width() + layout()->spacing();
    if (room < metrics().px(kLeastSentence))
        m_run->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void OrderBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationPaletteChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
