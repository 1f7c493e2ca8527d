/**
 * Tests generated sites in Debian's Chromium, from the disk: by mouse and keyboard, with axe-core, and at two widths. A
 * message on the console or a request outside of the folder is a fault.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, describeWith } from '../support/judges.ts';
import { isExhaustive, isFullRun, ontologyFile } from '../support/ontologies.ts';
import { codegen, root } from '../support/program.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Names and comments that would run code or change the page if they were not treated as text. */
const HOSTILE = `@prefix : <http://example.org/x#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://example.org/x> a owl:Ontology ; rdfs:label "</title><script>window.harmed=1</script>" .
:A a owl:Class ; rdfs:label "<img src=x onerror=window.harmed=1>" ;
  rdfs:comment "</script><script>window.harmed=1</script> \\u202Edesrever [x](javascript:window.harmed=1)" .
<javascript:window.harmed=1> a owl:Class ; rdfs:subClassOf :A ; rdfs:comment "<svg onload=window.harmed=1>" .
:Con a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A, :Con ; rdfs:range xsd:string ;
  rdfs:comment "*/ </style> <!-- --> \${x} \\u2028" .
:r a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :Con ; rdfs:label "</text><script>window.harmed=1</script>" .
`;

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-site-'));
let browser: Browser;

/** The timeout for the browser in milliseconds, long enough for a busy machine. */
const PATIENCE = 180_000;

/** Generates a site, once per name, and returns the address of its page. */
function site(name: string, file: string): string {
  const page = path.join(folder, name, 'index.html');
  const done = existsSync(page) ? undefined : codegen(folder, ['docs', file, '--output', name]);
  expect(done?.status ?? 0, done?.stderr).toBe(0);
  return pathToFileURL(page).href;
}

/** Opens a page that records console messages, errors, failed requests and requests outside of the folder as faults. */
async function opened(width: number): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  // The browser aborts pending requests when it leaves a page: not a fault.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(pathToFileURL(folder).href) && !url.startsWith('data:')) faults.push(`request: ${url}`);
  });
  return { page, faults };
}

/** Opens a page of a site, and waits until it is complete. */
async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('#site')?.textContent?.includes('Loading…'),
  );
}

/** Returns the milliseconds from navigation to the first contentful paint, which the browser reports after the frame. */
async function firstPaint(page: Page): Promise<number> {
  const time = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  return (await time.jsonValue()) ?? Number.POSITIVE_INFINITY;
}

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the milliseconds from typing a search to its results, measured after another search. */
async function answering(page: Page, typed: string): Promise<number> {
  return page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('#query');
    const list = document.querySelector('#found');
    if (!input || !list) throw new Error('there is no search');
    const type = (value: string) => {
      const start = performance.now();
      const answered = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve(performance.now() - start);
        });
        observer.observe(list, { childList: true, subtree: true, characterData: true, attributes: true });
      });
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      return answered;
    };
    // The first search builds the index, and the results must change for the observer to notice.
    if (input.value !== '') await type('');
    await type('date');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return type(text);
  }, typed);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.addInitScript({ path: axe });
  if (!isThere) {
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector('h1') && !document.querySelector('#site')?.textContent?.includes('Loading…'),
    );
  }
  const found = (await page.evaluate('axe.run({ preload: false })')) as { violations: Violation[] };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Writes a report as one file, once per name, and returns its address. */
function reportOf(name: string, file: string): string {
  const page = path.join(folder, `${name}.html`);
  const done = existsSync(page)
    ? undefined
    : codegen(folder, ['graph', 'report', file, '--format', 'html', '--output', page, '--quiet']);
  expect(done?.status ?? 0, done?.stderr).toBe(0);
  return pathToFileURL(page).href;
}

const pages = ['#/', '#/hierarchy', '#/report', '#/enforcement', '#/assumptions'];

describeWith(isFullRun ? ['chromium'] : [], 'sites in a browser', () => {
  if (!isFullRun) {
    test.skip('runs only with CODEGEN_TEST_FULL=1');
    return;
  }

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'], timeout: 180_000 });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([360, 1280])(
    'pages of the tutorial and of the hardest ontology fit into %d pixels, and axe finds nothing',
    async (width) => {
      const { page, faults } = await opened(width);
      for (const [name, own] of [
        ['blog', ['#/class/post', '#/class/post/title']],
        ['torture', ['#/class/amphibious_vehicle', '#/class/abcdefgh']],
      ] as const) {
        const address = site(name, ontologyFile(name));
        for (const hash of [...pages, ...own]) {
          await show(page, address + hash);
          expect(await sideways(page), `${name} ${hash}`).toBe(0);
          // axe takes seconds for large pages, and the elements are the same at each width.
          if (name === 'torture' && width > 360 && !isExhaustive) continue;
          expect(await violations(page), `${name} ${hash}`).toEqual([]);
        }
      }
      for (const hash of ['', '#/enforcement', '#/assumptions', '#/report/amphibious_vehicle']) {
        await show(page, reportOf('torture', ontologyFile('torture')) + hash);
        expect(await sideways(page), `report ${hash}`).toBe(0);
        expect(await violations(page), `report ${hash}`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test('the report has the same content as one file and in a site, and is printed completely', async () => {
    const { page, faults } = await opened(1280);
    const reported = async (address: string) => {
      await show(page, address);
      const wanted = ['table', 'h1', 'h2', 'h3', 'main p', 'main li'];
      return Promise.all(wanted.map((each) => page.locator(each).allInnerTexts()));
    };
    const file = ontologyFile('torture');
    const whole = reportOf('torture', file);
    expect(await reported(whole)).toEqual(await reported(`${site('torture', file)}#/report`));
    await show(page, whole);
    const rows = () => page.locator('section[aria-label^="Axioms"] tbody tr').count();
    const before = await rows();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const printed = await rows();
    const all = Number(/of (\d+) axioms/.exec((await page.textContent('[role=status]:not(.unseen)')) ?? '')?.[1]);
    expect([before, printed]).toEqual([100, all]);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await rows()).toBe(100);
    // The search leads to the part about one class, and a link leads back to the whole report.
    await page.keyboard.press('/');
    await page.keyboard.type('amphibious');
    await page.waitForSelector('[role=option]:first-child :text-is("AmphibiousVehicle")');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.textContent('main')).toContain('Only what is about AmphibiousVehicle');
    expect(await rows()).toBeLessThan(20);
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 99);
    await page.selectOption('#choice', 'target graphql-schema');
    expect(await page.locator('td.status:nth-child(5) .enforced').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the page of a class links to a field, its lines, the diagram and a related class', async () => {
    const { page, faults } = await opened(1280);
    await show(page, site('blog', ontologyFile('blog')));
    await page.click('main a[href="#/class/post"]');
    await page.waitForSelector('.panes');
    await page.click('#field-title summary');
    expect(await page.locator('.line.chosen').allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringContaining('pub title: String,'),
        expect.stringContaining('title VARCHAR(500) NOT NULL'),
      ]),
    );
    await page.getByRole('button', { name: 'its lines: those that axiom 1 became' }).click();
    await page.waitForSelector('.line.chosen');
    await page.click('.picture a[href="#/class/comment"]');
    await page.waitForFunction(() => document.title.startsWith('Comment'));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.goBack();
    await page.waitForFunction(() => document.title.startsWith('Post'));
    expect(faults).toEqual([]);
  });

  test('everything can be reached by keyboard', async () => {
    const { page, faults } = await opened(1280);
    await show(page, site('prov', ontologyFile('prov')));
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'query');
    await page.keyboard.type('activty');
    await page.waitForSelector('[role=option]:first-child :text-is("Activity")');
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute('#query', 'aria-activedescendant')).toBe('found-0');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.picture');
    expect(await page.textContent('h1')).toContain('Activity');
    const reached = new Set<string>();
    for (let i = 0; i < 150; i++) {
      await page.keyboard.press('Tab');
      const on = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.closest('.widen') ? 'widen' : at?.closest('.picture a') ? 'name' : (at?.tagName.toLowerCase() ?? '');
      });
      reached.add(on);
      if (on === 'widen' && !reached.has('widened')) {
        const before = await page.locator('.picture .node').count();
        await page.keyboard.press('Enter');
        expect(await page.locator('.picture .node').count()).toBeGreaterThan(before);
        reached.add('widened');
      }
    }
    expect([...reached]).toEqual(expect.arrayContaining(['summary', 'name', 'widen', 'widened', 'select', 'section', 'button']));
    expect(faults).toEqual([]);
  });

  test('harmful names and comments are shown as text', async () => {
    writeFileSync(path.join(folder, 'hostile.ttl'), HOSTILE);
    const { page, faults } = await opened(1280);
    const address = site('hostile', 'hostile.ttl');
    const classes = readdirSync(path.join(folder, 'hostile/data')).flatMap((file) => /^class-(.+)\.js$/.exec(file)?.[1] ?? []);
    expect(classes.length).toBe(3);
    for (const hash of [...pages, ...classes.map((slug) => `#/class/${slug}`)]) {
      await show(page, address + hash);
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
      expect(await page.locator('#site script, #site img, #site [onload], a[href^="javascript:"], #site style').count()).toBe(0);
    }
    await page.fill('#query', 'javascript');
    await page.waitForSelector('[role=option]');
    expect(await page.locator('[role=option] img, [role=option] script').count()).toBe(0);
    const report = reportOf('hostile-report', 'hostile.ttl');
    for (const hash of ['', '#/enforcement', '#/assumptions', ...classes.map((slug) => `#/report/${slug}`)]) {
      await show(page, report + hash);
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
      expect(await page.locator('#site script, #site img, #site [onload], a[href^="javascript:"], #site style').count()).toBe(0);
    }
    // Only the site's own scripts run, even if the ontology had added markup to the page.
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.harmed=1">'));
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
    expect(faults.splice(0).filter((fault) => !fault.includes('Content Security Policy'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a site of a thousand classes is small, and is painted and searched quickly', async () => {
    const begin = Date.now();
    const address = site('schema', ontologyFile('schema'));
    console.log(`written in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
    const data = path.join(folder, 'schema/data');
    const bytes = readdirSync(data).reduce((sum, file) => sum + statSync(path.join(data, file)).size, 0);
    expect(bytes).toBeLessThan(60_000_000);
    const { page, faults } = await opened(1280);
    let painted = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 5 && painted >= 1000; n++) {
      // Navigating to the current address loads nothing.
      await page.goto('about:blank');
      await show(page, address);
      painted = Math.min(painted, await firstPaint(page));
    }
    expect(painted).toBeLessThan(1000);
    await page.focus('#query');
    for (const [typed, wanted] of [
      ['creativ', 'CreativeWork'],
      ['Persn', 'Person'],
      ['http://schema.org/Organization', 'Organization'],
      ['postal adress', 'PostalAddress'],
    ] as const) {
      // The minimum of several attempts excludes the load of other programs.
      let took = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 10 && took >= 50; n++) took = Math.min(took, await answering(page, typed));
      expect((await page.locator('[role=option] b').allInnerTexts()).slice(0, 3)).toContain(wanted);
      expect(took, typed).toBeLessThan(50);
    }
    for (const hash of ['#/hierarchy', '#/class/creative_work']) {
      await show(page, address + hash);
      expect(await sideways(page)).toBe(0);
    }
    expect(faults).toEqual([]);
  });
});

test('a site is written completely or not at all; unchanged files stay, files of removed classes are deleted', () => {
  const here = mkdtempSync(path.join(tmpdir(), 'codegen-site-'));
  try {
    const ttl = (names: readonly string[]) =>
      [
        '@prefix : <http://e/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .',
        ...names.map((n) => `:${n} a owl:Class .`),
      ].join('\n');
    writeFileSync(path.join(here, 'a.ttl'), ttl(['One', 'Two']));
    expect(codegen(here, ['docs', 'a.ttl', '--output', 'site']).stdout).toBe('site/index.html: 10 files created\n');
    expect(codegen(here, ['docs', 'a.ttl', '--output', 'site', '--check']).status).toBe(0);
    writeFileSync(path.join(here, 'a.ttl'), ttl(['One']));
    expect(codegen(here, ['docs', 'a.ttl', '--output', 'site', '--check']).status).toBe(1);
    expect(codegen(here, ['docs', 'a.ttl', '--output', 'site']).stdout).toContain('1 removed');
    expect(readdirSync(path.join(here, 'site/data'))).not.toContain('class-two.js');
    writeFileSync(path.join(here, 'site/data/class-three.js'), 'mine');
    writeFileSync(path.join(here, 'a.ttl'), ttl(['One', 'Three']));
    const refused = codegen(here, ['docs', 'a.ttl', '--output', 'site']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('class-three.js');
    const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: here });
    git('init', '-q');
    git('add', 'a.ttl');
    git('commit', '-qm', 'one');
    writeFileSync(path.join(here, 'a.ttl'), ttl(['One']));
    const against = codegen(here, ['docs', 'a.ttl', '--output', 'other', '--against', 'HEAD', '--json']);
    expect(JSON.parse(against.stdout).created).toContain('data/changes.js');
    // The output does not contain the location of the files on the disk.
    const reported = (...args: readonly string[]) => {
      expect(codegen(here, ['docs', ...args, '--output', 'third', '--quiet']).status).toBe(0);
      return readFileSync(path.join(here, 'third/data/changes.js'), 'utf8');
    };
    writeFileSync(path.join(here, 'b.ttl'), ttl(['One', 'Four']));
    const relative = reported('b.ttl', '--against', 'a.ttl');
    expect(reported(path.join(here, 'b.ttl'), '--against', path.join(here, 'a.ttl'))).toBe(relative);
    expect(relative).toContain('"old":"a.ttl"');
  } finally {
    rmSync(here, { recursive: true, force: true });
  }
});

// The program contains the bundle, so it needs no other file.
test('the program contains the site', () => {
  const chunks = readdirSync(path.join(root, 'dist/chunks'));
  expect(chunks.some((name) => name.startsWith('docs-'))).toBe(true);
});
