// Code that cannot be loaded once loads on a later try, also what a module awaits at its top level.

import { beforeEach, expect, test, vi } from 'vitest';
import { cite } from '../support/cite.ts';

let code: typeof import('../../renderer/core/loadCode.ts');
beforeEach(async () => {
  vi.resetModules();
  code = await import('../../renderer/core/loadCode.ts');
});

/** A file that the host serves or not, and how often it was requested. */
function file() {
  const state = { isServed: false, requests: 0 };
  const load = async (): Promise<string> => {
    state.requests++;
    if (!state.isServed) throw new Error('refused');
    return 'strings';
  };
  return { state, load };
}

test(cite('UI-10', 'a load fails with the strings that its module awaits, and succeeds on the next try'), async () => {
  const { state, load } = file();
  let module: Promise<string> | undefined;
  // As a browser does, evaluates the module only once.
  const from = (): Promise<string> => {
    module ??= code.retryUntilLoaded(load);
    return module;
  };
  await expect(code.loadCode(from)).rejects.toThrow('refused');
  await expect(code.loadCode(from)).rejects.toThrow('refused');
  state.isServed = true;
  expect(await code.loadCode(from)).toBe('strings');
  expect(state.requests).toBe(3);
});

test(cite('UI-10', 'a failure that is older than the last try does not fail it'), async () => {
  const answers: ((isServed: boolean) => void)[] = [];
  const load = () =>
    new Promise<string>((resolve, reject) => {
      answers.push((isServed) => (isServed ? resolve('strings') : reject(new Error('refused'))));
    });
  const module = code.retryUntilLoaded(load);
  const second = code.loadCode(() => module);
  answers[0]?.(false);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(true);
  expect(await second).toBe('strings');
});

test(cite('UI-10', 'nothing is requested while the app is away'), async () => {
  const { state, load } = file();
  state.isServed = true;
  code.setHostAway(true);
  await expect(code.loadCode(load)).rejects.toThrow('away');
  expect(state.requests).toBe(0);
  code.setHostAway(false);
  expect(await code.loadCode(load)).toBe('strings');
});

test(
  cite('UI-10', 'what loads in the background tries again with each connection until it has loaded, once'),
  async () => {
    const { state, load } = file();
    const listeners = new Set<() => void>();
    const used: string[] = [];
    code.loadInBackground(
      load,
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      (loaded) => used.push(loaded),
    );
    await vi.waitFor(() => expect(state.requests).toBe(1));
    state.isServed = true;
    for (const connected of listeners) connected();
    await vi.waitFor(() => expect(used).toEqual(['strings']));
    expect(listeners.size).toBe(0);
  },
);
