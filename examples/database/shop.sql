-- A database as it might be there already.
CREATE TYPE order_state AS ENUM ('open', 'paid', 'sent');

CREATE TABLE customers (
    id SERIAL PRIMARY KEY,
    email VARCHAR(200) NOT NULL UNIQUE,
    full_name TEXT NOT NULL,
    birthday DATE
);

CREATE TABLE orders (
    id SERIAL PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    state order_state NOT NULL,
    total NUMERIC NOT NULL CHECK (total >= 0),
    placed_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
