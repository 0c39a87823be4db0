#include "gui/editor/catalog_texts.h"

#include <QCoreApplication>

#include <string>

namespace gui {
namespace {

constexpr const char* kTexts[] = {
    QT_TRANSLATE_NOOP("Catalog", "Chimera (bidirectional)"),
    QT_TRANSLATE_NOOP("Catalog", "DualPipe"),
    QT_TRANSLATE_NOOP("Catalog", "DualPipeV"),
    QT_TRANSLATE_NOOP("Catalog", "Eager 1F1B"),
    QT_TRANSLATE_NOOP("Catalog", "GPipe (F-then-B)"),
    QT_TRANSLATE_NOOP("Catalog", "Hanayo (waves)"),
    QT_TRANSLATE_NOOP("Catalog", "Interleaved 1F1B (virtual pipeline)"),
    QT_TRANSLATE_NOOP("Catalog", "Interleaved 1F1B, remainder in a round of its own"),
    QT_TRANSLATE_NOOP("Catalog", "Interleaved 1F1B, remainder in the first round"),
    QT_TRANSLATE_NOOP("Catalog", "Interleaved zero bubble"),
    QT_TRANSLATE_NOOP("Catalog", "Looped breadth-first"),
    QT_TRANSLATE_NOOP("Catalog", "Naive model parallelism"),
    QT_TRANSLATE_NOOP("Catalog", "1F1B (PipeDream-Flush)"),
    QT_TRANSLATE_NOOP("Catalog", "V-Half (half the memory of 1F1B)"),
    QT_TRANSLATE_NOOP("Catalog", "V-Min (a third of the memory of 1F1B)"),
    QT_TRANSLATE_NOOP("Catalog", "ZB-Auto (searched for these costs and this memory)"),
    QT_TRANSLATE_NOOP("Catalog", "ZB-H1 (zero bubble, the memory of 1F1B)"),
    QT_TRANSLATE_NOOP("Catalog", "ZB-H2 (zero bubble, twice the memory)"),
    QT_TRANSLATE_NOOP("Catalog", "ZB-V (zero bubble over two chunks)"),
    QT_TRANSLATE_NOOP("Catalog",
                      "chunks = 2; ranks and microbatches >= 2 (as published: even ranks)"),
    QT_TRANSLATE_NOOP("Catalog",
                      "chunks = 2; ranks and microbatches >= 2 (as published: both even, m >= 2p)"),
    QT_TRANSLATE_NOOP("Catalog", "chunks = 2; any ranks and microbatches (m >= 2p as published)"),
    QT_TRANSLATE_NOOP("Catalog", "chunks = 1; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog", "chunks = 2 x waves; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog", "chunks >= 1; 1 <= group N <= m; N >= p runs at full speed"),
    QT_TRANSLATE_NOOP("Catalog",
                      "chunks >= 1; m mod p = 0 or m < p; other m unless the last round deadlocks"),
    QT_TRANSLATE_NOOP("Catalog", "chunks >= 1; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog", "chunks >= 1; 1 <= group N <= m; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog", "chunks = 2; any ranks and microbatches"),
    QT_TRANSLATE_NOOP("Catalog",
                      "any ranks, chunks and microbatches; in-flight pairs allowed >= chunks"),
    QT_TRANSLATE_NOOP(
        "Catalog",
        "chunks = 1; any ranks and microbatches; no bubble within a rank from m >= 2p-1"),
    QT_TRANSLATE_NOOP("Catalog",
                      "B = 2F, even p and m: (m+p/2-1)(F+B) at m >= 2p; p F+(2p-2)B at m = p"),
    QT_TRANSLATE_NOOP("Catalog", "3 m+(p/2-1)(F&B+B-3W) at F = I = W, F&B = F+B, m >= 2p"),
    QT_TRANSLATE_NOOP("Catalog", "6 m + 2(p-1) at F = I = W, m >= 2p"),
    QT_TRANSLATE_NOOP("Catalog", "at least (m v+p-1)(F+B); B = 2F, v = 2, m = p: (p-1)F more"),
    QT_TRANSLATE_NOOP("Catalog", "m mod p = 0: (m v+p-1)(F+B); m < p: (p v+m-1)(F+B)"),
    QT_TRANSLATE_NOOP("Catalog", "3 m v+p-1 at F = I = W, m >= p"),
    QT_TRANSLATE_NOOP(
        "Catalog",
        "by simulation; F = I = W: 6m+3p-7 (p even) or 6m+3p-4 (p odd) chunk ops from m = 2p"),
    QT_TRANSLATE_NOOP("Catalog",
                      "by simulation; F = I = W: at most 6m+4p-5, or 6m+4p-7 where 3 divides p and "
                      "m >= p, chunk ops"),
    QT_TRANSLATE_NOOP(
        "Catalog",
        "found by search; at most that of any schedule of the same chunks within the same memory"),
    QT_TRANSLATE_NOOP("Catalog",
                      "F = I = W: max(3m+p-1, 2m+2p-1) F; longest span 3m F for m >= 2p-1"),
    QT_TRANSLATE_NOOP(
        "Catalog", "F = I = W, m >= p: (6m+p-1) F, of one chunk; longest span 6m F for m >= 2p-1"),
    QT_TRANSLATE_NOOP("Catalog", "at most min(m, 2p)"),
    QT_TRANSLATE_NOOP("Catalog", "p+1 (p+2 for odd p) at m >= 2p, else at most that or m"),
    QT_TRANSLATE_NOOP("Catalog", "2p+1 at m >= 2p, else at most min(2 m, 2p+1)"),
    QT_TRANSLATE_NOOP("Catalog", "min(m v, about 2 p v)"),
    QT_TRANSLATE_NOOP(
        "Catalog", "min(m v, (v-1)N + 2(p-1-r) + 1), N the first round; N < p: at most rank 0's"),
    QT_TRANSLATE_NOOP("Catalog",
                      "min(m v, (v-1)min(m, p) + 2(p-1-r) + 1), 1 more where m mod p != 0"),
    QT_TRANSLATE_NOOP("Catalog", "min(m v, (v-1)N + 2(p-1-r) + 1), N = p + m mod p; m < p: N = m"),
    QT_TRANSLATE_NOOP("Catalog", "min(m v, (v-1)N+p), N the longest round"),
    QT_TRANSLATE_NOOP("Catalog", "at most min(2((p+2) div 2), 2m, m+1+r)"),
    QT_TRANSLATE_NOOP(
        "Catalog", "at most min(2((p+4) div 3), 2m, m+1+r); one less on rank 0 where p mod 3 = 2"),
    QT_TRANSLATE_NOOP("Catalog", "at most the in-flight pairs allowed"),
    QT_TRANSLATE_NOOP("Catalog", "at most 2 min(p, m)"),
    QT_TRANSLATE_NOOP("Catalog", "one device at a time"),
    QT_TRANSLATE_NOOP("Catalog", "arXiv 2401.10241, section 3"),
    QT_TRANSLATE_NOOP("Catalog", "after arXiv 2412.19437, by its authors"),
    QT_TRANSLATE_NOOP("Catalog", "after arXiv 2104.04473, as in Paddle"),
    QT_TRANSLATE_NOOP("Catalog", "after arXiv 2401.10241, as in PyTorch"),
};

} // namespace

QString catalogText(std::string_view text)
{
    return QCoreApplication::translate("Catalog", std::string(text).c_str());
}

std::span<const char* const> catalogTexts() { return kTexts; }

} // namespace gui
