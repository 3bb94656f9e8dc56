// The app in a real Electron: what it asks of the system. The test answers dialogs; they open on no screen.

import path from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { liveText } from '../../test/support/liveFiles.ts';
import { type RealApp, test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { chooseToAdd, composer, send, waitForIdle } from '../support/window.ts';

test(
  cite(['SHIP-5', 'START-1'], 'a folder is chosen in the dialog of the system, and a canceled dialog changes nothing'),
  async ({ electron }) => {
    const started = await electron.start();
    const page = await started.page();
    const garden = electron.folder('garden');
    const control = page.locator('[data-control="folder"]');
    const before = await control.textContent();
    await answerFolderDialog(started, null);
    await chooseToAdd(page, 'Open folder…');
    await expect.poll(() => dialogsOf(started), soon).toHaveLength(1);
    expect(await control.textContent()).toBe(before);
    await answerFolderDialog(started, garden);
    await chooseToAdd(page, 'Open folder…');
    await expect(control).toContainText('garden');
    expect(await dialogsOf(started)).toMatchObject([{ properties: ['openDirectory', 'createDirectory'] }]);
  },
);

test(
  cite(['SHIP-5', 'SEC-3'], 'a dangerous power is confirmed in a box of the system, whose safe button is the default'),
  async ({ electron }) => {
    const started = await electron.start();
    const page = await started.page();
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog').first();
    await settings.getByRole('tab', { name: 'Approvals' }).click();
    const all = settings.getByRole('radio', { name: /Full access/ });
    for (const response of [0, 1]) {
      await answerBox(started, response);
      await all.click();
      await expect.poll(() => dialogsOf(started), soon).toHaveLength(1);
      await expect(all).toBeChecked({ checked: response === 1 });
    }
    const [box] = await dialogsOf(started);
    expect(box).toMatchObject({ type: 'warning', buttons: ['Cancel', 'Allow'], defaultId: 0, cancelId: 0 });
  },
);

test(
  cite(['SHIP-5'], 'a question in a window without the focus is a notification, and a click on it leads there'),
  async ({ electron }) => {
    const started = await electron.start({ args: ['--project', electron.folder('project')] });
    const page = await started.page();
    await started.app.evaluate(({ app, Notification }) => {
      const notices: { title: string; body: string; click(): void }[] = [];
      const counts: number[] = [];
      Reflect.set(globalThis, 'shownByTest', notices);
      Reflect.set(globalThis, 'countsByTest', counts);
      Notification.isSupported = () => true;
      Notification.prototype.show = function show(this: Electron.Notification) {
        notices.push({ title: this.title, body: this.body, click: () => this.emit('click', {}) });
      };
      app.setBadgeCount = (count) => counts.push(count ?? 0) > 0;
    });
    await page.locator('[data-control="approvals"]').click();
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('1');
    await page.evaluate(() => {
      // The test's tool makes every page believe that it has the focus.
      document.hasFocus = () => false;
    });
    await composer(page).fill('list the files');
    await composer(page).press('Enter');
    const titles = () =>
      started.app.evaluate(() =>
        (Reflect.get(globalThis, 'shownByTest') as { title: string; body: string }[]).map(
          ({ title, body }) => `${title} ${body}`,
        ),
      );
    await expect.poll(titles, soon).toEqual([expect.stringContaining('list the files')]);
    const count = () => started.app.evaluate(() => (Reflect.get(globalThis, 'countsByTest') as number[]).at(-1));
    await expect.poll(count, soon).toBe(1);
    await started.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.hide();
      (Reflect.get(globalThis, 'shownByTest') as { click(): void }[])[0]?.click();
    });
    const isVisible = () => started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(isVisible, soon).toBe(true);
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await waitForIdle(page);
    await expect.poll(count, soon).toBe(0);
  },
);

test(
  cite(['SHIP-5', 'UI-24'], 'the menu has the usual items, and the position of the window is remembered'),
  async ({ electron }) => {
    const first = await electron.start();
    const page = await first.page();
    const items = await first.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => [
        label,
        ...(submenu?.items ?? []).map((item) => item.role?.toLowerCase() ?? item.type),
      ]),
    );
    expect(items.map(([label]) => label)).toEqual(['File', 'Edit', 'View', 'Window']);
    expect(items.flat()).toEqual(expect.arrayContaining(['copy', 'paste', 'undo', 'reload', 'togglefullscreen']));
    expect(items.flat()).not.toContain('zoomin');
    const reloaded = page.waitForEvent('load');
    await first.app.evaluate(({ Menu, BrowserWindow }) => {
      const reload = Menu.getApplicationMenu()
        ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ role }) => role === 'reload');
      const [window] = BrowserWindow.getAllWindows();
      reload?.click({}, window, window?.webContents);
    });
    await reloaded;
    await expect(composer(page)).toBeVisible();
    const window = await first.app.browserWindow(page);
    await window.evaluate((one) => one.setBounds({ x: 60, y: 50, width: 900, height: 700 }));
    const placed = await window.evaluate((one) => one.getNormalBounds());
    await window.evaluate((one) => one.close()).catch(() => {});
    expect(await first.ended).toBe(0);
    const again = await electron.start({ dataDir: first.dataDir });
    const back = await again.app.browserWindow(await again.page());
    expect(await back.evaluate((one) => one.getNormalBounds())).toEqual(placed);
  },
);

test(
  cite(['SHIP-5', 'SEC-4'], 'a file that the window offers is saved where the user says, and no other'),
  async ({ electron }) => {
    const started = await electron.start({ args: ['--project', electron.folder('project')] });
    const page = await started.page();
    await send(page, 'hello');
    await waitForIdle(page);
    const target = path.join(electron.folder('saved'), 'hello.md');
    await started.app.evaluate(({ session }, file) => {
      session.defaultSession.on('will-download', (_event, item) => item.setSavePath(file));
    }, target);
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['# hello\n']));
      link.download = '../../hello.md';
      link.click();
    });
    await expect.poll(() => liveText(target), soon).toBe('# hello\n');
  },
);

/** Answers the next folder dialogs: with the folder, or by canceling. */
async function answerFolderDialog({ app }: RealApp, folder: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    const questions: unknown[] = [];
    Reflect.set(globalThis, 'askedByTest', questions);
    dialog.showOpenDialog = async (...all: unknown[]) => {
      questions.push(all.at(-1));
      return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] };
    };
  }, folder);
}

async function answerBox({ app }: RealApp, response: number): Promise<void> {
  await app.evaluate(({ dialog }, button) => {
    const questions: unknown[] = [];
    Reflect.set(globalThis, 'askedByTest', questions);
    dialog.showMessageBox = async (...all: unknown[]) => {
      questions.push(all.at(-1));
      return { response: button, checkboxChecked: false };
    };
  }, response);
}

/** The options of the dialogs since the last answer was set. */
function dialogsOf({ app }: RealApp): Promise<unknown[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'askedByTest') as unknown[]);
}
