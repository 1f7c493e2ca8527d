SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- The decimal digits of all scripts, to stand in brackets in a regular expression.
CREATE FUNCTION shop_digits() RETURNS TEXT
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT E'0-9\\u0660-\\u0669\\u06F0-\\u06F9\\u07C0-\\u07C9\\u0966-\\u096F\\u09E6-\\u09EF\\u0A66-\\u0A6F\\u0AE6-\\u0AEF\\u0B66-\\u0B6F\\u0BE6-\\u0BEF\\u0C66-\\u0C6F\\u0CE6-\\u0CEF\\u0D66-\\u0D6F\\u0DE6-\\u0DEF\\u0E50-\\u0E59\\u0ED0-\\u0ED9\\u0F20-\\u0F29\\u1040-\\u1049\\u1090-\\u1099\\u17E0-\\u17E9\\u1810-\\u1819\\u1946-\\u194F\\u19D0-\\u19D9\\u1A80-\\u1A89\\u1A90-\\u1A99\\u1B50-\\u1B59\\u1BB0-\\u1BB9\\u1C40-\\u1C49\\u1C50-\\u1C59\\uA620-\\uA629\\uA8D0-\\uA8D9\\uA900-\\uA909\\uA9D0-\\uA9D9\\uA9F0-\\uA9F9\\uAA50-\\uAA59\\uABF0-\\uABF9\\uFF10-\\uFF19\\U000104A0-\\U000104A9\\U00010D30-\\U00010D39\\U00010D40-\\U00010D49\\U00011066-\\U0001106F\\U000110F0-\\U000110F9\\U00011136-\\U0001113F\\U000111D0-\\U000111D9\\U000112F0-\\U000112F9\\U00011450-\\U00011459\\U000114D0-\\U000114D9\\U00011650-\\U00011659\\U000116C0-\\U000116C9\\U000116D0-\\U000116E3\\U00011730-\\U00011739\\U000118E0-\\U000118E9\\U00011950-\\U00011959\\U00011BF0-\\U00011BF9\\U00011C50-\\U00011C59\\U00011D50-\\U00011D59\\U00011DA0-\\U00011DA9\\U00011DE0-\\U00011DE9\\U00011F50-\\U00011F59\\U00016130-\\U00016139\\U00016A60-\\U00016A69\\U00016AC0-\\U00016AC9\\U00016B50-\\U00016B59\\U00016D70-\\U00016D79\\U0001CCF0-\\U0001CCF9\\U0001D7CE-\\U0001D7FF\\U0001E140-\\U0001E149\\U0001E2F0-\\U0001E2F9\\U0001E4F0-\\U0001E4F9\\U0001E5F1-\\U0001E5FA\\U0001E950-\\U0001E959\\U0001FBF0-\\U0001FBF9'
$$;

-- Whether each of the texts matches a regular expression.
CREATE FUNCTION shop_each_matches(items TEXT[], pattern TEXT) RETURNS BOOLEAN
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT coalesce(bool_and(item ~ pattern), TRUE) FROM unnest(items) AS item
$$;

CREATE TABLE people (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    name VARCHAR(255) NOT NULL
);

COMMENT ON TABLE people IS 'Not enforced here: no instance is a Company as well (in part).';

CREATE TABLE companies (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    name VARCHAR(255) NOT NULL
);

CREATE TABLE products (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    sku TEXT NOT NULL CONSTRAINT idx_products_sku UNIQUE,
    catalogue TEXT NOT NULL DEFAULT 'main',
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    price NUMERIC NOT NULL CHECK (price::TEXT ~ '^-?([0-9]\.?){1,28}$' AND price > 0 AND price <= 100000),
    size TEXT CHECK (size IN ('S', 'M', 'L')),
    tag TEXT[] NOT NULL DEFAULT '{}' CHECK (cardinality(tag) <= 5 AND array_position(tag, NULL) IS NULL),
    supplier_person_id UUID REFERENCES people (id) ON DELETE SET NULL,
    supplier_company_id UUID REFERENCES companies (id) ON DELETE SET NULL,
    CONSTRAINT products_sku_pattern_check CHECK (sku ~ ('^[A-Z]{3}-[' || shop_digits() || ']{4}$')),
    CONSTRAINT products_catalogue_length_check CHECK (char_length(catalogue) <= 12),
    CONSTRAINT products_tag_pattern_check CHECK (shop_each_matches(tag, E'^[\\-a-z]+$')),
    CONSTRAINT idx_products_catalogue_number UNIQUE (catalogue, number),
    CONSTRAINT products_supplier_choice_check CHECK (num_nonnulls(supplier_person_id, supplier_company_id) <= 1)
);

CREATE INDEX idx_products_supplier_person ON products (supplier_person_id);
CREATE INDEX idx_products_supplier_company ON products (supplier_company_id);

COMMENT ON TABLE products IS 'What is for sale.';

CREATE TABLE orders (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    kind TEXT NOT NULL DEFAULT 'Order' CHECK (kind IN ('Order', 'ShippedOrder')),
    status TEXT CHECK (status IN ('Placed', 'Shipped', 'Cancelled')),
    note TEXT,
    CONSTRAINT orders_id_kind_key UNIQUE (id, kind),
    CONSTRAINT orders_status_required_in_shipped_orders_check CHECK (kind <> 'ShippedOrder' OR status IS NOT NULL),
    CONSTRAINT orders_status_constant_in_shipped_orders_check CHECK (kind <> 'ShippedOrder' OR status = 'Shipped'),
    CONSTRAINT orders_note_required_in_shipped_orders_check CHECK (kind <> 'ShippedOrder' OR note IS NOT NULL)
);

COMMENT ON TABLE orders IS 'What somebody buys.';
COMMENT ON COLUMN orders.kind IS 'The class of the instance.';

CREATE TABLE shipped_orders (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL DEFAULT 'ShippedOrder' CHECK (kind = 'ShippedOrder'),
    FOREIGN KEY (id, kind) REFERENCES orders (id, kind) ON DELETE CASCADE
);

COMMENT ON COLUMN shipped_orders.kind IS 'The class of the instance.';

CREATE TABLE order_items (
    order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    item_id UUID NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    PRIMARY KEY (order_id, item_id)
);

CREATE INDEX idx_order_items_item ON order_items (item_id);

-- What no condition of a single table can say of orders.
CREATE FUNCTION check_orders() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    _ids UUID[];
    _broken RECORD;
BEGIN
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', TRUE);
    IF TG_TABLE_NAME = 'order_items' THEN
        _ids := ARRAY[OLD.order_id, NEW.order_id];
    ELSE
        _ids := ARRAY[NEW.id];
    END IF;
    -- Whoever changes the same rows at the same time waits, or fails.
    UPDATE orders SET id = id WHERE id = ANY (_ids) AND xmin <> pg_current_xact_id()::xid;
    SELECT id, _rule.* INTO _broken
    FROM orders
    CROSS JOIN LATERAL (VALUES
        ('orders_item_size_check', 'order_items', 'item_id', (SELECT count(*) FROM order_items AS _item WHERE _item.order_id = orders.id) BETWEEN 1 AND 20)
    ) AS _rule (name, of_table, of_column, holds)
    WHERE id = ANY (_ids) AND NOT _rule.holds
    LIMIT 1;
    IF FOUND THEN
        RAISE check_violation USING
            MESSAGE = format(
                'row %s of table "%s" violates "%s" on column "%s" of table "%s"',
                _broken.id, 'orders', _broken.name, _broken.of_column, _broken.of_table
            ),
            CONSTRAINT = _broken.name,
            TABLE = _broken.of_table,
            COLUMN = _broken.of_column;
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_orders
    AFTER INSERT OR UPDATE OF id ON orders
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_orders();
CREATE CONSTRAINT TRIGGER check_orders
    AFTER INSERT OR UPDATE OR DELETE ON order_items
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_orders();

-- That a row of orders has its row in the table of the class that it says it is of.
CREATE FUNCTION check_orders_kind() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    _table TEXT;
BEGIN
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', TRUE);
    CASE NEW.kind
        WHEN 'ShippedOrder' THEN
            _table := 'shipped_orders';
            PERFORM FROM shipped_orders WHERE id = NEW.id;
    END CASE;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    -- The row itself may be another one by now, or gone.
    PERFORM FROM orders WHERE id = NEW.id AND kind = NEW.kind;
    IF FOUND THEN
        RAISE foreign_key_violation USING
            MESSAGE = format('row %s of table "%s" has no row in table "%s"', NEW.id, TG_TABLE_NAME, _table),
            CONSTRAINT = TG_NAME,
            SCHEMA = TG_TABLE_SCHEMA,
            TABLE = TG_TABLE_NAME,
            COLUMN = 'kind';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_orders_kind
    AFTER INSERT OR UPDATE OF kind ON orders
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.kind IN ('ShippedOrder'))
    EXECUTE FUNCTION check_orders_kind();

-- That no row of a class goes without its rows in the tables of superclasses.
CREATE FUNCTION shop_keep_row() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    _root TEXT;
    _is_left BOOLEAN;
    _is_there BOOLEAN;
BEGIN
    FOREACH _root IN ARRAY TG_ARGV[2:] LOOP
        EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1 AND %I = $2', TG_TABLE_SCHEMA, _root, TG_ARGV[1])
            INTO _is_left USING OLD.id, TG_ARGV[0];
        CONTINUE WHEN _is_left IS NULL;
        -- The row may be there again.
        EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO _is_there USING OLD.id;
        IF _is_there IS NULL THEN
            RAISE foreign_key_violation USING
                MESSAGE = format('row %s of table "%s" is needed by its row in table "%s"', OLD.id, TG_TABLE_NAME, _root),
                HINT = format('Delete the row of table "%s".', _root),
                CONSTRAINT = TG_NAME,
                SCHEMA = TG_TABLE_SCHEMA,
                TABLE = TG_TABLE_NAME;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER keep_shipped_orders
    AFTER DELETE OR UPDATE OF id, kind ON shipped_orders
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.kind = 'ShippedOrder')
    EXECUTE FUNCTION shop_keep_row('ShippedOrder', 'kind', 'orders');

CREATE VIEW all_shipped_orders AS
SELECT
    shipped_orders.id,
    shipped_orders.kind,
    orders.status,
    orders.note
FROM shipped_orders
JOIN orders ON orders.id = shipped_orders.id;
