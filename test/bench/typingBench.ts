// PERF-6: typing while a reply of 10,000 lines streams, and the frames at the end of the turn. Keys are measured with
// Event Timing, from keydown to the next paint, as the user experiences them.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { mainThreadWhile } from '../support/mainThread.ts';
import { launchBrowser, startBuiltHost } from './builtHost.ts';
import { count, type Figure, type Section } from './figures.ts';
import { keyFigure, keysHow, observeKeys } from './keyTiming.ts';
import { tokenReply } from './tokenStream.ts';
import { rest, taskFigure, typeKeys } from './windowSteps.ts';

const keys = 120;
/** 10,000 lines in a minute: about as fast as the fastest providers send tokens. */
const seconds = 60;

/** Prose, lists, tables and code, as a model writes them. */
const mixed = (line: number): string =>
  [
    `## Part ${line}\n`,
    `The **rows** of part ${line} are read first, then \`part${line}.ts\` is *changed*.\n`,
    `- found in ${line}, with [a link](https://example.org/${line})\n`,
    `> Quoted from part ${line}, and some words more.\n`,
    '\n',
  ][line % 5] ?? '';

const replies: Record<string, (lines: number) => string> = {
  'mixed Markdown': (lines) => Array.from({ length: lines }, (_, line) => mixed(line)).join(''),
  'one code block': (lines) =>
    `\`\`\`ts\n${Array.from({ length: lines }, (_, line) => `export const row${line}: number = ${line} * 2; // row\n`).join('')}\`\`\`\n`,
};

export async function typingBench(folder: string, scale: (size: number) => number): Promise<Section> {
  const lines = scale(10_000);
  const title = 'Typing';
  const how = `A draft is typed while a reply of ${count(lines)} lines streams in ${seconds} s, in Chromium. ${keysHow} The end of the turn is measured from the last token until nothing moves.`;
  const browser = await launchBrowser();
  if (!browser) return { title, how: 'No browser could be started.', figures: [] };
  try {
    const figures: Figure[] = [];
    for (const [name, reply] of Object.entries(replies)) {
      figures.push(...(await typedWhile(join(folder, name.replaceAll(' ', '-')), browser, name, reply(lines))));
    }
    return { title, how, figures };
  } finally {
    await browser.close();
  }
}

async function typedWhile(dataDir: string, browser: Browser, name: string, reply: string): Promise<Figure[]> {
  mkdirSync(dataDir, { recursive: true });
  const tokens = reply.match(/[\s\S]{1,4}/g) ?? [];
  const stream = tokenReply(tokens, tokens.length / seconds);
  const model = await startFakeModelServer({ otherwise: (body) => (body.tools ? stream : { text: 'A title' }) });
  const host = await startBuiltHost(dataDir, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-bench-0123456789',
    OPENAI_MODEL: 'fake-model',
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(host.address);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Go on');
    await field.press('Enter');
    await page.locator('[data-streaming]').waitFor();
    await field.focus();
    const observed = await observeKeys(page);
    await typeKeys(page, keys);
    if ((await page.locator('[data-streaming]').count()) === 0)
      throw new Error('the reply ended while keys were typed');
    const took = await observed.durations();
    const end = await mainThreadWhile(browser, page, async () => {
      // By attribute: a query by role would be most of what is measured.
      await page.locator('[data-streaming]').waitFor({ state: 'detached', timeout: 120_000 });
      await rest(page);
    });
    return [
      keyFigure(name, took, 'PERF-6'),
      taskFigure(`${name}, the rest of the stream and its end`, seconds * 1000, end, 'PERF-6'),
    ];
  } finally {
    await page.close();
    await host.stop();
    await model.close();
  }
}
