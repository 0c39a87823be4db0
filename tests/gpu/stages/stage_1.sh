# The machine and the kernels. Sourced by run.sh.

versions() {
    if command -v nvidia-smi >/dev/null && run_piece 30 "${plain[@]}" nvidia-smi \
        --query-gpu=name,driver_version,memory.total,clocks.max.sm,power.limit,ecc.mode.current,mig.mode.current \
        --format=csv,noheader; then
        while read -r line; do say measured "GPU by nvidia-smi" "$line"; done <"$output"
    else
        say missing "nvidia-smi" "is not here, or found no GPU"
    fi
    if [ -n "$missing" ]; then
        say missing "GPU" "$missing"
    else
        say measured "GPU" "$gpu, compute capability $(json_text compute_capability "$devices"), $(json_number memory_bytes "$devices") bytes"
    fi
    say measured "versions" "driver's CUDA $(json_text driver_cuda "$devices"), runtime $(json_text runtime_cuda "$devices"), cuBLAS $(json_text cublas "$devices"), NCCL $(json_text nccl "$devices"), processors $(nproc)"
    local tool at
    for tool in ncu nsys cuda-gdb python3 g++; do
        at=$(command -v $tool) && say ok "$tool" "$at" || say missing "$tool" "is not in PATH"
    done
}

# Its table and its JSON go where ours do, line by line.
kernel_bench() {
    has gpu_kernel_bench && has_gpu "kernel bench" || return
    local arguments=() limit code
    [ -n "$tiny" ] && arguments=(--tiny)
    limit=$(within 150)
    mkfifo "$work/numbers"
    sed -u "s/^{/{\"stage\": $stage, \"result\": \"measured\", /" <"$work/numbers" >>"$out/results.json" &
    local writer=$!
    timeout -k 10 "$limit" gpu_kernel_bench "${arguments[@]}" --json "$work/numbers" 2>"$work/bench.error" | tee -a "$out/table.txt"
    code=${PIPESTATUS[0]}
    # A bench that never opened the pipe leaves its reader waiting.
    exec 9<>"$work/numbers" && exec 9>&-
    wait $writer
    if [ "$code" -eq 0 ]; then say ok "kernel bench" "the table above"; else say failed "kernel bench" "exit code $code: $(tail -1 "$work/bench.error")"; fi
}

# Names the tests that failed, one a line.
kernel_test() { # NAME PROGRAM
    has gpu_kernels_test && has_gpu "$1" || return
    local arguments=()
    local cases=100 count began=$SECONDS code
    [ -n "$tiny" ] && { cases=2; arguments=("--gtest_filter=Rows*:Products*"); }
    run_piece 150 env RC_PARAMS="max_success=$cases" "$2" "${arguments[@]}"
    code=$?
    count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\{0,1\}\..*/\1/p' "$output")
    # A test that ran nothing says nothing.
    if [ "$code" -eq 0 ] && [ "${count:-0}" -gt 0 ]; then
        say ok "$1" "each against double precision, $((SECONDS - began)) s" "$count" tests
        return
    fi
    say failed "$1" "exit code $code, ${count:-0} passed: $(last_line)"
    grep -o '^\[  FAILED  \] [A-Za-z0-9_./]*' "$output" | sort -u | sed 's/.*] //' >"$work/failed"
    while read -r name; do say failed "$1: $name" "see log.txt"; done <"$work/failed"
}

sanitize() { # TOOL FILTER
    [ -n "$sanitizer" ] || { say missing "compute-sanitizer, $1" "is not here"; return; }
    has gpu_kernels_test && has_gpu "compute-sanitizer, $1" || return
    piece "compute-sanitizer, $1" 75 env RC_PARAMS="max_success=2 max_size=20" "$sanitizer" --tool "$1" --error-exitcode 9 \
        gpu_kernels_test "--gtest_filter=$2"
}

# By nvcc alone, for this GPU.
rebuild() {
    local name="kernel test built by nvcc here" source=$programs/source capability objects=$work/objects
    [ -n "$nvcc" ] && [ -x "$nvcc" ] || { say missing "$name" "there is no nvcc here"; return; }
    command -v g++ >/dev/null || { say missing "$name" "there is no g++ here, which nvcc needs"; return; }
    [ -d "$source" ] || { say missing "$name" "its sources are not in this folder"; return; }
    capability=$(json_text compute_capability "$devices" | tr -d .)
    mkdir -p "$objects"
    find_library libcublasLt.so.13 || { say missing "$name" "there is no cuBLAS to link"; return; }
    piece "$name" 200 "${plain[@]}" bash "$here/stages/rebuild.sh" "$source" "$nvcc" "${capability:-90}" "$found" "$objects" || return
    kernel_test "kernel test as built here" "$objects/kernels_test"
}

# PyTorch's attention by cuDNN at the bench's shapes, where PyTorch is.
attention_beside() {
    has_gpu "attention by cuDNN" || return
    [ -f "$programs/made-up" ] && { say missing "attention by cuDNN" "the GPU is made up"; return; }
    run_piece 60 "${plain[@]}" python3 -c 'import torch' || { say missing "attention by cuDNN" "there is no PyTorch here to ask cuDNN through"; return; }
    run_piece 60 "${plain[@]}" python3 "$here/stages/attention_beside.py" || {
        grep -q 'No available kernel' "$output" && { say missing "attention by cuDNN" "this PyTorch has none"; return; }
        say failed "attention by cuDNN" "$(last_line)"
        return
    }
    local name value shape
    while IFS=$'\t' read -r name value shape; do say measured "$name" "$shape" "$value" TFLOP/s; done < <(grep -P '\t' "$output")
}

versions
kernel_bench
kernel_test "kernel test" gpu_kernels_test
attention_beside
sanitize memcheck '*'
sanitize racecheck '*ttention*'
rebuild
