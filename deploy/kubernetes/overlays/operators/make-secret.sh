#!/usr/bin/env bash
# Makes what the overlay `operators` reads from secrets, with newly generated keys.
#   make-secret.sh stores            the namespace, and the certificate of RabbitMQ with an authority of its own
#   make-secret.sh parts MAIL_URL    the secret `openhours`: needs both stores up, whose operators made their passwords
set -euo pipefail
namespace=openhours
in_namespace() { kubectl -n "$namespace" "$@"; }
field() { in_namespace get secret "$1" -o "jsonpath={.data.$2}" | base64 -d; }
new_key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt; }
new_sealing_key() { openssl rand -base64 32 | tr '+/' '-_'; }

stores() {
  local folder name=openhours-rabbitmq
  kubectl create namespace "$namespace" --dry-run=client -o yaml | kubectl apply -f -
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' RETURN
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
    -subj "/CN=Openhours RabbitMQ authority" -keyout "$folder/ca.key" -out "$folder/ca.crt"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" \
    -keyout "$folder/tls.key" -out "$folder/tls.csr"
  openssl x509 -req -in "$folder/tls.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -days 825 \
    -extfile <(printf 'subjectAltName=DNS:%s,DNS:%s.%s.svc,DNS:*.%s-nodes.%s.svc.cluster.local\n' \
      "$name" "$name" "$namespace" "$name" "$namespace") -out "$folder/tls.crt"
  in_namespace create secret generic "$name-ca" --from-file=ca.crt="$folder/ca.crt"
  in_namespace create secret tls "$name-tls" --cert="$folder/tls.crt" --key="$folder/tls.key"
}

parts() {
  local mail="${1:?the address of the mail server, such as smtp+starttls://user:password@mail.example:587}"
  local postgres_ca="?sslmode=verify-full&sslrootcert=/etc/openhours/ca/postgres.crt"
  local rabbitmq_ca="?sslmode=verify-full&sslrootcert=/etc/openhours/ca/rabbitmq.crt"
  local server=openhours-postgres-rw databases=() service runtime owner
  for service in gateway identity profiles feed booking notifications; do
    runtime="$(openssl rand -hex 16)" owner="$(openssl rand -hex 16)"
    databases+=("--from-literal=$service-database-url=postgresql://openhours_$service:$runtime@$server/openhours_$service$postgres_ca")
    databases+=("--from-literal=$service-migration-database-url=postgresql://openhours_${service}_owner:$owner@$server/openhours_$service$postgres_ca")
  done
  in_namespace create secret generic openhours \
    --from-literal=admin-database-url="postgresql://postgres:$(field openhours-postgres-superuser password)@$server/postgres$postgres_ca" \
    --from-literal=rabbitmq-url="amqps://$(field openhours-rabbitmq-default-user username):$(field openhours-rabbitmq-default-user password)@openhours-rabbitmq/$rabbitmq_ca" \
    --from-literal=mail-url="$mail" \
    --from-literal=guest-link-key="$(openssl rand -hex 32)" \
    --from-literal=second-factor-key="$(new_sealing_key)" \
    --from-literal=booking-sealing-key="$(new_sealing_key)" \
    --from-literal=notifications-sealing-key="$(new_sealing_key)" \
    --from-literal=signing-key-pem="$(new_key)" \
    --from-literal=vapid-key-pem="$(new_key)" \
    "${databases[@]}"
}

case "${1:-}" in
  stores) stores ;;
  parts) parts "${2:-}" ;;
  *) sed -n '2,4p' "$0"; exit 2 ;;
esac
