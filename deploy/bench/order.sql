\set turn :turn + 1
\set number :first + :client_id * 5000 + :turn
\set shop random(0, :shops - 1)
BEGIN;
INSERT INTO booking_order (
    order_id, provider_id, client_id, client_name, client_email, status, brief, delivery_mode,
    delivery_location, services, total_minor, total_minutes, currency, provider_timezone, client_timezone,
    starts_at, ends_at, created_at, answer_by, revision)
VALUES ('01890000-0000-7000-8000-' || lpad(:number::int::text, 12, '0'),
    'provider-' || lpad(:shop::int::text, 7, '0'), :client, :client_name, :client_email, :status, :brief,
    :delivery_mode, :delivery_location, :services, :total_minor, :total_minutes, :currency,
    :provider_timezone, :client_timezone, :began::timestamptz + :number::int * interval '30 min',
    :began::timestamptz + :number::int * interval '30 min' + interval '30 min', :created_at,
    :answer_by, 1);
INSERT INTO session (order_id, position, slot_id, alias, provider_id, starts_at, ends_at, status)
VALUES ('01890000-0000-7000-8000-' || lpad(:number::int::text, 12, '0'), 1, :slot_id, '',
    'provider-' || lpad(:shop::int::text, 7, '0'), :began::timestamptz + :number::int * interval '30 min',
    :began::timestamptz + :number::int * interval '30 min' + interval '30 min', :status);
INSERT INTO outbox (event_id, aggregate, key, payload)
VALUES (gen_random_uuid(), :aggregate_1, :key_1, :payload_1), (gen_random_uuid(), :aggregate_2, :key_2, :payload_2);
COMMIT;
