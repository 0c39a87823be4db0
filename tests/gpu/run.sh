#!/usr/bin/env bash
# Tests and measures the engine on a machine with a GPU, from the folder that pack.sh makes. Needs no
# network and nothing installed but NVIDIA's driver and libraries.
#
#   run.sh [--stage 1|2|3|4]... [--out DIR] [--tiny] [--llmc DIR]
#
#   --stage    1: the machine and the kernels, 2: several ranks on one GPU, 3: speed of training,
#              4: faults and predictions. All four where none is named; each ends within 8 minutes.
#   --out      where table.txt, results.json and log.txt are appended to (gpu-results)
#   --tiny     sizes that say nothing of a GPU: for a test of this program itself
#   --llmc     sources of karpathy/llm.c to be built, or its train_gpt2cu, to measure beside; never downloaded
#
# What is found out is written at once, so that a stage that is killed loses nothing: to table.txt a
# line for people, to results.json a JSON object on a line of its own (README.md says its keys).
# Exit code: 0 nothing failed, 1 something did, 2 wrong usage. What this machine lacks is said in a
# line and is no failure.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '5,11s/^# \{0,3\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }

stages=()
out=gpu-results
tiny=
llmc=
while [ $# -gt 0 ]; do
    case $1 in
        --tiny) tiny=yes; shift; continue ;;
        --stage | --out | --llmc) [ $# -gt 1 ] || usage ;;
        *) usage ;;
    esac
    case $1 in
        --stage) case $2 in [1-4]) stages+=("$2") ;; *) usage ;; esac ;;
        --out) out=$2 ;;
        --llmc) llmc=$2 ;;
    esac
    shift 2
done
[ ${#stages[@]} -gt 0 ] || stages=(1 2 3 4)
mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)

. "$here/stages/results.sh"
. "$here/stages/machine.sh"
. "$here/stages/training.sh"
use_machine
for stage in "${stages[@]}"; do
    begin_stage "$stage"
    . "$here/stages/stage_$stage.sh"
    end_stage
done
summary
[ "$failures" -eq 0 ]
