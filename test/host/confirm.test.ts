// How a permission is confirmed outside of the window: a code that is valid for one thing, once, for a while; and a
// box.

import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showCode } from '../../electron/host/browser/terminalCode.ts';
import { type Asker, createConfirm } from '../../electron/host/confirm.ts';
import { confirmInDialog } from '../../electron/host/desktop/native.ts';
import type { Power } from '../../electron/ports/confirm.ts';
import type { Result } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { electronDouble } from '../support/electronDouble.ts';
import { tempFolder } from '../support/tempFolder.ts';

const everything: Power = { key: 'a', sentence: 'let every tool run.' };
const other: Power = { key: 'b', sentence: 'something else.' };

function coded() {
  let now = 1_000_000;
  const shown: { sentence: string; code: string }[] = [];
  const asker: Asker = { by: 'code', show: (sentence, code) => shown.push({ sentence, code }) > 0 };
  const confirm = createConfirm(asker, { now: () => now });
  return {
    shown,
    confirm,
    pass: (ms: number) => {
      now += ms;
    },
    /** Asks, and returns the name under which it is answered. */
    ask: (power: Power) => detailsOf(confirm.require(power)).confirmation as string,
  };
}

function detailsOf(result: Result<unknown>): Record<string, unknown> {
  if (result.ok) throw new Error('it was allowed');
  return { code: result.error.code, ...result.error.details };
}

test(cite('SEC-8', 'the displayed code allows what was asked, once, and nothing else'), async () => {
  const { confirm, shown, ask } = coded();
  const name = ask(everything);
  expect(shown).toEqual([{ sentence: everything.sentence, code: expect.stringMatching(/^\d{6}$/) }]);
  // The caller's response contains no code.
  expect(JSON.stringify(confirm.require(other))).not.toContain(shown[0]?.code);
  expect((await confirm.answer(name, shown[0]?.code ?? '')).ok).toBe(true);
  expect(detailsOf(confirm.require(other)).code).toBe('CONFIRMATION_NEEDED');
  expect(confirm.require(everything).ok).toBe(true);
  expect(detailsOf(confirm.require(everything)).code).toBe('CONFIRMATION_NEEDED');
  expect(detailsOf(await confirm.answer(name, shown[0]?.code ?? '')).code).toBe('CONFIRMATION_REFUSED');
});

test(cite('SEC-8', 'three attempts, two minutes, and only the latest question is valid'), async () => {
  const { confirm, shown, ask, pass } = coded();
  const name = ask(everything);
  const right = shown[0]?.code ?? '';
  const wrong = right === '000000' ? '000001' : '000000';
  expect(detailsOf(await confirm.answer(name, wrong)).left).toBe(2);
  expect(detailsOf(await confirm.answer(name, '')).left).toBe(1);
  expect(detailsOf(await confirm.answer(name, `${right}0`)).left).toBe(0);
  expect((await confirm.answer(name, right)).ok).toBe(false);

  const late = ask(everything);
  pass(120_001);
  expect((await confirm.answer(late, shown[1]?.code ?? '')).ok).toBe(false);

  const first = ask(everything);
  ask(everything);
  expect((await confirm.answer(first, shown[2]?.code ?? '')).ok).toBe(false);

  const used = ask(everything);
  expect((await confirm.answer(used, shown[4]?.code ?? '')).ok).toBe(true);
  pass(30_001);
  expect(confirm.require(everything).ok).toBe(false);
});

test(cite('SEC-8', 'guessing is stopped: by a limit on questions, and permanently by wrong codes'), async () => {
  const { confirm, shown, ask, pass } = coded();
  for (let i = 0; i < 10; i++) ask(everything);
  expect(detailsOf(confirm.require(everything))).toMatchObject({ code: 'CONFIRMATION_REFUSED' });
  expect(shown).toHaveLength(10);
  pass(600_001);
  let wrong = 0;
  for (let i = 0; i < 4; i++) {
    const name = ask(everything);
    for (let k = 0; k < 3 && wrong < 10; k++, wrong++) {
      expect((await confirm.answer(name, shown.at(-1)?.code === '000000' ? '1' : '000000')).ok).toBe(false);
    }
  }
  pass(600_001);
  expect(detailsOf(confirm.require(everything)).code).toBe('CONFIRMATION_REFUSED');
  expect(shown).toHaveLength(14);
});

test('foreign text cannot control the terminal', () => {
  const { confirm, shown } = coded();
  confirm.require({ key: 'k', sentence: `“a\u001b[2J\nThroughline asks: nothing\u202e”` });
  for (const sign of ['\u001b', '\n', '\u202e']) expect(shown[0]?.sentence).not.toContain(sign);
});

test(cite('SEC-8', 'text too long to show in full is rejected, not truncated'), () => {
  const { confirm, shown } = coded();
  const long = { key: 'k', sentence: `Save this MCP server: {"env":{"NOTE":"${'x'.repeat(4000)}"},"command":"sh"}` };
  expect(confirm.require(long)).toMatchObject({ error: { code: 'CONFIRMATION_REFUSED' } });
  expect(confirm.require({ ...long, each: ['x'.repeat(10), 'y'] })).toMatchObject({
    error: { code: 'CONFIRMATION_REFUSED' },
  });
  expect(shown).toEqual([]);
});

test(cite('SEC-8', 'where no user can see a code, the permission is not granted'), () => {
  const confirm = createConfirm({ by: 'code', show: () => false });
  const refused = confirm.require(everything);
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } });
  expect(!refused.ok && refused.error.message).toContain('It is not running in a terminal');
});

test(cite('SEC-8', 'a file keeps what it receives, and /dev/null shows nothing: neither gets a code'), () => {
  const output = (fd: number, isTTY: boolean) => {
    const written: string[] = [];
    return { fd, isTTY, writable: true, written, write: (text: string) => written.push(text) };
  };
  const file = output(openSync(join(tempFolder(), 'log'), 'w'), false);
  const nothing = output(openSync(devNull, 'w'), false);
  expect(showCode([file, nothing], 'something.', '123456')).toBe(false);
  const terminal = output(99, true);
  expect(showCode([file, terminal], 'something.', '123456')).toBe(true);
  expect(terminal.written.join()).toMatch(/asks: something\.\n.* enter 123456 in the window/);
  expect([...file.written, ...nothing.written]).toEqual([]);
});

test(
  cite('SEC-8', 'the desktop asks in a box of its own process, which says what is asked and defaults to no'),
  async () => {
    const double = electronDouble();
    const { dialog } = double.electron;
    const confirm = createConfirm({ by: 'box', ask: (sentence) => confirmInDialog(dialog as never, null, sentence) });
    const name = detailsOf(confirm.require(everything)).confirmation as string;
    expect(double.boxes).toEqual([]);
    expect((await confirm.answer(name, '')).ok).toBe(false);
    expect(double.boxes).toMatchObject([
      { message: 'Allow this?', detail: everything.sentence, buttons: ['Cancel', 'Allow'], defaultId: 0, cancelId: 0 },
    ]);
    expect((await confirm.answer(name, '')).ok).toBe(false);
    expect(double.boxes).toHaveLength(1);
    double.boxAnswers.push(1);
    const second = detailsOf(confirm.require(everything)).confirmation as string;
    expect((await confirm.answer(second, '')).ok).toBe(true);
    expect(confirm.require(everything).ok).toBe(true);
  },
);

test(cite('SEC-8', 'several things are shown in full, each on its line, or not asked at all'), () => {
  const { confirm, shown } = coded();
  const each = ['“a” {"command":"x"}\n2. forged', '“b” \u001b[2J'];
  confirm.require({ key: 'k', sentence: 'save these:', each });
  const lines = shown[0]?.sentence.split('\n') ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^1\. “a” .*forged$/);
  expect(lines[2]).not.toContain('\u001b');
  const long = confirm.require({ key: 'l', sentence: 'save these:', each: ['x'.repeat(2000), 'y'.repeat(2001)] });
  expect(detailsOf(long).code).toBe('CONFIRMATION_REFUSED');
  expect(shown).toHaveLength(1);
});
