// Details of the window: where an edit opens, what remains after a dialog, what continues while the host is gone.

import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { openApp, photograph, send, waitForIdle } from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(
  'an edit that opens at the lower edge is fully visible; a closing dialog leaves no tooltip',
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' } });
    await openApp(page, host);
    await send(page, 'List the files and read the README');
    await waitForIdle(page);
    await send(page, 'Run a command that shows the date');
    await waitForIdle(page);

    // The user's last message is at the lower edge of the view.
    const log = page.getByRole('log');
    const row = page.locator('[data-message]', { has: page.locator('[data-role="user"]') }).last();
    await log.hover();
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.mouse.wheel(0, -1);
    await row.evaluate((element) => {
      const scroller = element.closest('[role="log"]') as HTMLElement;
      scroller.scrollTop += element.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    });
    await row.locator('[data-edit]').click();
    const edit = page.locator('[data-editing]');
    await expect(edit.getByRole('textbox')).toBeFocused();
    const hidden = (): Promise<number> =>
      edit.evaluate((element) => {
        const scroller = element.closest('[role="log"]') as HTMLElement;
        return element.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
      });
    await expect.poll(hidden, soon).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 1280, height: 800 });
    const actions = page.getByRole('button', { name: /^Actions for/ }).first();
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(actions).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  },
);

test(
  'when both the match and the end are in view, there is no button to jump to the end',
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' } });
    await page.setViewportSize({ width: 1280, height: 1600 });
    await openApp(page, host);
    await send(page, 'Run a command that shows the date');
    await waitForIdle(page);
    await page.keyboard.press('Control+f');
    const field = page.getByRole('search').getByRole('searchbox');
    // A recent message reaches the index a little later.
    await expect(async () => {
      await field.fill('');
      await field.fill('date');
      await expect(page.getByRole('search')).toContainText(/essage \d+ of \d+/, { timeout: 2000 });
    }).toPass();
    await field.press('Enter');
    await expect(page.locator('[data-role="user"]')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  },
);

test(
  cite('UI-7', 'the demo works immediately, in a sample folder that the user may change; the picker starts at home'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    // One click, and no confirmation before the first calls: only the sample is read.
    await page.getByRole('button', { name: 'Try it in a sample folder' }).click();
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('README.md');
    await waitForIdle(page);
    await expect(page.locator('[data-control="approvals"]')).toHaveAttribute('data-mode', 'reads');
    await expect(page.locator('[data-control="folder"]')).toContainText('throughline-demo');
    await expect(page.getByText('Tides').first()).toBeVisible();
    await send(page, 'Make a plan, then write notes.md');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await waitForIdle(page);
    await expect(page.locator('[data-tool="write_file"]')).toHaveAttribute('data-state', 'ok');
    await photograph(page, 'demo-folder');

    await page.getByRole('button', { name: 'Your model…' }).click();
    await expect(page.getByRole('tab', { name: 'Providers' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open folder' });
    await expect(dialog.getByRole('combobox')).toHaveValue('~/');
    await expect(dialog.getByRole('option', { name: /throughline-demo.*recent/ })).toBeVisible();
    // With nothing typed or chosen, Enter does not make the home folder a project.
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Open', exact: true })).toBeDisabled();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('button', { name: 'Open', exact: true })).toBeEnabled();
    await page.keyboard.press('Escape');

    // On a narrow screen, the page of all calls has a button to the sidebar.
    await page.getByRole('button', { name: 'All tool calls' }).click();
    await page.setViewportSize({ width: 480, height: 700 });
    await expect(page.getByRole('main').getByRole('button', { name: 'Show sidebar' })).toBeVisible();
  },
);

test(
  cite('PERF-6', "a running call's mark dims in steps, not in every frame, and is still while the host is gone"),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' } });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openApp(page, host);
    await send(page, 'Run `sleep 60`');
    const mark = page.locator('[data-tool-call] .pulse').first();
    await expect(mark).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-dim');
    await expect(mark).toHaveCSS('opacity', '0.35');
    await expect(page.locator('html')).not.toHaveAttribute('data-dim');
    // An animation without end costs every key the wait for a frame.
    const iterations = () => document.getAnimations().map(({ effect }) => effect?.getComputedTiming().iterations);
    expect(await page.evaluate(iterations)).not.toContain(Number.POSITIVE_INFINITY);
    await host.kill9();
    await expect(page.locator('[data-tool-call] .pulse')).toHaveCount(0);
  },
);

test(cite('UI-7', 'the example of a plan starts in plan mode'), fullRunOnly, async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  await page.getByRole('button', { name: 'Plan how to write notes.md' }).click();
  await expect(page.locator('[data-plan]')).toBeVisible();
  await expect(page.locator('[data-control="approvals"]')).toHaveAttribute('data-mode', 'plan');
});
