#!/usr/bin/env bash
# Installs a Debian package of Bubblescope on this system, uses it, and removes it again. As root, on a system
# that may be changed, such as a fresh container of Debian 12:
#
#   tests/packaging/installed.sh build/package/bubblescope_*.deb [FOLDER]
#
# A package with the code for GPUs that lies beside it is installed, too. No GPU is needed.
# FOLDER keeps the picture and the report. Exit code 0: everything below held.
set -euo pipefail
package=$(realpath "${1:?the .deb}")
out=$(realpath -m "${2:-$(mktemp -d)}")
first=/usr/share/bubblescope/strategies/first-run.yaml
programs=(bubblescope bubblescope-run bubblescope-engine bubblescope-plan)
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 XDG_RUNTIME_DIR="$out/runtime"
unset DISPLAY WAYLAND_DISPLAY
mkdir -p "$out" && mkdir -p -m 700 "$XDG_RUNTIME_DIR"
say() { printf 'installed: %s\n' "$*"; }
stop() { say "$*" >&2; exit 1; }

# Minimal images leave manual pages out of what they install.
rm -f /etc/dpkg/dpkg.cfg.d/docker
apt-get update -qq
apt-get install -y -qq --no-install-recommends man-db bash-completion desktop-file-utils shared-mime-info libglib2.0-bin >/dev/null
apt-get install -y -qq --no-install-recommends "$package" >/dev/null
version=$(dpkg-query -W -f '${Version}' bubblescope)
say "version $version, of $(dpkg-query -f . -W | wc -c) packages"
cd / # nothing of what follows may need the folder of the sources

for program in "${programs[@]}"; do
  [ "$(command -v "$program")" = "/usr/bin/$program" ] || stop "$program is not in /usr/bin"
  [ "$("$program" --version)" = "$program $version" ] || stop "$program --version says $("$program" --version)"
  man -w "$program" >/dev/null || stop "man finds no page of $program"
  [ -z "$(man --warnings -l "$(man -w "$program")" 2>&1 >/dev/null)" ] || stop "the page of $program is not well formed"
  [[ $(bash -ic '. /usr/share/bash-completion/bash_completion; _completion_loader "$0"; complete -p "$0"' "$program" 2>/dev/null) \
    = *"_${program//-/_} "* ]] || stop "bash loads no completion of $program"
done
desktop-file-validate /usr/share/applications/bubblescope*.desktop || stop "the desktop entry is not valid"
grep -q '^application/x-bubblescope-strategy=bubblescope.desktop' /usr/share/applications/mimeinfo.cache \
  || stop "no program is registered for strategies"
echo 'a: 1' >"$out/other.yaml"
[[ $(gio info -a standard::content-type "$first") = *application/x-bubblescope-strategy* ]] || stop "a strategy is not known by its text"
[[ $(gio info -a standard::content-type "$out/other.yaml") = *application/x-yaml* ]] || stop "any YAML file is taken for a strategy"
say "programs, manual pages, completions, desktop entry and MIME type are in place"

bubblescope "$first" --screenshot "$out/first-run.png"
[[ $(head -c 4 "$out/first-run.png") = *PNG ]] || stop "the window wrote no picture of the first strategy"
[[ $(bubblescope-plan simulate "$first" --format json) =~ \"makespan_us\":\ *165000 ]] || stop "the first strategy takes no 165 ms"
bubblescope-run "$first" --steps 5 --record "$out/recording" --json "$out/report.json"
grep -q '"outcome": *"completed"' "$out/report.json" || stop "the run of the first strategy did not complete"
bubblescope "$first" --replay "$out/recording" --screenshot "$out/measured.png"
[[ $(gio info -a standard::content-type "$out/recording/events.bslog") = *application/x-bubblescope-recording* ]] \
  || stop "a recording is not known"
say "the first strategy is drawn, ran on 4 ranks and is shown measured: $out"

packages=(bubblescope)
for gpus in "${package%/*}"/bubblescope-cuda_*.deb; do
  [ -f "$gpus" ] || continue
  said=$(bubblescope-engine --devices)
  [[ $said = *"install the package bubblescope-cuda"* ]] || stop "without bubblescope-cuda, --devices says: $said"
  apt-get install -y -qq --no-install-recommends "$gpus" >/dev/null
  packages+=(bubblescope-cuda)
  said=$(bubblescope-engine --devices)
  [[ $said != *"install the package bubblescope-cuda"* ]] || stop "with bubblescope-cuda, --devices says: $said"
  say "bubblescope-cuda is installed: $said"
done

files=$(dpkg -L "${packages[@]}" | while IFS= read -r path; do [ -d "$path" ] || echo "$path"; done)
apt-get purge -y -qq "${packages[@]}" >/dev/null
left=$(while IFS= read -r path; do [ -e "$path" ] && echo "$path"; done <<<"$files" || true)
left+=$(find /usr /etc /var/lib -iname '*bubblescope*' -not -path '/var/lib/apt/*' 2>/dev/null)
[ -z "$left" ] || stop "after the purge there is still: $left"
say "purged; nothing is left"
