#include "gui/course/calibration_strip.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kMostOff = 2; // doublings on either side
constexpr std::size_t kGuessesShown = 60;
constexpr double kGuessDot = 7;     // pixels of scale 1
constexpr double kStripWidth = 480; // at most
constexpr double kStripLeast = 120;

} // namespace

CalibrationStrip::CalibrationStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Your guesses beside the truth"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

double CalibrationStrip::placeOf(const lesson::Guess& guess)
{
    const double ratio = guess.truth == 0 ? 0 : guess.guessed / guess.truth;
    const double doublings = ratio > 0 ? std::log2(ratio) : -kMostOff;
    return std::clamp(0.5 + doublings / (2 * kMostOff), 0.0, 1.0);
}

void CalibrationStrip::show(const std::vector<lesson::Guess>& guesses)
{
    m_guesses.clear();
    std::copy_if(guesses.begin(), guesses.end(), std::back_inserter(m_guesses),
                 [](const lesson::Guess& guess) { return guess.truth != 0; });
    if (m_guesses.size() > kGuessesShown)
        m_guesses.erase(m_guesses.begin(), m_guesses.end() - std::ptrdiff_t(kGuessesShown));
    update();
}

QSize CalibrationStrip::sizeHint() const
{
    const QFontMetrics small(metrics().font(font(), Type::Small));
    return {metrics().px(kStripWidth), small.height() + metrics().px(28)};
}

QSize CalibrationStrip::minimumSizeHint() const
{
    return {metrics().px(kStripLeast), sizeHint().height()};
}

void CalibrationStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double dot = sizes.px(kGuessDot);
    const double across = std::min(width(), sizes.px(kStripWidth)) - 2 * dot;
    const double y = sizes.px(14);
    const auto at = [&](double place) { return dot + place * across; };
    painter.setPen(QPen(theme.border, 1));
    painter.drawLine(QPointF(at(0), y), QPointF(at(1), y));
    painter.setFont(sizes.font(font(), Type::Small));
    const QFontMetricsF small(painter.font());
    const std::pair<double, QString> marks[]
        = {{0.25, tr("half")}, {0.5, tr("the truth")}, {0.75, tr("twice")}};
    for (const auto& [place, name] : marks) {
        const bool isTruth = place == 0.5;
        const double tall = sizes.px(isTruth ? 12 : 5);
        painter.setPen(QPen(isTruth ? theme.text : theme.mutedText, isTruth ? 2 : 1));
        painter.drawLine(QPointF(at(place), y - tall), QPointF(at(place), y + tall));
        painter.setPen(theme.mutedText);
        const double wide = small.horizontalAdvance(name);
        painter.drawText(QPointF(at(place) - wide / 2, y + sizes.px(14) + small.ascent()), name);
    }
    // Older ones fade into the ground; one over the other shows that there are several.
    for (std::size_t i = 0; i < m_guesses.size(); ++i) {
        QColor ink = theme.accent;
        ink.setAlphaF(0.35 + 0.6 * double(i + 1) / double(m_guesses.size()));
        painter.setPen(QPen(theme.base, 1));
        painter.setBrush(ink);
        painter.drawEllipse(QPointF(at(placeOf(m_guesses[i])), y), dot / 2, dot / 2);
    }
}

} // namespace gui
