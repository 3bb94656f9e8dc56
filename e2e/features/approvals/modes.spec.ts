// Approval modes as the user works with them: chosen from the menu, saved for the project, the list of pending calls,
// and the row at the end of a turn that undoes its changes.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, sendAnswered, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

test(
  cite('APPROVE-1', 'a mode is chosen by its digit, saved for the project, and its changes can be undone'),
  fullRunOnly,
  async ({ page }) => {
    model = await startFakeModelServer();
    const folder = projectFolder();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env });
    await openApp(page, host);
    const mode = page.locator('[data-control="approvals"]');
    await expect(mode).toHaveAttribute('data-mode', 'ask');

    model.push(
      {
        calls: ['notes.txt', 'src/water.ts'].map((name, at) => ({
          id: `r${at}`,
          name: 'read_file',
          arguments: JSON.stringify({ path: name }),
        })),
      },
      { text: 'Both are read.' },
    );
    await sendAnswered(page, 'read both');
    const bar = page.locator('[data-waiting-together]');
    await expect(bar.locator('[data-together]')).toHaveCount(2);
    await bar.getByRole('button', { name: 'Read without asking' }).click();
    await expect(page.getByText('Both are read.')).toBeVisible();
    await expect(mode).toHaveAttribute('data-mode', 'reads');
    await waitForIdle(page);

    await mode.click();
    await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
    await page.keyboard.press('3');
    await expect(mode).toHaveAttribute('data-mode', 'edits');
    await mode.click();
    await page.getByRole('menuitemcheckbox', { name: /Also use for new chats/ }).click();
    await page.keyboard.press('Control+Shift+o');
    await expect(mode).toHaveAttribute('data-mode', 'edits');

    model.push(
      { calls: [{ id: 'w', name: 'write_file', arguments: '{"path":"plan.md","content":"step one\\n"}' }] },
      { text: 'Written.' },
    );
    await send(page, 'write a plan');
    await expect(page.getByText('Written.')).toBeVisible();
    await waitForIdle(page);
    const plan = path.join(folder, 'plan.md');
    expect(existsSync(plan)).toBe(true);
    await page.reload();
    await page.locator('[data-conversation]').first().click();
    const row = page.locator('[data-turn-changes]');
    await expect(row).toContainText('1 file changed');
    await row.getByRole('button', { name: 'Undo all…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 file' }).click();
    await expect(row.getByRole('button', { name: 'Redo all…' })).toBeVisible();
    expect(existsSync(plan)).toBe(false);

    // The row reflects it once it is stored; while the confirmation is open, shortcuts do not reach the window.
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Control+.');
    await expect(mode).not.toHaveAttribute('data-mode', 'edits');
    await chooseByDragging(page, mode);
  },
);

/** Releasing where the press was chooses nothing, even if the menu covers the pointer; elsewhere, it chooses. */
async function chooseByDragging(page: Page, mode: Locator): Promise<void> {
  const box = await mode.boundingBox();
  if (!box) throw new Error('The mode is not visible.');
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const item = (digit: number) => page.locator(`[role="menuitemcheckbox"][data-digit="${digit}"]`);
  const before = await mode.getAttribute('data-mode');
  await page.mouse.move(clientX, clientY);
  await page.mouse.down();
  await item(3).dispatchEvent('pointerup', { clientX: clientX + 2, clientY, button: 0, pointerType: 'mouse' });
  await expect(item(3)).toBeVisible();
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await expect(item(3)).toHaveCount(0);
  expect(await mode.getAttribute('data-mode')).toBe(before);

  await page.mouse.down();
  await item(1).hover();
  await page.mouse.up();
  await expect(item(1)).toBeHidden();
}

test(
  cite(['APPROVE-1', 'APPROVE-10'], 'a plan is edited, accepted, and carried out in the chosen mode'),
  async ({ page }) => {
    model = await startFakeModelServer();
    const folder = projectFolder();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env, settings: {} });
    await openApp(page, host);
    const mode = page.locator('[data-control="approvals"]');
    // The user chose the folder.
    await expect(mode).toHaveAttribute('data-mode', 'reads');
    await mode.click();
    await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
    await page.keyboard.press('6');
    await expect(mode).toHaveAttribute('data-mode', 'plan');
    const plan = JSON.stringify({ title: 'Write the notes', plan: '1. Write `a.md`.' });
    const write = '{"path":"b.md","content":"as planned\\n"}';
    model.push(
      { calls: [{ id: 'p', name: 'present_plan', arguments: plan }] },
      { calls: [{ id: 'w', name: 'write_file', arguments: write }] },
      { text: 'It is written.' },
    );
    await sendAnswered(page, 'plan it');
    const card = page.locator('[data-plan]');
    await expect(card.getByText('Write a.md.')).toBeVisible();
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByRole('textbox').fill('1. Write `b.md`.');
    await expect(card.getByText('Changed by you')).toBeVisible();
    await card.getByRole('button', { name: /Accept and continue/ }).click();
    await expect(page.getByText('It is written.')).toBeVisible();
    await waitForIdle(page);
    await expect(mode).toHaveAttribute('data-mode', 'edits');
    expect(existsSync(path.join(folder, 'b.md'))).toBe(true);
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('1. Write `b.md`.');
  },
);
