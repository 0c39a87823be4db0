#include "gui/lessons/answer_inputs.h"

#include "gui/text/plain_tip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

void nameItem(QListWidgetItem& item, const std::string& state)
{
    item.setText(QString::fromStdString(state));
    item.setToolTip(plainTip(item.text()));
}

} // namespace

OrderInput::OrderInput(LessonSession& session, ViewState& picture,
                       const lesson::OrderAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_states(new QListWidget)
{
    QVBoxLayout* column = inputColumn(this);
    auto* how = new QLabel(tr("The least stands first. Drag, or press Ctrl+↑ and Ctrl+↓."));
    how->setWordWrap(true);
    column->addWidget(how);
    m_states->setAccessibleName(tr("From the least to the most"));
    m_states->setDragDropMode(QAbstractItemView::InternalMove);
    m_states->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_states->setTextElideMode(Qt::ElideMiddle);
    m_states->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (const std::string& state : action.states) {
        auto* item = new QListWidgetItem(m_states);
        nameItem(*item, state);
    }
    m_states->setCurrentRow(0);
    m_states->installEventFilter(this);
    column->addWidget(m_states);
    auto* row = new QHBoxLayout;
    for (const int by : {-1, 1}) {
        auto* button = new QPushButton(by < 0 ? tr("Up") : tr("Down"));
        connect(button, &QPushButton::clicked, this, [this, by] { moveBy(by); });
        row->addWidget(button);
    }
    row->addStretch();
    column->addLayout(row);
    fitList();
    refresh();
}

QWidget* OrderInput::focused() { return m_states; }

// All of it is in sight, whatever the size of the letters.
void OrderInput::fitList()
{
    int height = 2 * m_states->frameWidth();
    for (int row = 0; row < m_states->count(); ++row)
        height += m_states->sizeHintForRow(row);
    m_states->setFixedHeight(height + 2);
}

void OrderInput::moveBy(int by)
{
    const int from = m_states->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_states->count() || isPassed())
        return;
    m_states->insertItem(to, m_states->takeItem(from));
    m_states->setCurrentRow(to);
}

void OrderInput::submit()
{
    lesson::Words words;
    for (int row = 0; row < m_states->count(); ++row)
        words.words.push_back(m_states->item(row)->text().toStdString());
    session().answer(words);
}

// Once it is passed, the right order stands there, also where one comes back to it.
void OrderInput::refresh()
{
    m_states->setDragEnabled(!isPassed());
    const auto right = isPassed() ? lesson::rightAnswer(session().scene())
                                  : plan::Result<lesson::Answer>(plan::Error{});
    const auto* words = right ? std::get_if<lesson::Words>(&*right) : nullptr;
    for (int row = 0; words && row < std::min(m_states->count(), int(words->words.size())); ++row)
        nameItem(*m_states->item(row), words->words[std::size_t(row)]);
}

bool OrderInput::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isUp = key->key() == Qt::Key_Up;
        if (key->modifiers() & Qt::ControlModifier && (isUp || key->key() == Qt::Key_Down)) {
            moveBy(isUp ? -1 : 1);
            return true;
        }
    }
    return AnswerInput::eventFilter(watched, event);
}

void OrderInput::changeEvent(QEvent* event)
{
    AnswerInput::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitList();
}

} // namespace gui
