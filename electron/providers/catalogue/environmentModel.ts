// Which model a server is asked for where nobody chose one: the one that the environment names, else the likeliest of its
// list, else a name that OpenAI knows. The list is asked for once; a server that does not answer is asked again later.

import type { Result } from '../../../shared/core/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider } from '../../ports/provider.ts';
import { environmentChoice } from './environment.ts';

export interface EnvironmentModel {
  /** Waits for the server's list, at most three seconds. Null: it is not known, and there is no usual name. */
  get(): Promise<string | null>;
  /** What is known, or becomes known within half a second; else null. */
  soon(): Promise<string | null>;
  close(): void;
}

export interface EnvironmentModelOptions {
  named: string | null;
  /** Where the list cannot be had. */
  usual: string | null;
  provider: () => Result<Provider>;
  clock: Clock;
  log: Log;
}

const listTimeoutMs = 3000;
const soonMs = 500;
const askAgainAfterMs = 10_000;

export function createEnvironmentModel({
  named,
  usual,
  provider,
  clock,
  log,
}: EnvironmentModelOptions): EnvironmentModel {
  const closing = new AbortController();
  let asked: { at: number; answer: Promise<string | null> } | null = null;

  const ask = async (): Promise<string | null> => {
    const server = provider();
    if (!server.ok) return null;
    const models = await server.value.listModels(AbortSignal.any([closing.signal, AbortSignal.timeout(listTimeoutMs)]));
    if (models.ok) return environmentChoice(models.value);
    log('info', `The models of a server that no settings name are unknown: ${models.error.code}.`);
    return null;
  };
  const answer = async (): Promise<string | null> => {
    if (named !== null) return named;
    if (!asked || ((await settled(asked.answer)) === null && clock.elapsed() - asked.at > askAgainAfterMs)) {
      asked = { at: clock.elapsed(), answer: ask() };
    }
    return asked.answer;
  };
  return {
    get: async () => (await answer()) ?? usual,
    async soon() {
      const stop = new AbortController();
      const late = clock.wait(soonMs, stop.signal).then(() => null);
      const model = await Promise.race([answer(), late]);
      stop.abort();
      return model;
    },
    close: () => closing.abort(),
  };
}

/** The value of a promise that is settled; undefined while it is not. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, Promise.resolve(undefined)]);
}
