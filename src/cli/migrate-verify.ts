/** Runs `codegen migrate verify`: applies and reverts all migrations on a server, and compares the schemas. */

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, readRegular, reasonOf } from '../diagnostics/index.ts';
import {
  type CatalogueDifference,
  type FolderMigration,
  folderFaults,
  folderMigrations,
  type Session,
  type VerificationResult,
  verify,
} from '../migrate/index.ts';
import type { DomainModel } from '../model/index.ts';
import { interruptedRuns } from '../output/index.ts';
import { sqlSchema } from '../targets/sql-schema/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import { type Io, printJson, printSuccess } from './io.ts';
import { folderOf, readRecord } from './migrate.ts';
import { modelFor } from './ontology.ts';
import type { MigrateVerifyOptions } from './options.ts';
import { report } from './report.ts';

const MAX_LISTED_DIFFERENCES = 20;

export async function migrateVerify(io: Io, options: MigrateVerifyOptions): Promise<number> {
  const built = await modelFor(options.ontology, options);
  const dir = folderOf(options, built);
  const migrations = migrationsOf(dir);
  if (migrations.length === 0)
    fail('usage', { message: `the folder ${dir} contains no migrations`, help: 'run codegen migrate new to create the first' });
  const verified = await connectAndRun(options.databaseUrl, (session) =>
    verify(session, migrations, createStatements(built.model), `codegen_verify_${randomBytes(6).toString('hex')}`),
  );
  const diagnostics = diagnosticsOf(verified, built.subject.file);
  if (options.json) {
    printJson(io, {
      verified: diagnostics.length === 0,
      migrations: migrations.map(({ file }) => file),
      reverted: verified.revertedCount,
      diagnostics: diagnostics.map(diagnosticData),
    });
  } else if (diagnostics.length === 0) {
    printSuccess(
      io,
      `verified: ${countMigrations(migrations.length)} of ${dir} up, ${verified.revertedCount} down, and up again`,
    );
    io.stdout.write(`the schema equals that of ${built.subject.file}\n`);
  }
  return report(io, diagnostics, options.json ? { format: 'json' } : {});
}

function createStatements(model: DomainModel): string {
  return sqlSchema
    .generate(model)
    .map(({ content }) => content)
    .join('\n');
}

const countMigrations = (number: number): string => `${number} ${number === 1 ? 'migration' : 'migrations'}`;

function migrationsOf(dir: string): readonly FolderMigration[] {
  if (!existsSync(dir)) return [];
  const interrupted = interruptedRuns(dir);
  if (interrupted.length > 0) throw new DiagnosticError(...interrupted);
  try {
    const files = readdirSync(dir);
    const faults = folderFaults(dir, files, optionalRecord(dir));
    if (faults.length > 0) throw new DiagnosticError(...faults);
    return folderMigrations(files, (file) => readRegular(path.join(dir, file)).toString('utf8'));
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    return fail('file-unreadable', { file: dir, reason: reasonOf(error) });
  }
}

/** Returns the record; undefined if it is missing or invalid, because only the migration files are run. */
function optionalRecord(dir: string): ReturnType<typeof readRecord> {
  try {
    return readRecord(dir);
  } catch (error) {
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  }
}

function diagnosticsOf(
  { failedScript, schemaDifference, revertDifference }: VerificationResult,
  ontology: string,
): readonly Diagnostic[] {
  if (failedScript) return [diagnostic('migration-script-failed', failedScript)];
  if (schemaDifference)
    return [
      diagnostic('migration-differs', {
        file: schemaDifference.file,
        expected: `the schema of ${ontology}`,
        differences: differenceLines(schemaDifference.differences),
      }),
    ];
  if (revertDifference)
    return [
      diagnostic('migration-differs', {
        file: revertDifference.file,
        expected: 'the schema before this migration',
        differences: differenceLines(revertDifference.differences),
      }),
    ];
  return [];
}

function differenceLines(differences: readonly CatalogueDifference[]): readonly string[] {
  const lines = differences
    .slice(0, MAX_LISTED_DIFFERENCES)
    .map(({ kind, object, isExtra }) => `${isExtra ? 'unexpected' : 'missing'} in ${kind}: ${object}`);
  return differences.length > MAX_LISTED_DIFFERENCES
    ? [...lines, `and ${differences.length - MAX_LISTED_DIFFERENCES} more`]
    : lines;
}

/** Connects to a server and always closes the connection. Error messages never contain a password. */
async function connectAndRun<T>(url: string | undefined, use: (session: Session) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  try {
    const client = new pg.Client(url === undefined ? {} : { connectionString: url });
    // An error that ends the connection also fails the current statement, which reports it.
    client.on('error', () => undefined);
    // Outside of `try`: if it fails, `end` may never settle.
    await client.connect();
    try {
      return await use({
        run: async (sql) => {
          const answer: unknown = await client.query(sql);
          const answers = (Array.isArray(answer) ? answer : [answer]) as {
            command: string | null;
            rows: Record<string, unknown>[];
          }[];
          return { rows: answers.at(-1)?.rows ?? [], commands: answers.flatMap(({ command }) => command ?? []) };
        },
      });
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    return fail('database-failed', { reason: maskPassword(serverReason(error), url) });
  }
}

/**
 * Returns the message of an error of the connection or the server. Rethrows internal errors. An AggregateError has one error for
 * each address of the host.
 */
function serverReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(serverReason).join('; ');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_URL') return '--database-url is not a URL';
  if (code === 'ERR_SOCKET_BAD_PORT') return 'the port is not a number from 0 to 65535';
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
  return error.message;
}

function maskPassword(text: string, url: string | undefined): string {
  const passwordInUrl = /^[^/]*\/\/[^/@:]*:(.*)@/.exec(url ?? '')?.[1] ?? '';
  const passwords = [...(url ?? '').matchAll(/[?&]password=([^&#]*)/g)].map(([, value = '']) => value);
  const secrets = [passwordInUrl, ...passwords].flatMap((secret) => [secret, decodeSafely(secret)]);
  return [...secrets, url ?? '', process.env['PGPASSWORD'] ?? '']
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
