#include "gui/challenge/challenge_game.h"

#include "engine/strategy/file.h"
#include "engine/strategy/torch_csv/torch_csv.h"
#include "gui/challenge/challenge_words.h"
#include "gui/text/engine_text.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <chrono>

namespace gui {
namespace {

using namespace std::chrono_literals;

constexpr auto kKeepingDelay = 1s;
constexpr std::size_t kMostBoardsBefore = 20;
constexpr int kMostPlayerLetters = 60;

bool isEmptyBoard(const lesson::BuildBoard& board)
{
    for (const auto& order : board.schedule().order)
        if (!order.empty())
            return false;
    return true;
}

} // namespace

ChallengeGame::ChallengeGame(QString file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    m_keeping.setSingleShot(true);
    m_keeping.setInterval(kKeepingDelay);
    connect(&m_keeping, &QTimer::timeout, this, &ChallengeGame::keep);
    m_mayWrite = !m_file.isEmpty();
    if (m_mayWrite && QFileInfo::exists(m_file)) {
        const auto text = strategy::readTextFile(m_file.toStdString(), lesson::kMaxNotesBytes);
        auto read = text ? lesson::challengeNotesOf(*text)
                         : plan::Result<lesson::ChallengeNotes>(text.error());
        if (read) {
            m_notes = *std::move(read);
        } else {
            m_mayWrite = false;
            m_problem = tr("%1: %2. What you lay is not kept until the file is gone.")
                            .arg(m_file, engineText(read.error().message));
        }
    }
    begin(dateOf(QDate::currentDate()));
}

ChallengeGame::~ChallengeGame()
{
    if (m_keeping.isActive())
        keep();
}

QString ChallengeGame::usualFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        + QStringLiteral("/challenges.json");
}

void ChallengeGame::begin(const lesson::Date& date)
{
    m_challenge = lesson::challengeOf(date);
    m_planned = lesson::Planned::make(m_challenge.strategy).operator*();
    m_before.clear();
    auto found = m_boards.find(date);
    if (found == m_boards.end()) {
        const auto noted = m_notes.laid.find(date);
        found = m_boards
                    .emplace(date,
                             noted == m_notes.laid.end()
                                 ? lesson::boardOf(m_challenge, m_planned)
                                 : lesson::relaid(m_challenge, m_planned, noted->second))
                    .first;
    }
    m_board = &found->second;
}

QDate ChallengeGame::date() const { return dateOf(m_challenge.date); }

void ChallengeGame::setDate(const QDate& date)
{
    if (!date.isValid() || date == this->date())
        return;
    begin(dateOf(date));
    emit dateChanged();
}

void ChallengeGame::noteLaid()
{
    note();
    emit laid();
}

void ChallengeGame::note()
{
    if (isEmptyBoard(*m_board))
        m_notes.laid.erase(m_challenge.date);
    else
        m_notes.laid[m_challenge.date] = m_board->schedule().order;
    m_keeping.start();
}

bool ChallengeGame::canUndo() const { return m_board->canUndo() || !m_before.empty(); }

void ChallengeGame::undo()
{
    if (m_board->canUndo()) {
        m_board->undo();
    } else if (!m_before.empty()) {
        *m_board = std::move(m_before.back());
        m_before.pop_back();
    }
    noteLaid();
}

void ChallengeGame::startAgain()
{
    if (!isEmptyBoard(*m_board))
        replace(lesson::boardOf(m_challenge, m_planned));
}

void ChallengeGame::startFromKnown()
{
    const plan::Schedule known = lesson::startOf(m_challenge);
    replace(lesson::boardOf(m_challenge, m_planned, &known));
}

void ChallengeGame::replace(lesson::BuildBoard board)
{
    m_before.push_back(std::exchange(*m_board, std::move(board)));
    if (m_before.size() > kMostBoardsBefore)
        m_before.erase(m_before.begin());
    noteLaid();
}

void ChallengeGame::setPlayer(const QString& name)
{
    m_notes.player = name.simplified().left(kMostPlayerLetters).toStdString();
    keep();
}

void ChallengeGame::setFolder(const QString& folder)
{
    m_notes.folder = folder.toStdString();
    m_keeping.start();
}

QString ChallengeGame::saveEntry(const QString& path) const
{
    const auto written = strategy::replaceFile(
        path.toStdString(),
        strategy::toTorchCsv(m_board->schedule(), strategy::CsvForm::ComputeOnly));
    return written ? QString() : engineText(written.error().message);
}

void ChallengeGame::keep()
{
    m_keeping.stop();
    if (!m_mayWrite)
        return;
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    const auto written = strategy::replaceFile(m_file.toStdString(), lesson::toJson(m_notes));
    m_problem = written ? QString() : engineText(written.error().message);
}

} // namespace gui
