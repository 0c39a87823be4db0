#include "gui/cockpit/log_page.h"

#include "gui/inputs/clear_button.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {

ShownLogLine::ShownLogLine(const RankLogLine& line)
    : level(line.level)
    , text(line.rank ? LogPage::tr("rank %1: %2").arg(*line.rank).arg(engineText(line.text))
                     : LogPage::tr("The run failed: %1").arg(engineText(line.text)))
{
}

bool isLogged(const ShownLogLine& line, telemetry::LogLevel least, const QString& words)
{
    if (line.level < least)
        return false;
    const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(parts.begin(), parts.end(), [&](const QString& part) {
        return line.text.contains(part, Qt::CaseInsensitive);
    });
}

LogPage::LogPage(RunController& controller, RunView& view, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_view(view)
    , m_filter(new QLineEdit)
    , m_level(new QComboBox)
    , m_lines(new QPlainTextEdit)
{
    const Metrics sizes = metrics();
    m_filter->setPlaceholderText(tr("Filter: words, or a rank as \"rank 3:\""));
    m_filter->setAccessibleName(tr("Filter of the log"));
    giveClearButton(*m_filter);
    m_level->addItem(tr("All lines"), int(telemetry::LogLevel::Info));
    m_level->addItem(tr("Warnings and errors"), int(telemetry::LogLevel::Warning));
    m_level->addItem(tr("Errors"), int(telemetry::LogLevel::Error));
    m_level->setAccessibleName(tr("Which lines of the log"));
    m_lines->setReadOnly(true);
    m_lines->setMaximumBlockCount(int(BoundedLog::kMaxLines));
    m_lines->setAccessibleName(tr("What the ranks said"));
    m_lines->setPlaceholderText(tr("What the ranks say stands here."));
    m_lines->setTabChangesFocus(true);
    m_lines->setFrameShape(QFrame::NoFrame);
    m_lines->setFont(sizes.font(QFontDatabase::systemFont(QFontDatabase::FixedFont), Type::Small));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(sizes.space(2), sizes.space(1), sizes.space(2), 0);
    head->setSpacing(sizes.space(2));
    head->addWidget(m_filter, 1);
    head->addWidget(m_level);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(sizes.space(1));
    column->addLayout(head);
    column->addWidget(m_lines, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &LogPage::showAll);
    connect(m_level, &QComboBox::currentIndexChanged, this, &LogPage::showAll);
    connect(&view, &RunView::changed, this, &LogPage::refresh);
    refresh();
}

QString LogPage::text() const { return m_lines->toPlainText(); }

telemetry::LogLevel LogPage::level() const
{
    return static_cast<telemetry::LogLevel>(m_level->currentData().toInt());
}

void LogPage::append(const ShownLogLine& line)
{
    if (isLogged(line, level(), m_filter->text()))
        m_lines->appendPlainText(line.text);
}

void LogPage::refresh()
{
    const BoundedLog& log = m_controller.session().log();
    // A smaller total is that of another run, whose log has begun anew.
    if (log.total() < m_total || !m_view.run()) {
        m_lines->clear();
        m_kept.clear();
        m_total = 0;
    }
    // Of the lines that are new, only those still kept can be shown.
    const auto fresh = std::min<std::uint64_t>(log.total() - m_total, log.lines().size());
    m_total = log.total();
    for (auto line = log.lines().end() - static_cast<std::ptrdiff_t>(fresh);
         line != log.lines().end(); ++line) {
        append(m_kept.emplace_back(*line));
        if (m_kept.size() > BoundedLog::kMaxLines)
            m_kept.pop_front();
    }
}

void LogPage::showAll()
{
    m_lines->clear();
    for (const ShownLogLine& line : m_kept)
        append(line);
}

} // namespace gui
