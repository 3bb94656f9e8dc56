// Recovery: a crash in the middle of calls, a request that the provider rejects, a reply that continues while no window
// is open.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../test/support/fakeReply.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { openApp, photograph, send, sendAndRead, toolCalls, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

function env(): Record<string, string> {
  return { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
}

function counted(folder: string): string {
  const file = path.join(folder, 'counter');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const settings = { approvalMode: 'all' };

test(
  cite('STREAM-10', 'a busy model is waited for with a countdown, which the user skips or ends'),
  async ({ page }) => {
    const busy = { status: 429, headers: { 'retry-after': '1800' }, body: { error: { message: 'too many requests' } } };
    model = await startFakeModelServer({ replies: [busy, { text: 'Here I am.' }, busy] });
    host = await startHost({ args: ['--project', projectFolder()], env: env() });
    await openApp(page, host);
    await send(page, 'first');
    const row = page.locator('[data-role="retry"]');
    await expect(row).toContainText(/Rate limit reached\. Retrying in (?:30|29) min/);
    await row.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByText('Here I am.')).toBeVisible();
    await waitForIdle(page);
    expect(model.requests).toHaveLength(2);

    await send(page, 'second');
    await row.getByRole('button', { name: 'Stop' }).click();
    await expect(row).toHaveCount(0);
    await waitForIdle(page);
    expect(model.requests).toHaveLength(3);
  },
);

test(
  cite(
    ['RESUME-4', 'LOOP-15'],
    'after a crash, open calls are resolved in their boxes by keyboard, and then the turn continues',
  ),
  async ({ page }) => {
    const folder = projectFolder();
    const command = (text: string) => ({ name: 'run_command', arguments: JSON.stringify({ command: text }) });
    model = await startFakeModelServer({
      replies: [
        {
          calls: [
            { id: 'call_one', ...command('printf "seven of %s\\n" twelve; echo x >> counter && sleep 60') },
            { id: 'call_two', ...command('echo y >> counter') },
            { id: 'call_three', ...command('echo z >> counter') },
          ],
        },
        { text: 'All is well.' },
      ],
    });
    host = await startHost({ args: ['--project', folder], env: env(), settings });
    await openApp(page, host);
    await send(page, 'do three things');
    await expect(page.locator('[data-tool-call][data-state="running"]')).toBeVisible();
    await expect.poll(() => counted(folder), soon).toBe('x\n');
    await expect.poll(() => host.contents().some((text) => text.includes('seven of twelve')), soon).toBe(true);
    await host.kill9();

    const { dataDir } = host;
    host = await startHost({ dataDir, args: ['--project', folder, '--continue'], env: env() });
    await openApp(page, host);
    const boxes = toolCalls(page);
    await expect(boxes.nth(0)).toContainText('Started, outcome unknown');
    await expect(boxes.nth(0)).toContainText(
      /seven of twelve\s*The app closed .* is unknown\. Its output until then is above\./,
    );
    // The restart stopped the processes that it had started, and reports it.
    await expect(page.getByText('Stopped 1 command left over from an earlier run')).toBeVisible();
    await expect(boxes.nth(0)).not.toContainText('still be running');
    await expect(boxes.nth(1)).toContainText('Not started');
    await expect(page.locator('[data-role="interrupted"]')).toContainText('Some calls were interrupted');
    await photograph(page, 'interrupted-calls');

    const skip = boxes.nth(0).getByRole('button', { name: 'Skip', exact: true });
    await skip.focus();
    await page.keyboard.press('Enter');
    await expect(boxes.nth(0)).toContainText('Skipped');
    await expect(boxes.nth(1).getByRole('button', { name: 'Mark as done' })).toHaveCount(0);
    await boxes.nth(1).getByRole('button', { name: 'Skip', exact: true }).click();
    await expect(boxes.nth(1)).toContainText('Skipped');
    await boxes.nth(2).getByRole('button', { name: 'Run', exact: true }).click();
    // The mode in the settings allows commands; the box shows the same call, now executed.
    await expect(boxes.nth(2)).toContainText('Ran again');
    expect(counted(folder)).toBe('x\nz\n');

    await expect(page.locator('[data-role="interrupted"]')).toContainText('This turn was interrupted.');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('All is well.');
    await waitForIdle(page);
    await expect(page.locator('[data-role="user"]')).toHaveCount(1);
    expect(counted(folder)).toBe('x\nz\n');
  },
);

function refusing(body: RequestBody): Reply {
  const place = body.messages.findIndex((message) => message.role === 'tool' && /POISON/.test(String(message.content)));
  if (place >= 0) {
    return { status: 400, body: { error: { message: `Invalid value for 'messages[${place}].content'.`, code: null } } };
  }
  if (body.messages.some((message) => message.role === 'tool')) return { text: 'I could not see it.' };
  return { calls: [{ id: 'call_read', name: 'read_file', arguments: '{"path":"bad.txt"}' }] };
}

test(
  cite('SEQ-9', 'a rejected request names the item at fault; without it the turn continues; and that can be undone'),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    writeFileSync(path.join(folder, 'bad.txt'), 'POISON\n');
    model = await startFakeModelServer({ otherwise: refusing });
    host = await startHost({ args: ['--project', folder], env: env(), settings });
    await openApp(page, host);
    await send(page, 'read bad.txt');
    const row = page.locator('[data-role="error"]');
    await expect(row).toContainText('The problem is the result from read_file.');
    await photograph(page, 'refused');
    await row.getByRole('button', { name: 'Show' }).click();
    await expect(page.locator('[data-tool="read_file"]')).toContainText('POISON');
    await row.getByRole('button', { name: 'Try again', exact: true }).click();
    // The first attempt is now only a line.
    await expect(page.locator('[data-role="earlier-try"]')).toHaveText('Earlier attempt');
    await expect(row).toHaveCount(1);
    await row.last().getByRole('button', { name: 'Leave out and try again' }).click();
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('I could not see it.');
    await waitForIdle(page);
    // A notification under the pointer does not disappear.
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.hover();
    const [id = ''] = host.conversationIds();
    const sent = async () => (await host.throughline(['request', id], env())).stdout;
    expect(await sent()).not.toContain('POISON');
    await undo.click();
    await expect.poll(sent, soon).toContain('POISON');
  },
);

test(
  cite(
    ['SEQ-9', 'MCP-10'],
    'a tool that the provider rejects is disabled where it is named, and the request goes through',
  ),
  fullRunOnly,
  async ({ page }) => {
    const message = "Invalid schema for function 'read_file': array schema missing items.";
    model = await startFakeModelServer({
      replies: [{ status: 400, body: { error: { message } } }, { text: 'Fine now.' }],
    });
    host = await startHost({ args: ['--project', projectFolder()], env: env(), settings });
    await openApp(page, host);
    await send(page, 'hello');
    const row = page.locator('[data-role="error"]');
    await expect(row).toContainText('The problem is the tool read_file.');
    await row.getByRole('button', { name: 'Turn off read_file' }).click();
    await expect(row).toContainText('read_file is turned off.');
    await row.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('Fine now.');
    const offered = model.requests.at(-1)?.body.tools?.map((tool) => tool.function.name);
    expect(offered).not.toContain('read_file');
  },
);

test(
  cite('UI-10', 'after retrying, the reply is in view while it streams, even on a long page'),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    const long = (which: string): string =>
      Array.from({ length: 80 }, (_line, at) => `Line ${at} of the ${which} answer.`).join('\n\n');
    model = await startFakeModelServer({
      replies: [
        { text: long('first') },
        { status: 400, body: { error: { message: 'Something is wrong.' } } },
        { text: long('second') },
      ],
    });
    host = await startHost({ args: ['--project', folder], env: env(), settings });
    await openApp(page, host);
    await sendAndRead(page, 'say much', 'Line 79 of the first answer.');
    await send(page, 'say more');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.getByText('Line 79 of the second answer.')).toBeInViewport();
    await waitForIdle(page);
    await expect(page.getByText('Line 79 of the second answer.')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  },
);

test(
  cite('RESUME-5', 'a reply continues without a window; a window opened later joins it without gaps or duplicates'),
  fullRunOnly,
  async ({ page, context }) => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let last = (): void => {};
    const end = new Promise<void>((resolve) => {
      last = resolve;
    });
    model = await startFakeModelServer({
      replies: [
        [{ text: ['one ', 'two '] }, { until: gate }, { text: ['three ', 'four '] }, { until: end }, { text: 'five' }],
      ],
    });
    host = await startHost({ args: ['--project', projectFolder()], env: env(), settings });
    await openApp(page, host);
    await send(page, 'count');
    const reply = page.locator('[data-role="assistant"]').last();
    await expect(reply).toContainText('one two');
    await page.close();
    release();
    const second = await context.newPage();
    await openApp(second, host);
    const joined = second.locator('[data-role="assistant"]').last();
    await expect(joined).toHaveText('one two three four');
    await second.close();
    last();
    await (await model.request(1)).ended;
    const third = await context.newPage();
    await openApp(third, host);
    await waitForIdle(third);
    await expect(third.locator('[data-role="assistant"]')).toHaveCount(1);
    await expect(third.locator('[data-role="assistant"]')).toHaveText('one two three four five');
  },
);
