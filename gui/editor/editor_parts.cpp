#include "gui/editor/editor_parts.h"

#include "gui/theme/metrics.h"

#include <QAbstractSpinBox>
#include <QLabel>
#include <QPushButton>

namespace gui {

int nameWidth() { return metrics().px(136); }

int nameInset() { return metrics().px(6); }

QLabel* plainLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

QLabel* hintLabel()
{
    QLabel* label = plainLabel();
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton* plainButton(const QString& text, const QString& tip)
{
    auto* button = new QPushButton(text);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    return button;
}

void keepNarrow(QAbstractSpinBox* box)
{
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QLatin1Char('0')) * kBoxDigits);
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

} // namespace gui
