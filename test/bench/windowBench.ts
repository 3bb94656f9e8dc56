// PERF-6, UI-5: the window with a conversation that is large in every respect, in a real browser, served by the built
// host. Tasks are read from a browser trace, in the main thread's CPU time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { type LargeConversationOptions, writeLargeConversation } from '../support/largeConversation.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { type MainThread, mainThreadWhile } from '../support/mainThread.ts';
import { launchBrowser, startBuiltHost } from './builtHost.ts';
import { whileCoresAreBusy } from './busyCores.ts';
import { count, type Figure, megabytes, type Section } from './figures.ts';
import { serveNaivePage } from './naivePage.ts';
import { replyTokens, tokenReply } from './tokenStream.ts';
import { busyKeyFigure, heapOf, keyFigures, rest, scrollThrough, taskFigure, typeKeys } from './windowSteps.ts';

const tokensASecond = 500;
/** Of the reply, and of its part that is traced before typing. */
const streamSeconds = 40;
const tracedSeconds = 10;
const title = 'A large conversation';

export async function windowBench(folder: string, scale: (size: number) => number): Promise<Section> {
  const size = {
    lines: scale(60_000),
    calls: scale(2000),
    lineBytes: scale(10_000_000),
    resultBytes: scale(100_000_000),
    turnsAfter: 1,
  };
  const how = `A conversation of ${count(size.lines)} lines with ${count(size.calls)} calls, a reply with a single ${megabytes(size.lineBytes)} line and a ${megabytes(size.resultBytes)} result, in Chromium. Tasks are main-thread CPU time from a trace. A key press is measured until its frame is drawn. “All rows” renders the same conversation, without the long line and large result, with react-markdown and no virtualization.`;
  const browser = await launchBrowser();
  if (!browser) return { title: 'The window', how: 'No browser could be started.', figures: [] };
  try {
    const ours = await windowFigures(join(folder, 'ours'), browser, size);
    return {
      title: 'The window',
      how,
      figures: [...ours, ...(await naiveFigures(join(folder, 'naive'), browser, size))],
    };
  } finally {
    await browser.close();
  }
}

async function windowFigures(folder: string, browser: Browser, size: LargeConversationOptions): Promise<Figure[]> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  writeLongConversation(dataDir, { messages: 8 });
  const { longLineId } = writeLargeConversation(dataDir, { ...size, title });
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, resultCapMegabytes: 200 }));
  const tokens = replyTokens(tokensASecond * streamSeconds);
  const model = await startFakeModelServer({
    // More than the model's context: first a summary is requested, without tools.
    otherwise: (body) => (body.tools ? tokenReply(tokens, tokensASecond) : { text: 'What was said before.' }),
  });
  const host = await startBuiltHost(dataDir, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-bench-0123456789',
    OPENAI_MODEL: 'fake-model',
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const figures: Figure[] = [];
  const step = async (name: string, action: () => Promise<unknown>, row?: string): Promise<void> => {
    const began = performance.now();
    let ms = 0;
    const thread = await mainThreadWhile(browser, page, async () => {
      await action();
      ms = performance.now() - began;
      await rest(page);
    });
    figures.push(taskFigure(name, ms, thread, row));
  };
  try {
    await page.goto(host.address);
    const small = page.getByRole('navigation').getByText('Message 0.').first();
    await small.click();
    await page.locator('[data-role="assistant"]').last().waitFor();
    await rest(page);
    const before = await heapOf(page);
    const large = page.getByRole('navigation').getByText(title).first();
    const last = page.locator('[data-role="assistant"]', { hasText: 'Paragraph' }).last();
    await step(
      'open the first time',
      async () => {
        await large.click();
        await last.waitFor();
      },
      'UI-5',
    );
    await small.click();
    await rest(page);
    await step(
      'open again',
      async () => {
        await large.click();
        await last.waitFor();
      },
      'UI-5',
    );

    const field = page.getByRole('textbox', { name: 'Message' });
    await field.focus();
    figures.push(...keyFigures('key press', await mainThreadWhile(browser, page, () => typeKeys(page, 80)), true));
    figures.push(busyKeyFigure('key press', await busyKeys(page, browser)));
    await step('scroll up forty screens and back', () => scrollThrough(page, 40), 'UI-5');
    const scrolled = await heapOf(page);
    figures.push(...(await streamFigures(page, browser, tokens.length)));

    const box = page.locator('[data-tool="run_command"]');
    await step('scroll to the call with the large result', () => upTo(page, box));
    await step(
      'open that call',
      async () => {
        await box.getByRole('button').first().click();
        await box.getByText('line 0: nothing of note').first().waitFor();
      },
      'UI-5',
    );
    await step(
      'show its full output',
      async () => {
        await box
          .getByRole('button', { name: 'Full output' })
          .or(box.getByRole('button', { name: /whole result|full/i }))
          .first()
          .click();
        await page.getByRole('dialog').getByRole('document').getByText('line 0: nothing').first().waitFor();
      },
      'UI-5',
    );
    const dialog = page.getByRole('dialog');
    await step(
      'jump to the end',
      async () => {
        const goTo = dialog.getByRole('textbox', { name: 'Go to line or %' });
        await goTo.fill('100%');
        await goTo.press('Enter');
        // At a tenth of the size, the last page is a hundredth of the whole.
        await dialog.getByText(/\b(99|100)\s?%/).waitFor();
      },
      'UI-5',
    );
    await step(
      'search it for missing text',
      async () => {
        await dialog.getByRole('searchbox').fill('no such words');
        await dialog.getByText('No match').waitFor({ timeout: 60_000 });
      },
      'UI-5',
    );
    await step('close it', () => page.keyboard.press('Escape'));
    const longLine = page.locator(`[data-message="${longLineId}"]`);
    await step(
      'scroll to the long line and through it',
      async () => {
        await upTo(page, longLine);
        await scrollThrough(page, 10);
      },
      'UI-5',
    );
    const after = await heapOf(page);
    figures.push(
      {
        name: 'the page: objects in memory with a small conversation',
        value: megabytes(before.bytes),
        note: `${count(before.nodes)} nodes`,
      },
      { name: 'after scrolling', value: megabytes(scrolled.bytes), note: `${count(scrolled.nodes)} nodes` },
      { name: 'after all of it', value: megabytes(after.bytes), note: `${count(after.nodes)} nodes` },
    );
    const largest = host.largestBytes();
    if (largest !== null) figures.push({ name: 'the host, at its largest', value: megabytes(largest) });
    return figures;
  } finally {
    await page.close();
    await host.stop();
    await model.close();
  }
}

async function streamFigures(page: Page, browser: Browser, tokens: number): Promise<Figure[]> {
  const field = page.getByRole('textbox', { name: 'Message' });
  const live = page.locator('[data-streaming]');
  await field.fill('Go on');
  await field.press('Enter');
  await live.waitFor();
  const began = performance.now();
  const streaming = await mainThreadWhile(browser, page, () => page.waitForTimeout(tracedSeconds * 1000));
  await field.focus();
  const keys = await mainThreadWhile(browser, page, () => typeKeys(page, 60));
  const busy = await busyKeys(page, browser);
  if ((await live.count()) === 0) throw new Error('the reply ended while keys were typed');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 90_000 });
  const seconds = (performance.now() - began) / 1000;
  await field.fill('');
  await rest(page);
  const figure = taskFigure(
    `streaming reply, ${tokensASecond} tokens a second`,
    tracedSeconds * 1000,
    streaming,
    'PERF-6',
  );
  return [
    {
      ...figure,
      note: `${figure.note}; ${streaming.frames} frames, ${count(tokens)} tokens in ${seconds.toFixed(1)} s`,
    },
    ...keyFigures('key press while streaming', keys, true),
    busyKeyFigure('key press while streaming', busy),
  ];
}

function busyKeys(page: Page, browser: Browser): Promise<MainThread> {
  return whileCoresAreBusy(() => mainThreadWhile(browser, page, () => typeKeys(page, 60)));
}

/** Scrolls up until it is in view. */
async function upTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const log = page.getByRole('log');
  await log.hover();
  for (let steps = 0; steps < 400; steps++) {
    const place = (await target.count()) > 0 ? await target.first().boundingBox() : null;
    if (place && place.y + place.height > 100) return;
    await page.mouse.wheel(0, -500);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  throw new Error('it was not found by scrolling up');
}

async function naiveFigures(folder: string, browser: Browser, size: LargeConversationOptions): Promise<Figure[]> {
  const made = writeLargeConversation(folder, { ...size, lineBytes: 0, resultBytes: 0 });
  const log = join(folder, 'projects', made.projectId, 'conversations', made.conversationId, 'messages.json');
  const served = await serveNaivePage(folder, log);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(180_000);
  try {
    let ms = 0;
    const opened = await mainThreadWhile(browser, page, async () => {
      const began = performance.now();
      await page.goto(served.address);
      await page.locator('html[data-drawn]').waitFor({ state: 'attached' });
      ms = performance.now() - began;
    });
    await page.getByRole('textbox', { name: 'Message' }).focus();
    const keys = await mainThreadWhile(browser, page, () => typeKeys(page, 20));
    const streaming = await mainThreadWhile(browser, page, () =>
      page.evaluate(
        async ({ tokens, each }) => {
          const { streamed } = window as unknown as { streamed(text: string): void };
          for (let from = 0; from < tokens.length; from += each) {
            streamed(tokens.slice(from, from + each).join(''));
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        },
        { tokens: replyTokens(tokensASecond * 6), each: tokensASecond / 50 },
      ),
    );
    const heap = await heapOf(page);
    return [
      taskFigure('all rows: open', ms, opened),
      ...keyFigures('all rows: key press', keys, false),
      taskFigure('all rows: streaming reply', 6000, streaming),
      { name: 'all rows: objects in memory', value: megabytes(heap.bytes), note: `${count(heap.nodes)} nodes` },
    ];
  } finally {
    await page.close();
    await served.stop();
  }
}
