// A challenge on screen, of a game that is kept in a folder of its own, beside a folder of entries.

#pragma once

#include "engine/strategy/torch_csv/torch_csv.h"
#include "gui/challenge/challenge_lanes.h"
#include "gui/challenge/challenge_view.h"
#include "gui/challenge/leaderboard.h"
#include "gui/lanes/build_lanes.h"
#include "tests/gui/named.h"

#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace gui::test {

inline const QDate kSmall(2026, 2, 1); // 3 ranks, 4 microbatches, 3 in flight
inline const QDate kTight(2026, 5, 2); // 3 ranks, 4 microbatches, 2 in flight
inline const QDate kLarge(2026, 4, 8); // 6 ranks, 12 microbatches, 6 in flight

struct ShownChallenge {
    explicit ShownChallenge(const QDate& date = kSmall)
    {
        game.setDate(date);
        view = std::make_unique<ChallengeView>(game);
        view->resize(1280, 720);
        view->show();
        if (!QTest::qWaitForWindowActive(view.get()))
            QFAIL("the window does not become active");
    }

    QPushButton& button(const char* name) const
    {
        auto* found = named<QPushButton>(*view, QString::fromUtf8(name));
        Q_ASSERT(found);
        return *found;
    }
    QString path(const QString& name) const { return folder.filePath(name); }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray csvOf(const plan::Schedule& schedule) const
    {
        return QByteArray::fromStdString(
            strategy::toTorchCsv(schedule, strategy::CsvForm::ComputeOnly));
    }
    QByteArray good() const { return csvOf(lesson::startOf(game.challenge())); }
    // What the table has in that row.
    QStringList row(int row) const
    {
        QStringList cells;
        for (int column = 0; column < 4; ++column) {
            const auto* cell = view->leaderboard().table().item(row, column);
            cells << (cell ? cell->text() : QString());
        }
        return cells;
    }

    QTemporaryDir kept;
    QTemporaryDir folder; // of entries
    ChallengeGame game{kept.filePath(QStringLiteral("data/challenges.json"))};
    std::unique_ptr<ChallengeView> view;
};

} // namespace gui::test
