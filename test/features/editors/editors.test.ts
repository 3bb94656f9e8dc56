// Opening files in the user's editor: stub programs on PATH record how they were started.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseEditorCommand } from '../../../electron/features/editors/editorCommand.ts';
import { inTerminal } from '../../../electron/features/editors/editorTable.ts';
import { createConfirm } from '../../../electron/host/confirm.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { EditorName } from '../../../shared/features/editors/editors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A folder with programs that write their arguments and environment into `started`. */
function stubs(...names: string[]): {
  path: string;
  args: (name: string) => Promise<string[]>;
  env: (name: string) => string;
} {
  const path = tempFolder();
  for (const name of names) {
    const out = join(path, `${name}.started`);
    const script = `#!/bin/sh\n/usr/bin/env > '${out}.env'\nfor a in "$@"; do printf '%s\\n' "$a"; done > '${out}.part'\n/bin/mv '${out}.part' '${out}'\n`;
    writeFileSync(join(path, name), script, { mode: 0o755 });
  }
  return {
    path,
    args: (name) =>
      vi.waitFor(
        () =>
          readFileSync(join(path, `${name}.started`), 'utf8')
            .trimEnd()
            .split('\n'),
        10_000,
      ),
    env: (name) => readFileSync(join(path, `${name}.started.env`), 'utf8'),
  };
}

const systemPath = ['/usr/bin', '/bin'].join(delimiter);

test(cite('UI-20', 'each editor opens the file at its line, as its own arguments'), async () => {
  const names = ['code', 'cursor', 'zed', 'webstorm', 'subl', 'emacs', 'vim', 'x-terminal-emulator'];
  const stub = stubs(...names);
  const env = { PATH: `${stub.path}${delimiter}${systemPath}`, MY_API_KEY: 'sk-0123456789abcdefghij' };
  const app = await startTestApp({ otherwise: { text: 'ok' }, env });
  const name = 'a $(touch x) "b".ts';
  writeFileSync(join(app.folder, name), 'one\n');
  const conversationId = await app.start();
  const { installed } = await app.call('editor.list', {});
  expect(installed.map((each) => each.name)).toEqual([
    'vscode',
    'cursor',
    'zed',
    'jetbrains',
    'sublime',
    'emacs',
    'vim',
  ]);
  expect(installed[3]?.label).toBe('WebStorm');
  const file = join(app.folder, name);
  for (const [editor, program, args] of [
    ['vscode', 'code', ['--goto', `${file}:3:5`]],
    ['cursor', 'cursor', ['--goto', `${file}:3:5`]],
    ['zed', 'zed', [`${file}:3:5`]],
    ['jetbrains', 'webstorm', ['--line', '3', '--column', '5', file]],
    ['sublime', 'subl', [`${file}:3:5`]],
    ['emacs', 'emacs', ['+3:5', file]],
    ['vim', 'x-terminal-emulator', ['-e', join(stub.path, 'vim'), '+3', file]],
  ] as const) {
    await app.call('editor.open', { conversationId, path: name, line: 3, column: 5, editor });
    expect(await stub.args(program)).toEqual(args);
  }
  expect(stub.env('code')).not.toContain('MY_API_KEY');
  expect(existsSync(join(app.folder, 'x'))).toBe(false);
  expect((await app.call('editor.list', {})).preferred).toBe('vim');
});

test(cite('UI-20', 'a file that is not in the folder never reaches an editor'), async () => {
  const stub = stubs('code');
  const app = await startTestApp({ otherwise: { text: 'ok' }, env: { PATH: stub.path } });
  writeFileSync(join(app.folder, '..', 'secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(app.folder, 'link.txt'));
  mkdirSync(join(app.folder, 'src'));
  const conversationId = await app.start();
  for (const path of ['../secret.txt', 'link.txt', '/etc/passwd', 'src', 'gone.ts', '--wait', 'a\0b'])
    expect((await app.client.call('editor.open', { conversationId, path })).ok).toBe(false);
  // A name that looks like a position opens as it is.
  writeFileSync(join(app.folder, 'a:3'), 'x');
  await app.call('editor.open', { conversationId, path: 'a:3', line: 1 });
  expect(await stub.args('code')).toEqual([join(app.folder, 'a:3')]);
});

test(
  cite('UI-20', 'in a browser, the first use of an editor and each command are confirmed outside the page'),
  async () => {
    const stub = stubs('code', 'mine');
    const codes: string[] = [];
    const show = (sentence: string, code: string): boolean => codes.push(`${sentence} ${code}`) > 0;
    const confirm = createConfirm({ by: 'code', show });
    const app = await startTestApp({ otherwise: { text: 'ok' }, env: { PATH: stub.path }, confirm });
    writeFileSync(join(app.folder, 'a.ts'), 'one\n');
    const conversationId = await app.start();
    const open = () => app.client.call('editor.open', { conversationId, path: 'a.ts', line: 2 });
    const refused = await open();
    if (refused.ok) throw new Error('It was opened.');
    expect(refused.error.code).toBe('CONFIRMATION_NEEDED');
    expect(codes[0]).toContain(join(stub.path, 'code'));
    const allow = async (details: Record<string, unknown> | undefined): Promise<void> => {
      const code = codes.at(-1)?.slice(-6) ?? '';
      await app.call('confirmation.answer', { confirmation: String(details?.confirmation), code });
    };
    await allow(refused.error.details);
    // Only once: the choice is stored.
    expect([(await open()).ok, (await open()).ok, codes.length]).toEqual([true, true, 1]);

    const patched = await app.client.call('settings.update', {
      patch: { editor: { preferred: 'custom', command: 'mine {file}' } },
    });
    expect(patched.ok).toBe(false);
    const command = 'mine --at "{line}" --in={file}';
    const refusal = await app.client.call('editor.setCommand', { command });
    if (refusal.ok) throw new Error('It was saved.');
    expect(codes[1]).toContain(command);
    await allow(refusal.error.details);
    await app.call('editor.setCommand', { command });
    await app.call('editor.open', { conversationId, path: 'a.ts', line: 2 });
    expect(await stub.args('mine')).toEqual(['--at', '2', `--in=${join(app.folder, 'a.ts')}`]);
  },
);

test(cite('UI-20', 'the settings choose an editor, or ask each time, as safely as opening a file does'), async () => {
  const stub = stubs('code', 'zed', 'mine');
  const codes: string[] = [];
  const show = (sentence: string, code: string): boolean => codes.push(`${sentence} ${code}`) > 0;
  const confirm = createConfirm({ by: 'code', show });
  const app = await startTestApp({ otherwise: { text: 'ok' }, env: { PATH: stub.path }, confirm });
  const choose = (editor: EditorName | null, asks = false) => app.client.call('editor.choose', { editor, asks });
  const confirmWithCode = async (call: () => Promise<Result<unknown>>): Promise<void> => {
    const answer = await call();
    if (answer.ok) throw new Error('It was not confirmed.');
    const code = codes.at(-1)?.slice(-6) ?? '';
    await app.call('confirmation.answer', { confirmation: String(answer.error.details?.confirmation), code });
    expect((await call()).ok).toBe(true);
  };
  const readSetting = async () => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).editor;

  await confirmWithCode(() => choose('zed'));
  expect(codes[0]).toContain(join(stub.path, 'zed'));
  expect(await readSetting()).toEqual({ preferred: 'zed', command: '', asks: false });
  expect(app.events.findLast(({ event }) => event.type === 'settings.changed')?.event).toMatchObject({
    settings: { editor: { preferred: 'zed' } },
  });
  // Asking each time, or again for the first that is installed, adds no power for a page.
  expect((await choose('zed', true)).ok).toBe(true);
  expect(await readSetting()).toEqual({ preferred: 'zed', command: '', asks: true });
  expect((await choose(null)).ok).toBe(true);
  expect((await choose('vscode')).ok).toBe(false);
  expect((await readSetting()).preferred).toBe(null);
  for (const [editor, message] of [
    ['cursor', 'not installed'],
    ['custom', 'must begin with the name'],
  ] as const) {
    expect(await choose(editor)).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
  }
  await confirmWithCode(() => app.client.call('editor.setCommand', { command: 'mine {file}' }));
  expect((await choose('custom', true)).ok).toBe(true);
  expect(await readSetting()).toEqual({ preferred: 'custom', command: 'mine {file}', asks: true });
  await choose(null);
  const other = await choose('custom');
  expect(other).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
});

test(cite('UI-20', 'a program of the project is never the editor, and a missing one is explained'), async () => {
  const folder = join(tempFolder(), 'project');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', 'code'), '#!/bin/sh\ntouch started\n', { mode: 0o755 });
  writeFileSync(join(folder, 'a.ts'), 'one\n');
  const env = { PATH: join(folder, 'bin') };
  const app = await startTestApp({ otherwise: { text: 'ok' }, folder, env });
  const conversationId = await app.start();
  const answer = await app.client.call('editor.open', { conversationId, path: 'a.ts', editor: 'vscode' });
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'NOT_SUPPORTED', message: expect.stringContaining('project folder') },
  });
  const missing = await app.client.call('editor.open', { conversationId, path: 'a.ts', editor: 'cursor' });
  expect(missing).toMatchObject({ ok: false, error: { message: expect.stringContaining('not installed') } });
});

test(cite('UI-20', 'a semicolon in a file’s name starts no second command in Windows Terminal'), () => {
  const command = ['C:\\nvim.exe', '+3', 'C:\\a;calc.exe'];
  for (const wt of ['C:\\Apps\\wt.exe', '/apps/wt', 'WT.EXE'])
    expect(inTerminal([wt, '--'], command)).toEqual([wt, '--', 'C:\\nvim.exe', '+3', 'C:\\a\\;calc.exe']);
  for (const terminal of [[], ['/usr/bin/xterm', '-e'], ['/usr/bin/newt']])
    expect(inTerminal(terminal, command)).toEqual([...terminal, ...command]);
});

test.each([
  ['code -g {file}:{line}', ['code', '-g', '{file}:{line}']],
  ['"C:\\\\Program Files\\\\x.exe" \'a b\'c', ['C:\\Program Files\\x.exe', 'a bc']],
  ['code "open', null],
  ['', null],
  ['{file}', null],
  ['./edit.sh', null],
  ['sh -c "vim {file}"', null],
  ['/bin/bash -c x', null],
  ['powershell.exe x', null],
  ['C:\\x\\code.cmd', null],
])(cite('UI-20', 'the command %j'), (text, words) => {
  const parsed = parseEditorCommand(text);
  if (process.platform !== 'win32' && text.startsWith('"C:')) return;
  expect(parsed.ok ? parsed.value : null).toEqual(words);
});
