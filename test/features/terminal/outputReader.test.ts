// The panel's reader with a real shell session: which requests in the output are answered.

import { expect, test } from 'vitest';
import { createScrollback } from '../../../electron/features/terminal/scrollback.ts';
import { createShellSession, type ShellSession } from '../../../electron/features/terminal/shellSession.ts';
import { createOutputReader } from '../../../renderer/features/terminal/outputReader.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { settled } from '../../support/scriptedHost.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';

/** Asks the emulator what it is. */
const ask = '\u001b[c';
const request = (name: string): string => ` ${name}${ask}`;

function terminal({ isNew = true } = {}) {
  const scrollback = createScrollback();
  const clock = createSteppedClock();
  let print = (_text: string): void => {};
  let exit = (_end: { exitCode: number }): void => {};
  function start(): ShellSession {
    scrollback.clear();
    return createShellSession({
      ...{ clock, scrollback },
      tracked: { env: {}, started: async () => null, end: async () => true },
      pty: {
        pid: 1,
        onData: (listener) => {
          print = listener;
        },
        onExit: (listener) => {
          exit = listener;
        },
        ...{ write() {}, resize() {}, kill() {}, pause() {}, resume() {} },
      },
    });
  }
  let session = start();
  const answered: string[] = [];
  const signal = new AbortController().signal;
  let isConnected = true;
  let lose = (): void => {};
  let isSlow: Promise<void> | null = null;
  const reader = createOutputReader({
    isNew,
    async read(offset) {
      if (!isConnected) return null;
      const lost = new Promise<null>((resolve) => {
        lose = () => resolve(null);
      });
      return Promise.race([session.read(offset, signal).then((output) => ok(output)), lost]);
    },
    async write(text) {
      await isSlow;
      const names = text.split(ask).slice(0, -1);
      if (!reader.isReplaying()) answered.push(...names.map((before) => before.slice(before.lastIndexOf(' ') + 1)));
    },
    reset() {},
  });
  return {
    reader,
    answered,
    print: (text: string) => print(text),
    async end() {
      exit({ exitCode: 0 });
      await session.ended;
      await settled();
    },
    restart: () => {
      session = start();
    },
    /** The page does nothing until the returned function is called. */
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>();
      isSlow = promise;
      return () => {
        isSlow = null;
        resolve();
      };
    },
    disconnect() {
      isConnected = false;
      lose();
    },
    connect: () => {
      isConnected = true;
    },
  };
}

const flood = 'x'.repeat(60_000).concat('\n').repeat(30);

test(cite('UI-22', 'requests of a new shell are answered; those in output from before are not'), async () => {
  const { reader, answered, print } = terminal();
  void reader.follow();
  print(request('prompt'));
  await settled();
  expect(answered).toEqual(['prompt']);

  const reopened = terminal({ isNew: false });
  reopened.print(request('old'));
  void reopened.reader.follow();
  await settled();
  reopened.print(request('now'));
  await settled();
  expect(reopened.answered).toEqual(['now']);
});

test(cite('UI-22', 'what is left of a flood that the page could not follow is not answered'), async () => {
  const { reader, answered, print, stall } = terminal();
  void reader.follow();
  print(request('first'));
  await settled();
  const goOn = stall();
  print('one more');
  await settled();
  print(flood);
  print(request('overtaken'));
  goOn();
  await settled();
  print(request('now'));
  await expect.poll(() => answered).toEqual(['first', 'now']);
});

test(cite('UI-22', 'a restarted shell is answered, even while the old output is being replayed'), async () => {
  const { reader, answered, print, end, restart } = terminal();
  void reader.follow();
  print(request('before'));
  await end();
  restart();
  print(request('prompt'));
  void reader.follow();
  await settled();
  expect(answered).toEqual(['before', 'prompt']);

  const replayed = terminal({ isNew: false });
  replayed.print(flood.slice(0, 100_000));
  replayed.print(request('old'));
  const goOn = replayed.stall();
  void replayed.reader.follow();
  await settled();
  replayed.restart();
  replayed.print(request('prompt'));
  goOn();
  await settled();
  expect(replayed.answered).toEqual(['prompt']);
});

test(cite('UI-22', 'what was printed while the connection was lost is not answered'), async () => {
  const { reader, answered, print, disconnect, connect, restart, end } = terminal();
  void reader.follow();
  print(request('first'));
  await settled();
  disconnect();
  await settled();
  print(request('missed'));
  connect();
  void reader.follow(true);
  await settled();
  print(request('now'));
  await settled();
  expect(answered).toEqual(['first', 'now']);

  disconnect();
  await end();
  restart();
  print(request('another'));
  connect();
  void reader.follow(true);
  await settled();
  expect(answered).toEqual(['first', 'now']);
});
