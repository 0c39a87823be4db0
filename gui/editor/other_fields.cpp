#include "gui/editor/other_fields.h"

#include "engine/strategy/fields.h"
#include "engine/strategy/scalars.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_names.h"
#include "gui/text/joined.h"

#include <QStringList>

namespace gui {
namespace {

// How a run trains is edited in the file: what differs from the defaults, as it stands there.
// A visitor of visitFields().
class TrainingLines {
public:
    TrainingLines(const strategy::Training& own, QStringList& lines)
        : m_own(own)
        , m_lines(lines)
    {
    }

    void integer(std::string_view key, int strategy::Training::*member, const strategy::Range&)
    {
        if (differs(member))
            add(key, QString::number(m_own.*member));
    }
    void boolean(std::string_view key, bool strategy::Training::*member)
    {
        if (differs(member))
            add(key, m_own.*member ? EditorText::tr("on") : EditorText::tr("off"));
    }
    template <class Choice>
    void choice(std::string_view key, Choice strategy::Training::*member)
    {
        if (differs(member))
            add(key, QString::fromStdString(std::string(strategy::wordOf(m_own.*member))));
    }
    void text(std::string_view key, std::string strategy::Training::*member)
    {
        if (differs(member))
            add(key, QString::fromStdString(m_own.*member));
    }
    void decimal(std::string_view key, double strategy::Training::*member,
                 const strategy::DecimalRange&)
    {
        if (differs(member))
            add(key, QString::fromStdString(strategy::decimalText(m_own.*member)));
    }

private:
    template <class Value>
    bool differs(Value strategy::Training::*member) const
    {
        return m_own.*member != strategy::Training{}.*member;
    }
    void add(std::string_view key, const QString& value)
    {
        m_lines << labelled(
            fieldName(QStringLiteral("training.") + QString::fromStdString(std::string(key))),
            value);
    }

    const strategy::Training& m_own;
    QStringList& m_lines;
};

} // namespace

QString otherFields(const strategy::Strategy& strategy)
{
    QStringList lines;
    if (!strategy.schedule.file.empty())
        lines << editorText(QT_TRANSLATE_NOOP("Editor", "Schedule file: %1"))
                     .arg(QString::fromStdString(strategy.schedule.file));
    TrainingLines training(strategy.training, lines);
    visitFields(training, std::type_identity<strategy::Training>{});
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
