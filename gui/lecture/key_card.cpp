#include "gui/lecture/key_card.h"

#include "gui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <array>

namespace gui {
namespace {

constexpr double kKeyMargin = 40; // pixels of 1280 × 720, as are all here
constexpr double kKeyType = 25;
constexpr double kKeyTitle = 32;
constexpr double kKeyGap = 14;
constexpr double kKeyColumn = 36; // between the keys and what they do

struct LectureKey {
    const char* keys;
    const char* does;
};

constexpr std::array kLectureKeys{
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Page Down, Right, Down, Space, click"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "Goes on: question, votes, answer, next step")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Page Up, Left, Up"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "Goes back by as much")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Home, End"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "The first and the last step")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Digits, then Enter"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "Goes to that step")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "A to F"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "One more vote; with Shift one less")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Digits, then A to F"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "So many votes")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "R, Tab"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "The second vote, and the first again")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "P, wheel"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "The picture alone; the wheel scrolls it")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Full stop, B"),
               QT_TRANSLATE_NOOP("gui::KeyCard",
                                 "Blanks the screen, and shows it again; B not in a vote")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "Esc twice, F11"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "Leaves the lecture")},
    LectureKey{QT_TRANSLATE_NOOP("gui::KeyCard", "?, F1"),
               QT_TRANSLATE_NOOP("gui::KeyCard", "Shows the keys; any key hides them")}};

} // namespace

KeyCard::KeyCard(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QGridLayout(this))
{
    for (std::size_t row = 0; row <= kLectureKeys.size(); ++row)
        for (int column = 0; column < (row == 0 ? 1 : 2); ++column) {
            auto* label = new QLabel;
            label->setTextFormat(Qt::PlainText);
            label->setWordWrap(true);
            m_rows->addWidget(label, static_cast<int>(row), column, 1, row == 0 ? 2 : 1);
        }
    m_rows->setColumnStretch(0, 5);
    m_rows->setColumnStretch(1, 6);
    m_rows->setRowStretch(static_cast<int>(kLectureKeys.size()) + 1, 1);
    refresh();
}

void KeyCard::setSizes(const LectureSizes& sizes)
{
    m_sizes = sizes;
    const int margin = sizes.px(kKeyMargin);
    m_rows->setContentsMargins(margin, margin, margin, margin);
    m_rows->setHorizontalSpacing(sizes.px(kKeyColumn));
    m_rows->setVerticalSpacing(sizes.px(kKeyGap));
    refresh();
}

void KeyCard::refresh()
{
    setAccessibleName(tr("Keys"));
    const auto say = [this](int row, int column, const QString& text, QFont::Weight weight,
                            double type = kKeyType) {
        auto* label = static_cast<QLabel*>(m_rows->itemAtPosition(row, column)->widget());
        label->setText(text);
        label->setFont(m_sizes.font(font(), type, weight));
    };
    say(0, 0, tr("Keys"), QFont::Bold, kKeyTitle);
    for (std::size_t i = 0; i < kLectureKeys.size(); ++i) {
        const int row = static_cast<int>(i) + 1;
        say(row, 0, tr(kLectureKeys[i].keys), QFont::Bold);
        say(row, 1, tr(kLectureKeys[i].does), QFont::Normal);
    }
}

void KeyCard::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), themeFor(palette()).panel);
}

void KeyCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace gui
