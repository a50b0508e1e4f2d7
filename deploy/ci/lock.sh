#!/usr/bin/env bash
# Pins every Python and Node package that the manifests allow, with digests and without the address of any registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 \
  pyproject.toml --extra dev services/*/pyproject.toml gateway/pyproject.toml proto-contracts/pyproject.toml deploy/pyproject.toml \
  deploy/openhours/pyproject.toml \
  --custom-compile-command "make lock" --output-file requirements.txt "$@"
# The packages of the image: the same versions, without development tools.
.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 \
  services/*/pyproject.toml gateway/pyproject.toml proto-contracts/pyproject.toml deploy/openhours/pyproject.toml deploy/docker/build.txt \
  --constraint requirements.txt --custom-compile-command "make lock" --output-file deploy/docker/requirements.txt
for folder in web deploy/local; do
  (cd "$folder" && npm install --package-lock-only --ignore-scripts --no-audit --no-fund)
done
