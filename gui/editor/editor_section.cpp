#include "gui/editor/editor_section.h"

#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <utility>

namespace gui {
namespace {

QVBoxLayout* columnOf(QWidget* parent)
{
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

EditorSection::EditorSection(QString name, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_name(std::move(name))
    , m_header(new SectionHeader(title))
    , m_body(new QWidget)
    , m_rows(columnOf(m_body))
    , m_advancedHeader(new SectionHeader(EditorText::tr("Advanced"), true))
    , m_advanced(new QWidget)
    , m_advancedRows(columnOf(m_advanced))
{
    auto* column = columnOf(this);
    column->addWidget(m_header);
    column->addWidget(m_body);
    m_body->setVisible(false);
    m_rows->addWidget(m_advancedHeader);
    m_rows->addWidget(m_advanced);
    m_advancedHeader->setVisible(false);
    m_advancedHeader->setAccessibleName(EditorText::tr("%1, advanced").arg(title));
    m_advanced->setVisible(false);
    applyLook();
    connect(m_header, &QAbstractButton::toggled, this, [this](bool open) {
        m_body->setVisible(open);
        emit foldChanged();
    });
    connect(m_advancedHeader, &QAbstractButton::toggled, this, [this](bool open) {
        m_advanced->setVisible(open && !m_advancedHeader->isHidden());
        emit foldChanged();
    });
}

void EditorSection::applyLook()
{
    const Metrics sizes = metrics();
    m_rows->setContentsMargins(sizes.space(2), sizes.space(1), sizes.space(2), sizes.space(3));
    m_rows->setSpacing(sizes.space(1));
    m_advancedRows->setSpacing(sizes.space(1));
}

void EditorSection::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

void EditorSection::addRow(QWidget* row, bool isAdvanced)
{
    if (isAdvanced)
        m_advancedRows->addWidget(row);
    else
        m_rows->insertWidget(m_rows->count() - 2, row); // before the advanced ones
}

void EditorSection::addLine(QWidget* line, bool isAdvanced)
{
    auto* inset = new QHBoxLayout;
    inset->setContentsMargins(nameInset(), 0, 0, 0);
    inset->addWidget(line);
    if (isAdvanced)
        m_advancedRows->addLayout(inset);
    else
        m_rows->insertLayout(m_rows->count() - 2, inset);
}

void EditorSection::showAdvanced(bool shows)
{
    m_advancedHeader->setVisible(shows);
    m_advanced->setVisible(shows && isAdvancedOpen());
}

void EditorSection::reveal(bool isAdvanced)
{
    setOpen(true);
    if (isAdvanced)
        setAdvancedOpen(true);
}

} // namespace gui
