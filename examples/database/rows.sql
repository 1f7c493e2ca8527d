-- Prints the rows of shop.sql as RDF; yours need a query like these for each table:
--   psql --no-align --tuples-only --file rows.sql shop > rows.ttl
SELECT '@prefix : <http://example.org/orders#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .'
UNION ALL
SELECT concat_ws(' ; ', '<http://example.org/customers/' || id || '> a :Customer',
    ':email ' || to_json(email),
    ':full_name ' || to_json(full_name),
    ':birthday "' || birthday || '"^^xsd:date') || ' .'
FROM customers
UNION ALL
SELECT concat_ws(' ; ', '<http://example.org/orders/' || id || '> a :Order',
    ':customer <http://example.org/customers/' || customer_id || '>',
    ':state ' || to_json(state),
    ':total "' || total || '"^^xsd:decimal',
    ':placed_at ' || to_json(placed_at) || '^^xsd:dateTime') || ' .'
FROM orders;
