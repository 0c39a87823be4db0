#!/usr/bin/env bash
# Makes a folder that a machine with a GPU needs nothing beside but NVIDIA's driver and libraries.
#
#   tests/gpu/pack.sh [--build BUILD] [--fake] DIR
#
# BUILD (build): where the programs were built. DIR: made; must not be there, or be empty. --fake packs
# the programs that compute on GPUs that are made up, for a test of all of this without a GPU.
#
# DIR then holds run.sh, its stages and programs.tar.gz: our programs without debugging symbols,
# every library they need that is neither the C library's nor NVIDIA's, Open MPI with the plugins
# that ranks of one machine use, and the sources of the kernel test with all that nvcc needs to build
# it. It says how large DIR is, and fails above 60 MiB.
set -euo pipefail
most_bytes=$((60 << 20))
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build
fake=
while [ $# -gt 1 ]; do
    case $1 in
        --build) build=$(readlink -f "$2"); shift 2 ;;
        --fake) fake=yes; shift ;;
        *) break ;;
    esac
done
[ $# -eq 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$1
stop() { echo "pack.sh: $*" >&2; exit 1; }
[ -z "$(ls -A "$folder" 2>/dev/null)" ] || stop "$folder is not empty: name a new folder"
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs=$work/programs
mkdir -p "$programs"/{bin,lib,fallback}

# What is there is taken; the run says of each that is not that it is missing.
take() { # FILE NAME
    [ -e "$1" ] || { echo "pack.sh: not built, so not packed: ${1#"$root"/}" >&2; return 0; }
    strip -o "$programs/bin/$2" "$1"
    chmod 755 "$programs/bin/$2"
}
[ -x "$build/bin/bubblescope-run" ] || stop "$build/bin/bubblescope-run is not there: build first"
take "$build/bin/bubblescope-run" bubblescope-run
take "$build/bin/plan_without_paper" bubblescope-plan
if [ -n "$fake" ]; then
    take "$build/fake_gpu/bubblescope-engine" bubblescope-engine
    take "$build/bin/kernel_bench_without_gpu" gpu_kernel_bench
    take "$build/bin/cuda_kernels_test" gpu_kernels_test
    take "$build/bin/nccl_over_mpi" gpu_collectives
    touch "$programs/made-up"
else
    take "$build/bin/bubblescope-engine" bubblescope-engine
    [ -e "$build/bin/libbubblescope_cuda.so" ] || stop "$build has no code for GPUs: build where CUDA's toolkit and NCCL are"
    for name in libbubblescope_cuda.so gpu_kernel_bench gpu_kernels_test gpu_collectives; do
        take "$build/bin/$name" "$name"
    done
fi

# Open MPI, as it lies beside its own prefix: OPAL_PREFIX moves all of it at once.
mpirun=$(command -v mpirun) || stop "there is no mpirun in PATH"
plugins=$(ompi_info --parsable --path pkglibdir | sed 's/.*:pkglibdir://')
prefix=$(ompi_info --parsable --path prefix | sed 's/.*:prefix://')
[ -d "$plugins" ] || stop "Open MPI's plugins are not in $plugins"
cp -L "$mpirun" "$programs/bin/mpirun"
moved=$programs/mpi${plugins#"$prefix"}
mkdir -p "$moved" "$programs/mpi/share"
cp -rL "$prefix/share/openmpi" "$programs/mpi/share/" 2>/dev/null || true
# Not what belongs to networks, batch systems, files and shmem.
for plugin in "$plugins"/*.so; do
    case ${plugin##*/mca_} in
        *ucx* | *ofi* | *openib* | *psm* | *flux* | *slurm* | *gridengine* | *monitoring* | io_* | fs_* | fbtl_* \
            | fcoll_* | sharedfp_* | spml_* | sshmem_* | memheap_* | scoll_* | atomic_* | plm_rsh.so | *jsm.so) ;;
        *) cp -L "$plugin" "$moved/" ;;
    esac
done

# Every library of those, but the C library's, which must be the machine's own, and NVIDIA's.
find "$programs/bin" "$moved" -type f -print0 | LD_LIBRARY_PATH="$build/bin" xargs -0 ldd 2>/dev/null \
    | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u >"$work/libraries"
while read -r library; do
    case ${library##*/} in
        ld-linux* | libc.so* | libm.so* | libdl.so* | libpthread.so* | librt.so* | libutil.so* | libresolv.so* | libanl.so*) ;;
        libcublas* | libcuda.so* | libcudart* | libcudnn* | libnccl* | libnvidia* | libnvrtc* | libcupti*) ;;
        libstdc++* | libgcc_s*) cp -L "$library" "$programs/fallback/" ;; # an older one would hide a newer
        *) strip -o "$programs/lib/${library##*/}" "$library" 2>/dev/null || cp -L "$library" "$programs/lib/" ;;
    esac
done <"$work/libraries"

# The oldest C library that all of this runs with.
find "$programs/bin" "$programs/lib" "$moved" -type f -exec objdump -T {} + 2>/dev/null | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -1 \
    | sed 's/GLIBC_//' >"$programs/c-library"
[ -s "$programs/c-library" ] || stop "objdump says of no program which C library it needs"

# The sources of the kernel test: what its objects were made of, by ninja's own record.
sources() {
    local ninja
    ninja=$(command -v ninja) || return 0
    "$ninja" -C "$build" -t deps 2>/dev/null | awk '
        /^[^ ]/ { wanted = /gpu_kernels_test\.dir|gpu_alone\.dir|kernel_tests\.dir|cuda_kernels\.dir/ }
        wanted && /^ / { print $1 }' | sort -u
}
if [ -z "$fake" ] && [ -x "$build/bin/gpu_kernels_test" ]; then
    sources | while read -r file; do
        case $file in
            /*) ;;
            *) file=$(readlink -f "$build/$file") ;;
        esac
        case $file in
            "$build"/*) ;;
            "$root"/*) install -D -m 644 "$file" "$programs/source/${file#"$root"/}" ;;
            /usr/include/gtest/* | /usr/include/rapidcheck* | /usr/include/fmt/* | /usr/include/nlohmann/*)
                install -D -m 644 "$file" "$programs/source/include/${file#/usr/include/}" ;;
        esac
    done
    # nvcc's own records name its headers, not always the file itself.
    for file in "$root"/engine/runtime/cuda/kernels/*.cu; do
        install -D -m 644 "$file" "$programs/source/${file#"$root"/}"
    done
    mkdir -p "$programs/source/lib"
    for library in libgtest.a libgtest_main.a librapidcheck.a; do
        found=$(find /usr/lib /usr/local/lib -name "$library" -print -quit 2>/dev/null)
        [ -n "$found" ] || stop "$library is not here: the kernel test cannot be built elsewhere without it"
        strip -g -o "$programs/source/lib/$library" "$found"
    done
fi

cp "$here/run.sh" "$folder/"
cp -r "$here/stages" "$folder/"
tar -C "$work" -cf - programs | gzip "-$([ -n "$fake" ] && echo 1 || echo 9)" >"$folder/programs.tar.gz"
bytes=$(du -sb "$folder" | cut -f1)
printf 'pack.sh: %s holds %d programs, %d libraries and %d plugins of Open MPI: %s MiB of at most %d\n' "$folder" \
    "$(find "$programs/bin" -type f | wc -l)" "$(find "$programs/lib" "$programs/fallback" -type f | wc -l)" \
    "$(find "$moved" -type f | wc -l)" "$(awk "BEGIN { printf \"%.1f\", $bytes / 1048576 }")" $((most_bytes >> 20))
[ "$bytes" -le "$most_bytes" ] || stop "$folder is larger than may be carried"
