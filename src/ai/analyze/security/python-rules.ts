/** Rules that find insecure code in Python, such as `pickle.loads(data)`, as queries of syntax trees. */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';
import { argument, assignmentQuery, secretRule, sqlRules, WORLD_WRITABLE_MODE } from './rule-parts.ts';

/** Matches a Python call by the whole callee, which becomes `$CALLEE`. */
function pythonCall(callee: string, ...more: readonly Query[]): Query {
  return { kind: 'call', all: [{ has: { field: 'function', regex: `^(?:${callee})$`, pattern: '$CALLEE' } }, ...more] };
}

const keyword = (regex: string): Query => ({ has: { field: 'arguments', has: { kind: 'keyword_argument', regex } } });

const assignmentForms = [
  ['assignment', 'left', 'right'],
  ['pair', 'key', 'value'],
  ['keyword_argument', 'name', 'value'],
] as const;

const mayServeSecurity: Query = { not: keyword('^usedforsecurity\\s*=\\s*False$') };
const pythonMode = { regex: `^(?:0o?${WORLD_WRITABLE_MODE}|.*\\bS_IWOTH\\b.*|.*\\bS_IRWXO\\b.*)$`, pattern: '$MODE' } as const;

export const pythonRules: readonly NodeRule[] = [
  {
    id: 'tls-verification-disabled',
    prefilter: /verify_mode/,
    query: assignmentQuery(assignmentForms, 'verify_mode', '^ssl\\.CERT_NONE$'),
    message: 'ssl.CERT_NONE accepts any certificate',
  },
  {
    id: 'tls-verification-disabled',
    prefilter: /check_hostname/,
    query: assignmentQuery(assignmentForms, 'check_hostname', '^False$'),
    message: 'the certificate may be that of another host',
  },
  {
    id: 'tls-verification-disabled',
    prefilter: /_create_default_https_context/,
    query: assignmentQuery(assignmentForms, '_create_default_https_context', 'unverified'),
  },
  secretRule(assignmentForms, 'string'),
  ...sqlRules(
    {
      kind: 'call',
      has: { field: 'function', regex: '(?i)\\.(?:execute|executemany|executescript|raw|read_sql|read_sql_query)$' },
    },
    assignmentForms,
  ),
  {
    id: 'code-injection',
    prefilter: /\b(?:eval|exec)\s*\(/,
    query: pythonCall('eval|exec', argument(1, { not: { kind: 'string', not: { has: { kind: 'interpolation' } } } })),
    message: '$CALLEE() runs a string as code',
  },
  {
    id: 'command-injection',
    prefilter: /\b(?:system|popen|getoutput|getstatusoutput)\s*\(/,
    query: pythonCall('os\\.(?:system|popen)|subprocess\\.(?:getoutput|getstatusoutput)', argument(1, { pattern: '$TEXT' })),
    check: 'TEXT',
    message: '$CALLEE() gives a shell a command with values in it',
  },
  {
    id: 'command-injection',
    prefilter: /shell\s*=\s*True/,
    query: pythonCall(
      '(?:subprocess\\.)?(?:run|call|check_call|check_output|Popen)',
      keyword('^shell\\s*=\\s*True$'),
      argument(1, { pattern: '$TEXT' }),
    ),
    check: 'TEXT',
    message: '$CALLEE() gives a shell a command with values in it',
  },
  {
    id: 'tls-verification-disabled',
    prefilter: /verify\s*=\s*False/,
    context: /\b(?:requests|httpx|aiohttp|urllib3)\b/,
    query: pythonCall('(?s:.*)', keyword('^verify\\s*=\\s*False$')),
    message: '$CALLEE() with verify=False accepts any certificate',
  },
  {
    id: 'tls-verification-disabled',
    prefilter: /_create_unverified_context/,
    query: pythonCall('ssl\\._create_unverified_context'),
  },
  {
    id: 'unsafe-deserialisation',
    prefilter: /pickle|dill|marshal|shelve/i,
    query: pythonCall('(?:c?[pP]ickle|dill|cloudpickle|marshal)\\.(?:loads?|Unpickler)|shelve\\.open|jsonpickle\\.decode'),
    message: '$CALLEE() can run code from the data',
  },
  {
    id: 'unsafe-deserialisation',
    prefilter: /\byaml\b/,
    query: pythonCall('yaml\\.(?:unsafe_load|unsafe_load_all|full_load)'),
    message: '$CALLEE() creates any object that the data name',
  },
  {
    id: 'unsafe-deserialisation',
    prefilter: /\byaml\b/,
    query: pythonCall('yaml\\.load(?:_all)?', {
      not: { any: [keyword('^Loader\\s*=.*(?:Safe|Base)'), argument(2, { regex: 'Safe|Base' })] },
    }),
    message: '$CALLEE() without SafeLoader creates any object that the data name',
  },
  ...(['md5', 'sha1'] as const).map((hash): NodeRule => {
    return {
      id: 'weak-hash',
      prefilter: /\bhashlib\b/,
      query: pythonCall(`hashlib\\.${hash}`, mayServeSecurity),
      message: `${hash} is broken`,
    };
  }),
  {
    id: 'weak-hash',
    prefilter: /\bhashlib\b/,
    query: pythonCall(
      'hashlib\\.new',
      argument(1, { regex: '(?i)^[\'"](?:md[45]|sha1)[\'"]$', pattern: '$ALGORITHM' }),
      mayServeSecurity,
    ),
    message: '$ALGORITHM is broken',
  },
  {
    id: 'world-writable',
    prefilter: /\bchmod\b/,
    query: pythonCall('(?:(?s:.*)\\.)?chmod', {
      has: {
        field: 'arguments',
        has: { any: [pythonMode, { kind: 'keyword_argument', regex: '^mode\\b', has: { field: 'value', ...pythonMode } }] },
      },
    }),
    message: '$CALLEE() with mode $MODE lets all users write',
  },
];
