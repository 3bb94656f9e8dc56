// "Open in": after confirmation, a copy is saved where the app looks, and the printed command finds it there.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createConfirm } from '../../../electron/host/confirm.ts';
import type { OpenInProgram } from '../../../shared/features/import/otherApps.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Every file below, by its path. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

async function place() {
  const root = tempFolder();
  const folder = path.join(root, "it's here");
  const [claude, codex] = [path.join(root, 'claude'), path.join(root, 'codex')];
  mkdirSync(folder);
  const at = ['--data', path.join(root, 'data'), '--project', folder];
  const env = { HOME: root, CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex };
  const run = (...args: string[]) => commandHere([...args, ...at], env);
  const said = await run('run', '-p', 'Good day', '--output', 'json');
  const id = (JSON.parse(said.stdout) as { conversationId: string }).conversationId;
  const open = (program: OpenInProgram, ...more: string[]) => run('export', id, '--to', program, '--open', ...more);
  return { root, folder, claude, codex, data: path.join(root, 'data'), run, id, open };
}

test('the command line shows the path, and writes only after a yes', { tags: ['all'] }, async () => {
  const { open, claude, codex } = await place();
  const asked = await open('claude-code');
  expect(asked.code).toBe(2);
  expect(asked.stdout).toBe('');
  expect(asked.stderr).toContain(`A copy for Claude Code will be written to ${claude}/projects/`);
  expect(asked.stderr).toContain('Claude Code has no data on this machine yet.');
  expect(asked.stderr).toContain('Nothing was written');
  expect([...filesBelow(claude), ...filesBelow(codex)]).toEqual([]);
});

test("Claude Code: in its project's folder, named by its ID, readable by its owner only, and a new one each time", {
  tags: ['all'],
}, async () => {
  const { open, claude, folder, run, id } = await place();
  const first = await open('claude-code', '--yes');
  expect(first.code, first.stderr).toBe(0);
  const [file = '', ...others] = filesBelow(claude);
  expect(others).toEqual([]);
  const session = path.basename(file, '.jsonl');
  expect(path.dirname(file)).toBe(path.join(claude, 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-')));
  expect(session).toMatch(new RegExp(`^${uuid}$`));
  expect(first.stdout).toBe(`cd '${folder.replace("'", `'\\''`)}' && claude --resume ${session}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('Good day');
  await open('claude-code', '--yes');
  expect(filesBelow(claude)).toHaveLength(2);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect((await run('show', id)).stdout).toContain('Good day');
});

test('Codex: below sessions by day; OpenCode: a file in our data, imported by its own command', {
  tags: ['all'],
}, async () => {
  const { open, codex, data } = await place();
  const codexDone = await open('codex', '--yes');
  const [file = ''] = filesBelow(codex);
  const found = new RegExp(`^${codex}/sessions/\\d{4}/\\d\\d/\\d\\d/rollout-[\\dT-]+-(${uuid})\\.jsonl$`).exec(file);
  expect(codexDone.stdout).toBe(`codex resume ${found?.[1]}\n`);
  const done = await open('opencode', '--yes');
  const [exported = ''] = filesBelow(path.join(data, 'exports'));
  const session = /opencode-(ses_\w+)\.json$/.exec(exported)?.[1];
  expect(done.stdout).toContain(`opencode import ${exported} && opencode -s ${session}\n`);
  expect(statSync(exported).mode & 0o777).toBe(0o600);
  // It is a copy of the conversation: after a day it is deleted.
  const old = new Date(Date.now() - 25 * 3600 * 1000);
  utimesSync(exported, old, old);
  await open('opencode', '--yes');
  expect(filesBelow(path.join(data, 'exports'))).toHaveLength(1);
  expect(existsSync(exported)).toBe(false);
});

test('an unwritable home is reported, and nothing is left', { tags: ['all'] }, async () => {
  const { open, claude, codex } = await place();
  writeFileSync(claude, 'a file');
  const failed = await open('claude-code', '--yes');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(
    /\.jsonl could not be written: (?:there is a file where a folder should be|something else)/,
  );
  expect(failed.stdout).toBe('');
  mkdirSync(codex);
  chmodSync(codex, 0o500);
  const other = await open('codex', '--yes');
  // Root can write everywhere.
  if (process.getuid?.() !== 0) expect(other.stderr).toMatch(/could not be written: /);
  chmodSync(codex, 0o700);
});

test('--open with a format that no app continues is wrong usage', { tags: ['all'] }, async () => {
  const { run } = await place();
  for (const args of [
    ['--to', 'html', '--open'],
    ['--to', 'codex', '--open', '--out', 'x'],
  ]) {
    expect((await run('export', 'abcd', ...args)).code).toBe(2);
  }
});

test('a window cannot write there on its own: the user confirms the exact path outside of it', {
  tags: ['all'],
}, async () => {
  const root = tempFolder();
  const asked: string[] = [];
  const confirm = createConfirm(
    { by: 'code', show: (sentence) => asked.push(sentence) > 0 },
    { newCode: () => '123456' },
  );
  const app = await startTestApp({ confirm, otherwise: { text: 'Good day.' }, env: { CODEX_HOME: root, HOME: root } });
  const conversationId = await app.start();
  await app.turn(conversationId, 'Hello');
  const plan = await app.call('export.planOpenIn', { conversationId, program: 'codex' });
  const target = { conversationId, program: 'codex', sessionId: plan.sessionId } as const;
  const rollouts = () => filesBelow(root).filter((file) => file.includes('rollout'));
  const confirmed = async (): Promise<void> => {
    const first = await app.client.call('export.openIn', target);
    if (first.ok || first.error.code !== 'CONFIRMATION_NEEDED') throw new Error('it was not asked for');
    await app.call('confirmation.answer', { confirmation: String(first.error.details?.confirmation), code: '123456' });
  };

  expect(await app.client.call('export.openIn', target)).toMatchObject({ error: { code: 'CONFIRMATION_NEEDED' } });
  expect(asked).toEqual([`Write a copy of a conversation for Codex as the new file ${plan.file}`]);
  expect(rollouts()).toEqual([]);
  await confirmed();
  // Another path is another permission.
  const other = { ...target, sessionId: crypto.randomUUID() };
  expect(await app.client.call('export.openIn', other)).toMatchObject({ error: { code: 'CONFIRMATION_NEEDED' } });
  expect(rollouts()).toEqual([]);
  expect(await app.call('export.openIn', target)).toEqual(plan);
  const before = readFileSync(plan.file, 'utf8');
  expect(before).toContain('Good day.');
  await confirmed();
  expect(await app.client.call('export.openIn', target)).toMatchObject({
    error: { code: 'STORE_WRITE_FAILED', message: `${plan.file} already exists. Nothing was written.` },
  });
  expect(readFileSync(plan.file, 'utf8')).toBe(before);
});
