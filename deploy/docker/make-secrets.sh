#!/usr/bin/env bash
# Makes the secrets of docker-compose.yml in .env, each once. What is there already stays: databases keep their passwords.
set -euo pipefail
file="${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/.env}"
umask 077
touch "$file"
chmod 600 "$file"
services=(IDENTITY PROFILES FEED BOOKING NOTIFICATIONS)
for name in POSTGRES_PASSWORD "${services[@]/%/_DATABASE_PASSWORD}" "${services[@]/%/_OWNER_PASSWORD}" \
  RABBITMQ_PASSWORD GUEST_LINK_KEY AWS_SECRET_ACCESS_KEY; do
  grep -q "^$name=." "$file" || printf '%s=%s\n' "$name" "$(openssl rand -hex 32)" >>"$file"
done
