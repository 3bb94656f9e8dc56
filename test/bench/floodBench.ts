// ACP-1: typing while an external agent sends 10,000 updates a second for ten seconds, next to the same typing before;
// then the memory of the host and of the page.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { addAgent } from '../support/externalAgents/addAgent.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { mainThreadWhile } from '../support/mainThread.ts';
import { oddAgentCommand } from '../support/oddAgent/startOddAgent.ts';
import { type BuiltHost, launchBrowser, peakBytesOf, startBuiltHost } from './builtHost.ts';
import { count, type Figure, megabytes, type Section } from './figures.ts';
import { keyFigure, keysHow, observeKeys } from './keyTiming.ts';
import { keyFigures, rest, typeKeys } from './windowSteps.ts';

const maxMegabytes = 400;
const aSecond = 10_000;
const agent = 'Odd agent';

export async function floodBench(folder: string, scale: (size: number) => number): Promise<Section> {
  const seconds = scale(10);
  const title = 'A flood of updates';
  const how = `An external agent sends ${count(aSecond)} updates a second for ${seconds} s (text; every hundredth ends a call), while a draft is typed in Chromium. ${keysHow} Main-thread time is measured in a second flood, so that tracing slows down nothing else. Memory is what each process had at its peak, above its peak before the flood.`;
  const browser = await launchBrowser();
  if (!browser) return { title, how: 'No browser could be started.', figures: [] };
  try {
    return { title, how, figures: await measureFlood(folder, browser, seconds) };
  } finally {
    await browser.close();
  }
}

async function measureFlood(folder: string, browser: Browser, seconds: number): Promise<Figure[]> {
  const [dataDir, project, sessions] = ['data', 'project', 'sessions'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [dataDir, project, sessions]) mkdirSync(made, { recursive: true });
  await addAgent({ dataDir, folder: project, name: agent, command: oddAgentCommand({ sessions }) });
  const model = await startFakeModelServer({ otherwise: { text: 'A title' } });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-bench-0123456789', OPENAI_MODEL: 'fake-model' };
  const host = await startBuiltHost(dataDir, { ...env, HOME: folder }, ['--project', project]);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(host.address);
    await chooseAgent(page);
    // The agent has started, and the page is as it is in the middle of a conversation.
    await say(page, 'Hello');
    await waitForEnd(page);
    const keys = seconds * 12;
    const idle = await keyDurations(page, keys);
    const before = await peaks(browser, host);
    const started = performance.now();
    await startFlood(page, seconds);
    const during = await keyDurations(page, keys, () => stopButton(page).isVisible());
    if (during.length < keys / 2) throw new Error('the flood ended while keys were typed');
    await waitForEnd(page);
    const took = (performance.now() - started) / 1000;
    await page.getByText('Flood over.').waitFor();
    const after = await peaks(browser, host);
    await startFlood(page, seconds);
    const traced = await mainThreadWhile(browser, page, async () => {
      await keyDurations(page, keys, () => stopButton(page).isVisible());
    });
    await waitForEnd(page);
    const memory = (['host', 'page'] as const).map((which) => memoryFigure(which, before[which], after[which]));
    return [
      keyFigure('before it', idle),
      keyFigure('during it', during, 'ACP-1'),
      ...keyFigures('during another one', traced, true).slice(0, 1),
      { name: 'until all of it is stored and shown', value: `${took.toFixed(1)} s` },
      ...memory.flatMap((figure) => figure ?? []),
    ];
  } finally {
    await page.close();
    await host.stop();
    await model.close();
  }
}

async function startFlood(page: Page, seconds: number): Promise<void> {
  await say(page, `!flood ${seconds}`);
  await page.locator('[data-streaming]').waitFor();
}

const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop' });

async function chooseAgent(page: Page): Promise<void> {
  await page.locator('[data-control="model"]').click();
  await page.getByRole('combobox', { name: 'Find a model or agent, or type a name…' }).fill(agent);
  await page.getByRole('option', { name: agent, exact: true }).click();
  await page.locator('[data-control="model"]', { hasText: agent }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
  await stopButton(page).waitFor();
}

async function waitForEnd(page: Page): Promise<void> {
  await stopButton(page).waitFor({ state: 'detached', timeout: 120_000 });
  await rest(page);
}

const keysAtOnce = 12;

async function keyDurations(page: Page, keys: number, goesOn = async () => true): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.focus();
  const observed = await observeKeys(page);
  for (let at = 0; at < keys && (await goesOn()); at += keysAtOnce) await typeKeys(page, keysAtOnce);
  const durations = await observed.durations();
  await field.fill('');
  return durations;
}

interface Peaks {
  host: number | null;
  page: number | null;
}

async function peaks(browser: Browser, host: BuiltHost): Promise<Peaks> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer').flatMap(({ id }) => peakBytesOf(id) ?? []);
  return { host: host.largestBytes(), page: pages.length > 0 ? Math.max(...pages) : null };
}

function memoryFigure(which: string, before: number | null, after: number | null): Figure | null {
  if (before === null || after === null) return null;
  const text = `at most ${maxMegabytes} MB more`;
  return {
    name: `memory of the ${which}`,
    value: megabytes(after - before),
    note: `${megabytes(after)} at its peak`,
    promise: { row: 'ACP-1', text, kept: after - before <= maxMegabytes * 1024 * 1024 },
  };
}
