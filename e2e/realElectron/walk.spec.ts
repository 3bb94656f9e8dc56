// The conversation of docs/walk.md in a real Electron, from the first start over a kill to the export; then the browser host
// and the command line open the same data. A film of the screen is left in out/videos/walk.webm.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../test/support/fakeModelServer.ts';
import { realImages } from '../../test/support/images.ts';
import { type Host, startHost } from '../support/host.ts';
import { type Film, startFilm } from '../support/realElectron/film.ts';
import { type RealApp, test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { composer, indexKnowsAll, openApp, send, toolCalls, unfold, waitForIdle } from '../support/window.ts';

let model: FakeModelServer | undefined;
let host: Host | undefined;
let film: Film | null = null;

test.afterEach(async () => {
  await film?.end();
  await host?.stop();
  await model?.close();
});

let count = 0;
const asks = (...calls: [name: string, args: object][]): Reply => ({
  calls: calls.map(([name, args]) => ({ id: `call_${++count}`, name, arguments: JSON.stringify(args) })),
});

const notes = 'Basil wants more.\nRosemary wants less.\n';
const endless = 'echo begun >> counter; echo The tap is open; sleep 600';
const states = ['ok', 'ok', 'error', 'ok'];
const nextWords = 'And tomorrow?';

test(
  cite(
    ['SHIP-5', 'RESUME-1', 'RESUME-2', 'RESUME-4', 'RESUME-7', 'SEQ-1'],
    'a conversation survives a kill, and the desktop, the browser host and the command line send the same next request',
  ),
  async ({ electron, page: browserPage, context }, testInfo) => {
    test.setTimeout(180_000);
    const project = electron.folder('garden', { 'README.md': '# Garden\n', 'notes.txt': notes });
    const { HOME = '', DISPLAY = '' } = electron.environment('');
    film = startFilm(DISPLAY, path.join('out', 'videos', 'walk.webm'));
    if (!film) testInfo.annotations.push({ type: 'not filmed', description: 'ffmpeg is not installed' });
    const gate = Promise.withResolvers<void>();
    model = await startFakeModelServer({
      window: 200_000,
      replies: [
        asks(['read_file', { path: 'README.md' }], ['list_files', {}], ['read_file', { path: 'plan.md' }]),
        asks(['run_command', { command: 'seq 1 40000; echo the very end' }]),
        [{ text: 'I am counting the plants … ' }, { until: gate.promise }, { text: 'There are 40,000 plants.' }],
        asks(['run_command', { command: endless }], ['run_command', { command: 'echo later >> counter' }]),
        { text: 'The garden is watered.' },
        { text: 'Only the basil needs more.' },
        { text: 'Tomorrow it rains.' },
      ],
    });
    const env = {
      ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
      HOME,
    };
    const dataDir = electron.folder('data', { 'settings.json': '{"v":1,"approvalMode":"reads"}' });

    const first = await electron.start({ dataDir, env, args: ['--project', project] });
    await untilKilled(first, await first.page(), project, gate.resolve);

    const started = await electron.start({ dataDir, env });
    const page = await started.page();
    await resume(page);
    expect(readFileSync(path.join(project, 'counter'), 'utf8')).toBe('begun\n');
    await send(page, 'Which plant needs more?');
    await expect(page.getByText('Only the basil needs more.')).toBeVisible();
    await waitForIdle(page);
    await search(page);
    await browseCalls(page);
    const jsonFile = await exportJson(started, page, electron.folder('saved'));
    await composer(page).fill(nextWords);
    await copyNextRequest(page);
    // A page of the app may write the clipboard, and not read it.
    const onDesktop = await started.app.evaluate(({ clipboard }) => clipboard.readText());
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    await film?.end();

    host = await startHost({ dataDir, env, args: ['--project', project] });
    const [id = '', ...others] = host.conversationIds();
    expect(others).toEqual([]);
    const { throughline } = host;
    const line = async (...args: string[]) => (await throughline([...args, '--project', project], env)).stdout;
    const transcript = await line('show', id.slice(0, 10));
    for (const text of ['Only the basil needs more.', '[run_command', 'sleep 600', 'Look at'])
      expect(transcript).toContain(text);
    expect(await line('check')).toContain('0 problems, ');
    expect(await line('export', id, '--to', 'json')).toBe(jsonFile);
    expect(await line('request', id, '-p', nextWords)).toBe(`${onDesktop}\n`);

    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin });
    await openApp(browserPage, host);
    const row = browserPage.getByRole('navigation', { name: 'Conversations' }).getByText(/^Look at/);
    await expect(row).toHaveCount(1);
    await row.click();
    await expectCalls(browserPage, [...states, 'ok', 'interrupted']);
    // The draft that was left on the desktop.
    await expect(composer(browserPage)).toHaveValue(nextWords);
    await copyNextRequest(browserPage);
    expect(await browserPage.evaluate(() => navigator.clipboard.readText())).toBe(onDesktop);
    await send(browserPage, nextWords);
    await expect(browserPage.getByText('Tomorrow it rains.')).toBeVisible();
    expect(model.requests.at(-1)?.text).toBe(onDesktop);
  },
);

async function expectCalls(page: Page, expected: readonly string[]): Promise<void> {
  const statesNow = async () => {
    await unfold(page);
    return toolCalls(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));
  };
  await expect.poll(statesNow, soon).toEqual(expected);
}

/** The first start, up to a kill while a command runs. */
async function untilKilled(app: RealApp, page: Page, project: string, goOn: () => void): Promise<void> {
  const image = { name: 'bed.png', mimeType: 'image/png', buffer: realImages.png };
  await page.locator('[data-picker]').setInputFiles(image);
  // While it uploads, Enter sends nothing.
  await expect(page.getByRole('button', { name: 'Open bed.png' })).toBeVisible();
  await send(page, 'Look at @notes.txt and count the plants');
  await expect(page.locator('[data-mention="notes.txt"]')).toBeVisible();
  await allow(page, 'seq 1 40000');
  await expect(page.getByText('I am counting the plants')).toBeVisible();
  await expectCalls(page, states);
  await composer(page).fill('Now water them all');
  await composer(page).press('Enter');
  await expect(page.locator('[data-queued]')).toContainText('Now water them all');
  goOn();
  await allow(page, 'sleep 600');
  const counter = path.join(project, 'counter');
  await expect.poll(() => existsSync(counter), soon).toBe(true);
  await expect(page.locator('[data-tool-call][data-state="running"]')).toContainText('The tap is open');
  app.kill('SIGKILL');
  expect(await app.ended).toBe('SIGKILL');
}

async function allow(page: Page, command: string): Promise<void> {
  const card = page.locator('[data-tool-call][data-state="waiting"]', { hasText: command });
  await card.getByRole('button', { name: 'Allow once', disabled: false }).click();
}

/** Everything from before the kill is there; the user decides the interrupted calls, and the turn continues. */
async function resume(page: Page): Promise<void> {
  await expect(page.locator('[data-role="user"]')).toContainText(['Look at', 'Now water them all']);
  await expect(page.getByRole('button', { name: 'Open bed.png' })).toBeVisible();
  await unfold(page);
  const call = (at: number): Locator => toolCalls(page).nth(at);
  await expect(toolCalls(page)).toHaveCount(6);
  await expect(call(2)).toHaveAttribute('data-state', 'error');
  await expect(call(4)).toContainText('Started, outcome unknown');
  await expect(call(5)).toContainText('Not started');
  await call(3).getByRole('button').first().click();
  await call(3)
    .getByRole('button', { name: /full output/i })
    .click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toContainText('2345');
  await viewer.getByRole('searchbox').fill('the very end');
  await viewer.getByRole('searchbox').press('Enter');
  await expect(viewer).toContainText('39999');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await call(4).getByRole('button', { name: 'Mark as done' }).click();
  await call(5).getByRole('button', { name: 'Skip', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('The garden is watered.')).toBeVisible();
  await waitForIdle(page);
}

/** Finds what only a result contains. */
async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+f');
  await expect(page.getByRole('combobox', { name: 'Search messages and calls' })).toBeFocused();
  await page.keyboard.insertText('very end');
  await expect(page.locator('[role="option"]').first()).toBeVisible();
  await indexKnowsAll(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toolCalls(page).nth(3)).toBeInViewport();
}

async function browseCalls(page: Page): Promise<void> {
  await page.keyboard.press('Control+j');
  const rows = page.getByRole('tree').locator('[role="treeitem"]');
  // Two turns with calls, and those.
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(3)).toHaveAttribute('data-state', 'error');
  await page.getByRole('tree').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toolCalls(page).nth(1)).toBeInViewport();
  await page.keyboard.press('Control+j');
  await expect(rows).toHaveCount(0);
}

async function inPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(words);
  await page.keyboard.press('Enter');
}

/** Returns the file's text. */
async function exportJson({ app }: RealApp, page: Page, folder: string): Promise<string> {
  const file = path.join(folder, 'garden.json');
  const download = app.evaluate(
    ({ session }, target) =>
      new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(target);
          item.once('done', (_done, state) => resolve(state));
        });
      }),
    file,
  );
  await inPalette(page, 'export this');
  const dialog = page.getByRole('dialog', { name: 'Export conversation' });
  await dialog.getByRole('radio', { name: /^JSON/ }).check();
  await dialog.getByRole('button', { name: 'Save…' }).click();
  expect(await download).toBe('completed');
  return readFileSync(file, 'utf8');
}

/** Puts the exact request that the draft would send into the clipboard. */
async function copyNextRequest(page: Page): Promise<void> {
  await inPalette(page, 'next request');
  const dialog = page.getByRole('dialog', { name: 'Next request' });
  await expect(dialog.locator('[data-request-body]')).toContainText('"model"');
  await dialog.getByRole('button', { name: /copy/i }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
