#include "gui/lessons/answer_inputs.h"

#include "gui/timeline/view_state.h"

#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kLettersOfWords = 400;

// However they are set apart, in either language.
QStringList typedWords(const QString& text)
{
    static const QRegularExpression kBetween(QStringLiteral("[\\s,;，；、]+"));
    return text.toUpper().split(kBetween, Qt::SkipEmptyParts);
}

bool isNumberWord(const QString& word)
{
    return !word.isEmpty() && word.size() <= 9
        && std::all_of(word.begin(), word.end(), [](QChar letter) {
               return letter >= QLatin1Char('0') && letter <= QLatin1Char('9');
           });
}

QString howToClick(const lesson::ClickAction& action, bool inOrder)
{
    switch (action.what) {
    case lesson::Clicked::Op:
    case lesson::Clicked::Bubble:
        return action.all ? ClickInput::tr("Click the ops in order, or type them: 0F0, 1B0.")
                          : ClickInput::tr("Click an op in the picture, or type it: 1B0.");
    case lesson::Clicked::Rank:
        return !action.all ? ClickInput::tr("Click a rank in the picture, or type its number.")
            : inOrder ? ClickInput::tr("Click the ranks in their order, or type them: 0, 1, 1, 0.")
                      : ClickInput::tr("Click all of the ranks, or type them: 0, 1, 8, 9.");
    case lesson::Clicked::Layer:
        return action.all ? ClickInput::tr("Click all of the layers, or type them: 0, 1, 8, 9.")
                          : ClickInput::tr("Click a layer in the picture, or type its number.");
    }
    return {};
}

} // namespace

ClickInput::ClickInput(LessonSession& session, ViewState& picture,
                       const lesson::ClickAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_action(action)
    , m_how(new QLabel)
    , m_line(new QLineEdit)
    , m_form(new QLabel)
{
    QVBoxLayout* column = inputColumn(this);
    m_how->setText(howToClick(action, isInOrder()));
    m_how->setWordWrap(true);
    m_line->setMaxLength(kLettersOfWords);
    m_line->setClearButtonEnabled(true);
    m_line->setAccessibleName(tr("Your answer"));
    m_line->setAccessibleDescription(m_how->text());
    m_form->setWordWrap(true);
    m_form->setText(isOfOps() ? tr("An op is its stage, its letter and its microbatch: 1B0.")
                              : tr("Whole numbers from 0 on, with blanks between them."));
    m_form->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{m_how, m_line, m_form})
        column->addWidget(part);
    connect(m_line, &QLineEdit::textChanged, this, &ClickInput::textChanged);
    connect(&picture, &ViewState::selectedChanged, this, &ClickInput::takeFromPicture);
    refresh();
}

bool ClickInput::isOfOps() const
{
    return m_action.what == lesson::Clicked::Op || m_action.what == lesson::Clicked::Bubble;
}

// A way through ranks may come back to one; a set has each once.
bool ClickInput::isInOrder() const
{
    return isOfOps() || m_action.is.id == lesson::MeasureId::Path;
}

QWidget* ClickInput::focused() { return m_line; }

std::vector<std::string> ClickInput::words() const
{
    QStringList typed = typedWords(m_line->text());
    if (!isInOrder()) {
        std::sort(typed.begin(), typed.end(),
                  [](const QString& a, const QString& b) { return a.toInt() < b.toInt(); });
        typed.removeDuplicates();
    }
    std::vector<std::string> words;
    for (const QString& word : typed)
        words.push_back(isOfOps() ? word.toStdString() : std::to_string(word.toInt()));
    return words;
}

bool ClickInput::isReady() const
{
    const QStringList typed = typedWords(m_line->text());
    return !typed.isEmpty() && !isPassed()
        && std::all_of(typed.begin(), typed.end(), [this](const QString& word) {
               return isOfOps() ? plan::parseOp(word.toStdString()).has_value()
                                : isNumberWord(word);
           });
}

void ClickInput::submit()
{
    if (isReady())
        session().answer(lesson::Words{words()});
}

void ClickInput::takeFromPicture()
{
    const std::optional<OpRef>& op = picture().selected();
    if (!op || m_action.what == lesson::Clicked::Layer)
        return;
    take(m_action.what == lesson::Clicked::Rank ? QString::number(op->rank)
                                                : QString::fromStdString(plan::toText(op->op)));
}

void ClickInput::takeRank(int rank)
{
    if (m_action.what == lesson::Clicked::Rank)
        take(QString::number(rank));
}

void ClickInput::takeLayer(int layer)
{
    if (m_action.what == lesson::Clicked::Layer)
        take(QString::number(layer));
}

// One that is asked for alone is the answer; of several each is put to the others, or taken away
// again.
void ClickInput::take(const QString& word)
{
    if (isPassed())
        return;
    if (!m_action.all) {
        m_line->setText(word);
        return submit();
    }
    QStringList typed = typedWords(m_line->text());
    if (isInOrder() || !typed.removeOne(word))
        typed << word;
    m_line->setText(typed.join(QLatin1Char(' ')));
}

void ClickInput::textChanged()
{
    m_form->setVisible(!isReady() && !isPassed() && !typedWords(m_line->text()).isEmpty());
    std::vector<int> numbers;
    if (!isOfOps() && isReady())
        for (const std::string& word : words())
            numbers.push_back(std::stoi(word));
    const bool isOfRanks = m_action.what == lesson::Clicked::Rank;
    emit marksChanged(isOfRanks ? numbers : std::vector<int>(),
                      isOfRanks ? std::vector<int>() : numbers);
    emit readyChanged();
}

void ClickInput::retry()
{
    m_line->selectAll();
    if (isAncestorOf(window()->focusWidget() ? window()->focusWidget() : window()))
        m_line->setFocus(); // who clicks in the picture goes on there
}

void ClickInput::refresh()
{
    m_line->setReadOnly(isPassed());
    m_line->setClearButtonEnabled(!isPassed());
    if (!isPassed() || !m_line->text().isEmpty())
        return;
    const auto right = lesson::rightAnswer(session().scene());
    QStringList words;
    if (const auto* given = right ? std::get_if<lesson::Words>(&*right) : nullptr)
        for (const std::string& word : given->words)
            words << QString::fromStdString(word);
    m_line->setText(words.join(QLatin1Char(' ')));
}

} // namespace gui
