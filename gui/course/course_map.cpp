#include "gui/course/course_map.h"

#include "engine/lesson/course.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/joined.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kMapCardWidth = 142; // pixels of scale 1, at least
constexpr double kMapWidestCard = 300;
constexpr double kMapGap = 24; // between columns, at least
constexpr double kMapWidestGap = 56;
constexpr double kMapLevel = 4; // pixels between the ends of a line that is drawn level

QString mapTitleOf(const lesson::LessonHead& head)
{
    return QString::fromStdString(head.title.in(lessonLanguage()));
}

} // namespace

CourseMap::CourseMap(QWidget* parent)
    : CardFlow(parent)
{
    for (const lesson::CourseEntry& entry : lesson::course())
        m_heads.push_back(entry.head);
    m_shape = shapeOf(m_heads);
    connect(this, &CardFlow::chosen, this, [this](int place) {
        emit lessonWanted(QString::fromStdString(m_heads[std::size_t(place)].name));
    });
    show({}, nullptr);
}

LessonCardText CourseMap::textOf(std::size_t lesson, const lesson::Progress& progress,
                                 const CourseFacts* facts) const
{
    const lesson::LessonHead& head = m_heads[lesson];
    const LessonDone done = doneOf(progress, head.name, facts);
    LessonCardText text;
    text.number = QString::number(head.place);
    text.title = mapTitleOf(head);
    text.isWhole = done.isWhole();
    text.share = done.all > 0 ? double(done.passed) / done.all : 0;
    const QString minutes = tr("%1 min").arg(head.minutes);
    text.line = done.isWhole() ? tr("%1 · done", "minutes").arg(minutes)
        : done.all > 0         ? tr("%1 · %2 of %3", "minutes, steps that are passed, all")
                             .arg(minutes)
                             .arg(done.passed)
                             .arg(done.all)
                       : minutes;
    QStringList before; // numbers of those that are not done
    QStringList needed;
    for (const lesson::LessonHead& other : m_heads) {
        if (std::find(head.needs.begin(), head.needs.end(), other.name) == head.needs.end())
            continue;
        needed += mapTitleOf(other);
        if (facts && !done.isWhole() && !doneOf(progress, other.name, facts).isWhole())
            before += QString::number(other.place);
    }
    if (!before.isEmpty())
        text.remark = tr("Comes after %1", "numbers of lessons").arg(enumerated(before));
    const QString after = QString::fromStdString(head.after.in(lessonLanguage()));
    QStringList tip;
    if (!after.isEmpty())
        tip += tr("Afterwards you can %1").arg(after);
    if (!needed.isEmpty())
        tip += tr("It needs: %1").arg(enumerated(needed));
    text.tip = tip.join(QLatin1Char('\n'));
    return text;
}

void CourseMap::show(const lesson::Progress& progress, const CourseFacts* facts)
{
    std::vector<LessonCardText> texts;
    for (std::size_t i = 0; i < m_heads.size(); ++i)
        texts.push_back(textOf(i, progress, facts));
    setCards(texts);
}

bool CourseMap::fitsColumns(int width) const
{
    const Metrics sizes = metrics();
    const int columns = int(m_shape.heights.size());
    return width >= columns * sizes.px(kMapCardWidth) + (columns - 1) * sizes.px(kMapGap);
}

std::vector<QRect> CourseMap::placesFor(int width) const
{
    if (!fitsColumns(width) || m_shape.heights.empty())
        return CardFlow::placesFor(width);
    const Metrics sizes = metrics();
    const int columns = int(m_shape.heights.size());
    const int least = (columns - 1) * sizes.px(kMapGap);
    const int across = std::min((width - least) / columns, sizes.px(kMapWidestCard));
    const int gap = columns < 2
        ? 0
        : std::min((width - columns * across) / (columns - 1), sizes.px(kMapWidestGap));
    // Each is as high as its words; a column stands in the middle of the highest one.
    std::vector<QRect> places(m_shape.places.size());
    std::vector<int> ends(m_shape.heights.size());
    for (int column = 0; column < columns; ++column)
        for (int row = 0; row < m_shape.heights[std::size_t(column)]; ++row)
            for (std::size_t i = 0; i < m_shape.places.size(); ++i) {
                const CourseShape::Place& place = m_shape.places[i];
                if (place.column != column || place.row != row)
                    continue;
                int& end = ends[std::size_t(column)];
                places[i] = QRect(column * (across + gap), end, across,
                                  card(int(i))->heightForWidth(across));
                end += places[i].height() + sizes.space(3);
            }
    const int most = *std::max_element(ends.begin(), ends.end());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i].translate(0, (most - ends[std::size_t(m_shape.places[i].column)]) / 2);
    return places;
}

void CourseMap::paintEvent(QPaintEvent*)
{
    if (!isInColumns())
        return;
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Those of the card that one looks at come last, over the others.
    for (const bool isLookedAt : {false, true})
        for (const auto& [from, to] : m_shape.arrows) {
            if ((from == lookedAt() || to == lookedAt()) != isLookedAt)
                continue;
            const QRectF left = card(from)->geometry();
            const QRectF right = card(to)->geometry();
            const QPointF begin(left.right(), left.center().y());
            // All but level is level.
            const bool isLevel = std::abs(right.center().y() - begin.y()) < kMapLevel;
            const QPointF end(right.left(), isLevel ? begin.y() : right.center().y());
            const double bend = (end.x() - begin.x()) / 2;
            QPainterPath line(begin);
            line.cubicTo(begin + QPointF(bend, 0), end - QPointF(bend, 0), end);
            painter.setPen(isLookedAt ? QPen(theme.accent, metrics().px(2))
                                      : QPen(theme.mutedText, 1));
            painter.drawPath(line);
        }
}

} // namespace gui
