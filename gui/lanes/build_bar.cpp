#include "gui/lanes/build_bar.h"

#include "gui/lanes/build_words.h"
#include "gui/theme/metrics.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr const char* kHelpKey = "lessons/help";
constexpr int kHelpLevels = 3;

} // namespace

BuildHelp keptHelp()
{
    const int most = kHelpLevels - 1;
    return BuildHelp(std::clamp(QSettings().value(QLatin1String(kHelpKey), most).toInt(), 0, most));
}

void keepHelp(BuildHelp help) { QSettings().setValue(QLatin1String(kHelpKey), int(help)); }

BuildHelp lessHelp(BuildHelp help) { return BuildHelp(std::max(0, int(help) - 1)); }

BuildBar::BuildBar(lesson::BuildBoard& board, BuildLanes& lanes, QWidget* parent)
    : QWidget(parent)
    , m_board(board)
    , m_lanes(lanes)
    , m_helpName(new QLabel)
    , m_help(new QButtonGroup(this))
    , m_undo(new QToolButton)
    , m_status(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    row->addWidget(m_helpName);
    for (int level = 0; level < kHelpLevels; ++level) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_help->addButton(button, level);
        row->addWidget(button);
    }
    row->addStretch();
    row->addWidget(m_undo);
    m_undo->setFocusPolicy(Qt::StrongFocus);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    column->addWidget(m_status);
    connect(m_help, &QButtonGroup::idClicked, this, [this](int level) {
        m_lanes.setHelp(BuildHelp(level));
        keepHelp(BuildHelp(level));
    });
    connect(m_undo, &QToolButton::clicked, &lanes, &BuildLanes::undo);
    connect(&lanes, &BuildLanes::boardChanged, this, &BuildBar::refresh);
    connect(&lanes, &BuildLanes::helpChanged, this, &BuildBar::refresh);
    retranslate();
    applySizes();
}

void BuildBar::setUnit(LaneUnit unit)
{
    m_unit = unit;
    refresh();
}

void BuildBar::setCap(std::vector<int> cap)
{
    m_cap = std::move(cap);
    refresh();
}

QString BuildBar::status() const { return m_status->text(); }

void BuildBar::applySizes()
{
    layout()->setSpacing(metrics().space(2));
    for (QAbstractButton* button : m_help->buttons())
        button->setMinimumHeight(metrics().controlHeight());
    m_undo->setMinimumHeight(metrics().controlHeight());
    m_status->setMinimumHeight(2 * m_status->fontMetrics().height());
}

void BuildBar::retranslate()
{
    const auto say = [this](BuildHelp level, const QString& name, const QString& tip) {
        QAbstractButton* button = m_help->button(int(level));
        button->setText(name);
        button->setToolTip(tip);
        button->setAccessibleName(name);
        button->setAccessibleDescription(tip);
    };
    m_helpName->setText(tr("Help:"));
    say(BuildHelp::Errors, tr("Errors"), tr("Says only why an op was refused"));
    say(BuildHelp::Ready, tr("Ready"), tr("Shows which ops have their input"));
    say(BuildHelp::Next, tr("Next"), tr("Rings an op that could be laid next"));
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Takes the last change back (Ctrl+Z)"));
    m_undo->setAccessibleName(tr("Undo"));
    m_status->setAccessibleName(tr("How it goes"));
    refresh();
}

void BuildBar::refresh()
{
    m_help->button(int(m_lanes.help()))->setChecked(true);
    m_undo->setEnabled(m_board.canUndo());
    QStringList lines{progressWords(m_board, m_unit)};
    if (m_board.isComplete())
        lines += builtWords(*m_board.planned(), m_cap);
    else
        lines += heldUpWords(m_board);
    lines.removeAll(QString());
    m_status->setText(lines.join(QLatin1Char('\n')));
}

void BuildBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        applySizes();
}

} // namespace gui
