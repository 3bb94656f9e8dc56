// The site's short videos in docs/images/site, with captions and a poster, only if THROUGHLINE_PICTURES is set; it proves
// nothing. `npm run site -- --media` makes them again, from the app with a scripted model.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { Film } from './support/film.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, openApp, send, toolCalls, unfold, waitForIdle } from './support/window.ts';

const folder = fileURLToPath(new URL('../docs/images/site/', import.meta.url));
const maxMs = 20_000;
const modelName = 'example-model';

test.skip(!process.env.THROUGHLINE_PICTURES, 'THROUGHLINE_PICTURES is not set');
test.use({ viewport: { width: 960, height: 600 }, deviceScaleFactor: 1.25 });

let host: Host;
let model: FakeModelServer;
let project: string;
let calls = 0;

test.beforeEach(async ({ page }) => {
  project = projectFolder();
  model = await startFakeModelServer({ models: [modelName] });
  await start(page, { approvalMode: 'all' });
});
test.afterEach(async () => {
  await host.stop();
  await model.close();
});

async function start(page: Page, given: { dataDir: string } | { approvalMode: string }): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-video-0123456789', OPENAI_MODEL: modelName };
  const isNew = 'approvalMode' in given;
  const args = ['--project', project, ...(isNew ? [] : ['--continue'])];
  host = await startHost({ args, env, ...(isNew ? { settings: given } : given) });
  await openApp(page, host);
}

function call(name: string, args: object) {
  return { id: `call_${++calls}`, name, arguments: JSON.stringify(args) };
}

const command = (text: string) => call('run_command', { command: text });

/** One turn before the film begins. */
async function turn(page: Page, text: string, ...replies: Parameters<FakeModelServer['push']>): Promise<void> {
  model.push(...replies);
  await send(page, text);
  await expect.poll(() => model.requests.length, soon).toBeGreaterThan(0);
  await waitForIdle(page);
}

async function save(film: Film, name: string, context: BrowserContext): Promise<void> {
  const { video, captions, poster, ms } = await film.develop(context);
  expect(ms).toBeLessThanOrEqual(maxMs);
  writeFileSync(path.join(folder, `${name}.webm`), video);
  writeFileSync(path.join(folder, `${name}.vtt`), captions);
  writeFileSync(path.join(folder, `${name}.jpg`), poster);
}

for (const look of ['light', 'dark'] as const) {
  test.describe(look, () => {
    test.use({ colorScheme: look });

    test('allow a call', async ({ page, context }) => {
      await host.stop();
      await start(page, { approvalMode: 'reads' });
      const changed = { old_text: 'Math.max(0, 5 - rain)', new_text: 'rain > 4 ? 0 : 5 - rain' };
      model.push(
        { calls: [call('edit_file', { path: 'src/water.ts', ...changed })] },
        { text: 'Done: above 4 mm of rain, nothing is watered.' },
      );
      const film = new Film(page);
      film.caption('Ask for a change.');
      await film.hold(700);
      await film.type(composer(page), 'Do not water when it rains more than 4 mm');
      await film.hold(400);
      await page.keyboard.press('Enter');
      const allow = page.getByRole('button', { name: 'Allow once' });
      await expect(allow).toBeEnabled();
      await film.pose();
      film.caption('The app shows the exact change, and asks.');
      await film.hold(3000);
      film.caption('Allow it once, and the model continues.');
      await film.click(allow);
      await expect(page.getByText('nothing is watered')).toBeVisible();
      await waitForIdle(page);
      await expect(page.getByRole('button', { name: /^Activity/ })).not.toContainText('waiting');
      await film.hold(3500);
      await save(film, `allow.${look}`, context);
    });

    test('search all tool calls', async ({ page, context }) => {
      const newChat = page.getByRole('button', { name: 'New chat' }).first();
      await turn(
        page,
        'What do the notes say?',
        { calls: [call('read_file', { path: 'notes.txt' }), call('list_files', { path: '.' })] },
        { text: 'Basil wants more water, rosemary less.' },
      );
      await newChat.click();
      await turn(
        page,
        'Does the pump test pass?',
        { calls: [command('echo "pump: timeout after 30 s" >&2; exit 1')] },
        { text: 'No. It ends with a timeout after 30 seconds.' },
      );
      await newChat.click();
      await turn(
        page,
        'How much water at 2 mm of rain?',
        { calls: [call('search_files', { pattern: 'litres' }), command('echo 3')] },
        { text: 'Three litres.' },
      );
      await newChat.click();
      await expect(composer(page)).toBeFocused();
      const film = new Film(page);
      film.caption('You remember a timeout, but not in which conversation.');
      await film.hold(1800);
      film.caption('All tool calls of all conversations are in one list.');
      await film.click(page.getByRole('button', { name: 'All tool calls' }));
      const list = page.getByRole('listbox', { name: 'Matching calls' });
      await expect(list.getByRole('option')).toHaveCount(5);
      await film.hold(2200);
      film.caption('Type to search their arguments and results.');
      const field = page.getByRole('searchbox', { name: 'Filter calls' }).first();
      await film.click(field);
      await film.type(field, 'timeout');
      await expect(list.getByRole('option')).toHaveCount(1);
      await film.pose();
      await film.hold(2200);
      film.caption('Open the call in its conversation.');
      await film.click(list.getByRole('option').first());
      await expect(page.getByRole('button', { name: 'Back to all calls' })).toBeVisible();
      await film.hold(3500);
      await save(film, `search-calls.${look}`, context);
    });

    test('continue after a crash', async ({ page, context }) => {
      const ready = path.join(project, 'ready');
      const slow = 'for step in unpack migrate; do echo "$step: done"; done; touch ready; sleep 60';
      model.push(
        { calls: [command(slow), call('read_file', { path: 'notes.txt' })] },
        { text: 'Everything is in place.' },
      );
      await composer(page).fill('Migrate the data, then read the notes');
      await composer(page).press('Enter');
      await expect.poll(() => existsSync(ready), soon).toBe(true);
      await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toContainText('migrate: done');
      await expect.poll(() => host.contents().some((text) => text.includes('migrate: done')), soon).toBe(true);
      const film = new Film(page);
      film.caption('A command is running.');
      await film.hold(2200);
      await host.kill9();
      film.caption('The app is killed.');
      await film.hold(2200);
      await start(page, { dataDir: host.dataDir });
      await expect(toolCalls(page).nth(0)).toContainText('Its output until then is above.');
      await film.pose();
      film.caption('After a restart everything is there, and you see what had started.');
      await film.hold(3200);
      film.caption('Decide about each call.');
      await film.click(toolCalls(page).nth(0).getByRole('button', { name: 'Mark as done' }));
      await expect(toolCalls(page).nth(0).getByRole('button', { name: 'Mark as done' })).toHaveCount(0);
      await film.hold(600);
      await film.click(toolCalls(page).nth(1).getByRole('button', { name: 'Run', exact: true }));
      await expect(toolCalls(page).nth(1)).toContainText('Ran again');
      await film.hold(900);
      film.caption('Then the model continues.');
      await film.click(page.getByRole('button', { name: 'Continue', exact: true }));
      await expect(page.getByText('Everything is in place.')).toBeVisible();
      await waitForIdle(page);
      await film.hold(3000);
      await save(film, `resume.${look}`, context);
    });

    test('undo the changes of a turn', async ({ page, context }) => {
      const changed = { old_text: 'Basil wants more.', new_text: 'Basil wants 2 litres.' };
      await turn(
        page,
        'Tidy up the notes',
        { calls: [call('edit_file', { path: 'notes.txt', ...changed }), command('rm README.md')] },
        { text: 'I made the notes exact and removed the old README.' },
      );
      await unfold(page);
      const film = new Film(page);
      film.caption('A command deleted a file that you wanted to keep.');
      await film.hold(2800);
      film.caption('Undo shows first what will happen to each file.');
      await film.click(page.locator('[data-turn-changes]').getByRole('button', { name: 'Undo all…' }));
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('README.md');
      await film.pose();
      await film.hold(3200);
      film.caption('Both files are back, byte for byte.');
      await film.click(dialog.getByRole('button', { name: /^Undo \d+ files/ }));
      await expect(dialog).toHaveCount(0);
      expect(existsSync(path.join(project, 'README.md'))).toBe(true);
      await film.hold(3500);
      await save(film, `undo.${look}`, context);
    });
  });
}
