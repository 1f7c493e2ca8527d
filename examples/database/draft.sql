-- Prints a draft of an ontology for the tables of the schema "public", in Turtle:
--   psql --no-align --tuples-only --file draft.sql shop > orders.ttl
-- A table is a class, a column a property of a shape. What it does not translate is printed as a comment.
WITH tables AS (
    SELECT oid, regexp_replace(regexp_replace(name, 'ies$', 'y'), '([^s])s$', '\1') AS class
    FROM pg_class
    CROSS JOIN LATERAL (SELECT CASE WHEN relname ~ '[A-Z]' THEN relname ELSE initcap(relname) END) AS cased (words)
    CROSS JOIN LATERAL (SELECT regexp_replace(words, '[^A-Za-z0-9]', '', 'g')) AS one (name)
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
), columns AS (
    SELECT class, attnum, attname, attnotnull, atttypmod, typname, atttypid, tables.oid AS "table",
        (SELECT target.class FROM pg_constraint JOIN tables AS target ON target.oid = confrelid
            WHERE conrelid = tables.oid AND contype = 'f' AND conkey = ARRAY[attnum]) AS target,
        (SELECT string_agg(to_json(enumlabel)::TEXT, ' ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = atttypid) AS labels
    FROM tables
    JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type ON pg_type.oid = atttypid
    WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = tables.oid AND contype = 'p' AND conkey = ARRAY[attnum])
), properties AS (
    SELECT class, attnum, '    sh:property [ ' || concat_ws(' ; ',
        'sh:path :' || regexp_replace(CASE WHEN target IS NULL THEN attname ELSE regexp_replace(attname, '(_id|Id)$', '') END, '\W', '_', 'g'),
        CASE
            WHEN target IS NOT NULL THEN 'sh:class :' || target
            WHEN labels IS NOT NULL THEN 'sh:in ( ' || labels || ' )'
            ELSE 'sh:datatype xsd:' || CASE typname
                WHEN 'bool' THEN 'boolean' WHEN 'int2' THEN 'short' WHEN 'int4' THEN 'integer' WHEN 'int8' THEN 'long'
                WHEN 'float4' THEN 'float' WHEN 'float8' THEN 'double' WHEN 'numeric' THEN 'decimal' WHEN 'date' THEN 'date'
                WHEN 'time' THEN 'time' WHEN 'timestamp' THEN 'dateTime' WHEN 'timestamptz' THEN 'dateTime'
                WHEN 'interval' THEN 'duration' WHEN 'bytea' THEN 'base64Binary' ELSE 'string' END
        END,
        CASE WHEN attnotnull THEN 'sh:minCount 1' END,
        'sh:maxCount 1',
        CASE WHEN typname IN ('varchar', 'bpchar') AND atttypmod > 4 THEN 'sh:maxLength ' || atttypmod - 4 END) || ' ]' AS line
    FROM columns
), notes AS (
    SELECT class, string_agg(note, '' ORDER BY note) AS lines
    FROM (
        SELECT class, format(E'\n:%s a owl:InverseFunctionalProperty .', regexp_replace(attname, '\W', '_', 'g')) AS note
        FROM columns JOIN pg_constraint ON conrelid = "table" AND contype = 'u' AND conkey = ARRAY[attnum]
        UNION ALL
        SELECT class, format(E'\n# %s %s', conname, pg_get_constraintdef(pg_constraint.oid))
        FROM tables JOIN pg_constraint ON conrelid = tables.oid
        WHERE contype IN ('c', 'x') OR contype IN ('p', 'u', 'f') AND cardinality(conkey) > 1
    ) AS all_notes
    GROUP BY class
)
SELECT '@prefix : <http://example.org/orders#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

: a owl:Ontology .' || coalesce(string_agg(text, '' ORDER BY class), '')
FROM (
    SELECT class, format(E'\n\n:%1$s a owl:Class .\n:%1$sShape a sh:NodeShape ; sh:targetClass :%1$s ;\n%2$s .%3$s',
        class, string_agg(line, E' ;\n' ORDER BY attnum), (SELECT lines FROM notes WHERE notes.class = properties.class)) AS text
    FROM properties
    GROUP BY class
) AS classes;
