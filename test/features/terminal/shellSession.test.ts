// Flow control of one shell, with a clock that the test moves.

import { expect, test } from 'vitest';
import { createScrollback } from '../../../electron/features/terminal/scrollback.ts';
import { createShellSession } from '../../../electron/features/terminal/shellSession.ts';
import { cite } from '../../support/cite.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';

const never = new AbortController().signal;

function shell() {
  const clock = createSteppedClock();
  const scrollback = createScrollback();
  const state = { isPaused: false, pauses: 0 };
  let print = (_text: string): void => {};
  let exit = (_end: { exitCode: number }): void => {};
  const session = createShellSession({
    clock,
    scrollback,
    tracked: { env: {}, started: async () => null, end: async () => true },
    pty: {
      pid: 1,
      onData: (listener) => {
        print = listener;
      },
      onExit: (listener) => {
        exit = listener;
      },
      write() {},
      resize() {},
      kill() {},
      pause() {
        state.isPaused = true;
        state.pauses++;
      },
      resume() {
        state.isPaused = false;
      },
    },
  });
  /** As the system does: until the pause. Returns how much was printed. */
  function flood(pieces: number): number {
    let printed = 0;
    for (let count = 0; count < pieces && !state.isPaused; count++) {
      print('x'.repeat(65_535));
      printed += 65_535;
    }
    return printed;
  }
  return {
    clock,
    session,
    scrollback,
    state,
    flood,
    print: (text: string) => print(text),
    exit: () => exit({ exitCode: 3 }),
  };
}

test(cite('UI-22', 'a shell waits for a reader that does not keep up, and not for one that has left'), async () => {
  const { clock, session, state, flood } = shell();
  await session.read(0, AbortSignal.abort());
  let printed = 0;
  const reading = session.read(0, never);
  printed += flood(1);
  const { nextOffset } = await reading;
  for (let slices = 0; slices < 20; slices++) {
    printed += flood(50);
    await clock.advance(16);
  }
  // Behind: it stays stopped, and little is unread.
  expect(state.isPaused).toBe(true);
  expect(printed - nextOffset).toBeLessThan(500_000);
  // Catching up starts it again.
  let offset = nextOffset;
  while (offset < printed) ({ nextOffset: offset } = await session.read(offset, never));
  await clock.advance(16);
  expect(state.isPaused).toBe(false);
  // The reader leaves: the flood continues, in slices.
  for (let slices = 0; slices < 20; slices++) {
    printed += flood(50);
    await clock.advance(16);
  }
  expect(state.isPaused).toBe(true);
  await clock.advance(3000);
  expect(state.isPaused).toBe(false);
  const before = printed;
  printed += flood(50);
  expect(printed - before).toBeLessThan(200_000);
  expect(state.isPaused).toBe(true);
});

test(cite('UI-22', 'readers get the rest, then the end; a read that is given up returns at once'), async () => {
  const { session, print, exit } = shell();
  const early = session.read(0, never);
  print('one');
  expect(await early).toMatchObject({ text: 'one', nextOffset: 3, reset: null, ended: false });
  const stop = new AbortController();
  const idle = session.read(3, stop.signal);
  stop.abort();
  expect(await idle).toMatchObject({ text: '', nextOffset: 3, ended: false });
  const last = session.read(3, never);
  exit();
  expect(await last).toMatchObject({ text: '', ended: true });
  expect(await session.read(0, never)).toMatchObject({ text: 'one', ended: true });
  expect(await session.ended).toBe(3);
});

test(cite('UI-22', 'the scrollback is bounded, splits no character, and starts on a line once it is cut'), () => {
  const scrollback = createScrollback();
  const line = `${'😀'.repeat(5000)}\n`;
  for (let count = 0; count < 300; count++) scrollback.add(line);
  let offset = 0;
  let text = '';
  for (let isFirst = true; offset < scrollback.end(); isFirst = false) {
    const piece = scrollback.read(offset, 65_536);
    expect(piece.reset).toBe(isFirst ? 'dropped' : null);
    expect(piece.text.isWellFormed()).toBe(true);
    text += piece.text;
    offset = piece.nextOffset;
  }
  expect(text.startsWith('😀')).toBe(true);
  expect(text.length).toBeLessThan(1024 * 1024 + 40_000);
  expect(new Set(text.trimEnd().split('\n'))).toEqual(new Set([line.trimEnd()]));
  scrollback.clear();
  expect(scrollback.read(offset, 10)).toMatchObject({ text: '', reset: 'beginning' });
});
