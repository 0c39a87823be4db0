#include "gui/inputs/word_box.h"

#include "gui/text/plain_tip.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolTip>

#include <algorithm>

namespace gui {
namespace {

constexpr int kWidestList = 80; // characters; a name of a file may be as long as it likes

} // namespace

WordBox::WordBox(QWidget* parent)
    : QComboBox(parent)
{
}

void WordBox::addWord(const QString& text, const QString& word)
{
    addItem(text, word);
    widenListFor(text);
}

void WordBox::setTextOf(int index, const QString& text)
{
    setItemText(index, text);
    widenListFor(text);
}

void WordBox::widenListFor(const QString& text)
{
    const int most = fontMetrics().horizontalAdvance(QLatin1Char('x')) * kWidestList;
    const int width = std::min(most, fontMetrics().horizontalAdvance(text))
        + 3 * style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    // The list may be wider than the box, which shows a long word cut short.
    view()->setMinimumWidth(std::max(view()->minimumWidth(), width));
}

bool WordBox::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        QStyleOptionComboBox option;
        initStyleOption(&option);
        if (option.currentText != shownText())
            // As text: a word of a file may look like HTML.
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(shownText()),
                               this);
        return true;
    }
    return QComboBox::event(event);
}

void WordBox::initStyleOption(QStyleOptionComboBox* option) const
{
    QComboBox::initStyleOption(option);
    const int room
        = style()
              ->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxEditField, this)
              .width();
    option->currentText = fontMetrics().elidedText(
        shownText(), cutAt(), room - fontMetrics().horizontalAdvance(QLatin1Char(' ')));
}

} // namespace gui
