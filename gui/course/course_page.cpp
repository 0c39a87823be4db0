#include "gui/course/course_page.h"

#include "gui/course/course_map.h"
#include "gui/course/own_lessons.h"
#include "gui/course/practice_view.h"
#include "gui/course/progress_panel.h"
#include "gui/course/term_list.h"
#include "gui/inputs/clear_button.h"
#include "gui/inputs/focus_in_sight.h"
#include "gui/learn/learn_panel.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>

namespace gui {
namespace {

constexpr int kMostOfTerm = 80;      // characters
constexpr double kTodayBeside = 720; // pixels of scale 1: from there on buttons stand in a row
constexpr double kTermWidest = 480;  //
constexpr double kCatalogueWidest = 720;

enum Tab { CourseTab, CatalogueTab };

// A lesson is read but once, whichever page asks first; every strategy has a page of its own.
CourseFactsPtr& factsOfAll()
{
    static CourseFactsPtr kFacts;
    return kFacts;
}

QWidget* scrolledCourse(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    keepFocusInSight(*scroll);
    return scroll;
}

} // namespace

CoursePage::CoursePage(ProgressStore& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_facts(factsOfAll())
    , m_tabs(new QTabBar)
    , m_pages(new QStackedWidget)
    , m_term(new QLineEdit)
    , m_found(new QStackedWidget)
    , m_terms(new TermList)
    , m_nothing(plainLabel(tr("Why nothing is listed")))
    , m_today(new QWidget)
    , m_practise(new QPushButton)
    , m_challenge(new QPushButton)
    , m_summary(plainLabel(tr("How far you are")))
    , m_map(new CourseMap)
    , m_own(new OwnLessons)
    , m_progress(new ProgressPanel(store))
    , m_practice(new PracticeView(store))
    , m_catalogue(new LearnPanel)
{
    m_tabs->setAccessibleName(tr("What to learn from"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(QString());
    m_tabs->addTab(QString());
    m_course = makeCourse();
    m_practicePage = scrolledCourse(m_practice);
    m_catalogue->setMaximumWidth(metrics().px(kCatalogueWidest));
    m_cataloguePage = scrolledCourse(m_catalogue);
    for (QWidget* page : {m_course, m_practicePage, m_cataloguePage})
        m_pages->addWidget(page);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_pages, 1);
    connectParts();
    refresh();
}

CoursePage::~CoursePage() = default;

QWidget* CoursePage::makeCourse()
{
    auto* course = new QWidget;
    auto* column = new QVBoxLayout(course);
    column->setContentsMargins(0, 0, 0, 0);
    auto* line = new QHBoxLayout;
    line->addWidget(m_term, 1);
    m_term->setMaxLength(kMostOfTerm);
    giveClearButton(*m_term);
    m_term->installEventFilter(this);
    m_found->addWidget(scrolledCourse(makeBody()));
    m_found->addWidget(m_terms);
    m_found->addWidget(m_nothing);
    m_nothing->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addLayout(line);
    column->addWidget(m_found, 1);
    return course;
}

QWidget* CoursePage::makeBody()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    auto* today = new QBoxLayout(QBoxLayout::TopToBottom, m_today);
    today->setContentsMargins(0, 0, 0, 0);
    today->addWidget(m_practise);
    today->addWidget(m_challenge);
    column->addWidget(m_today);
    auto* head = new QHBoxLayout;
    head->addWidget(makeHeading());
    head->addWidget(m_summary, 1, Qt::AlignBottom);
    column->addLayout(head);
    column->addWidget(m_map);
    column->addWidget(makeHeading());
    column->addWidget(m_own);
    column->addWidget(makeHeading());
    column->addWidget(m_progress);
    column->addStretch(1);
    return body;
}

QLabel* CoursePage::makeHeading()
{
    auto* heading = new QLabel;
    heading->setTextFormat(Qt::PlainText);
    m_headings.push_back(heading);
    return heading;
}

void CoursePage::connectParts()
{
    connect(m_tabs, &QTabBar::currentChanged, this, &CoursePage::chooseTab);
    connect(m_map, &CourseMap::lessonWanted, this,
            [this](const QString& name) { emit lessonWanted(name, {}); });
    connect(m_terms, &TermList::placeWanted, this, &CoursePage::lessonWanted);
    connect(m_own, &OwnLessons::fileWanted, this, &CoursePage::lessonFileWanted);
    connect(m_catalogue, &LearnPanel::tryWanted, this, &CoursePage::scheduleWanted);
    connect(m_progress, &ProgressPanel::eraseWanted, this, &CoursePage::eraseWanted);
    connect(m_challenge, &QPushButton::clicked, this, &CoursePage::challengeWanted);
    connect(m_practise, &QPushButton::clicked, this, &CoursePage::practise);
    connect(m_practice, &PracticeView::left, this, [this] {
        showCourse();
        m_map->setFocus();
    });
    connect(m_term, &QLineEdit::textChanged, this, &CoursePage::search);
    connect(&m_store, &ProgressStore::changed, this, &CoursePage::refresh);
}

void CoursePage::showSchedule(std::string_view schedule)
{
    m_catalogue->show(schedule);
    m_tabs->setCurrentIndex(CatalogueTab);
}

void CoursePage::showCourse()
{
    m_isPractising = false;
    m_term->clear();
    m_tabs->setCurrentIndex(CourseTab);
    chooseTab();
}

void CoursePage::chooseTab()
{
    m_pages->setCurrentWidget(m_tabs->currentIndex() == CatalogueTab ? m_cataloguePage
                                  : m_isPractising                   ? m_practicePage
                                                                     : m_course);
}

void CoursePage::setDay(std::optional<int> day)
{
    m_day = day;
    refresh();
    readOwn();
}

void CoursePage::practise()
{
    if (m_due.empty())
        return;
    m_isPractising = true;
    chooseTab();
    m_practice->start(m_due, m_day.value_or(ProgressStore::today()));
}

void CoursePage::readFacts()
{
    if (m_facts)
        return;
    if (factsOfAll()) {
        m_facts = factsOfAll();
        return refresh();
    }
    m_reader.request([this](const NewestWork::Outdated& outdated) {
        const CourseFactsPtr facts = readCourseFacts(outdated);
        return NewestWork::Delivery([this, facts] {
            if (!facts)
                return;
            factsOfAll() = m_facts = facts;
            refresh();
            search();
        });
    });
}

void CoursePage::readOwn()
{
    const lesson::Progress& progress = m_store.progress();
    m_ownReader.request([this, progress, day = m_day.value_or(ProgressStore::today()),
                         folder = OwnLessons::folder()](const NewestWork::Outdated& outdated) {
        auto own = std::make_shared<std::vector<lesson::Lesson>>(
            readOwnDue(progress, day, folder, outdated));
        return NewestWork::Delivery([this, own] {
            m_ownDue = std::move(*own);
            refresh();
        });
    });
}

void CoursePage::refresh()
{
    m_tabs->setTabText(CourseTab, tr("Course"));
    m_tabs->setTabText(CatalogueTab, tr("Schedules"));
    m_term->setPlaceholderText(tr("Find a term"));
    m_term->setAccessibleName(tr("Find a term in the course"));
    m_challenge->setText(tr("Today's challenge"));
    m_challenge->setAccessibleName(m_challenge->text());
    m_challenge->setToolTip(tr("A schedule a day, the same for everybody: lay a better one"));
    const QString headings[] = {tr("The course"), tr("Your own lessons"), tr("Your progress")};
    for (std::size_t i = 0; i < m_headings.size(); ++i)
        m_headings[i]->setText(headings[i]);
    m_due = m_facts
        ? practiceOn(m_store.progress(), *m_facts, m_ownDue, m_day.value_or(ProgressStore::today()))
        : std::vector<lesson::DuePractice>();
    m_practise->setText(m_due.size() == 1 ? tr("Practice: 1 question")
                                          : tr("Practice: %1 questions").arg(m_due.size()));
    m_practise->setAccessibleName(m_practise->text());
    m_practise->setToolTip(tr("Steps that you passed 1, 3 or 7 days ago, with other values"));
    m_practise->setVisible(!m_due.empty());
    applyLook();
    m_map->show(m_store.progress(), m_facts.get());
    m_progress->show(m_facts.get());
    m_summary->setText(m_progress->summary());
    m_summary->setVisible(!m_summary->text().isEmpty());
}

void CoursePage::search()
{
    const QString term = m_term->text().trimmed();
    if (term.isEmpty()) {
        m_found->setCurrentIndex(0);
        return;
    }
    m_terms->find(term, m_facts.get());
    m_nothing->setText(tr("No lesson speaks of “%1”.").arg(term));
    m_found->setCurrentWidget(m_terms->count() > 0 ? static_cast<QWidget*>(m_terms) : m_nothing);
}

// As in a list that the line belongs to.
bool CoursePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_term || event->type() != QEvent::KeyPress || m_term->text().isEmpty())
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        m_terms->step(-1);
        return true;
    case Qt::Key_Down:
        m_terms->step(1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_terms->openCurrent();
        return true;
    case Qt::Key_Escape:
        m_term->clear();
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void CoursePage::applyLook()
{
    const Metrics sizes = metrics();
    const int edge = sizes.space(4);
    m_course->layout()->setSpacing(sizes.space(2));
    m_course->layout()->itemAt(0)->layout()->setContentsMargins(edge, sizes.space(2), edge, 0);
    m_term->setMaximumWidth(sizes.px(kTermWidest));
    m_nothing->setContentsMargins(edge, sizes.space(2), edge, 0);
    QWidget* body = m_map->parentWidget();
    body->layout()->setContentsMargins(edge, sizes.space(1), edge, edge);
    body->layout()->setSpacing(sizes.space(2));
    m_today->layout()->setSpacing(sizes.space(2));
    for (QPushButton* button : {m_practise, m_challenge})
        button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text())
                                + 2 * sizes.space(4));
    const Theme& theme = themeFor(palette());
    for (QLabel* heading : m_headings) {
        QFont title = sizes.font(font(), Type::Body);
        title.setWeight(QFont::DemiBold);
        heading->setFont(title);
        heading->setContentsMargins(0, sizes.space(2), 0, 0);
    }
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    m_summary->setPalette(muted);
    m_summary->setFont(sizes.font(font(), Type::Small));
    m_nothing->setPalette(muted);
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    m_pages->setMinimumWidth(
        std::max(body->minimumSizeHint().width(), m_catalogue->minimumSizeHint().width()) + bar);
}

void CoursePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh(); // another day may have begun
    readFacts();
    readOwn();
}

// Where there is room, what is for today stands beside the line that searches, else it scrolls with
// the course.
void CoursePage::arrange()
{
    const bool isBeside = width() >= metrics().px(kTodayBeside);
    static_cast<QBoxLayout*>(m_today->layout())
        ->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    auto* line = static_cast<QBoxLayout*>(m_course->layout()->itemAt(0)->layout());
    auto* body = static_cast<QBoxLayout*>(m_map->parentWidget()->layout());
    if (isBeside == (line->indexOf(m_today) >= 0))
        return;
    if (isBeside) {
        body->removeWidget(m_today);
        line->addWidget(m_today);
        line->addStretch();
    } else {
        line->removeWidget(m_today);
        delete line->takeAt(line->count() - 1); // the stretch
        body->insertWidget(0, m_today);
    }
}

void CoursePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void CoursePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        refresh();
}

} // namespace gui
