/** Keeps the owners and privileges of views that are dropped and created again. */

import { literal } from '../../targets/sql-schema/index.ts';

/** A view that is dropped, and its name when it is created again. */
export interface RecreatedView {
  readonly was: string;
  readonly now: string;
}

/** The setting that stores them as JSON until the end of the transaction. */
const PRIVILEGES_SETTING = "'codegen.rights'";

/**
 * Returns the statements that record the owners and privileges of views and of their columns before the views are dropped, and
 * those that restore them. PostgreSQL drops privileges with a view (manual, section 5.8), and a new view gets those of `ALTER
 * DEFAULT PRIVILEGES`, which may differ. A privilege on a removed column is lost.
 *
 * @param views without duplicates; if it is empty, there are no statements
 */
export function privilegeStatements(views: readonly RecreatedView[]): {
  readonly record: readonly string[];
  readonly restore: readonly string[];
} {
  if (views.length === 0) return { record: [], restore: [] };
  const pairs = views.map(({ was, now }) => `(${literal(was)}, ${literal(now)})`).join(', ');
  const names = views.map(({ now }) => `(${literal(now)})`).join(', ');
  return { record: [recordStatement(pairs)], restore: [restoreStatement(names)] };
}

const recordStatement = (pairs: string) => `-- Records the owners and rights of the views that this file recreates.
DO $$
BEGIN
    PERFORM set_config(${PRIVILEGES_SETTING}, json_agg(json_build_object(
        'view', _view.now, 'owner', relowner::REGROLE, 'part', _right.part, 'type', _right.privilege_type,
        'grantee', CASE _right.grantee WHEN 0 THEN 'PUBLIC' ELSE _right.grantee::REGROLE::TEXT END, 'gives', _right.is_grantable
    ))::TEXT, TRUE)
    FROM (VALUES ${pairs}) AS _view (was, now)
    JOIN pg_class ON pg_class.oid = to_regclass(quote_ident(_view.was))
    LEFT JOIN LATERAL (
        SELECT NULL AS part, _acl.* FROM aclexplode(relacl) AS _acl
        UNION ALL
        SELECT attname, _acl.* FROM pg_attribute, aclexplode(attacl) AS _acl WHERE attrelid = pg_class.oid
    ) AS _right ON _right.grantee <> relowner;
END
$$;`;

const restoreStatement = (names: string) => `-- Restores the owners and rights of the recreated views.
DO $$
DECLARE
    _kept CONSTANT JSON := current_setting(${PRIVILEGES_SETTING});
    _statement TEXT;
BEGIN
    FOR _statement IN
        SELECT DISTINCT format('REVOKE ALL ON %s FROM %s', oid::REGCLASS,
            CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::REGROLE::TEXT END)
        FROM (VALUES ${names}) AS _view (now)
        JOIN pg_class ON oid = to_regclass(quote_ident(now)), aclexplode(relacl)
        WHERE grantee <> relowner
    LOOP
        EXECUTE _statement;
    END LOOP;
    FOR _statement IN
        SELECT format('GRANT %s%s ON %I TO %s%s', type, '(' || quote_ident(part) || ')', view, grantee,
            CASE WHEN gives THEN ' WITH GRANT OPTION' ELSE '' END)
        FROM json_to_recordset(_kept) AS _right (view TEXT, part TEXT, type TEXT, grantee TEXT, gives BOOLEAN)
        WHERE type IS NOT NULL AND (part IS NULL OR EXISTS (
            SELECT FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(view)) AND attname = part
        ))
    LOOP
        EXECUTE _statement;
    END LOOP;
    FOR _statement IN
        SELECT DISTINCT format('ALTER VIEW %I OWNER TO %s', view, owner)
        FROM json_to_recordset(_kept) AS _right (view TEXT, owner TEXT)
        JOIN pg_class ON oid = to_regclass(quote_ident(view))
        WHERE relowner <> owner::REGROLE
    LOOP
        EXECUTE _statement;
    END LOOP;
END
$$;`;
