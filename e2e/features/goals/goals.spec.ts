// Goals in the window: started with /goal, confirmed outside it, followed in the bar, and gone back from.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { writeTree } from '../../../test/support/fileTree.ts';
import { mathFiles, mathSource, repairs, testCommand } from '../../../test/support/mathProject.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, confirmWithCode, openApp } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

test(
  cite('SCHED-5', 'a goal is started in a new chat, reached in rounds, and a round is gone back to'),
  async ({ page }) => {
    model = await startFakeModelServer({ replies: repairs });
    const folder = projectFolder();
    writeTree(folder, mathFiles);
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'edits' } });
    const source = () => readFileSync(path.join(folder, 'math.js'), 'utf8');
    await openApp(page, host);
    await composer(page).fill('/goal');
    await composer(page).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Work until a test passes' });
    await dialog.getByRole('textbox', { name: 'Task' }).fill('Repair math.js');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog).toContainText('Enter a command.');
    await dialog.getByRole('textbox', { name: 'Command' }).fill(testCommand);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => host.said()).toContain('after each round of the goal');
    await confirmWithCode(page, host);
    await expect(dialog).toBeHidden();
    const bar = page.getByRole('region', { name: 'Goal' });
    await expect(bar).toContainText('Goal reached');
    await expect(bar).toContainText('Round 2 of 10');
    await expect(page.getByRole('log')).toContainText('Goal, round 2');
    await bar.getByRole('button', { name: /Goal reached/ }).click();
    const rounds = bar.getByRole('listitem');
    await expect(rounds).toHaveCount(2);
    await expect(rounds.first()).toContainText('Passed');
    await expect(rounds.last()).toContainText('1 file changed');
    expect(source()).toBe(mathSource('a + b', 'a * b'));
    await rounds.first().getByRole('button', { name: 'Go back to before this round…' }).click();
    const rewind = page.getByRole('dialog', { name: 'Rewind to before this message' });
    await rewind.getByRole('radio', { name: /^Conversation and files/ }).check();
    await rewind.getByRole('button', { name: 'Rewind' }).click();
    await expect.poll(source).toBe(mathSource('a + b', '0'));
  },
);
