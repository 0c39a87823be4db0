#include "gui/inspector/area_table.h"

#include "gui/inspector/area_words.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/text/source_line.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/error_story.h"
#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kSwatchSize = 10; // pixels of scale 1
constexpr double kRowHeight = 22;
constexpr std::size_t kTracksInSight = 3; // of more, the others are scrolled to
constexpr double kTitleWidth = 52;        // of a track's title, at most

QColor colourOf(const Theme& theme, AreaLine line)
{
    switch (line) {
    case AreaLine::Forward:
        return theme.forward;
    case AreaLine::Backward:
        return theme.backward;
    case AreaLine::InputGrad:
        return theme.inputGrad;
    case AreaLine::WeightGrad:
        return theme.weightGrad;
    case AreaLine::Recompute:
        return theme.recompute;
    case AreaLine::Transfer:
    case AreaLine::Collective:
        return theme.transfer;
    case AreaLine::Optimizer:
        return theme.optimizer;
    case AreaLine::WarmUpBubble:
    case AreaLine::SteadyBubble:
    case AreaLine::CoolDownBubble:
        return theme.phases[static_cast<std::size_t>(line)
                            - static_cast<std::size_t>(AreaLine::WarmUpBubble)];
    case AreaLine::NoData:
        return theme.noDataDot;
    case AreaLine::Outside:
        break;
    }
    return theme.base;
}

Nanoseconds timeOf(const AreaLedger::Track& track, AreaLine line)
{
    return track.times[static_cast<std::size_t>(line)];
}

// "64.13": with four digits of the largest number, in that one's unit; "–" where there is nothing.
// Numbers of one column stand under each other.
QString numberIn(TimeUnit unit, Nanoseconds largest, Nanoseconds time)
{
    if (time == Nanoseconds{0})
        return QStringLiteral("–");
    const double one = unit == TimeUnit::Second ? 1e9
        : unit == TimeUnit::Milli               ? 1e6
        : unit == TimeUnit::Micro               ? 1e3
                                                : 1;
    const double most = static_cast<double>(largest.count()) / one;
    const int decimals = one == 1 || most >= 999.95 ? 0 : most >= 99.995 ? 1 : 2;
    return QString::number(static_cast<double>(time.count()) / one, 'f', decimals);
}

double shareOf(Nanoseconds time, Nanoseconds whole)
{
    return 100.0 * static_cast<double>(time.count())
        / static_cast<double>(std::max<std::int64_t>(1, whole.count()));
}

QString percentText(double percent)
{
    return AreaTable::tr("%1 %").arg(QString::number(percent, 'f', 1));
}

} // namespace

AreaTable::AreaTable(ViewState& state, TimelinePanel& panel, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_panel(panel)
    , m_title(new QLabel(this))
    , m_table(new QTableWidget(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->setAccessibleName(tr("The area"));
    m_table->setAccessibleName(tr("Where the time of the area went"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(1);
    m_table->horizontalHeader()->setHighlightSections(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(2));
    column->addWidget(m_title);
    column->addWidget(m_table);
    for (const auto changed : {&ViewState::areaChanged, &ViewState::unitChanged})
        connect(&state, changed, this, &AreaTable::count);
    connect(&panel, &TimelinePanel::tracksChanged, this, &AreaTable::count);
    count();
}

bool AreaTable::finish(std::chrono::milliseconds deadline) { return m_work.finish(deadline); }

void AreaTable::count()
{
    setVisible(m_state.area().has_value());
    if (!m_state.area()) {
        m_work.forget();
        m_ledger.reset();
        return;
    }
    m_work.request([this, area = *m_state.area(),
                    tracks = m_panel.tracks()](const auto& outdated) -> NewestWork::Delivery {
        return [this, ledger = areaLedger(tracks, area, outdated)] { show(ledger); };
    });
}

void AreaTable::show(const AreaLedger& ledger)
{
    m_ledger = ledger;
    const TimeArea& area = ledger.area;
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setText(areaTitle(area, m_state.unit()));
    const std::size_t tracks = ledger.tracks.size();
    m_table->clear();
    m_table->setRowCount(0);
    m_table->setFont(metrics().font(font(), Type::Small));
    // Of more than two no change is told: there is no one to tell it from.
    m_table->setColumnCount(tracks == 0 ? 0 : static_cast<int>(tracks) + (tracks > 2 ? 1 : 2));
    m_whole = {};
    for (const AreaLedger::Track& track : ledger.tracks)
        m_whole = std::max(m_whole, area.range.length() * track.ranks);
    m_unit = m_state.unit() == TimeUnit::Auto ? unitFor(m_whole) : m_state.unit();
    nameColumns(ledger);
    if (tracks > 0) {
        for (std::size_t line = 0; line < kAreaLines; ++line) {
            if (static_cast<AreaLine>(line) == AreaLine::WarmUpBubble)
                addBubbles(ledger);
            addRow(static_cast<AreaLine>(line), ledger);
        }
        addSum(ledger);
        addMeans(ledger);
        m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        if (tracks <= kTracksInSight)
            m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    const int row = metrics().px(kRowHeight);
    for (int i = 0; i < m_table->rowCount(); ++i)
        m_table->setRowHeight(i, row);
    const int below
        = tracks > kTracksInSight ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
                            + row * m_table->rowCount() + below + 2);
}

void AreaTable::nameColumns(const AreaLedger& ledger)
{
    const auto head = [this](int column, const QString& text, Qt::Alignment side) {
        auto* item = new QTableWidgetItem(text);
        item->setTextAlignment(side | Qt::AlignVCenter);
        m_table->setHorizontalHeaderItem(column, item);
        return item;
    };
    const QStringList names = trackNames(ledger);
    const int widest = metrics().px(kTitleWidth);
    for (int i = 0; i < m_table->columnCount(); ++i) {
        const auto track = static_cast<std::size_t>(i) - 1;
        if (i == 0) {
            head(i, QString::fromUtf8(symbol(m_unit)), Qt::AlignLeft);
        } else if (track >= ledger.tracks.size()) {
            head(i, track == 1 ? tr("Share") : tr("Change"), Qt::AlignRight);
        } else {
            const QString& title = ledger.tracks[track].title;
            const QString name = title.endsWith(names[i - 1])
                ? m_table->fontMetrics().elidedText(names[i - 1], Qt::ElideMiddle, widest)
                : names[i - 1];
            head(i, name, Qt::AlignRight)
                ->setToolTip(plainTip(withSource(title, ledger.tracks[track].source)));
        }
    }
}

// Lines of which there is nothing in any track are left out.
void AreaTable::addRow(AreaLine line, const AreaLedger& ledger)
{
    std::vector<Nanoseconds> times;
    for (const AreaLedger::Track& track : ledger.tracks)
        times.push_back(timeOf(track, line));
    const QString indent = isBubble(line) ? QStringLiteral("    ") : QString();
    if (!addTimes(indent + wordsOf(line), times, ledger))
        return;
    const int size = metrics().px(kSwatchSize);
    QPixmap swatch(size, size);
    swatch.fill(colourOf(themeFor(palette()), line));
    if (!isBubble(line)) // those stand under their sum
        m_table->item(m_table->rowCount() - 1, 0)->setData(Qt::DecorationRole, swatch);
}

// All three phases, over the rows of each.
void AreaTable::addBubbles(const AreaLedger& ledger)
{
    std::vector<Nanoseconds> times;
    for (const AreaLedger::Track& track : ledger.tracks)
        times.push_back(timeOf(track, AreaLine::WarmUpBubble)
                        + timeOf(track, AreaLine::SteadyBubble)
                        + timeOf(track, AreaLine::CoolDownBubble));
    if (!addTimes(tr("Bubble"), times, ledger))
        return;
    const int size = metrics().px(kSwatchSize);
    const Theme& theme = themeFor(palette());
    QPixmap swatch(size, size);
    swatch.fill(theme.idle);
    QPainter painter(&swatch);
    painter.fillRect(swatch.rect(), QBrush(theme.hatch, Qt::BDiagPattern));
    painter.end();
    m_table->item(m_table->rowCount() - 1, 0)->setData(Qt::DecorationRole, swatch);
}

bool AreaTable::addTimes(const QString& words, const std::vector<Nanoseconds>& times,
                         const AreaLedger& ledger)
{
    if (std::all_of(times.begin(), times.end(),
                    [](Nanoseconds time) { return time == Nanoseconds{0}; }))
        return false;
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    put(row, 0, words);
    const auto whole = [&ledger](std::size_t track) {
        return ledger.area.range.length() * ledger.tracks[track].ranks;
    };
    for (std::size_t i = 0; i < times.size(); ++i)
        put(row, static_cast<int>(i) + 1, numberIn(m_unit, m_whole, times[i]),
            withSource(tr("%1: %2, %3 of the area")
                           .arg(ledger.tracks[i].title,
                                QString::fromStdString(timeText(times[i], m_state.unit())),
                                percentText(shareOf(times[i], whole(i)))),
                       ledger.tracks[i].source));
    if (times.size() == 1)
        put(row, 2, percentText(shareOf(times[0], whole(0))));
    if (times.size() != 2)
        return true;
    const Nanoseconds change = times[1] - times[0];
    put(row, 3, times[0] > Nanoseconds{0} ? signedShare(change, times[0]) : tr("new"),
        QString::fromStdString(timeText(change, m_state.unit())));
    return true;
}

// Of any track it is the length of the area times its ranks.
void AreaTable::addSum(const AreaLedger& ledger)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    put(row, 0, tr("All"));
    for (std::size_t i = 0; i < ledger.tracks.size(); ++i)
        put(row, static_cast<int>(i) + 1,
            numberIn(m_unit, m_whole, ledger.area.range.length() * ledger.tracks[i].ranks));
    if (ledger.tracks.size() < 3)
        put(row, m_table->columnCount() - 1,
            ledger.tracks.size() == 1 ? percentText(100) : QString());
    QFont strong = m_table->font();
    strong.setWeight(QFont::DemiBold);
    for (int i = 0; i < m_table->columnCount(); ++i)
        m_table->item(row, i)->setFont(strong);
}

// How many ops of each kind there are, and what one takes on average.
void AreaTable::addMeans(const AreaLedger& ledger)
{
    for (std::size_t kind = 0; kind < ledger.tracks.front().ops.size(); ++kind) {
        std::int64_t most = 0;
        for (const AreaLedger::Track& track : ledger.tracks)
            most = std::max(most, track.ops[kind].count);
        if (most == 0)
            continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        put(row, 0,
            tr("%1 × %2, mean").arg(QString::number(most), wordsOf(static_cast<AreaLine>(kind))));
        for (std::size_t i = 0; i < ledger.tracks.size(); ++i) {
            const AreaLedger::Track& track = ledger.tracks[i];
            const AreaOps& ops = track.ops[kind];
            put(row, static_cast<int>(i) + 1,
                ops.count > 0 ? stepTime(ops.mean(), m_state.unit()) : QStringLiteral("–"),
                withSource(tr("%1: %2 on average; ops of the kind in the area: %3")
                               .arg(track.title,
                                    QString::fromStdString(timeText(ops.mean(), m_state.unit())),
                                    QString::number(ops.count)),
                           track.source));
        }
        if (ledger.tracks.size() > 2)
            continue;
        const Nanoseconds before = ledger.tracks.front().ops[kind].mean();
        put(row, m_table->columnCount() - 1,
            ledger.tracks.size() == 2 && before > Nanoseconds{0}
                ? signedShare(ledger.tracks.back().ops[kind].mean() - before, before)
                : QString());
    }
}

void AreaTable::put(int row, int column, const QString& text, const QString& tip)
{
    auto* item = new QTableWidgetItem(text);
    if (column > 0)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(plainTip(tip));
    m_table->setItem(row, column, item);
}

void AreaTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (m_ledger && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange))
        show(*m_ledger);
}

} // namespace gui
