#!/usr/bin/env bash
# Builds the kernel test from its sources with nvcc alone: rebuild.sh SOURCE NVCC CAPABILITY CUBLAS OBJECTS
# CAPABILITY as in 90. The program becomes OBJECTS/kernels_test.
set -eu
cd "$1"
nvcc=$2 capability=$3 cublas=$4 objects=$5
# Headers of NVIDIA's that do not lie beside nvcc: those of Python's packages.
include=(-I. -isystem include)
for folder in "$(dirname "$cublas")/../include"; do [ -d "$folder" ] && include+=(-isystem "$folder"); done
export nvcc capability objects
export include_words="${include[*]}"
# Of fmt: as header alone; and with constexpr, which it leaves out where it sees nvcc.
find . -name '*.cu' -o -name '*.cpp' | xargs -P "$(nproc)" -I{} bash -c '
    exec "$nvcc" -std=c++20 -O2 "-arch=sm_$capability" -DFMT_HEADER_ONLY=1 -DFMT_USE_CONSTEXPR=1 $include_words -c "$1" \
        -o "$objects/$(echo "$1" | tr -c "a-z_0-9\n" _).o"' _ {}
"$nvcc" "-arch=sm_$capability" -o "$objects/kernels_test" "$objects"/*.o \
    lib/libgtest_main.a lib/libgtest.a lib/librapidcheck.a -Xlinker "$cublas"
