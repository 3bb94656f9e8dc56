// Real shells in real pseudo-terminals, through the contract.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refuseAllConfirmations } from '../../../electron/ports/confirm.ts';
import type { TerminalInfo } from '../../../shared/features/terminal/methods.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { isRunning } from '../../support/isRunning.ts';

const size = { cols: 100, rows: 30 };
const shell = { SHELL: '/bin/sh', PATH: process.env.PATH ?? '', PS1: 'ready> ' };

interface Screen {
  terminal: TerminalInfo;
  type(text: string): Promise<void>;
  /** Reads on until the output since the last call matches. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** Reads on to the end of the shell. */
  ended(): Promise<string>;
}

async function trustedApp(options: TestAppOptions = {}): Promise<{ app: TestApp; id: string; projectId: string }> {
  const app = await startTestApp({ ...options, env: { ...shell, ...options.env } });
  const id = await app.start();
  const { startProjectId } = await app.call('app.open', {});
  const projectId = startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  return { app, id, projectId };
}

function screenOf(app: TestApp, terminal: TerminalInfo): Screen {
  let offset = 0;
  let text = '';
  async function more(): Promise<boolean> {
    const piece = await app.call('terminal.read', { terminalId: terminal.id, offset });
    if (piece.reset) text = '';
    text += piece.text;
    offset = piece.nextOffset;
    return piece.ended;
  }
  return {
    terminal,
    type: async (typed) => void (await app.call('terminal.write', { terminalId: terminal.id, text: typed })),
    async shows(pattern) {
      for (;;) {
        const match = pattern.exec(text);
        if (match) {
          text = text.slice(match.index + match[0].length);
          return match;
        }
        if (await more()) throw new Error(`ended without ${pattern}: ${text}`);
      }
    },
    async ended() {
      while (!(await more()));
      return text;
    },
  };
}

async function openScreen(app: TestApp, conversationId: string): Promise<Screen> {
  const { terminal } = await app.call('terminal.open', { conversationId, projectId: null, ...size });
  return screenOf(app, terminal);
}

/** Resolves once the list fits. */
async function listed(app: TestApp, fits: (list: readonly TerminalInfo[]) => boolean): Promise<void> {
  await expect
    .poll(async () => fits((await app.call('terminal.list', {})).terminals), { timeout: 15_000, interval: 20 })
    .toBe(true);
}

test(
  cite('UI-22', 'a shell runs in the folder, of the given size, without secrets; it ends and starts again'),
  async () => {
    const { app, id } = await trustedApp({ env: { MY_API_TOKEN: 'ghp_0123456789abcdefghij0123456789abcdef' } });
    const screen = await openScreen(app, id);
    await screen.shows(/ready> /);
    await screen.type('pwd; stty size; env; echo do"ne"\r');
    const [seen] = await screen.shows(/[\s\S]*done\r\n/);
    expect(seen).toContain(`${app.folder}\r\n30 100\r\n`);
    expect(seen).toContain('TERM=xterm-256color');
    expect(seen).not.toMatch(/sk-test-|ghp_0123|NO_COLOR/);
    await app.call('terminal.resize', { terminalId: screen.terminal.id, cols: 40, rows: 12 });
    await screen.type('stty size; tty\r');
    await screen.shows(/12 40\r\n\/dev\/pts\/\d+/);
    await app.call('terminal.rename', { terminalId: screen.terminal.id, name: '  server ' });
    await screen.type('exit 7\r');
    await screen.ended();
    await listed(app, ([one]) => one?.state === 'ended' && one.exitCode === 7 && one.name === 'server');
    const late = await app.client.call('terminal.write', { terminalId: screen.terminal.id, text: 'x' });
    expect(late).toMatchObject({ ok: false, error: { code: 'BACKGROUND_ENDED' } });
    await app.call('terminal.restart', { terminalId: screen.terminal.id, ...size });
    await screen.shows(/ready> /);
    await screen.type('stty size\r');
    await screen.shows(/30 100/);
  },
);

test(
  cite('UI-22', 'of several views, only the one that the user is in answers programs and sets the size'),
  async () => {
    const { app, id } = await trustedApp();
    const screen = await openScreen(app, id);
    const terminalId = screen.terminal.id;
    const [one, two] = [app.client, app.connect()];
    const answer = (view: typeof one, text: string) =>
      view.call('terminal.write', { terminalId, text, isAnswer: true });
    const resize = (view: typeof one, cols: number, takes?: boolean) =>
      view.call('terminal.resize', { terminalId, cols, rows: 10, ...(takes && { takes }) });
    const size = async (): Promise<string> => {
      await answer(one, 'stty size; echo do"ne"\r');
      await answer(two, 'stty size; echo do"ne"\r');
      const [, printed = ''] = await screen.shows(/\r\n(\d+ \d+)\r\ndone\r\nready> /);
      return printed;
    };
    // The one that opened it.
    await screen.shows(/ready> /);
    await resize(two, 50);
    await answer(two, 'exit\r');
    expect(await size()).toBe('30 100');
    // The one that was focused, or typed in, last.
    await resize(two, 50, true);
    await resize(one, 60);
    expect(await size()).toBe('10 50');
    await one.call('terminal.write', { terminalId, text: 'stty size; echo do"ne"\r' });
    const [, typed] = await screen.shows(/\r\n(\d+ \d+)\r\ndone\r\nready> /);
    expect(typed).toBe('10 60');
    await resize(two, 50);
    expect(await size()).toBe('10 60');
    // A view that was closed, by its window or with it, is replaced.
    const closed = new AbortController();
    const { end } = await app.call('terminal.read', { terminalId, offset: 0 });
    const reading = one.call('terminal.read', { terminalId, offset: end }, closed.signal);
    closed.abort();
    await reading;
    await resize(two, 70);
    expect(await size()).toBe('10 70');
    two.close();
    await resize(one, 80);
    expect(await size()).toBe('10 80');
  },
);

test(cite('UI-22', 'two restarts at once start one shell, and deleting the conversation leaves none'), async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'throughline-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [pids, script] = [path.join(folder, 'pids'), path.join(folder, 'sh')];
  writeFileSync(script, `#!/bin/sh\necho $$ >> ${pids}\nexec /bin/sh "$@"\n`, { mode: 0o755 });
  const started = (): number[] => readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  const { app, id } = await trustedApp({ env: { SHELL: script } });
  const screen = await openScreen(app, id);
  await screen.shows(/ready> /);
  const restart = () => app.client.call('terminal.restart', { terminalId: screen.terminal.id, ...size });
  expect(await Promise.all([restart(), restart()])).toMatchObject([{ ok: true }, { ok: true }]);
  await screen.shows(/ready> /);
  expect(started()).toHaveLength(2);

  const again = restart();
  await app.call('conversation.delete', { conversationId: id });
  expect(await again).toMatchObject({ ok: false });
  await expect.poll(() => started().filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

test(
  cite('UI-22', 'Ctrl+C interrupts; closing ends everything that was started, also what left its group'),
  async () => {
    const { app, id } = await trustedApp();
    const screen = await openScreen(app, id);
    await screen.type(`sh -c 'echo go"ing"; exec sleep 600'\r`);
    await screen.shows(/going\r\n/);
    await screen.type('\x03');
    await screen.type(`setsid sh -c 'echo pid=$$.; exec sleep 601' &\r`);
    const [, pid = ''] = await screen.shows(/pid=(\d+)\./);
    expect(isRunning(Number(pid))).toBe(true);
    await app.call('terminal.close', { terminalId: screen.terminal.id });
    expect(isRunning(Number(pid))).toBe(false);
    expect((await app.call('terminal.list', {})).terminals).toEqual([]);
    const gone = await app.client.call('terminal.read', { terminalId: screen.terminal.id, offset: 0 });
    expect(gone).toMatchObject({ ok: false, error: { code: 'BACKGROUND_NOT_FOUND' } });
  },
);

test(cite('UI-22', 'terminals end with their conversation and with the app'), async () => {
  const { app, id } = await trustedApp();
  const other = await app.start();
  const pids: number[] = [];
  for (const conversationId of [id, other]) {
    const screen = await openScreen(app, conversationId);
    await screen.type('echo pid=$$.\r');
    pids.push(Number((await screen.shows(/pid=(\d+)\./))[1]));
  }
  await app.call('conversation.delete', { conversationId: id });
  expect(pids.map(isRunning)).toEqual([false, true]);
  await app.close();
  expect(pids.map(isRunning)).toEqual([false, false]);
});

test(cite(['UI-22', 'SEC-8'], 'an untrusted folder, an unconfirmed one and none at all have no terminal'), async () => {
  const requests: string[] = [];
  const app = await startTestApp({
    env: shell,
    confirm: {
      require(power) {
        requests.push(power.sentence);
        return refuseAllConfirmations.require(power);
      },
      answer: refuseAllConfirmations.answer,
    },
  });
  const id = await app.start();
  const { startProjectId } = await app.call('app.open', {});
  const open = async (conversationId: string | null, projectId: string | null = null) =>
    (await app.client.call('terminal.open', { conversationId, projectId, ...size })) as { error?: { code: string } };
  expect((await open(id)).error?.code).toBe('NOT_SUPPORTED');
  expect(requests).toEqual([]);
  await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
  expect((await open(id)).error?.code).toBe('CONFIRMATION_REFUSED');
  expect((await open(null, startProjectId)).error?.code).toBe('CONFIRMATION_REFUSED');
  expect((await open(null)).error?.code).toBe('PROJECT_NOT_FOUND');
  expect(requests).toHaveLength(2);
  expect(requests[0]).toContain(app.folder);
  expect((await app.call('terminal.list', {})).terminals).toEqual([]);
});

test(cite('UI-22', 'the user confirms a folder once, for all its terminals; eight at most'), async () => {
  let requests = 0;
  const { app, id, projectId } = await trustedApp({
    confirm: {
      require() {
        requests++;
        return { ok: true, value: undefined };
      },
      answer: refuseAllConfirmations.answer,
    },
  });
  for (let count = 0; count < 8; count++) await openScreen(app, id);
  const ninth = await app.client.call('terminal.open', { conversationId: id, projectId: null, ...size });
  expect(ninth).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  const ofProject = await app.call('terminal.open', { conversationId: null, projectId, ...size });
  expect(ofProject.terminal).toMatchObject({ conversationId: null, projectId });
  expect(requests).toBe(1);
});

test(
  cite('UI-22', 'a flood without a reader keeps only its end, on whole lines, and the app still answers'),
  async () => {
    const { app, id } = await trustedApp();
    const screen = await openScreen(app, id);
    await screen.type(
      'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); echo "line $i of a flood that nobody reads"; done; echo en"d"\r',
    );
    let last = '';
    let first = '';
    let offset = 0;
    await app.call('terminal.list', {});
    while (!last.includes('\nend\r\n')) {
      const piece = await app.call('terminal.read', { terminalId: screen.terminal.id, offset });
      if (piece.reset) first = piece.text.slice(0, 40);
      expect(piece.text.length).toBeLessThan(100_000);
      last = last.slice(-100) + piece.text;
      offset = piece.nextOffset;
    }
    // From the beginning: what is left starts on a line.
    const again = await app.call('terminal.read', { terminalId: screen.terminal.id, offset: 0 });
    expect(again.reset).toBe('dropped');
    expect(again.text).toMatch(/^line \d+ of a flood/);
    expect(offset - again.nextOffset).toBeLessThan(1024 * 1024);
    if (first !== '') expect(first).toMatch(/^line \d+ of/);
  },
);

const sandbox = process.platform === 'linux' ? test : test.skip;
sandbox(
  cite('UI-22', 'in Sandbox mode the shell is sandboxed, with job control, and needs no confirmation'),
  async () => {
    const folder = path.join('/var/tmp', `throughline-terminal-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { app, id } = await trustedApp({ confirm: refuseAllConfirmations, folder });
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'sandbox' });
    writeFileSync(path.join(app.dataDir, 'secret.txt'), 'secret');
    const opened = await app.client.call('terminal.open', { conversationId: id, projectId: null, ...size });
    const state = await app.call('sandbox.state', {});
    if (!state.available) return expect(opened.ok).toBe(false);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.terminal.sandboxed).toBe(true);
    const screen = screenOf(app, opened.value.terminal);
    await screen.type(`cat ${app.dataDir}/secret.txt; touch /usr/x; touch here; ls; echo o"k"\r`);
    const [seen] = await screen.shows(/[\s\S]*\nok\r\n/);
    expect(seen).not.toContain('secret\r');
    expect(seen).toMatch(/Read-only file system/);
    expect(seen).toMatch(/\nhere\r\n/);
    await screen.type(`sh -c 'echo go"ing"; exec sleep 600'\r`);
    await screen.shows(/going\r\n/);
    await screen.type('\x03');
    await screen.type('echo af"ter"\r');
    await screen.shows(/after/);
  },
);
