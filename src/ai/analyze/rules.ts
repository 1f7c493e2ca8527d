/** All rules, with their severity, weakness (CWE) and remedy. */

/** In ascending order. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

export type Severity = (typeof severities)[number];

interface Rule {
  readonly severity: Severity;
  /** Number in the Common Weakness Enumeration, https://cwe.mitre.org. */
  readonly cwe?: number;
  readonly title: string;
  readonly remedy: string;
}

export const rules = {
  'private-key': {
    severity: 'critical',
    cwe: 321,
    title: 'A private key is in the sources.',
    remedy: 'Revoke the key, remove it from the history, and read it from a secret store.',
  },
  'provider-token': {
    severity: 'critical',
    cwe: 798,
    title: 'A token of a known provider is in the sources.',
    remedy: 'Revoke the token, and read it from the environment or a secret store.',
  },
  'hard-coded-secret': {
    severity: 'high',
    cwe: 798,
    title: 'A secret is written into the code.',
    remedy: 'Read it from the environment or a secret store, and change it.',
  },
  'credentials-in-url': {
    severity: 'high',
    cwe: 798,
    title: 'A URL contains a password.',
    remedy: 'Remove the password from the URL, and read it from the environment.',
  },
  'command-injection': {
    severity: 'high',
    cwe: 78,
    title: 'A shell runs a command that is put together at run time.',
    remedy: 'Start the program without a shell, with its arguments as a list.',
  },
  'sql-injection': {
    severity: 'high',
    cwe: 89,
    title: 'SQL is put together with values at run time.',
    remedy: 'Give the values as parameters of the statement; quote names with the database’s own function.',
  },
  'code-injection': {
    severity: 'high',
    cwe: 95,
    title: 'A string is run as code.',
    remedy: 'Parse the data, or choose from a table of functions.',
  },
  'unsafe-deserialisation': {
    severity: 'high',
    cwe: 502,
    title: 'Deserialising can run code from the data.',
    remedy: 'Use a format without code, such as JSON, or the safe loader of the library.',
  },
  'weak-hash': {
    severity: 'medium',
    cwe: 328,
    title: 'A hash function that is broken.',
    remedy: 'Use SHA-256 or better; for passwords Argon2, scrypt or bcrypt.',
  },
  'weak-cipher': {
    severity: 'medium',
    cwe: 327,
    title: 'A cipher that is broken, or one that shows equal blocks.',
    remedy: 'Use AES-256-GCM or ChaCha20-Poly1305.',
  },
  'tls-verification-disabled': {
    severity: 'high',
    cwe: 295,
    title: 'Certificates are not verified.',
    remedy: 'Verify them; for an authority of your own, add its certificate to those that are trusted.',
  },
  'world-writable': {
    severity: 'medium',
    cwe: 732,
    title: 'All users of the machine can write to it.',
    remedy: 'Give the mode 0755 for programs and folders, 0644 for other files, 0600 for secrets.',
  },
  'pipe-to-shell': {
    severity: 'medium',
    cwe: 494,
    title: 'A download is run without a look at what it is.',
    remedy: 'Download a fixed version, compare its checksum, and then run it.',
  },
  'rust-unsafe': {
    severity: 'medium',
    cwe: 758,
    title: 'Unsafe code that does not say why it is sound.',
    remedy: 'Write a comment that begins with SAFETY: above it, or do without.',
  },
  'rust-unwrap': {
    severity: 'low',
    cwe: 248,
    title: 'A missing value or an error ends the program.',
    remedy: 'Hand the error on with ?, or say with expect() why it cannot occur.',
  },
  'sql-security-definer': {
    severity: 'medium',
    cwe: 426,
    title: 'A SECURITY DEFINER function does not set search_path.',
    remedy: 'Add SET search_path = pg_catalog, pg_temp, and name schemas in full.',
  },
  'sql-grant-to-public': {
    severity: 'medium',
    cwe: 732,
    title: 'All privileges are granted to all users.',
    remedy: 'Grant the privileges that are needed to the roles that need them.',
  },
  'complex-function': {
    severity: 'low',
    title: 'A function that is hard to test and to understand.',
    remedy: 'Extract parts of it into named functions.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;

export function ruleOf(id: RuleId): Rule {
  return rules[id];
}
