/**
 * Tests the site of the documents, built like `npm run docs:build`, in Debian's Chromium from a local server. Every link has
 * a target, pages load nothing from other hosts, and nothing is printed on the console.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../website/sidebar.ts';
import { chromiumPath, describeWith } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { root } from '../support/program.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Pages that together contain every kind of content. axe-core checks only these. */
const JUDGED = ['/index.html', '/docs/how-to/cookbook.html', '/docs/explanation/comparison.html'];

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Builds and tests the site only in the full run. */
const describeInFull: typeof describeWith = isFullRun ? describeWith : (_, name, body) => describe.skip(name, body);

describeInFull(['chromium'], 'the documents as a site', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-documents-'));
  let server: Server;
  let browser: Browser;
  let host: string;
  let pages: Map<string, string>;

  /** Returns the file for an address; for a folder, its `index.html`. */
  const fileOf = (address: string): string => path.join(folder, address.endsWith('/') ? `${address}index.html` : address);

  beforeAll(async () => {
    const vitepress = path.join(root, 'node_modules/vitepress/bin/vitepress.js');
    const done = spawnSync(process.execPath, [vitepress, 'build', 'website', '--outDir', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(done.status, done.stdout + done.stderr).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    pages = new Map(files.map((file) => [`/${file}`, readFileSync(path.join(folder, file), 'utf8')]));
    server = createServer(({ url = '/' }, response) => {
      const file = fileOf(decodeURIComponent(new URL(url, 'http://x').pathname));
      if (!existsSync(file)) return response.writeHead(404).end();
      return response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain').end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'], timeout: 180_000 });
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the addresses of the documents' pages. */
  const addresses = (): string[] =>
    documents.map((file) => `/${file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')}`);

  /** Opens a page that records console messages, errors and requests to other hosts as faults. */
  async function opened(width: number): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(180_000);
    const faults: string[] = [];
    page.on('console', (message) => faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(host)) faults.push(`request: ${request.url()}`);
    });
    return { page, faults };
  }

  test('every document is a page, and no link or anchor is dead', () => {
    expect(addresses().filter((address) => !pages.has(address))).toEqual([]);
    const dead: string[] = [];
    let links = 0;
    for (const [address, html] of pages) {
      for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)) {
        if (/^(?!https?:)[a-z]+:/.test(href)) dead.push(`${address}: ${href}`);
        if (/^[a-z]+:/.test(href)) continue;
        const { pathname, hash } = new URL(href, `http://x${address}`);
        const target = decodeURIComponent(pathname).replace(/\/$/, '/index.html');
        const anchor = decodeURIComponent(hash.slice(1));
        links++;
        const isThere = pages.has(target)
          ? anchor === '' || pages.get(target)?.includes(` id="${anchor}"`)
          : existsSync(fileOf(target));
        if (!isThere) dead.push(`${address}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(documents.length * documents.length);
  });

  test('pages fit the width of the screen, are accessible, and load nothing from other hosts', async () => {
    for (const width of [360, 1280]) {
      const { page, faults } = await opened(width);
      // What fits a phone fits a desk.
      for (const address of width === 360 ? addresses() : JUDGED) {
        await page.goto(host + address);
        await page.waitForFunction(() => document.querySelector('main h1'));
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (sideways > 0) faults.push(`${address}: ${sideways} too wide at ${width}`);
        if (!JUDGED.includes(address)) continue;
        await page.addScriptTag({ path: axe });
        const { violations } = (await page.evaluate('axe.run({ preload: false })')) as { violations: Violation[] };
        for (const { id, nodes } of violations) faults.push(`${address}: ${id} at ${width}: ${nodes[0]?.html}`);
      }
      expect(faults).toEqual([]);
      await page.close();
    }
  });

  test('the search finds a page and opens it', async () => {
    const { page, faults } = await opened(1280);
    await page.goto(`${host}/`);
    // The page handles keys once its script has run, which is not visible.
    for (let tries = 0; tries < 100 && !(await page.locator('.search-input').isVisible()); tries++) {
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(300);
    }
    await page.fill('.search-input', 'squawk');
    await page.locator('.results a').first().click();
    await page.waitForFunction(() => location.pathname.includes('/docs/'));
    expect(await page.locator('main').textContent()).toContain('squawk');
    expect(faults).toEqual([]);
    await page.close();
  });
});
