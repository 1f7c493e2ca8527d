"""Compares the models of the working directory with the tables of a schema, and copies its rows to another schema with them."""

import sys
import warnings
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import MANYTOONE, Session, configure_mappers, object_mapper

warnings.simplefilter("error")
sys.path.insert(0, ".")
from models import Base  # noqa: E402

host, source, target = sys.argv[1:]
configure_mappers()


def engine(schema: str) -> sa.Engine:
    options = f"-c search_path={schema} -c intervalstyle=iso_8601 -c timezone=UTC"
    return sa.create_engine(f"postgresql+psycopg://postgres@/postgres?host={host}", connect_args={"options": options})


def spelt(column_type: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> str:
    """Returns a type in SQL; enumerations are stored as text."""
    of_items = column_type.item_type if isinstance(column_type, sa.ARRAY) else column_type
    text = "TEXT" if isinstance(of_items, sa.Enum) else of_items.compile(dialect)
    return f"{text}[]" if isinstance(column_type, sa.ARRAY) else text


def key(columns: list[str], table: str, targets: list[str], on_delete: str | None) -> tuple[object, ...]:
    return (tuple(columns), table, tuple(targets), on_delete)


def differences(known: sa.Inspector) -> list[object]:
    """Returns what differs between the tables of the models and those of the database."""
    found: list[object] = []
    dialect = known.dialect
    tables = set(known.get_table_names())
    found.extend(tables ^ {table.name for table in Base.metadata.tables.values()})
    for table in Base.metadata.tables.values():
        columns = [column for column in known.get_columns(table.name) if "computed" not in column]
        there = [(c["name"], spelt(c["type"], dialect), c["nullable"], c["default"] is None) for c in columns]
        mapped = [(c.name, spelt(c.type, dialect), c.nullable, c.server_default is None) for c in table.columns]
        if there != mapped:
            found.append((table.name, there, mapped))
        names = {column["name"] for column in columns}
        keys = [k for k in known.get_foreign_keys(table.name) if names.issuperset(k["constrained_columns"])]
        refer = {key(k["constrained_columns"], k["referred_table"], k["referred_columns"], k["options"].get("ondelete")) for k in keys}
        constraints = table.foreign_key_constraints
        says = {key(c.column_keys, c.referred_table.name, [e.column.name for e in c.elements], c.ondelete) for c in constraints}
        if refer != says:
            found.append((table.name, refer, says))
        primary = known.get_pk_constraint(table.name)["constrained_columns"]
        if primary != [column.name for column in table.primary_key.columns]:
            found.append((table.name, primary))
    return found


def contents(connection: sa.Connection) -> dict[str, list[str]]:
    def rows(name: str) -> list[str]:
        table = connection.dialect.identifier_preparer.quote(name)
        return sorted(connection.scalars(sa.text(f"SELECT one::TEXT FROM {table} AS one")))

    return {table.name: rows(table.name) for table in Base.metadata.tables.values()}


origin, destination = engine(source), engine(target)
different = differences(sa.inspect(origin))
assert different == [], different
references = 0
with Session(origin) as reading, Session(destination) as writing:
    roots = [mapper for mapper in Base.registry.mappers if mapper.inherits is None]
    objects = [one for mapper in roots for one in reading.scalars(sa.select(mapper))]
    copies: dict[object, Any] = {}
    for one in objects:
        mapper = object_mapper(one)
        # Relationships set the references.
        set_later = {c for r in mapper.relationships if r.direction is MANYTOONE for c in r.local_columns if not c.primary_key}
        attributes = [each for each in mapper.column_attrs if each.columns[0] not in set_later]
        copies[one] = type(one)(**{each.key: getattr(one, each.key) for each in attributes})
    for one in objects:
        for relation in object_mapper(one).relationships:
            value, copy = getattr(one, relation.key), copies[one]
            if not relation.uselist and value is not None:
                references += 1
                setattr(copy, relation.key, copies[value])
            for other in value if relation.uselist else []:
                # The other end of the relation may have added it.
                references += 1
                if copies[other] not in getattr(copy, relation.key):
                    getattr(copy, relation.key).append(copies[other])
    writing.add_all(copies.values())
    writing.commit()
with origin.connect() as before, destination.connect() as after:
    expected, copied = contents(before), contents(after)
    assert copied == expected, [(name, rows, copied[name]) for name, rows in expected.items() if rows != copied[name]]
print(len(objects), sum(map(len, expected.values())), references)
origin.dispose()
destination.dispose()
