#include "gui/runs/job_form.h"

#include "engine/launch/slurm/slurm_names.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace gui {

JobForm::JobForm(QWidget* parent)
    : QWidget(parent)
    , m_partition(line(tr("Partition"), tr("Slurm's default"),
                       tr("One, or several with commas between them")))
    , m_account(line(tr("Account"), tr("your own"), tr("The account that pays for the job")))
    , m_qos(line(tr("QOS"), tr("your own"), tr("Quality of service")))
    , m_time(line(tr("Time limit"), tr("the partition's"),
                  tr("Minutes, hours:minutes:seconds, or days-hours:minutes:seconds: 90, 1:30:00, "
                     "2-12:00:00")))
    , m_nodes(number(tr("Nodes"), kMostJobNodes, tr("as needed"),
                     tr("Unless you say how many, the ranks divided by the devices of a node")))
    , m_ranksPerNode(number(tr("Ranks per node"), kMostJobRanksPerNode, tr("evenly"),
                            tr("At most; otherwise they are spread over the nodes")))
    , m_gpusPerNode(number(tr("GPUs per node"), launch::kMaxGpusPerNode, tr("as needed"),
                           tr("What the ranks on CUDA need, unless you say how many")))
    , m_memory(line(tr("Memory per node"), tr("Slurm's default"),
                    tr("A number and K, M, G or T, such as 100G; 0 is all that a node has")))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics().space(3));
    grid->setVerticalSpacing(metrics().space(1));
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    addRow(grid, m_partition, m_account);
    addRow(grid, m_qos, m_time);
    addRow(grid, m_nodes, m_ranksPerNode);
    addRow(grid, m_gpusPerNode, m_memory);
    setFocusProxy(m_partition);
    applyLook();
}

QLineEdit* JobForm::line(const QString& name, const QString& hint, const QString& tip)
{
    auto* made = new QLineEdit(this);
    made->setAccessibleName(name);
    made->setPlaceholderText(hint);
    made->setToolTip(tip);
    connect(made, &QLineEdit::textChanged, this, &JobForm::changed);
    return made;
}

QSpinBox* JobForm::number(const QString& name, int most, const QString& none, const QString& tip)
{
    auto* made = new QSpinBox(this);
    made->setRange(0, most);
    made->setSpecialValueText(none);
    made->setAccessibleName(name);
    made->setToolTip(tip);
    connect(made, &QSpinBox::valueChanged, this, &JobForm::changed);
    return made;
}

void JobForm::addRow(QGridLayout* grid, QWidget* left, QWidget* right)
{
    const int at = grid->rowCount();
    Row row;
    int column = 0;
    for (QWidget* field : {left, right}) {
        row.names[column] = field->accessibleName();
        field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // all are of one width
        auto* name = new QLabel(field->accessibleName(), this);
        name->setTextFormat(Qt::PlainText);
        name->setBuddy(field);
        grid->addWidget(name, at, 2 * column);
        grid->addWidget(field, at, 2 * column + 1);
        m_names.push_back(name);
        ++column;
    }
    row.note = new QLabel(this);
    row.note->setTextFormat(Qt::PlainText);
    row.note->setWordWrap(true);
    row.note->setAccessibleName(tr("What is wrong with %1 and %2").arg(row.names[0], row.names[1]));
    row.note->hide();
    grid->addWidget(row.note, at + 1, 0, 1, 4);
    m_rows.push_back(row);
}

JobOptions JobForm::options() const
{
    return {.partition = m_partition->text().trimmed(),
            .account = m_account->text().trimmed(),
            .qos = m_qos->text().trimmed(),
            .time = m_time->text().trimmed(),
            .memory = m_memory->text().trimmed(),
            .nodes = m_nodes->value(),
            .ranksPerNode = m_ranksPerNode->value(),
            .gpusPerNode = m_gpusPerNode->value()};
}

void JobForm::take(const JobOptions& options)
{
    m_partition->setText(options.partition);
    m_account->setText(options.account);
    m_qos->setText(options.qos);
    m_time->setText(options.time);
    m_memory->setText(options.memory);
    m_nodes->setValue(options.nodes);
    m_ranksPerNode->setValue(options.ranksPerNode);
    m_gpusPerNode->setValue(options.gpusPerNode);
}

void JobForm::showFindings(const std::vector<LaunchFinding>& findings)
{
    for (const Row& row : m_rows) {
        QStringList sentences;
        for (const LaunchFinding& each : findings)
            if (each.field == row.names[0] || each.field == row.names[1])
                sentences << each.sentence;
        row.note->setText(sentences.join(QLatin1Char('\n')));
        row.note->setHidden(sentences.isEmpty());
    }
}

void JobForm::applyLook()
{
    QPalette wrong = palette();
    wrong.setColor(QPalette::WindowText, themeFor(palette()).error);
    for (const Row& row : m_rows) {
        row.note->setFont(metrics().font(font(), Type::Small));
        row.note->setPalette(wrong);
    }
}

void JobForm::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
