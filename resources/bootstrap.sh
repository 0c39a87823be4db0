#!/usr/bin/env bash
# From a bare Debian 12 (or Ubuntu of its age) to a working Bubblescope.
#
#   resources/bootstrap.sh build   installs what is missing and builds the four programs into build/bin
#   resources/bootstrap.sh run     … and opens the first strategy, launches it on four local ranks and draws
#                                  measured under predicted; without a display it writes the picture and the
#                                  report instead, and says where
#   resources/bootstrap.sh test    installs and builds what the tests need, too, and passes every test; at its end
#                                  it says what was skipped and why
#   resources/bootstrap.sh package builds the Debian package into build/package and checks it with lintian
#
# Run again, it does only what is missing. It asks for sudo only to install packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# What the four programs need to be built and to run. OpenCL only because oneDNN's own
# configuration asks for it.
packages=(
  g++ cmake ninja-build
  qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
  qt6-translations-l10n libqt6opengl6-dev libgl-dev
  libopenmpi-dev openmpi-bin libzmq3-dev cppzmq-dev
  libdnnl-dev ocl-icd-opencl-dev libyaml-cpp-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libfmt-dev libsqlite3-dev
  libcairo2-dev libpango1.0-dev librsvg2-dev pkgconf
  fontconfig fonts-dejavu-core
)
# … to show Chinese …
case ${LC_ALL:-${LANG:-}} in zh*) packages+=(fonts-noto-cjk) ;; esac
# … and for the tests.
test_packages=(libgtest-dev librapidcheck-dev libbenchmark-dev python3 strace man-db chromium poppler-utils fonts-noto-cjk)
# … for those of several nodes, which need root; none of their services is to run here …
cluster_packages=(slurmctld slurmd slurm-client munge slurm-wlm-basic-plugins openssh-server iproute2 procps)
cluster_services=(slurmctld slurmd munge ssh)
# … and for the Debian package.
package_packages=(python3 dpkg-dev file lintian)
programs=(bubblescope bubblescope-run bubblescope-engine bubblescope-plan)
say() { printf 'bootstrap: %s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed$'; }

install_missing() {
  command -v dpkg-query >/dev/null || stop "this is no Debian or Ubuntu; install what README.md lists under Dependencies, then run cmake --preset release"
  local missing=()
  for package in "$@"; do
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

# By root, for tests alone: where they cannot run, they are not needed.
install_cluster() {
  [ "$(id -u)" -eq 0 ] || return 0
  local policy=/usr/sbin/policy-rc.d service missing=()
  for package in "${cluster_packages[@]}"; do
    installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  # Debian asks it whether a service may be started.
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 0755 "$policy"
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  fi
  install_missing "${missing[@]}"
  if command -v systemctl >/dev/null; then
    for service in "${cluster_services[@]}"; do
      # Those of a package that was here before stay as they are.
      case " ${missing[*]} " in
        *" ${service/#ssh/openssh-server} "*) systemctl disable "$service" >/dev/null 2>&1 || say "see that the service $service does not start" ;;
      esac
    done
  fi
}

configure() { # ON or OFF: whether the tests are built, too
  mkdir -p build
  cmake --preset release -DBUBBLESCOPE_TESTS="$1" >build/configure.log 2>&1 \
    || { cat build/configure.log >&2; stop "cmake could not configure the build; its messages are above"; }
  grep -E '^-- (CUDA|NCCL)' build/configure.log | sed 's/^-- /bootstrap: /' >&2
}

compile() { cmake --build --preset release "$@" | { grep -vE '^\[[0-9]+/[0-9]+\]' || true; }; }

build() {
  install_missing "${packages[@]}"
  [ -f build/build.ninja ] || configure OFF
  say "building into build/bin"
  compile --target "${programs[@]}"
}

package() {
  install_missing "${packages[@]}" "${package_packages[@]}"
  [ -f build/build.ninja ] || configure OFF
  # Where Python came after the first configuration, manual pages and completions are not among the targets yet.
  grep -q packaging_files build/build.ninja || cmake build >build/configure.log 2>&1
  say "building the package into build/package"
  compile --target "${programs[@]}" packaging_files
  rm -rf build/package
  (cd build && cpack -G DEB >package.log 2>&1) || { cat build/package.log >&2; stop "cpack could not make the package"; }
  lintian --allow-root --fail-on error,warning --tag-display-limit 0 build/package/*.deb || stop "lintian is not content with the package"
  say "made: $(echo build/package/*.deb)"
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
    install_missing "${packages[@]}" "${test_packages[@]}"
    install_cluster
    grep -qs '^BUBBLESCOPE_TESTS:BOOL=ON' build/CMakeCache.txt || configure ON
    say "building the programs and the tests into build/bin"
    compile
    # One more than there are processors: many wait for processes that they have started.
    QT_QPA_PLATFORM=offscreen tests/run_all.py --preset release --parallel "$(($(nproc) + 1))"
    ;;
  package) package ;;
  packages) # only installs: what programs and tests need, and the packages named
    shift
    install_missing "${packages[@]}" "${test_packages[@]}" "$@"
    install_cluster
    ;;
  *)
    say "say what to do: resources/bootstrap.sh run | test | build | package"
    exit 2
    ;;
esac
