import type { OnFinding, ScannedFile } from './scan.ts';
import { scanAssignments } from './secrets.ts';

/** Scans shell scripts, and the shell commands of Dockerfiles. Commands are examined up to a maximum length. */
export function scanShell(file: ScannedFile, found: OnFinding): void {
  scanAssignments(file, found);
  const text = file.text.replace(/(^|\s)#.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  const rules = [
    [
      /\bchmod\s{1,50}(?:-\S{1,50}\s{1,50}){0,5}(?:0?[0-7]?[0-7][0-7][2367]|(?:[ugo]{0,3}[oa][ugo]{0,3})?\+[rx]{0,2}w[rwx]{0,2}|[ugo]{0,3}[oa][ugo]{0,3}=[rx]{0,2}w[rwx]{0,2})(?=\s)/g,
      'world-writable',
    ],
    [/\b(?:curl|wget)\s[^|;&\n]{0,500}\|\s{0,50}(?:sudo\s{1,50}(?:-\S{1,50}\s{1,50}){0,5})?(?:ba|z|da)?sh\b/g, 'pipe-to-shell'],
    [/\b(?:ba|z)?sh\s+(?:-c\s+)?(?:<\(|"?\$\()\s*(?:curl|wget)\b/g, 'pipe-to-shell'],
    [/\bcurl\s(?:[^|;&\n]{0,500}\s)?(?:-[a-zA-Z]{0,20}k[a-zA-Z]{0,20}|--insecure)(?=\s)/g, 'tls-verification-disabled'],
    [/\bwget\s[^|;&\n]{0,500}--no-check-certificate\b/g, 'tls-verification-disabled'],
    [
      /\b(?:GIT_SSL_NO_VERIFY=(?:1|true)|NODE_TLS_REJECT_UNAUTHORIZED=["']?0|http\.sslVerify[= ]["']?false)/g,
      'tls-verification-disabled',
    ],
    // `eval "$(ssh-agent -s)"` runs the output of a program, which is its documented use.
    [/(?:^|[;&|(]|\b(?:then|do|else)\b)[ \t]{0,50}eval\s{1,50}["']?[^"'\n$]{0,500}\$(?:\{?[\w@*])/gm, 'code-injection'],
  ] as const;
  for (const [form, rule] of rules) {
    for (const match of text.matchAll(form)) {
      // Without a class of users, as in `chmod +w`, chmod applies the umask.
      if (rule === 'world-writable' && (/\s\+/.test(match[0]) || isSticky(match[0]))) continue;
      found(rule, file.spot(match.index + (match[0].length - match[0].trimStart().length)), messages[rule]);
    }
  }
}

const messages: Partial<Record<string, string>> = {
  'world-writable': 'chmod lets all users write',
  'code-injection': 'eval runs the value of a variable as code',
};

function isSticky(command: string): boolean {
  const mode = /\s([0-7]{3,4})$/.exec(command)?.[1];
  return mode !== undefined && (Number.parseInt(mode, 8) & 0o1000) !== 0;
}
