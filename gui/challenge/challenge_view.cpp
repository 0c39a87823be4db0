#include "gui/challenge/challenge_view.h"

#include "gui/challenge/challenge_lanes.h"
#include "gui/challenge/challenge_words.h"
#include "gui/challenge/leaderboard.h"
#include "gui/export/exports.h"
#include "gui/inputs/ask_where.h"
#include "gui/lanes/build_lanes.h"
#include "gui/text/plain_label.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QDateEdit>
#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr double kEntriesWidth = 340; // pixels of scale 1
constexpr int kLanesStretch = 3;

} // namespace

ChallengeView::ChallengeView(ChallengeGame& game, QWidget* parent)
    : QWidget(parent)
    , m_game(game)
    , m_date(new QDateEdit)
    , m_today(new QPushButton)
    , m_dateName(new QLabel)
    , m_asked(plainLabel({}))
    , m_goal(plainLabel({}))
    , m_costs(plainLabel({}))
    , m_lanes(new ChallengeLanes(game))
    , m_stand(plainLabel({}))
    , m_said(plainLabel({}))
    , m_undo(new QPushButton)
    , m_again(new QPushButton)
    , m_known(new QPushButton)
    , m_save(new QPushButton)
    , m_zoomOut(new QPushButton)
    , m_zoomIn(new QPushButton)
    , m_entries(new Leaderboard)
{
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(4), sizes.space(4), sizes.space(4));
    column->setSpacing(sizes.space(3));
    makeHead();
    auto* own = new QWidget;
    auto* ownColumn = new QVBoxLayout(own);
    ownColumn->setContentsMargins(0, 0, sizes.space(3), 0);
    ownColumn->setSpacing(sizes.space(2));
    ownColumn->addWidget(m_lanes, 1);
    ownColumn->addWidget(m_stand);
    ownColumn->addWidget(m_said);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_undo, m_again, m_known})
        buttons->addWidget(button);
    buttons->addStretch();
    for (QPushButton* button : {m_zoomOut, m_zoomIn, m_save})
        buttons->addWidget(button);
    ownColumn->addLayout(buttons);
    auto* both = new QSplitter;
    both->addWidget(own);
    both->addWidget(m_entries);
    both->setStretchFactor(0, kLanesStretch);
    both->setStretchFactor(1, 0);
    both->setCollapsible(0, false);
    both->setSizes({sizes.px(kEntriesWidth) * kLanesStretch, sizes.px(kEntriesWidth)});
    column->addWidget(both, 1);
    setAcceptDrops(true);
    connectParts();
    setFocusProxy(m_lanes);
    refreshWords();
    refreshZoom();
    beginDay();
    if (!m_game.folder().isEmpty() && QFileInfo(m_game.folder()).isDir())
        m_entries->setPaths({m_game.folder()});
}

ChallengeView::~ChallengeView() = default;

void ChallengeView::makeHead()
{
    m_date->setCalendarPopup(true);
    m_date->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    m_date->setDateRange({1970, 1, 1}, {9999, 12, 31});
    m_dateName->setBuddy(m_date);
    auto* row = new QHBoxLayout;
    row->addWidget(m_asked, 1);
    row->addWidget(m_dateName);
    row->addWidget(m_date);
    row->addWidget(m_today);
    auto* head = new QVBoxLayout;
    head->setSpacing(metrics().space(1));
    head->addLayout(row);
    head->addWidget(m_goal);
    head->addWidget(m_costs);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

void ChallengeView::connectParts()
{
    connect(m_date, &QDateEdit::dateChanged, &m_game, &ChallengeGame::setDate);
    connect(m_today, &QPushButton::clicked, this, [this] { m_game.setDate(QDate::currentDate()); });
    connect(m_undo, &QPushButton::clicked, &m_game, &ChallengeGame::undo);
    connect(m_again, &QPushButton::clicked, &m_game, &ChallengeGame::startAgain);
    connect(m_known, &QPushButton::clicked, &m_game, &ChallengeGame::startFromKnown);
    connect(m_save, &QPushButton::clicked, this, &ChallengeView::saveEntry);
    connect(m_zoomOut, &QPushButton::clicked, m_lanes, [this] { m_lanes->zoom(-1); });
    connect(m_zoomIn, &QPushButton::clicked, m_lanes, [this] { m_lanes->zoom(1); });
    connect(&m_game, &ChallengeGame::dateChanged, this, &ChallengeView::beginDay);
    connect(&m_game, &ChallengeGame::laid, this, &ChallengeView::refreshBoard);
    connect(m_lanes, &ChallengeLanes::refused, this,
            [this](const QString& reason) { say(reason, true); });
    connect(m_lanes, &ChallengeLanes::zoomed, this, &ChallengeView::refreshZoom);
    connect(m_entries, &Leaderboard::pathsChosen, this, [this] { look(m_entries->paths()); });
    connect(m_entries, &Leaderboard::entryWanted, this, [this](const lesson::Entry& entry) {
        m_lanes->showRival(shownText(QString::fromStdString(entry.name), 80), *entry.schedule);
    });
}

void ChallengeView::beginDay()
{
    const QSignalBlocker quiet(m_date);
    m_date->setDate(m_game.date());
    m_today->setEnabled(m_game.date() != QDate::currentDate());
    m_asked->setText(askedText(m_game.challenge()));
    m_goal->setText(goalText(m_game.challenge()));
    m_costs->setText(costsText(m_game.challenge()));
    m_entries->setChallenge(m_game.challenge());
    refreshBoard();
}

void ChallengeView::refreshBoard()
{
    const lesson::BuildBoard& board = m_game.board();
    m_stand->setText(standText(m_game.challenge(), board).join(QStringLiteral("     ")));
    m_undo->setEnabled(m_game.canUndo());
    m_save->setEnabled(board.isComplete());
    const QStringList result = resultText(m_game.challenge(), board);
    if (!result.isEmpty())
        say(result.join(QLatin1Char('\n')), false);
    else if (m_game.canUndo() || !m_game.problem().isEmpty())
        say(m_game.problem(), true);
    else
        say(tr("A click lays an op at the end of its lane; drag it to lay it between others. The "
               "right button takes one away. Keys: the arrows choose a rank and an op, a digit the "
               "microbatch, F, B, I and W the kind; Enter lays it, Delete takes it away, S splits "
               "a backward."),
            false);
}

void ChallengeView::refreshZoom()
{
    m_zoomOut->setEnabled(m_lanes->canZoom(-1));
    m_zoomIn->setEnabled(m_lanes->canZoom(1));
}

void ChallengeView::say(const QString& text, bool isWrong)
{
    m_said->setText(text);
    m_isWrong = isWrong;
    paintSaid();
}

void ChallengeView::paintSaid()
{
    const Theme& theme = themeFor(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_isWrong ? theme.warning : theme.text);
    m_said->setPalette(colours);
}

QString ChallengeView::standSaid() const { return m_stand->text(); }

QString ChallengeView::said() const { return m_said->text(); }

void ChallengeView::saveEntry()
{
    if (!m_game.player().isEmpty())
        return askWhereToSave();
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save entry"));
    dialog->setLabelText(tr("The entry's file is named after you. How are you called?"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        m_game.setPlayer(name);
        if (!m_game.player().isEmpty())
            askWhereToSave();
    });
    dialog->open();
}

void ChallengeView::askWhereToSave()
{
    const QString folder = m_game.folder();
    const QString stem = fileStem(m_game.player());
    QFileDialog* dialog
        = askWhere(this, tr("Save entry"), folder.isEmpty() ? stem : QDir(folder).filePath(stem),
                   {tr("Order of ops"), QStringLiteral("csv")});
    connect(dialog, &QFileDialog::fileSelected, this, &ChallengeView::saveEntryTo);
}

void ChallengeView::saveEntryTo(const QString& path)
{
    const QString problem = m_game.saveEntry(path);
    if (!problem.isEmpty())
        return say(problem, true);
    say(tr("Saved as %1.").arg(shownText(path, 200)), false);
    // Elsewhere it would not be seen among the entries.
    if (m_entries->paths().isEmpty())
        m_entries->setPaths({path});
}

void ChallengeView::look(const QStringList& paths)
{
    if (paths.size() == 1 && QFileInfo(paths.front()).isDir())
        m_game.setFolder(paths.front());
    m_entries->setPaths(paths);
}

void ChallengeView::dragEnterEvent(QDragEnterEvent* event)
{
    if (!Leaderboard::entriesIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ChallengeView::dropEvent(QDropEvent* event)
{
    if (const QStringList paths = Leaderboard::entriesIn(*event->mimeData()); !paths.isEmpty()) {
        event->acceptProposedAction();
        look(paths);
    }
}

void ChallengeView::refreshWords()
{
    m_dateName->setText(tr("Challenge of"));
    m_date->setAccessibleName(tr("Day of the challenge"));
    m_today->setText(tr("Today"));
    m_undo->setText(tr("Undo"));
    m_again->setText(tr("Start again"));
    m_known->setText(tr("Start from 1F1B"));
    m_known->setToolTip(tr("Lays 1F1B, held within the cap, to be improved"));
    m_save->setText(tr("Save entry…"));
    m_zoomOut->setText(tr("Zoom out"));
    m_zoomOut->setToolTip(tr("Shows the lanes shorter (−)"));
    m_zoomIn->setText(tr("Zoom in"));
    m_zoomIn->setToolTip(tr("Shows the lanes longer (+)"));
    for (QPushButton* button : {m_today, m_undo, m_again, m_known, m_save, m_zoomOut, m_zoomIn})
        button->setAccessibleName(button->text());
    m_asked->setAccessibleName(tr("What is asked"));
    m_goal->setAccessibleName(tr("What is to be beaten"));
    m_costs->setAccessibleName(tr("What the ops take"));
    m_stand->setAccessibleName(tr("How far it is laid"));
    m_said->setAccessibleName(tr("What is said to it"));
    m_asked->setFont(metrics().font(font(), Type::Title));
    QFont bold = font();
    bold.setBold(true);
    m_goal->setFont(bold);
}

void ChallengeView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange) {
        refreshWords();
        beginDay();
    } else if (event->type() == QEvent::PaletteChange) {
        paintSaid();
    }
}

} // namespace gui
