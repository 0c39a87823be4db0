# What lies on the machine: our programs unpacked, NVIDIA's libraries found. Sourced by run.sh.

# Folders that may hold NVIDIA's libraries: toolkits, the system's, those of Python's packages.
nvidia_folders() {
    local folder
    for folder in /usr/local/cuda/lib64 /usr/local/cuda/lib /usr/local/cuda-*/lib64 \
        /usr/local/cuda*/targets/x86_64-linux/lib /usr/local/cuda*/extras/CUPTI/lib64 /usr/lib/x86_64-linux-gnu /usr/lib64 \
        /usr/local/nvidia/lib64 /usr/local/nvidia/lib; do
        [ -d "$folder" ] && echo "$folder"
    done
    python3 - 2>/dev/null <<'PYTHON'
import glob, sys
for path in sys.path:
    print(*glob.glob(path + "/nvidia/*/lib"), sep="\n")
PYTHON
    for folder in /opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib /usr/local/lib/python3*/*-packages/nvidia/*/lib; do
        [ -d "$folder" ] && echo "$folder"
    done
}

# find_library NAME: the first file of that name, in $found; its folder joins the search path.
find_library() {
    local folder
    found=
    while read -r folder; do
        if [ -e "$folder/$1" ]; then
            found=$folder/$1
            case $folder in
                /usr/lib/x86_64-linux-gnu | /usr/lib64) ;; # searched anyhow; ahead of ours it would hide them
                *) case ":$LD_LIBRARY_PATH:" in *":$folder:"*) ;; *) LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder ;; esac ;;
            esac
            return 0
        fi
    done <<<"$folders"
    return 1
}

# Unpacks the programs beside run.sh, or into the temporary folder where that may not be written.
unpack() {
    local target=$here
    programs=$here/programs
    [ -e "$programs/complete" ] && return
    [ -f "$here/programs.tar.gz" ] || {
        echo "run.sh: there is no programs.tar.gz beside it: run pack.sh, and run.sh from the folder that it makes" >&2
        exit 2
    }
    [ -w "$here" ] || target=$work
    programs=$target/programs
    tar -C "$target" -xzf "$here/programs.tar.gz" || { echo "run.sh: programs.tar.gz cannot be unpacked to $target" >&2; exit 2; }
    touch "$programs/complete"
}

# version_at_least HAVE WANTED: of versions as in 2.36.
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -1)" = "$2" ]; }

# Whether a GPU shows here, whatever the engine thinks of it.
shows_a_gpu() { [ -e /dev/nvidia0 ] || { run_piece 30 "${plain[@]}" nvidia-smi -L && grep -q '^GPU ' "$output"; }; }

# Sets what all programs need in their environment, and says which libraries were taken.
use_machine() {
    local name
    unpack
    local needed have
    needed=$(cat "$programs/c-library")
    have=$(getconf GNU_LIBC_VERSION | sed 's/.* //')
    if ! version_at_least "$have" "$needed"; then
        say failed "C library" "this machine's is $have, and the programs need $needed: build and pack them on a system of this one's age"
        summary
        exit 1
    fi
    # The one GPU of stages 2 to 4: the first that whoever started this may use.
    one_gpu=${CUDA_VISIBLE_DEVICES:-0}
    one_gpu=${one_gpu%%,*}
    local machine_libraries=${LD_LIBRARY_PATH:-}
    # Before a program of the machine's own, which must not find our libraries ahead of its.
    plain=(env "LD_LIBRARY_PATH=$machine_libraries")
    export PATH="$programs/bin:$PATH" OPAL_PREFIX="$programs/mpi" LD_LIBRARY_PATH="$programs/lib${machine_libraries:+:$machine_libraries}"
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export PMIX_MCA_pcompress_base_silence_warning=1 # as Debian's settings, which stay behind, have it
    export HOME="${HOME:-/tmp}" XDG_STATE_HOME="$work/state" XDG_RUNTIME_DIR="$work/xdg"
    mkdir -p -m 700 "$work/state" "$work/xdg"
    ldd "$programs/bin/bubblescope-run" 2>&1 | grep -qE 'libstdc\+\+.*not found|GLIBCXX.*not found' \
        && LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$programs/fallback
    folders=$(nvidia_folders)
    for name in libcublasLt.so.13 libnccl.so.2 libcupti.so.13; do
        if find_library "$name"; then
            say ok "$name" "$(readlink -f "$found")"
        else
            say missing "$name" "is in none of the folders where NVIDIA's libraries lie"
        fi
    done
    find_library libcuda.so.1 # the driver's own, mostly where the loader looks anyhow
    nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda*/bin/nvcc 2>/dev/null | head -1)}
    sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer /opt/nvidia/*/*/compute-sanitizer 2>/dev/null | head -1)
    if ! run_piece 60 bubblescope-run --version; then
        say failed "bubblescope-run" "does not start here: $(last_line)"
    fi
    # Everything that needs a GPU asks this.
    run_piece 120 bubblescope-engine --devices
    devices=$(grep -m1 '^{' "$output")
    missing=$(json_text missing "$devices")
    gpu=$(json_text name "$devices")
    [ -n "$gpu" ] || [ -n "$missing" ] || missing="bubblescope-engine --devices said: ${devices:-$(last_line)}"
    [ -z "$missing" ] || ! shows_a_gpu || say failed "the engine" "uses no GPU, although there is one here: $missing"
}

# json_text KEY JSON, json_number KEY JSON: the first value of a key.
json_text() { printf '%s' "$2" | grep -o "\"$1\": *\"[^\"]*\"" | head -1 | sed 's/^[^:]*: *"//; s/"$//'; }
json_number() { printf '%s' "$2" | grep -o "\"$1\": *[-0-9.eE+]*" | head -1 | sed 's/^[^:]*: *//'; }

# Whether there is a GPU that the engine can use; a line where there is none.
has_gpu() { # NAME
    [ -n "$gpu" ] && [ -z "$missing" ] && return 0
    say missing "$1" "$missing"
    return 1
}
