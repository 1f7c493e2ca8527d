/** Writes statements that stop a migration, before any change, at a value that the new type of its column cannot represent. */

import { type ColumnState, literal, identifier as quote, type TableState } from '../../targets/sql-schema/index.ts';
import { conversionExpression, mayFail } from '../conversions.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';

/** A column before the migration, and the column that receives its values. */
interface RetypedColumn {
  readonly table: TableState;
  readonly column: ColumnState;
  readonly newColumn: ColumnState;
}

/**
 * Returns statements that find values which the new type cannot represent. PostgreSQL's own error names the value, but not the
 * table and column. Down scripts that delete rows first need no guard.
 */
export function valueGuards(builder: MigrationBuilder): Statements {
  if (builder.isDown && builder.hierarchies.formerSuperclassTables.size > 0) return [];
  const found = new Map([...retypedColumns(builder), ...movedColumns(builder)].map((each) => [keyOf(each), each]));
  return [...found.values()].filter(({ column, newColumn }) => mayFail(column.type, newColumn.type)).map(guardStatement);
}

const keyOf = ({ table, column, newColumn }: RetypedColumn): string => JSON.stringify([table.name, column.name, newColumn.type]);

function* retypedColumns(builder: MigrationBuilder): Iterable<RetypedColumn> {
  for (const [table, { columns }] of builder.pairs) {
    for (const newColumn of columns) {
      const column = table.columns.find((each) => builder.match.columns.get(each)?.name === newColumn.name);
      if (column && column.type !== newColumn.type && !builder.isRecreated(table, column)) yield { table, column, newColumn };
    }
  }
}

/** Yields columns whose values all move. If only some of them move, the others may keep their old type. */
function* movedColumns(builder: MigrationBuilder): Iterable<RetypedColumn> {
  for (const { table, column, toTable, toColumn, isComplete } of builder.valueMoves) {
    if (!column || !toColumn || !(isComplete || builder.match.tables.get(table) === toTable)) continue;
    yield { table, column, newColumn: toColumn };
  }
}

function guardStatement({ table, column, newColumn }: RetypedColumn): string {
  const { type } = newColumn;
  const [name, of] = [quote(table.name), quote(column.name)];
  const withoutQuotes = (text: string) => text.replace(/['$%\n]/g, '');
  const columnText = withoutQuotes(`${table.name}.${column.name}`);
  const raiseOptions = (is: string) => [
    `MESSAGE = format('${columnText}: %L ${is} (row %s)', left(_row.value, 200), _row.id),`,
    `            TABLE = ${literal(table.name)}, COLUMN = ${literal(column.name)},`,
    "            HINT = 'Nothing was changed: correct the rows, or convert such values in this migration.';",
  ];
  const characters = /^VARCHAR\((\d+)\)$/.exec(type)?.[1];
  const head = `-- Reports a value of ${columnText} that is not a valid ${type}, before any change.\nDO $$\nDECLARE\n    _row RECORD;\nBEGIN`;
  const row = `SELECT id, ${of}::TEXT AS value FROM ${name}`;
  if (characters !== undefined) {
    return [
      head,
      `    ${row} WHERE char_length(rtrim(${of}, ' ')) > ${characters} LIMIT 1 INTO _row;`,
      '    IF FOUND THEN',
      `        RAISE string_data_right_truncation USING ${raiseOptions(`has more than ${characters} characters`).join('\n')}`,
      '    END IF;',
      'END $$;',
    ].join('\n');
  }
  const value = conversionExpression(of, column, newColumn);
  return [
    head,
    `    PERFORM count(${value}) FROM ${name};`,
    'EXCEPTION WHEN data_exception THEN',
    `    FOR _row IN ${row} WHERE ${of} IS NOT NULL LOOP`,
    '        BEGIN',
    `            PERFORM ${value} FROM ${name} WHERE id = _row.id;`,
    '        EXCEPTION WHEN data_exception THEN',
    `            RAISE data_exception USING ${raiseOptions(`is not a valid ${type}`).join('\n    ')}`,
    '        END;',
    '    END LOOP;',
    '    RAISE;',
    'END $$;',
  ].join('\n');
}
