#!/usr/bin/env bash
# `make compose-env`: makes the secrets of docker-compose.yml in .env, each once, from the machine's own random numbers.
# What is there already stays: databases keep their passwords.
set -euo pipefail
file="${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/.env}"
umask 077
touch "$file"
chmod 600 "$file"
new_secret() { od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n'; }
parts=(GATEWAY IDENTITY PROFILES FEED BOOKING NOTIFICATIONS)
for name in POSTGRES_PASSWORD "${parts[@]/%/_DATABASE_PASSWORD}" "${parts[@]/%/_OWNER_PASSWORD}" \
  RABBITMQ_PASSWORD GUEST_LINK_KEY AWS_SECRET_ACCESS_KEY; do
  grep -q "^$name=." "$file" || printf '%s=%s\n' "$name" "$(new_secret)" >>"$file"
done
