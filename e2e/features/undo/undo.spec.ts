// Undoing file changes made by tools: one change from its box, a whole turn, and the conversation with them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, openBox, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  folder = projectFolder();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const file = (name: string): string => path.join(folder, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const changedLine = (page: Page) => page.locator('[data-turn-changes]');

async function writePlan(page: Page): Promise<void> {
  model.push(
    { calls: [{ id: 'c1', name: 'write_file', arguments: '{"path":"plan.md","content":"step one\\n"}' }] },
    { text: 'Written.' },
  );
  await send(page, 'write a plan');
  await expect(page.getByText('Written.')).toBeVisible();
  await waitForIdle(page);
}

/** A plan in one conversation; in another, which is open, a command that runs until the file `go` exists. */
async function planAndWait(page: Page): Promise<void> {
  await writePlan(page);
  await page.keyboard.press('Control+Shift+o');
  const command = JSON.stringify({ command: 'while [ ! -e go ]; do sleep 0.1; done' });
  model.push({ calls: [{ id: 'c2', name: 'run_command', arguments: command }] }, { text: 'Waited enough.' });
  await send(page, 'wait for it');
  await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toBeVisible();
}

async function openCall(page: Page, tool: string) {
  const box = page.locator(`[data-tool="${tool}"]`).first();
  await openBox(box.getByRole('button').first());
  return box;
}

test(
  cite(['TOOL-4', 'AGENT-4'], 'a file write is undone from its box after a preview, and restored with Redo'),
  async ({ page }) => {
    await writePlan(page);
    expect(read('plan.md')).toBe('step one\n');
    const box = await openCall(page, 'write_file');
    await box.getByRole('button', { name: 'Undo…' }).click();
    const preview = page.getByRole('dialog', { name: 'Undo changes' });
    await expect(preview.locator('[data-file="plan.md"]')).toContainText('step one');
    expect(existsSync(file('plan.md'))).toBe(true);
    await photograph(page, 'undo-preview');
    await preview.getByRole('button', { name: 'Undo 1 file' }).click();
    await expect(preview).toHaveCount(0);
    await expect(box.locator('[data-changes="undone"]')).toBeVisible();
    expect(existsSync(file('plan.md'))).toBe(false);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Redo' }).click();
    await expect(box.locator('[data-changes="done"]')).toBeVisible();
    expect(read('plan.md')).toBe('step one\n');
  },
);

test(
  cite(['AGENT-4'], 'a turn ends with its changes: one diff for all, and one undo'),
  fullRunOnly,
  async ({ page }) => {
    const before = read('notes.txt');
    model.push(
      {
        calls: [
          { id: 'c1', name: 'write_file', arguments: '{"path":"plan.md","content":"step one\\n"}' },
          {
            id: 'c2',
            name: 'run_command',
            arguments: '{"command":"echo Mint too. >> notes.txt && mv src/water.ts src/rain.ts"}',
          },
        ],
      },
      { text: 'All done.' },
    );
    await send(page, 'change everything');
    await expect(page.getByText('All done.')).toBeVisible();
    await waitForIdle(page);
    await expect(changedLine(page)).toContainText('files changed');
    await changedLine(page).getByRole('button', { name: 'Review' }).click();
    const review = page.locator('[data-review-panel]');
    await expect(review).toContainText('plan.md');
    await expect(review.locator('[data-review-file="src/rain.ts"]')).toBeVisible();
    await photograph(page, 'turn-review');
    await page.keyboard.press('Escape');
    await changedLine(page).getByRole('button', { name: 'Undo all…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Undo \d+ files/ })
      .click();
    await expect(changedLine(page)).toContainText('all undone');
    expect(read('notes.txt')).toBe(before);
    expect(existsSync(file('plan.md'))).toBe(false);
    expect(existsSync(file('src/rain.ts'))).toBe(false);
    expect(existsSync(file('src/water.ts'))).toBe(true);
  },
);

test(
  cite(['AGENT-4'], 'rewinding to before a message undoes its text and file changes, and can be undone'),
  async ({ page }) => {
    model.push({ text: 'Hello.' });
    await send(page, 'hello');
    await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
    await waitForIdle(page);
    await writePlan(page);
    const message = page.locator('[data-message]', { hasText: 'write a plan' });
    await message.hover();
    await message.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Rewind to here…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rewind to before this message' });
    await dialog.getByRole('radio', { name: /Conversation and files/ }).click();
    await expect(dialog.locator('[data-file="plan.md"]')).toBeVisible();
    await photograph(page, 'go-back');
    await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
    await expect(composer(page)).toHaveValue('write a plan');
    await expect(page.locator('[data-role="user"]')).toHaveCount(1);
    expect(existsSync(file('plan.md'))).toBe(false);
    // Redo is stored with the conversation, not with the window.
    await page.reload();
    const line = page.locator('[data-role="rewound"]');
    await expect(line).toContainText('You rewound to this point.');
    await expect(composer(page)).toHaveValue('write a plan');
    await photograph(page, 'went-back');
    await line.getByRole('button', { name: 'Undo rewind' }).click();
    await expect(page.locator('[data-role="user"]')).toHaveCount(2);
    await expect(line).toHaveCount(0);
    await expect(composer(page)).toHaveValue('');
    expect(read('plan.md')).toBe('step one\n');
  },
);

test(
  cite(
    ['AGENT-4'],
    'after rewinding to before the first message, redo is available, from the palette too, until the user types',
  ),
  fullRunOnly,
  async ({ page }) => {
    model.push({ text: 'Hello.' });
    await send(page, 'hello');
    await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
    await waitForIdle(page);
    const goBack = async (): Promise<void> => {
      const message = page.locator('[data-message]', { has: page.getByText('hello', { exact: true }) });
      await message.hover();
      await message.getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Rewind to here…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rewind', exact: true }).click();
      await expect(page.locator('[data-role="rewound"]')).toBeVisible();
      // An open dialog comes first: it receives the keys until it closes.
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await goBack();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('undo rewind');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
    await expect(page.locator('[data-role="rewound"]')).toHaveCount(0);
    await goBack();
    model.push({ text: 'Another beginning.' });
    await send(page, 'good morning');
    await expect(page.getByText('Another beginning.')).toBeVisible();
    await expect(page.locator('[data-role="rewound"]')).toHaveCount(0);
  },
);

test(
  cite('AGENT-4', 'regenerating a reply that changed files asks first; the files are restored before it on request'),
  fullRunOnly,
  async ({ page }) => {
    await writePlan(page);
    const again = page.getByRole('button', { name: 'Regenerate' }).last();
    const dialog = page.getByRole('dialog', { name: 'Regenerate reply' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('radio', { name: /Keep file changes/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(read('plan.md')).toBe('step one\n');

    await again.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: /Undo file changes first/ }).check();
    await expect(dialog.locator('[data-file="plan.md"]')).toBeVisible();
    await photograph(page, 'regenerate-files');
    expect(existsSync(file('plan.md'))).toBe(true);
    model.push({ text: 'Another answer.' });
    await dialog.getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByText('Another answer.')).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await waitForIdle(page);
    expect(existsSync(file('plan.md'))).toBe(false);
    // Nothing is left to restore, so asking again starts immediately.
    model.push({ text: 'A third one.' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('A third one.')).toBeVisible();
  },
);

test(
  cite(
    ['AGENT-4', 'UI-2'],
    'undo names the conversation that runs in the folder and waits for it; the page of all calls shows what runs',
  ),
  fullRunOnly,
  async ({ page }) => {
    await planAndWait(page);

    await page.getByRole('button', { name: 'All tool calls' }).click();
    const row = page.locator('[data-found]', { hasText: 'while' });
    await expect(row).toBeVisible();
    await expect(row.locator('.pulse')).toBeVisible();
    await expect(row).not.toContainText(/unknown/i);

    await page
      .getByRole('button', { name: /write a plan/ })
      .first()
      .click();
    const box = await openCall(page, 'write_file');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const undo = async (): Promise<void> => {
      await box.getByRole('button', { name: 'Undo…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 file' }).click();
      await expect(toasts).toContainText('“wait for it” is running in this folder');
    };
    await undo();
    await photograph(page, 'undo-busy');
    // Deleted with its conversation.
    await page
      .getByRole('button', { name: /wait for it/ })
      .first()
      .click();
    await expect(toasts).not.toContainText('running in this folder');
    await page
      .getByRole('button', { name: /write a plan/ })
      .first()
      .click();
    await openCall(page, 'write_file');
    await undo();
    await toasts.getByRole('button', { name: 'Do this when it finishes' }).click();
    await expect(toasts).toContainText('This will happen when the other run finishes.');
    expect(existsSync(file('plan.md'))).toBe(true);
    writeFileSync(file('go'), '');
    await expect.poll(() => existsSync(file('plan.md')), soon).toBe(false);
    await expect(toasts).not.toContainText('when the other run has ended');
  },
);

test(
  cite(
    ['AGENT-4', 'UI-2'],
    'editing and resending with restored files waits for the run in the folder, and the text stays until then',
  ),
  fullRunOnly,
  async ({ page }) => {
    await planAndWait(page);
    await page
      .getByRole('button', { name: /write a plan/ })
      .first()
      .click();

    const message = page.locator('[data-message]', { hasText: 'write a plan' });
    await message.hover();
    await message.getByRole('button', { name: 'Edit' }).click();
    const field = page.locator('[data-editing] textarea');
    await field.fill('write no plan');
    await page.locator('[data-editing] input[type="checkbox"]').check();
    await field.press('Enter');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText('“wait for it” is running in this folder');
    await expect(field).toHaveValue('write no plan');
    await photograph(page, 'edit-busy');
    await toasts.getByRole('button', { name: 'Do this when it finishes' }).click();
    await expect(toasts).toContainText('This will happen when the other run finishes.');
    expect(existsSync(file('plan.md'))).toBe(true);
    model.push({ text: 'No plan then.' });
    writeFileSync(file('go'), '');
    await expect(page.getByText('No plan then.')).toBeVisible();
    await expect(field).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    expect(existsSync(file('plan.md'))).toBe(false);
  },
);
