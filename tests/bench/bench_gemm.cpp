// The matrix product of the libraries that are installed, F32, at the shapes of GPT-2 124M:
// what the choice in engine/runtime/cpu/gemm.h rests on. The best of several runs, GFLOP/s.
//
//     env -u OPENBLAS_CORETYPE bench_gemm [threads]

#include <dnnl.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef BUBBLESCOPE_HAS_OPENBLAS
#include <cblas.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// c[m, n] = op(a) op(b), k long, as rows; leading dimensions are the rows' lengths.
struct Product {
    const char* name;
    bool flipA, flipB;
    std::int64_t m, n, k;
};

using Multiply = void (*)(const Product&, const float* a, const float* b, float* c);

struct Library {
    std::string name;
    Multiply multiply;
};

void multiplyOneDnn(const Product& p, const float* a, const float* b, float* c)
{
    dnnl_sgemm(p.flipA ? 'T' : 'N', p.flipB ? 'T' : 'N', p.m, p.n, p.k, 1.0F, a,
               p.flipA ? p.m : p.k, b, p.flipB ? p.k : p.n, 0.0F, c, p.n);
}

#ifdef BUBBLESCOPE_HAS_OPENBLAS
void multiplyOpenBlas(const Product& p, const float* a, const float* b, float* c)
{
    const auto i = [](std::int64_t value) { return static_cast<blasint>(value); };
    cblas_sgemm(CblasRowMajor, p.flipA ? CblasTrans : CblasNoTrans,
                p.flipB ? CblasTrans : CblasNoTrans, i(p.m), i(p.n), i(p.k), 1.0F, a,
                i(p.flipA ? p.m : p.k), b, i(p.flipB ? p.k : p.n), 0.0F, c, i(p.n));
}
#endif

std::vector<Library> libraries(int threads)
{
    std::vector<Library> found;
#ifdef _OPENMP
    omp_set_num_threads(threads);
#endif
    const dnnl_version_t* version = dnnl_version();
    found.push_back({"oneDNN " + std::to_string(version->major) + "."
                         + std::to_string(version->minor) + "." + std::to_string(version->patch),
                     multiplyOneDnn});
#ifdef BUBBLESCOPE_HAS_OPENBLAS
    openblas_set_num_threads(threads);
    found.push_back({std::string("OpenBLAS ") + openblas_get_corename(), multiplyOpenBlas});
#endif
    return found;
}

// Layers are y[tokens, out] = x[tokens, in] W[out, in]^T, dx = dy W, dW = dy^T x.
std::vector<Product> products()
{
    std::vector<Product> list;
    for (const std::int64_t tokens : {256, 1024})
        for (const auto& [in, out] : {std::pair<std::int64_t, std::int64_t>{768, 768},
                                      {768, 2304},
                                      {768, 3072},
                                      {3072, 768},
                                      {768, 50257}}) {
            list.push_back({"forward", false, true, tokens, out, in});
            list.push_back({"input gradient", false, false, tokens, in, out});
            list.push_back({"weight gradient", true, false, out, in, tokens});
        }
    for (const std::int64_t keys : {64, 256, 1024})
        for (const std::int64_t queries : {64, 128}) {
            list.push_back({"scores", false, true, queries, keys, 64});
            list.push_back({"values", false, false, queries, 64, keys});
            list.push_back({"key gradient", true, false, keys, 64, queries});
        }
    return list;
}

double gigaflops(const Product& p, Multiply multiply)
{
    const auto filled = [](std::int64_t size) {
        std::vector<float> values(static_cast<std::size_t>(size));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 17) - 8.0F;
        return values;
    };
    const auto a = filled(p.m * p.k);
    const auto b = filled(p.k * p.n);
    auto c = filled(p.m * p.n);
    const double work = 2.0 * double(p.m) * double(p.n) * double(p.k);
    const int calls = work < 1e8 ? int(1e8 / work) + 1 : 1; // of one timing
    double best = 0;
    for (int run = 0; run < (work > 1e10 ? 4 : 12); ++run) {
        const auto begin = Clock::now();
        for (int call = 0; call < calls; ++call)
            multiply(p, a.data(), b.data(), c.data());
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        best = std::max(best, calls * work / seconds / 1e9);
    }
    return best;
}

} // namespace

int main(int argc, char** argv)
{
    const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const auto found = libraries(threads);
    std::printf("GFLOP/s with %d threads\n%-16s %6s %6s %6s", threads, "product", "m", "n", "k");
    for (const Library& library : found)
        std::printf(" %20s", library.name.c_str());
    std::printf("\n");
    for (const Product& p : products()) {
        std::printf("%-16s %6lld %6lld %6lld", p.name, static_cast<long long>(p.m),
                    static_cast<long long>(p.n), static_cast<long long>(p.k));
        for (const Library& library : found)
            std::printf(" %20.1f", gigaflops(p, library.multiply));
        std::printf("\n");
    }
    return 0;
}
