// Picks the default model of an environment server: the variable's, the likeliest of the server's list, or a fallback.
// Fetches the list once; retries later if the server did not answer.

import type { Result } from '../../../shared/core/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider } from '../../ports/provider.ts';
import { pickEnvironmentModel } from './environment.ts';

export interface EnvironmentModel {
  /** Waits up to three seconds for the server's list. Null: unknown, and no fallback. */
  get(): Promise<string | null>;
  /** Returns the model if it is known within half a second, else null. */
  soon(): Promise<string | null>;
  close(): void;
}

export interface EnvironmentModelOptions {
  chosenModel: string | null;
  /** Fallback when the list is unavailable. */
  usual: string | null;
  provider: () => Result<Provider>;
  clock: Clock;
  log: Log;
}

const listTimeoutMs = 3000;
const soonMs = 500;
const askAgainAfterMs = 10_000;

export function createEnvironmentModel({
  chosenModel: named,
  usual,
  provider,
  clock,
  log,
}: EnvironmentModelOptions): EnvironmentModel {
  const closing = new AbortController();
  let request: { at: number; answer: Promise<string | null> } | null = null;

  const ask = async (): Promise<string | null> => {
    const server = provider();
    if (!server.ok) return null;
    const models = await server.value.listModels(AbortSignal.any([closing.signal, AbortSignal.timeout(listTimeoutMs)]));
    if (models.ok) return pickEnvironmentModel(models.value);
    log('info', `The models of a server that no settings name are unknown: ${models.error.code}.`, 'MODELS_UNKNOWN', {
      reason: models.error,
    });
    return null;
  };
  const answer = async (): Promise<string | null> => {
    if (named !== null) return named;
    if (!request || ((await settled(request.answer)) === null && clock.elapsed() - request.at > askAgainAfterMs)) {
      request = { at: clock.elapsed(), answer: ask() };
    }
    return request.answer;
  };
  return {
    get: async () => (await answer()) ?? usual,
    async soon() {
      const stop = new AbortController();
      const timeout = clock.wait(soonMs, stop.signal).then(() => null);
      const model = await Promise.race([answer(), timeout]);
      stop.abort();
      return model;
    },
    close: () => closing.abort(),
  };
}

/** Resolves to undefined if the promise is still pending. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, Promise.resolve(undefined)]);
}
