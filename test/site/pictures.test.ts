/** Tests diagrams in a real browser: with every font, each text fits into its box. */

import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSvg } from '../../src/graph/index.ts';
import { chromiumPath, describeWith } from '../support/judges.ts';
import { allOntologies, halfOfVocabularies, isFullRun, modelOf } from '../support/ontologies.ts';

/** Fonts that systems use for `sans-serif`; this machine may lack some. */
const fonts = ['Verdana,DejaVu Sans,Helvetica,Arial,sans-serif', 'DejaVu Sans', 'sans-serif'];

describeWith(isFullRun ? ['chromium'] : [], 'pictures in a browser', () => {
  if (!isFullRun) {
    test.skip('runs only with CODEGEN_TEST_FULL=1');
    return;
  }
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'], timeout: 180_000 });
  });

  afterAll(() => browser.close());

  test.each(halfOfVocabularies(allOntologies, 1).filter((name) => name !== 'dbo'))(
    'each text of %s fits into its box',
    async (name) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(180_000);
      for (const group of [undefined, 'namespace'] as const) {
        const svg = await toSvg(await modelOf(name), { group });
        await page.setContent(svg.slice(svg.indexOf('<svg')));
        for (const font of fonts) {
          const { texts, outside } = await page.evaluate((family) => {
            const found: string[] = [];
            let count = 0;
            for (const box of document.querySelectorAll('g.node, g.cluster')) {
              const border = [...box.querySelectorAll(':scope > polygon, :scope > path, :scope > g > a > polygon')].map((each) =>
                each.getBoundingClientRect(),
              );
              const left = Math.min(...border.map((each) => each.left));
              const right = Math.max(...border.map((each) => each.right));
              for (const text of box.querySelectorAll('text')) {
                text.setAttribute('font-family', family);
                const at = text.getBoundingClientRect();
                count++;
                if (!(at.left >= left && at.right <= right))
                  found.push(`${text.textContent}: ${at.left}–${at.right} of ${left}–${right}`);
              }
            }
            return { texts: count, outside: found };
          }, font);
          expect(texts).toBeGreaterThan(0);
          expect(outside, font).toEqual([]);
        }
      }
      await page.close();
    },
  );
});
