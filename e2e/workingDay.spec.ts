// A working hour in one test: a turn of forty calls whose commands are allowed by their first words, a model that is
// busy, a review with comments and a hunk undone, a commit and a pull request. Counts what the user pressed.
// THROUGHLINE_PICTURES records it as a moving picture in out/pictures, with a wait of ninety seconds.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { freshFolder } from './support/folders.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { type Frame, movingPicture } from './support/movingPicture.ts';
import { confirmWithCode, openApp, send, waitForIdle } from './support/window.ts';

const recorded = Boolean(process.env.THROUGHLINE_PICTURES);
const busySeconds = recorded ? 90 : 1;

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

let calls = 0;
const asks = (...called: [name: string, args: unknown][]): Reply => ({
  calls: called.map(([name, args]) => ({ id: `call_${++calls}`, name, arguments: JSON.stringify(args) })),
});
const command = (text: string): Reply => asks(['run_command', { command: text }]);

const source = 'export const round = (cents) => Math.floor(cents) / 100;\n';
const files = ['ledger', 'account', 'report', 'parse', 'print'];

/** Forty calls, as a model makes them that mends a fault and runs the tests again and again. */
const work: Reply[] = [
  asks(...files.map((name): [string, unknown] => ['read_file', { path: `src/${name}.js` }])),
  asks(['search_files', { pattern: 'round' }], ['list_files', {}], ['read_file', { path: 'package.json' }]),
  command('npm test'),
  ...Array.from({ length: 10 }, (_, at) => command(`npm test -- part${at} 2>&1 | tail -n ${at + 1}`)),
  command('npm run lint'),
  ...Array.from({ length: 8 }, (_, at) => command(`npm run lint -- --quiet src/${files[at % files.length]}.js`)),
  ...files.map((name) =>
    asks(['edit_file', { path: `src/${name}.js`, old_text: 'Math.floor(cents)', new_text: 'Math.round(cents)' }]),
  ),
  ...Array.from({ length: 7 }, (_, at) => command(`npm test -- again${at}`)),
];

/** Records what changes on the page, at most once a second. */
async function record(page: Page): Promise<{ save(): Promise<void> }> {
  const frames: (Frame & { at: number })[] = [];
  const client = await page.context().newCDPSession(page);
  client.on('Page.screencastFrame', ({ data, sessionId }) => {
    const at = Date.now();
    if (at - (frames.at(-1)?.at ?? 0) >= 1000) frames.push({ png: Buffer.from(data, 'base64'), ms: 1000, at });
    void client.send('Page.screencastFrameAck', { sessionId });
  });
  await client.send('Page.startScreencast', { format: 'png', maxWidth: 1280, maxHeight: 800 });
  return {
    async save() {
      await client.send('Page.stopScreencast');
      const timed = frames.map((frame, index) => ({
        ...frame,
        ms: (frames[index + 1]?.at ?? frame.at + 2000) - frame.at,
      }));
      const file = path.join('out', 'pictures', 'working-day.webp');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, await movingPicture(await page.context().newPage(), timed));
    },
  };
}

interface Presses {
  keys: number;
  clicks: number;
}

/** Counts the keys outside of prose, which every program asks for, and the clicks. */
async function countPresses(page: Page): Promise<() => Promise<Presses>> {
  await page.addInitScript(() => {
    const presses = { keys: 0, clicks: 0 };
    Object.assign(window, { presses });
    addEventListener('keydown', ({ key }) => (presses.keys += /^(?:Control|Shift|Alt|Meta)$/.test(key) ? 0 : 1), true);
    addEventListener('pointerdown', () => presses.clicks++, true);
  });
  return () => page.evaluate(() => ({ ...(window as unknown as { presses: Presses }).presses }));
}

/** Answers each card in the way that asks least later, until the run ends. */
async function answerCards(page: Page): Promise<void> {
  const cards = page.locator('[data-tool-call][data-state="waiting"]');
  const always = cards.last().getByRole('button', { name: /^Always allow .* here$/ });
  const once = cards.last().getByRole('button', { name: 'Allow once', disabled: false });
  const ended = page.getByText('The work is done.');
  const question = async (): Promise<string | undefined> => (await cards.allTextContents()).at(-1);
  while (true) {
    await expect(once.or(ended).first()).toBeVisible({ timeout: (busySeconds + 90) * 1000 });
    if (await ended.isVisible()) return;
    const before = await question();
    await ((await always.isVisible()) ? always : once).click();
    await expect.poll(question).not.toBe(before);
  }
}

const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trimEnd();

/** A repository whose remote looks like GitHub and is a bare one, and a program named gh that prints an address. */
function repository(): { folder: string; remote: string; env: Record<string, string> } {
  const folder = projectFolder();
  for (const name of files) writeFileSync(path.join(folder, 'src', `${name}.js`), source);
  const scripts = { test: 'echo tested', lint: 'echo linted' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
  const remote = path.join(freshFolder('remote'), 'garden.git');
  const [bin, home] = [freshFolder('bin'), freshFolder('home')];
  gitIn(folder, 'init', '--quiet', '--initial-branch=main');
  gitIn(folder, 'config', 'user.name', 'Ada');
  gitIn(folder, 'config', 'user.email', 'ada@example.org');
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '-m', 'Start');
  gitIn(path.dirname(remote), 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  gitIn(folder, 'remote', 'add', 'origin', remote);
  gitIn(folder, 'push', '--quiet', '--set-upstream', 'origin', 'main');
  gitIn(folder, 'config', 'remote.origin.url', 'git@github.com:ada/garden.git');
  writeFileSync(path.join(home, '.gitconfig'), `[url "${remote}"]\n\tinsteadOf = git@github.com:ada/garden.git\n`);
  writeFileSync(path.join(bin, 'gh'), '#!/bin/sh\ncat > /dev/null\necho https://github.com/ada/garden/pull/7\n');
  chmodSync(path.join(bin, 'gh'), 0o755);
  return { folder, remote, env: { HOME: home, PATH: `${bin}:${process.env.PATH}` } };
}

/** Three comments by keyboard, sent as one message, and a change undone. */
async function review(page: Page): Promise<void> {
  await page.locator('[data-turn-changes]').last().getByRole('button', { name: 'Review' }).click();
  const panel = page.locator('[data-review-panel]');
  await expect(panel.locator('[data-review-file]')).toHaveCount(files.length);
  await panel.locator('[data-review-file]').first().getByRole('button').click();
  const cursor = panel.locator('[data-review-line="cursor"]');
  await expect(cursor).toContainText('Math.floor');
  await panel.locator('[data-review-hunk]').first().getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(panel.locator('[data-review-last-undo]')).toBeVisible();
  for (let comment = 1; comment <= 3; comment++) {
    const before = await panel.locator('[data-review-open]').getAttribute('data-review-open');
    // The next file is open after the undo: if its lines are there by now, the key goes to its first change, and again to the next file.
    let isAgain = false;
    await expect(async () => {
      await page.keyboard.press('n');
      // Somebody who sees the page waits for it instead.
      if (isAgain) await page.evaluate(() => (window as unknown as { presses: Presses }).presses.keys--);
      isAgain = true;
      await expect(panel.locator('[data-review-open]')).not.toHaveAttribute('data-review-open', before ?? '', {
        timeout: 1_000,
      });
    }).toPass();
    await expect(cursor).toContainText('Math.floor');
    await page.keyboard.press('c');
    await expect(panel.locator('textarea')).toBeFocused();
    await page.keyboard.insertText(`Round half to even here, please (${comment}).`);
    await page.keyboard.press('Control+Enter');
    await expect(panel.locator('[data-review-comment]')).toHaveCount(1);
  }
  await panel.getByRole('button', { name: 'Send 3 comments' }).click();
  await expect(page.getByText('Thank you for the review.')).toBeVisible();
  await waitForIdle(page);
}

/** From the changes to a pull request. */
async function publish(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('Git: stage');
  await expect(page.getByRole('option', { name: /Git: stage/ }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Git' });
  await panel.getByRole('button', { name: 'Trust this folder' }).click();
  await panel.getByRole('button', { name: 'Branch: main' }).click();
  await page.getByRole('menuitem', { name: 'New branch…' }).click();
  await panel.getByRole('textbox', { name: 'Name of the new branch' }).fill('rounding');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Branch: rounding' })).toBeVisible();
  await panel.getByRole('button', { name: 'Stage all' }).click();
  await panel.getByRole('button', { name: 'Propose message' }).click();
  await expect(panel.getByRole('textbox', { name: 'Commit message' })).toHaveValue('Round amounts to the nearest cent');
  await panel.getByRole('button', { name: 'Commit', exact: true }).click();
  await expect(panel.getByRole('textbox', { name: 'Commit message' })).toHaveValue('');
  await panel.getByRole('button', { name: 'Pull request…' }).click();
  await panel.getByRole('button', { name: 'Push and open' }).click();
  await confirmWithCode(page, host);
  await expect(panel.getByRole('link', { name: 'https://github.com/ada/garden/pull/7' })).toBeVisible();
}

test(
  cite(['APPROVE-9', 'STREAM-10', 'REVIEW-3', 'REVIEW-4'], 'an hour of work takes few keys and clicks'),
  fullRunOnly,
  async ({ page }) => {
    test.setTimeout(240_000);
    const { folder, remote, env } = repository();
    const busy = { status: 429, headers: { 'retry-after': String(busySeconds) }, body: { error: { message: 'busy' } } };
    model = await startFakeModelServer({
      replies: [
        ...work.slice(0, 20),
        busy,
        ...work.slice(20),
        { text: 'The work is done.' },
        { text: 'Thank you for the review.' },
        { text: 'Round amounts to the nearest cent' },
      ],
    });
    const provider = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({
      args: ['--project', folder],
      env: { ...env, ...provider },
      settings: { approvalMode: 'reads' },
    });
    const recording = recorded ? await record(page) : null;
    const presses = await countPresses(page);
    await openApp(page, host);
    const pressed: Record<string, Presses> = {};
    const part = async (name: string, action: () => Promise<void>): Promise<void> => {
      const before = await presses();
      await action();
      const after = await presses();
      pressed[name] = { keys: after.keys - before.keys, clicks: after.clicks - before.clicks };
    };

    await part('forty calls', async () => {
      await send(page, 'The ledger rounds wrong. Find and mend it.');
      await answerCards(page);
      await waitForIdle(page);
    });
    await part('review', () => review(page));
    await part('pull request', () => publish(page));

    expect(gitIn(remote, 'log', '-1', '--format=%s', 'rounding')).toBe('Round amounts to the nearest cent');
    // One file is as it was before.
    expect(gitIn(remote, 'diff', '--stat', 'main', 'rounding')).toContain('4 files changed');
    // Two kinds of command and five edits are allowed; without first words, there were 32 cards.
    const limits: Record<string, Presses> = {
      'forty calls': { keys: 1, clicks: 7 },
      review: { keys: 9, clicks: 4 },
      'pull request': { keys: 3, clicks: 9 },
    };
    console.log(JSON.stringify(pressed));
    for (const [name, { keys, clicks }] of Object.entries(limits)) {
      expect(pressed[name]?.keys, name).toBeLessThanOrEqual(keys);
      expect(pressed[name]?.clicks, name).toBeLessThanOrEqual(clicks);
    }
    await recording?.save();
  },
);
