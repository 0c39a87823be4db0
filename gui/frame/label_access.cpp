#include "gui/frame/label_access.h"

#include "gui/text/joined.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QLabel>
#include <QTextDocumentFragment>

namespace gui {
namespace {

class LabelAccess : public QAccessibleWidget {
public:
    explicit LabelAccess(QLabel* label)
        : QAccessibleWidget(label, QAccessible::StaticText)
        , m_label(label)
    {
    }

    QString text(QAccessible::Text which) const override
    {
        const QString name = m_label->accessibleName();
        if (which == QAccessible::Value)
            return shown();
        if (which != QAccessible::Name)
            return QAccessibleWidget::text(which);
        if (name.isEmpty() || shown().isEmpty() || name == shown())
            return name.isEmpty() ? shown() : name;
        return labelled(name, shown());
    }

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        return state;
    }

    QVector<QPair<QAccessibleInterface*, QAccessible::Relation>>
    relations(QAccessible::Relation wanted) const override
    {
        auto found = QAccessibleWidget::relations(wanted);
        if (m_label->buddy() && wanted.testFlag(QAccessible::Labelled))
            found.append(
                {QAccessible::queryAccessibleInterface(m_label->buddy()), QAccessible::Labelled});
        return found;
    }

private:
    // Without marks of HTML, nor the '&' of a letter to press.
    QString shown() const
    {
        const QString text = m_label->text();
        if (m_label->textFormat() == Qt::RichText
            || (m_label->textFormat() == Qt::AutoText && Qt::mightBeRichText(text)))
            return QTextDocumentFragment::fromHtml(text).toPlainText();
        return m_label->buddy() ? QString(text).remove(QLatin1Char('&')) : text;
    }

    QLabel* m_label; // outlives it: Qt deletes what tells of an object with the object
};

QAccessibleInterface* labelAccess(const QString&, QObject* object)
{
    auto* label = qobject_cast<QLabel*>(object);
    return label ? new LabelAccess(label) : nullptr;
}

} // namespace

void installLabelAccess()
{
    static const bool installed = [] {
        QAccessible::installFactory(labelAccess);
        return true;
    }();
    Q_UNUSED(installed);
}

void tellNewText(QLabel& label)
{
    QAccessibleEvent event(&label, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace gui
