#!/usr/bin/env bash
# Prints `parts=[...]`: the parts of the gate that a pull request concerns, of which HEAD is the merge; all for a push.
# Style and the tests of deploy, which read the documents, always run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
changed="$(git diff --name-only HEAD^1 HEAD | grep -vE '\.md$|^\.(github|vscode)/|^\.editorconfig$' || true)"

[[ "${GITHUB_EVENT_NAME:-}" == push ]] && changed=web/$'\n'services/

any() { grep -qE "$1" <<<"$changed"; }

parts=(lint test-unit)
if any '^[^/]+$|^(services|gateway|proto-contracts|deploy)/'; then parts+=(test-service test-e2e); fi
if any '^[^/]+$|^(web|proto-contracts)/'; then parts+=(test-web); fi
if any .; then parts+=(test-browser); fi
printf 'parts=["%s"]\n' "$(IFS=,; sed 's/,/","/g' <<<"${parts[*]}")"
