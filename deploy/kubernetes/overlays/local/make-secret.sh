#!/usr/bin/env bash
# Creates the secret `openhours` for the local overlay, with newly generated keys.
set -euo pipefail
new_key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt; }
new_sealing_key() { openssl rand -base64 32 | tr '+/' '-_'; }
postgres="$(openssl rand -hex 16)" rabbitmq="$(openssl rand -hex 16)"
databases=()
for service in gateway identity profiles feed booking notifications; do
  runtime="$(openssl rand -hex 16)" owner="$(openssl rand -hex 16)" database="postgres/openhours_$service"
  databases+=("--from-literal=$service-database-url=postgresql://openhours_$service:$runtime@$database")
  databases+=("--from-literal=$service-migration-database-url=postgresql://openhours_${service}_owner:$owner@$database")
done
kubectl -n "${1:-openhours}" create secret generic openhours \
  --from-literal=postgres-password="$postgres" \
  --from-literal=admin-database-url="postgresql://openhours:$postgres@postgres/postgres" \
  --from-literal=rabbitmq-password="$rabbitmq" \
  --from-literal=rabbitmq-url="amqp://openhours:$rabbitmq@rabbitmq/" \
  --from-literal=mail-url=smtp://mailpit:1025 \
  --from-literal=guest-link-key="$(openssl rand -hex 32)" \
  --from-literal=second-factor-key="$(new_sealing_key)" \
  --from-literal=booking-sealing-key="$(new_sealing_key)" \
  --from-literal=notifications-sealing-key="$(new_sealing_key)" \
  --from-literal=signing-key-pem="$(new_key)" \
  --from-literal=vapid-key-pem="$(new_key)" \
  "${databases[@]}"
