// Texts that have less room than they need, and texts that were never translated. For a window in
// the pseudo-language.

#pragma once

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QFontMetrics>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStringList>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QWidget>

namespace gui::test {

inline QString placeOf(const QWidget& widget, const QString& text)
{
    QStringList path;
    for (const QWidget* up = &widget; up && path.size() < 3; up = up->parentWidget())
        path << QString::fromLatin1(up->metaObject()->className());
    return QStringLiteral("\"%1\" (%2)").arg(text, path.join(QStringLiteral(" < ")));
}

// Where a text that is too long is given an ellipsis and a tooltip, that is meant.
inline bool isElided(const QWidget& widget)
{
    return widget.inherits("gui::ElidedLabel")
        || (widget.parentWidget() && widget.parentWidget()->inherits("gui::HintFoot"))
        || (widget.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored
            && !widget.toolTip().isEmpty());
}

inline int widestWord(const QString& text, const QFontMetrics& metrics)
{
    int widest = 0;
    for (const QString& word : text.split(QRegularExpression(QStringLiteral("\\s"))))
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return widest;
}

inline QStringList cutTexts(const QWidget& within)
{
    QStringList found;
    for (const QLabel* label : within.findChildren<QLabel*>()) {
        if (!label->isVisibleTo(&within) || label->text().isEmpty() || isElided(*label))
            continue;
        const QMargins margins = label->contentsMargins();
        const int width = label->width() - margins.left() - margins.right();
        const QSize needs = label->wordWrap()
            ? QSize(label->width(), label->heightForWidth(label->width()))
            : label->sizeHint();
        const QString words = label->textFormat() == Qt::RichText
            ? QTextDocumentFragment::fromHtml(label->text()).toPlainText()
            : label->text();
        const int word = widestWord(words, label->fontMetrics());
        if (needs.width() > label->width() + 1 || needs.height() > label->height() + 2
            || (label->wordWrap() && word > width + 1))
            found << placeOf(*label, label->text())
                    + QStringLiteral(": %1 x %2 of %3 x %4")
                          .arg(label->width())
                          .arg(label->height())
                          .arg(needs.width())
                          .arg(needs.height());
    }
    for (const QAbstractButton* button : within.findChildren<QAbstractButton*>()) {
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (!button->isVisibleTo(&within) || button->text().isEmpty() || isElided(*button)
            || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly
                && !tool->icon().isNull()))
            continue;
        if (button->width() < button->sizeHint().width() - 1
            || button->height() < button->sizeHint().height() - 2)
            found << placeOf(*button, button->text())
                    + QStringLiteral(": %1 of %2")
                          .arg(button->width())
                          .arg(button->sizeHint().width());
    }
    for (const QTabBar* tabs : within.findChildren<QTabBar*>()) {
        if (!tabs->isVisibleTo(&within) || tabs->elideMode() != Qt::ElideNone)
            continue;
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabRect(i).width() < tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)))
                found << placeOf(*tabs, tabs->tabText(i));
    }
    for (const QHeaderView* header : within.findChildren<QHeaderView*>()) {
        if (!header->isVisibleTo(&within) || header->orientation() != Qt::Horizontal
            || !header->model() || header->textElideMode() != Qt::ElideNone)
            continue;
        for (int i = 0; i < header->count(); ++i) {
            const QString text
                = header->model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
            if (!header->isSectionHidden(i)
                && header->fontMetrics().size(0, text).width() > header->sectionSize(i))
                found << placeOf(*header, text);
        }
    }
    return found;
}

// It has a word, and no bracket. Names of schedules, devices, files and runs are data.
inline bool isEnglish(const QString& text)
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{4,}"));
    return !text.contains(QLatin1Char('[')) && text.contains(word);
}

inline QStringList untranslated(const QWidget& within)
{
    QStringList found;
    for (const QWidget* widget : within.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&within))
            continue;
        QStringList texts{widget->accessibleName()};
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts << button->text();
        if (const auto* box = qobject_cast<const QGroupBox*>(widget))
            texts << box->title();
        if (const auto* header = qobject_cast<const QHeaderView*>(widget);
            header && header->orientation() == Qt::Horizontal && header->model())
            for (int i = 0; i < header->count(); ++i)
                texts << header->model()->headerData(i, Qt::Horizontal).toString();
        for (const QString& text : texts)
            if (isEnglish(text))
                found << placeOf(*widget, text);
    }
    return found;
}

} // namespace gui::test
