#!/usr/bin/env bash
# From a bare Debian 12 (or Ubuntu of its age) to a working Bubblescope.
#
#   resources/bootstrap.sh build   installs what is missing and builds; the programs are in build/bin
#   resources/bootstrap.sh run     … and opens the first strategy, launches it on four local ranks and draws
#                                  measured under predicted; without a display it writes the picture and the
#                                  report instead, and says where
#   resources/bootstrap.sh test    … and passes every test
#
# Run again, it does only what is missing. It asks for sudo only to install packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# What the build needs, and what the programs need at run time. OpenCL only because oneDNN's own
# configuration asks for it.
packages=(
  g++ cmake ninja-build ccache
  qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
  qt6-translations-l10n libqt6opengl6-dev libgl-dev
  libopenmpi-dev openmpi-bin libzmq3-dev cppzmq-dev
  libdnnl-dev ocl-icd-opencl-dev libyaml-cpp-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libfmt-dev libsqlite3-dev
  libgtest-dev librapidcheck-dev libbenchmark-dev python3 strace
  fontconfig fonts-dejavu-core fonts-noto-cjk
)
say() { printf 'bootstrap: %s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed$'; }

install_missing() {
  command -v dpkg-query >/dev/null || stop "this is no Debian or Ubuntu; install what README.md lists under Dependencies, then run cmake --preset release"
  local missing=()
  for package in "${packages[@]}" "$@"; do
    installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || stop "these packages are missing and there is no sudo; as root: apt-get install ${missing[*]}"
    as_root=(sudo env DEBIAN_FRONTEND=noninteractive)
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq || stop "apt-get update did not work; check the network and /etc/apt/sources.list"
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null \
    || stop "apt-get could not install ${missing[*]}; its messages are above"
}

build() {
  install_missing
  if [ ! -f build/build.ninja ]; then
    mkdir -p build
    cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log >&2; stop "cmake could not configure the build; its messages are above"; }
    grep -E '^-- (CUDA|NCCL)' build/configure.log | sed 's/^-- /bootstrap: /' >&2
  fi
  say "building into build/bin"
  cmake --build --preset release | { grep -vE '^\[[0-9]+/[0-9]+\]' || true; }
}

run() {
  build
  local strategy=resources/strategies/first-run.yaml out=build/first-run
  # A folder of its own for each run: one that is still going keeps its recording.
  mkdir -p "$out"
  out=$(mktemp -d "$out/$(date +%Y%m%d-%H%M%S)-XXXX")
  if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    local started run
    started=$(build/bin/bubblescope-run "$strategy" --steps 200 --record "$out/recording" --detach)
    run=$(sed -n 's/.*"run": *"\([^"]*\)".*/\1/p' <<<"$started")
    [ -n "$run" ] || stop "the run did not start: $started"
    say "run $run is under way; closing the window leaves it going (bubblescope-run stop $run ends it)"
    exec build/bin/bubblescope "$strategy" --attach "$run"
  fi
  build/bin/bubblescope-run "$strategy" --steps 20 --record "$out/recording" --json "$out/report.json"
  build/bin/bubblescope "$strategy" --replay "$out/recording" --screenshot "$out/window.png"
  say "no display: the picture is $out/window.png, the report $out/report.json, the recording $out/recording"
}

case "${1:-}" in
  build) build ;;
  run) run ;;
  test)
    build
    QT_QPA_PLATFORM=offscreen ctest --preset release --parallel "$(nproc)"
    ;;
  packages) # only installs: what the build needs, and the packages named
    shift
    install_missing "$@"
    ;;
  *)
    say "say what to do: resources/bootstrap.sh run | test | build"
    exit 2
    ;;
esac
