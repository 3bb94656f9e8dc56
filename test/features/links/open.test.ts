// throughline open: what the command of a package hands to its app, and what it refuses before the app starts.

import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open } from '../../../electron/features/links/command.ts';
import { openCommand } from '../../../electron/features/links/openCommand.ts';
import { readCommandLine } from '../../../electron/host/desktop/commandLine.ts';
import { parseCommandLine } from '../../../electron/host/terminal/commandLine.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A package whose app writes its arguments to a file. */
function packageIn(folder: string): { node: string; received(): string[] | null } {
  const list = join(folder, 'arguments');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${list}.part && mv ${list}.part ${list}\n`;
  const binary = process.platform === 'darwin' ? 'MacOS/Throughline' : 'throughline';
  writeTree(folder, { 'app/resources/app.asar': '', [`app/${binary}`]: script });
  chmodSync(join(folder, 'app', binary), 0o755);
  return {
    node: join(folder, 'app/resources/bin/node'),
    received: () => (existsSync(list) ? readFileSync(list, 'utf8').trimEnd().split('\n') : null),
  };
}

async function openWith(...args: string[]) {
  const folder = tempFolder();
  writeTree(folder, { 'garden/': '', 'talk.jsonl': '{}' });
  const { node, received } = packageIn(folder);
  const parsed = parseCommandLine(['open', ...args.map((arg) => arg.replace('HERE', folder))], [open]);
  if (parsed.kind !== 'command') return { ...parsed, received, folder };
  let message = '';
  const err = (text: string): void => {
    message += text;
  };
  const code = await openCommand({ line: parsed.line as never, err }, node);
  return { kind: parsed.kind, code, message, received, folder };
}

test.skipIf(process.platform === 'win32').each([
  ['--quick', { folder: null, action: 'quick' }],
  ['--new-window', { folder: null, action: 'newWindow' }],
  ['--new-chat', { folder: null, action: 'newChat' }],
  ['HERE/garden', { folder: 'HERE/garden', action: null }],
])(cite(['DESK-5', 'SHIP-1'], 'the command of a package asks the app: open %s'), async (arg, wish) => {
  const { code, received, folder } = await openWith(arg);
  expect(code).toBe(0);
  await expect.poll(received).not.toBeNull();
  const start = readCommandLine(['/throughline', ...(received() ?? [])], { packaged: true, folder: '/', env: {} });
  expect(start).toMatchObject({ ok: true, wish: { ...wish, folder: wish.folder?.replace('HERE', folder) ?? null } });
});

test.each([
  [['--quick', '--new-window'], 'takes one of'],
  [['--quick', 'HERE/garden'], 'takes one of'],
])('several wishes at once are wrong usage: %j', async (args, message) => {
  expect(await openWith(...args)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) });
});

test.skipIf(process.platform === 'win32').each([
  [['HERE/garden', 'HERE/talk.jsonl'], 2, 'either one link, one folder or files'],
  [['HERE/nowhere'], 1, 'does not exist'],
])('what the app would ignore does not start it: %j', async (args, code, problem) => {
  const result = await openWith(...args);
  expect(result).toMatchObject({ code, message: expect.stringContaining(problem) });
  expect(result.received()).toBeNull();
});
