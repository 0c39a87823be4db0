// A trace of another framework on disk.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "tests/strategy/dump_text.h"

#include <QFile>
#include <QTest>

namespace gui::test {

// A folder of dumps: three ranks, two iterations.
inline void writeDumps(const QString& folder)
{
    plan::Costs costs;
    using namespace std::chrono_literals;
    costs.stages = {{9ms, 8ms, 8ms, 0ms}, {9500us, 7ms, 7ms, 0ms}, {11ms, 8ms, 8ms, 0ms}};
    costs.hops = {200us, 300us};
    costs.optimizer = 2ms;
    const auto schedule = plan::makeSchedule("1f1b", {3, 1, 6, 1});
    const auto ran = plan::simulate(*schedule, costs);
    QVERIFY(ran);
    const auto write = [&folder](const QString& name, const std::string& text) {
        QFile file(folder + QLatin1Char('/') + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    };
    write(QStringLiteral("config.json"), R"({"pp_size": 3, "num_mbs": 6})");
    for (int rank = 0; rank < 3; ++rank) {
        const auto times = dump_test::timesOf(*ran, std::size_t(rank));
        write(QStringLiteral("pp_rank_%1.json").arg(rank),
              dump_test::dumpText({{1, times}, {2, times}}));
    }
}

} // namespace gui::test
