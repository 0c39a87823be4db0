#include "gui/editor/form_section.h"

#include <QAbstractSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

// QFormLayout deals the height out by the rows' heights at the width it was last asked about. In a
// scroll area that may be the one without the scroll bar, where words need fewer lines.
class SectionForm : public QFormLayout {
public:
    using QFormLayout::QFormLayout;

    void setGeometry(const QRect& rect) override
    {
        QFormLayout::heightForWidth(rect.width() + 1); // any other: the rows are then asked again
        QFormLayout::setGeometry(rect);
    }
};

} // namespace

QFormLayout* formSection(QVBoxLayout* column, const QString& title)
{
    auto* box = new QGroupBox(title);
    auto* form = new SectionForm(box);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(5);
    column->addWidget(box);
    return form;
}

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
