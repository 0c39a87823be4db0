#include "gui/course/term_list.h"

#include "engine/lesson/course.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/joined.h"
#include "gui/text/shown_text.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kSnippetBefore = 50; // characters
constexpr int kSnippetLength = 150;
constexpr int kMostOfFound = 4000; // more than a text of a lesson has
constexpr int kMostOfTermTitle = 160;
constexpr double kTermWidestWords = 640; // pixels of scale 1

enum TermRole { LessonRole = Qt::UserRole, StepRole, TitleRole, PlaceRole, BeginRole, LengthRole };

// The snippet in as many lines as it needs, with the term bold. It is laid out as text: nothing in
// it can be markup.
double layOutSnippet(QTextLayout& layout, const QModelIndex& index, const QFont& font, int width)
{
    layout.setText(index.data(Qt::DisplayRole).toString());
    layout.setFont(font);
    QTextLayout::FormatRange bold;
    bold.start = index.data(BeginRole).toInt();
    bold.length = index.data(LengthRole).toInt();
    bold.format.setFontWeight(QFont::Bold);
    layout.setFormats({bold});
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

int wordsWidth(int row)
{
    const Metrics sizes = metrics();
    return std::clamp(row - 2 * sizes.space(4), 1, sizes.px(kTermWidestWords));
}

class TermLook : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = themeFor(option.palette);
        const Metrics sizes = metrics();
        painter->save();
        const bool isChosen = option.state & QStyle::State_Selected;
        const bool isHovered = option.state & QStyle::State_MouseOver;
        if (isChosen || isHovered)
            painter->fillRect(option.rect,
                              groundOf(theme, isChosen ? Ground::Chosen : Ground::Hovered));
        const QRect words(option.rect.left() + sizes.space(4), option.rect.top() + sizes.space(2),
                          wordsWidth(option.rect.width()), option.rect.height());
        const QFont small = sizes.font(option.font, Type::Small);
        const QString place = index.data(PlaceRole).toString();
        const int placeWidth = QFontMetrics(small).horizontalAdvance(place);
        QFont title = sizes.font(option.font, Type::Body);
        title.setWeight(QFont::DemiBold);
        const QFontMetrics titleSize(title);
        const QRect head(words.left(), words.top(), words.width(), titleSize.height());
        painter->setPen(theme.mutedText);
        painter->setFont(small);
        painter->drawText(head, Qt::AlignRight | Qt::AlignVCenter, place);
        painter->setPen(theme.text);
        painter->setFont(title);
        painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                          titleSize.elidedText(index.data(TitleRole).toString(), Qt::ElideRight,
                                               head.width() - placeWidth - sizes.space(2)));
        QTextLayout layout;
        layOutSnippet(layout, index, small, words.width());
        layout.draw(painter, QPointF(words.left(), head.bottom() + 1 + sizes.space(1)));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Metrics sizes = metrics();
        const auto* list = qobject_cast<const QListView*>(option.widget);
        const int width = wordsWidth(list ? list->viewport()->width() : option.rect.width());
        QTextLayout layout;
        const double height
            = layOutSnippet(layout, index, sizes.font(option.font, Type::Small), width);
        return {0,
                QFontMetrics(sizes.font(option.font, Type::Body)).height()
                    + static_cast<int>(height) + sizes.space(5) + 1};
    }
};

} // namespace

TermSnippet snippetOf(const QString& text, const QString& term)
{
    TermSnippet snippet;
    const QString line = shownText(text, kMostOfFound).simplified();
    const auto at = term.isEmpty() ? -1 : line.indexOf(term, 0, Qt::CaseInsensitive);
    auto from = std::max<qsizetype>(0, at - kSnippetBefore);
    // Not in the middle of a word, where there is a space near.
    if (const auto space = line.indexOf(QLatin1Char(' '), from);
        from > 0 && space >= 0 && space < at)
        from = space + 1;
    const QString ellipsis(QChar(0x2026));
    const bool isCut = from + kSnippetLength < line.size();
    snippet.text = (from > 0 ? ellipsis : QString()) + line.mid(from, kSnippetLength)
        + (isCut ? ellipsis : QString());
    if (at < 0)
        return snippet;
    snippet.begin = static_cast<int>(at - from) + (from > 0 ? 1 : 0);
    snippet.length
        = static_cast<int>(std::min<qsizetype>(term.size(), snippet.text.size() - snippet.begin));
    return snippet;
}

TermList::TermList(QWidget* parent)
    : QListWidget(parent)
{
    setAccessibleName(tr("Where the course speaks of it"));
    setItemDelegate(new TermLook(this));
    setResizeMode(QListView::Adjust);
    setVerticalScrollMode(QListView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    viewport()->setCursor(Qt::PointingHandCursor);
    connect(this, &QListWidget::itemClicked, this, &TermList::open);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* action = new QAction(this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
        connect(action, &QAction::triggered, this, &TermList::openCurrent);
    }
}

void TermList::find(const QString& term, const CourseFacts* facts)
{
    clear();
    const QString wanted = term.trimmed();
    for (const lesson::FoundTerm& found : lesson::findTerm(wanted.toStdString())) {
        const lesson::CourseEntry* entry = lesson::findInCourse(found.place.lesson);
        if (!entry)
            continue;
        const TermSnippet snippet = snippetOf(QString::fromStdString(found.text), wanted);
        auto* item = new QListWidgetItem(snippet.text, this);
        const QString title
            = tr("%1 · %2", "number and title of a lesson")
                  .arg(entry->head.place)
                  .arg(shownText(QString::fromStdString(entry->head.title.in(lessonLanguage())),
                                 kMostOfTermTitle));
        QString place;
        if (const lesson::Lesson* known = facts ? facts->find(found.place.lesson) : nullptr)
            for (std::size_t i = 0; i < known->steps.size(); ++i)
                if (known->steps[i].id == found.place.step)
                    place = tr("step %1").arg(i + 1);
        item->setData(LessonRole, QString::fromStdString(found.place.lesson));
        item->setData(StepRole, QString::fromStdString(found.place.step));
        item->setData(TitleRole, title);
        item->setData(PlaceRole, place);
        item->setData(BeginRole, snippet.begin);
        item->setData(LengthRole, snippet.length);
        item->setData(Qt::AccessibleTextRole,
                      place.isEmpty() ? labelled(title, snippet.text)
                                      : labelled(enumerated({title, place}), snippet.text));
    }
    setCurrentRow(count() > 0 ? 0 : -1);
    scrollToTop();
}

void TermList::step(int by)
{
    if (count() > 0)
        setCurrentRow(std::clamp(currentRow() + by, 0, count() - 1));
}

void TermList::openCurrent() { open(currentItem()); }

void TermList::open(const QListWidgetItem* item)
{
    if (item)
        emit placeWanted(item->data(LessonRole).toString(), item->data(StepRole).toString());
}

} // namespace gui
