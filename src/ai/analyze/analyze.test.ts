import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnalysisOptions, analyzeProject, type Report } from './index.ts';
import { type RuleId, ruleOf, rules } from './rules.ts';

async function analysed(files: Record<string, string>, more: Partial<AnalysisOptions> = {}): Promise<Report> {
  const root = mkdtempSync(path.join(tmpdir(), 'codegen-analyze-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const usual = { complexity: true, security: true, includeGenerated: false };
    return await analyzeProject(root, { ...usual, ...more });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Returns the line and rule of each finding in one file. */
async function found(file: string, text: string): Promise<readonly string[]> {
  const { security } = await analysed({ [file]: text });
  return (security?.findings ?? []).map((each) => `${each.line} ${each.rule}`);
}

// Joined at run time, so that secret scanners do not report this file.
const KEY = ['k9dJ2mQ8', 'xTz71LpW'].join('');
const AWS = ['AKIA', 'Q3EGRTZ5VKXWJ2HB'].join('');

test('finds problems in TypeScript', async () => {
  const text = `import { exec, spawn } from 'node:child_process';
import * as cp from 'child_process';
const apiKey = '${KEY}';
const config = { password: 'Sup3rS3cret!', id: '${AWS}' };
exec(\`ls \${name}\`);
cp.execSync('rm -rf ' + name);
spawn('ls', [\`-l \${name}\`], { shell: true });
eval(name);
new Function('a', name);
db.query(\`SELECT * FROM users WHERE id = \${name}\`);
const statement = "SELECT * FROM t WHERE a = '" + name + "'";
db.execute(statement);
createHash('md5').update(name);
https.get(url, { rejectUnauthorized: false });
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
chmodSync(file, 0o777);
createCipheriv('aes-128-ecb', key, null);
`;
  expect(await found('a.ts', text)).toEqual([
    '3 hard-coded-secret',
    '4 hard-coded-secret',
    '4 provider-token',
    '5 command-injection',
    '6 command-injection',
    '7 command-injection',
    '8 code-injection',
    '9 code-injection',
    '10 sql-injection',
    '11 sql-injection',
    '13 weak-hash',
    '14 tls-verification-disabled',
    '15 tls-verification-disabled',
    '16 world-writable',
    '17 weak-cipher',
  ]);
});

test('finds nothing in correct TypeScript', async () => {
  const text = `import { execFile, execSync } from 'node:child_process';
const TABLE = 'users';
const password = process.env.PASSWORD;
const tokenUrl = 'https://example.org/oauth2/token';
const PASSWORD_FIELD = 'user_password1';
const key = 'aes-256-gcm';
execSync('git rev-parse HEAD');
execFile('ls', [name]);
/(a)(b)/.exec(\`x\${name}\`);
db.query('SELECT * FROM users WHERE id = $1', [id]);
db.query(\`SELECT * FROM \${TABLE} WHERE id = $1\`, [id]);
const view = 'members';
db.query(\`SELECT * FROM \${view} WHERE id = $1\`, [id]);
db.query(\`SELECT * FROM users WHERE id = $\${index}\`, [id]);
db.query(\`SELECT * FROM users WHERE id IN (\${ids.map((_, i) => '$' + i).join()})\`, ids);
db.query(sql\`SELECT * FROM users WHERE id = \${id}\`);
queue.run(\`Select a file from \${folder}\`.length);
evaluate(name);
createHash('sha256').update(name);
https.get(url, { rejectUnauthorized: true });
chmodSync(file, 0o755);
setTimeout(() => run(), 10);
`;
  expect(await found('a.ts', text)).toEqual([]);
});

test('finds problems in Python', async () => {
  const text = `import os, pickle, subprocess, hashlib, yaml, requests, ssl
PASSWORD = "hunter2!x"
os.system("ls " + name)
subprocess.run(f"ls {name}", shell=True)
eval(name)
pickle.loads(data)
yaml.load(data)
hashlib.md5(data)
requests.get(url, verify=False)
cursor.execute("SELECT * FROM t WHERE a = '%s'" % name)
cursor.execute(f"DELETE FROM t WHERE a = {name}")
cursor.execute("SELECT * FROM t WHERE a = {}".format(name))
context.verify_mode = ssl.CERT_NONE
os.chmod(path, 0o777)
`;
  expect(await found('a.py', text)).toEqual([
    '2 hard-coded-secret',
    '3 command-injection',
    '4 command-injection',
    '5 code-injection',
    '6 unsafe-deserialisation',
    '7 unsafe-deserialisation',
    '8 weak-hash',
    '9 tls-verification-disabled',
    '10 sql-injection',
    '11 sql-injection',
    '12 sql-injection',
    '13 tls-verification-disabled',
    '14 world-writable',
  ]);
});

test('finds nothing in correct Python', async () => {
  const text = `import os, json, subprocess, hashlib, yaml, requests, ast, re
password = os.environ["PASSWORD"]
token_type = "bearer"
os.system("ls")
subprocess.run(["ls", name])
ast.literal_eval(text)
re.compile(pattern)
yaml.load(data, Loader=yaml.SafeLoader)
hashlib.md5(data, usedforsecurity=False)
requests.get(url, verify=True)
cursor.execute("SELECT * FROM t WHERE a = %s", (name,))
print(f"select {name} from the list")
os.chmod(path, 0o644)
`;
  expect(await found('a.py', text)).toEqual([]);
});

test('finds problems in Rust', async () => {
  const text = `const API_KEY: &str = "${KEY}";
pub fn f(name: &str, x: Option<u8>) -> u8 {
    Command::new("sh").arg("-c").arg(format!("ls {name}")).status();
    let sql = format!("SELECT * FROM t WHERE a = '{}'", name);
    sqlx::query(&sql);
    conn.execute(&format!("DELETE FROM t WHERE a = {name}"), []);
    unsafe { std::ptr::null::<u8>().read() };
    builder().danger_accept_invalid_certs(true);
    let h = Md5::new();
    std::fs::Permissions::from_mode(0o777);
    x.unwrap()
}
`;
  expect(await found('src/a.rs', text)).toEqual([
    '1 hard-coded-secret',
    '3 command-injection',
    '4 sql-injection',
    '6 sql-injection',
    '7 rust-unsafe',
    '8 tls-verification-disabled',
    '9 weak-hash',
    '10 world-writable',
    '11 rust-unwrap',
  ]);
});

test('finds nothing in correct Rust', async () => {
  const text = `pub fn f(name: &str, x: Option<u8>) -> Result<u8, E> {
    Command::new("ls").arg(format!("{name}.txt")).status()?;
    sqlx::query("SELECT * FROM t WHERE a = $1").bind(name);
    // SAFETY: the pointer comes from a reference.
    let y = unsafe { pointer.read() };
    let guard = lock.lock().unwrap();
    x.expect("checked above");
    x.unwrap_or(3);
    x.ok_or(E)
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {
        assert_eq!(super::f("a", Some(1)).unwrap(), 1);
    }
}
`;
  expect(await found('src/a.rs', text)).toEqual([]);
});

test('a constant beside an inserted name does not make a Rust statement safe', async () => {
  const text = `pub fn f(name: &str) {
    conn.execute(&format!("SELECT * FROM {} WHERE a = {name}", TABLE), []);
    conn.execute(&format!("SELECT * FROM t WHERE a = '{{{name}}}'"), []);
    conn.execute(&format!("SELECT * FROM {} WHERE a = '{{name}}'", TABLE), []);
}
`;
  expect(await found('src/a.rs', text)).toEqual(['2 sql-injection', '3 sql-injection']);
});

test('a single variable is no command with inserted values, also in parentheses, references and conversions', async () => {
  const typescript = `import { exec } from 'node:child_process';
exec((command));
exec(command as string);
exec('ls' as string);
exec(('ls ' + folder) as string);
`;
  expect(await found('a.ts', typescript)).toEqual(['5 command-injection']);
  const rust = `pub fn f(command: &str, folder: &str) {
    Command::new("sh").arg("-c").arg(&command).status();
    Command::new("sh").arg("-c").arg(String::from(command)).status();
    Command::new("sh").arg("-c").arg(&format!("ls {folder}").as_str()).status();
}
`;
  expect(await found('src/a.rs', rust)).toEqual(['4 command-injection']);
  expect(await found('a.py', 'import os\nos.system((command))\nos.system(("ls " + folder))\n')).toEqual(['3 command-injection']);
});

test('finds problems in SQL', async () => {
  const text = `-- GRANT ALL ON t TO PUBLIC;
GRANT ALL ON t TO PUBLIC;
CREATE ROLE bob LOGIN PASSWORD 'Sup3rS3cret!';
CREATE FUNCTION f(a text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  EXECUTE 'SELECT ' || a;
  EXECUTE format('SELECT %s', a);
  EXECUTE format('SELECT %I', a);
  EXECUTE 'SELECT ' || quote_literal(a);
END $$;
CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$ BEGIN END $$;
CREATE FUNCTION h() RETURNS void AS $$ BEGIN END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog;
GRANT SELECT ON t TO reader;
CREATE FUNCTION plain() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION late() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql SECURITY DEFINER;
`;
  expect(await found('a.sql', text)).toEqual([
    '2 sql-grant-to-public',
    '3 hard-coded-secret',
    '4 sql-security-definer',
    '5 sql-injection',
    '6 sql-injection',
    '14 sql-security-definer',
  ]);
});

test('finds problems in shell scripts and configuration', async () => {
  const text = `#!/bin/sh
chmod 777 /srv/app
chmod -R 755 /srv
chmod a+w x
chmod +x y
chmod 1777 /tmp/shared
curl -sSL https://example.org/install.sh | sudo bash
curl -k https://example.org
eval "$1"
eval "$(ssh-agent -s)"
export DB_PASSWORD=Sup3rS3cret1
export TOKEN="$GITHUB_TOKEN"
`;
  const expected = [
    '2 world-writable',
    '4 world-writable',
    '7 pipe-to-shell',
    '8 tls-verification-disabled',
    '9 code-injection',
    '11 hard-coded-secret',
  ];
  expect(await found('deploy', text)).toEqual(expected);
  expect(await found('config.yaml', 'user: app\npassword: Sup3rS3cret1\nother_password: changeme1\n')).toEqual([
    '2 hard-coded-secret',
  ]);
  expect(await found('config.json', `{ "url": "postgres://app:Sup3rS3cret1@db1.internal/app" }`)).toEqual([
    '1 credentials-in-url',
  ]);
  expect(await found('cache.json', `{ "url": "redis://:Sup3rS3cret1@redis.evil.com:6379/0" }`)).toEqual(['1 credentials-in-url']);
  const ipv6 = 'a: redis://:Sup3rS3cret1@[::1]:6379/0\nb: redis://:Sup3rS3cret1@[2001:db8::1]:6379/0\n';
  expect(await found('ipv6.yaml', ipv6)).toEqual(['2 credentials-in-url']);
});

test('applies the nearest .gitignore with a matching rule', async () => {
  const { files, skipped } = await analysed({
    '.gitignore': '*.log.ts\nbuild/\n',
    'a.ts': '',
    'a.log.ts': '',
    'build/a.ts': '',
    'sub/.gitignore': '!kept.log.ts\nlost.ts\n',
    'sub/kept.log.ts': '',
    'sub/lost.ts': '',
    'node_modules/x/index.js': '',
    'target/a.rs': '',
    'dist/a.js': '',
    'gen.ts': '// @generated by codegen (typescript-models) from a.ttl.\n',
    'binary.py': 'a\0b',
    'ünï cödé/ä.ts': '',
  });
  expect(files.map((each) => each.path)).toEqual(['a.ts', 'sub/kept.log.ts', 'ünï cödé/ä.ts']);
  expect(skipped).toEqual([
    { path: 'binary.py', reason: 'binary' },
    { path: 'gen.ts', reason: 'generated' },
  ]);
});

test('skips excluded files and disabled rules', async () => {
  const files = { 'a.ts': 'eval(a);\n', 'vocab/a.ts': '', 'vocab/deep/b.ts': '', 'b.py': 'eval(b)\n' };
  const all = await analysed(files);
  const some = await analysed(files, { exclude: ['/vocab/'], disabledRules: ['code-injection'] });
  expect(some.files.map((each) => each.path)).toEqual(['a.ts', 'b.py']);
  expect(all.security?.findings.map(({ rule }) => rule)).toEqual(['code-injection', 'code-injection']);
  expect(some.security?.findings).toEqual([]);
});

test('shows no secret in findings', async () => {
  const report = await analysed({ 'a.ts': `const apiKey = '${KEY}'; const id = '${AWS}';\n` });
  expect(report.security?.findings).toHaveLength(2);
  expect(JSON.stringify(report)).not.toContain(KEY);
  expect(JSON.stringify(report)).not.toContain(AWS);
});

test('the worst function comes first', async () => {
  const { complexity } = await analysed({
    'a.js': 'function a() {}\nfunction b(x) { if (x) return 1; }\nfunction c(x) { return x && x && x; }\n',
  });
  expect(complexity?.functions.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});

test('docs/how-to/analyze.md lists every rule', () => {
  const document = readFileSync(new URL('../../../docs/how-to/analyze.md', import.meta.url), 'utf8');
  for (const id of Object.keys(rules) as RuleId[]) {
    const { severity, cwe, title } = ruleOf(id);
    expect(document).toContain(`| \`${id}\` | ${severity} | ${cwe === undefined ? '' : `CWE-${cwe}`} | ${title} |`);
  }
});

describe('rules for a single syntax node', () => {
  const reported = async (file: string, text: string) => {
    const { security } = await analysed({ [file]: text });
    return security?.findings.map(({ line, rule, message }) => `${line} ${rule}: ${message}`);
  };

  test.each(['a.ts', 'a.js'])('report problems in JavaScript, in %s', async (file) => {
    const text = `class A { rejectUnauthorized = false }
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = "0"; o = { 'strictSSL': false, rejectUnauthorized: true };
window.eval(x); foo.eval(z); eval(); setTimeout(\`a\`, 3); x.setTimeout('c');
crypto.createHash("MD5"); createHash('sha256'); crypto.subtle.digest('SHA-1', d); createCipheriv('aes-128-ecb', k);
fs.chmodSync(p, 0o1777); fs.promises
  .chmod(p, 0o666);
`;
    expect(await reported(file, text)).toEqual([
      '1 tls-verification-disabled: rejectUnauthorized is false: any certificate is accepted',
      '2 tls-verification-disabled: NODE_TLS_REJECT_UNAUTHORIZED is 0: any certificate is accepted',
      '2 tls-verification-disabled: strictSSL is false: any certificate is accepted',
      '3 code-injection: eval() runs a string as code',
      '3 code-injection: setTimeout() runs a string as code; give it a function',
      '4 weak-hash: MD5 is broken',
      '4 weak-hash: SHA-1 is broken',
      '4 weak-cipher: aes-128-ecb does not keep a secret',
      '5 world-writable: chmod() with mode 0o666 lets all users write',
    ]);
  });

  test('report problems in Python', async () => {
    const text = `d = {'check_hostname': False}
requests.get(u, verify=False)
yaml.load(x); yaml.load(x, Loader=yaml.SafeLoader); yaml.load(x, yaml.CSafeLoader)
hashlib.md5(x, usedforsecurity=False); hashlib.new('MD5')
os.chmod(p, stat.S_IWOTH | 3); os.chmod(p, mode=0o777); os.chmod(p, 0o1777)
cPickle.load(f)
`;
    expect(await reported('a.py', text)).toEqual([
      '1 tls-verification-disabled: the certificate may be that of another host',
      '2 tls-verification-disabled: requests.get() with verify=False accepts any certificate',
      '3 unsafe-deserialisation: yaml.load() without SafeLoader creates any object that the data name',
      '4 weak-hash: MD5 is broken',
      '5 world-writable: os.chmod() with mode stat.S_IWOTH | 3 lets all users write',
      '5 world-writable: os.chmod() with mode 0o777 lets all users write',
      '6 unsafe-deserialisation: cPickle.load() can run code from the data',
    ]);
  });
});
