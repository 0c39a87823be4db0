#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/pieces.h"

namespace training {

void CpuKernels::gelu(Matrix y, Matrix x)
{
    flatten(y, x);
    forPieces(m_threads, y, [&](auto next) {
        RowCopy to(y);
        RowCopy from(x);
        for (RowPiece piece; next(piece); to.put())
            m_rows.gelu(to.write(piece), from.read(piece), piece.count);
    });
}

void CpuKernels::geluGrad(Matrix dx, Matrix dy, Matrix x)
{
    flatten(dx, dy, x);
    forPieces(m_threads, dx, [&](auto next) {
        RowCopy to(dx);
        RowCopy from(dy);
        RowCopy input(x);
        for (RowPiece piece; next(piece); to.put())
            m_rows.geluGrad(to.write(piece), from.read(piece), input.read(piece), piece.count);
    });
}

void CpuKernels::swiglu(Matrix y, Matrix gate, Matrix up)
{
    flatten(y, gate, up);
    forPieces(m_threads, y, [&](auto next) {
        RowCopy to(y);
        RowCopy left(gate);
        RowCopy right(up);
        for (RowPiece piece; next(piece); to.put())
            m_rows.swiglu(to.write(piece), left.read(piece), right.read(piece), piece.count);
    });
}

void CpuKernels::swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up)
{
    flatten(dGate, dUp, dy, gate, up);
    forPieces(m_threads, dy, [&](auto next) {
        RowCopy toGate(dGate);
        RowCopy toUp(dUp);
        RowCopy from(dy);
        RowCopy left(gate);
        RowCopy right(up);
        // Two results, so put() is called twice: the loop's own call ends one, the last line the
        // other.
        for (RowPiece piece; next(piece); toUp.put()) {
            m_rows.swigluGrad(toGate.write(piece), toUp.write(piece), from.read(piece),
                              left.read(piece), right.read(piece), piece.count);
            toGate.put();
        }
    });
}

} // namespace training
