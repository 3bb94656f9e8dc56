// The real OpenCode and one of our models answer the same message, each in its own worktree; the conversation continues
// with OpenCode.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../../../test/support/fakeReply.ts';
import { findOpenCode, openCodeEnvironment } from '../../../test/support/openCode.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { addAgent, allowAgent, chooseModel } from '../../support/externalAgents.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

const openCode = findOpenCode();
/** A first start may take half a minute. */
const patient = { timeout: 60_000 };

let host: Host;
let model: FakeModelServer;
let agentsModel: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  // OpenCode's own requests for a title break the strict rules.
  await agentsModel?.close({ allowViolations: true });
});

/** Writes notes.txt with the tool of this name, then says so. */
function writer(name: string, tool: string, pathField: string) {
  return ({ messages, tools }: RequestBody): Reply => {
    if (!tools?.length) return { text: 'Garden' };
    const sentText = JSON.stringify(messages);
    if (sentText.includes('and now?')) return { text: `${name} continues.` };
    if (messages.some(({ role }) => role === 'tool')) return { text: `${name} wrote it.` };
    const args = JSON.stringify({ [pathField]: 'notes.txt', content: `By ${name}.\n` });
    return { calls: [{ id: `call_${name}`, name: tool, arguments: args }] };
  };
}

test(
  cite(['AGENT-5', 'ACP-1'], 'OpenCode and a model answer in worktrees, and OpenCode’s session continues'),
  fullRunOnly,
  async ({ page }) => {
    test.skip(openCode === null || process.platform !== 'linux', 'OpenCode is not installed');
    test.setTimeout(300_000);
    const folder = projectFolder();
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'first');
    const notes = readFileSync(path.join(folder, 'notes.txt'), 'utf8');
    agentsModel = await startFakeModelServer({ otherwise: writer('OpenCode', 'write', 'filePath') });
    model = await startFakeModelServer({ otherwise: writer('Our model', 'write_file', 'path') });
    host = await startHost({
      args: ['--project', folder],
      env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
      settings: { approvalMode: 'ask' },
    });
    await host.throughline(['trust', '--project', folder]);
    await openApp(page, host);
    const variables = Object.entries(openCodeEnvironment(freshFolder('home'), agentsModel.url)).map(
      ([name, value]) => `${name}=${value}`,
    );
    await addAgent(page, 'Local OpenCode', ['/usr/bin/env', ...variables, openCode as string, 'acp']);
    await allowAgent(page, host, 'Local OpenCode');
    await chooseModel(page, 'fake-model');

    await composer(page).fill('write it down');
    await composer(page).press('Control+Shift+Enter');
    const ask = page.getByRole('dialog', { name: 'Compare answers' });
    await ask.getByRole('combobox', { name: 'Answer 2' }).fill('openc');
    await page.getByRole('option', { name: /^Local OpenCode/ }).click();
    await expect(ask.getByRole('combobox', { name: 'Answer 2' })).toHaveValue('Local OpenCode');
    await ask.getByRole('button', { name: 'Get 2 answers' }).click();

    const ours = page.getByRole('region', { name: 'fake-model', exact: true });
    const theirs = page.getByRole('region', { name: 'Local OpenCode', exact: true });
    await expect(theirs.locator('[data-waits-for]')).toContainText('Local OpenCode asks for permission.', patient);
    await photograph(page, 'compare-opencode');
    for (const each of [ours, theirs]) {
      await each.getByRole('button', { name: /^Allow once/, disabled: false }).click();
      await expect(each).toHaveAttribute('data-state', 'done', patient);
      await expect(each.locator('[data-file="notes.txt"]')).toBeVisible();
      await expect(each.getByText(/tokens/)).toBeVisible();
    }
    await expect(ours.getByText('Our model wrote it.')).toBeVisible();
    await expect(theirs.getByText('OpenCode wrote it.')).toBeVisible();
    await photograph(page, 'compare-opencode-done');
    await expect(page.locator('[data-compare]')).not.toContainText('agent:');
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe(notes);

    await theirs.getByRole('button', { name: /^Continue with this one/ }).click();
    const changes = page.getByRole('dialog', { name: /^Changes in throughline/ });
    await expect(changes.locator('[data-file="notes.txt"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(changes).toHaveCount(0);
    await expect(page.locator('[data-control="model"]')).toContainText('Local OpenCode');
    await send(page, 'and now?');
    await expect(page.getByText('OpenCode continues.')).toBeVisible(patient);
    await waitForIdle(page);
    // The same session, and the same folder.
    expect(JSON.stringify(agentsModel.requests.at(-1)?.body.messages)).toContain('OpenCode wrote it.');
  },
);
