#include "gui/editor/schedule_chooser.h"

#include "engine/plan/catalog.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace gui {
namespace {

// The catalogue speaks English; what a person reads of it here is translated by its own words.
[[maybe_unused]] constexpr const char* kCatalogTexts[] = {
    QT_TRANSLATE_NOOP("Catalog", "Naive model parallelism"),
    QT_TRANSLATE_NOOP("Catalog", "GPipe (F-then-B)"),
    QT_TRANSLATE_NOOP("Catalog", "1F1B (PipeDream-Flush)"),
    QT_TRANSLATE_NOOP("Catalog", "Interleaved 1F1B (virtual pipeline)"),
    QT_TRANSLATE_NOOP("Catalog", "chunks = 1; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog",
                      "chunks >= 1; 1 <= group N <= m; N >= p with m mod N = 0 or >= p always runs"),
};

QString translated(std::string_view text)
{
    return QCoreApplication::translate("Catalog", std::string(text).c_str());
}

QString asIs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

ScheduleChooser::ScheduleChooser(QWidget* parent)
    : QWidget(parent)
    , m_names(new QComboBox(this))
    , m_description(new QLabel(this))
{
    for (const plan::CatalogEntry* entry : plan::catalog())
        m_names->addItem(translated(entry->title), asIs(entry->name));
    m_names->setAccessibleName(tr("Schedule"));
    m_names->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_names->setMinimumContentsLength(8);
    m_description->setTextFormat(Qt::PlainText);
    m_description->setWordWrap(true);
    m_description->setForegroundRole(QPalette::PlaceholderText);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_names);
    column->addWidget(m_description);
    setFocusProxy(m_names);

    connect(m_names, &QComboBox::activated, this, [this] { emit chosen(name()); });
    connect(m_names, &QComboBox::currentIndexChanged, this, &ScheduleChooser::describe);
    describe();
}

void ScheduleChooser::setName(const QString& name)
{
    int index = m_names->findData(name);
    if (index < 0) {
        m_names->addItem(name, name);
        index = m_names->count() - 1;
    }
    m_names->setCurrentIndex(index);
}

QString ScheduleChooser::name() const { return m_names->currentData().toString(); }

void ScheduleChooser::describe()
{
    const plan::CatalogEntry* entry = plan::findSchedule(name().toStdString());
    if (!entry) {
        m_description->setText(tr("not in the catalogue"));
        return;
    }
    m_description->setText(tr("Needs: %1\nStep: %2\nPeak in flight on rank r: %3")
                               .arg(translated(entry->conditions), asIs(entry->makespan),
                                    asIs(entry->memory)));
}

} // namespace gui
