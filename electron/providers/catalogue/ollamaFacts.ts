// What Ollama tells of its models beside their names: what is in memory and with how much room (/api/ps), what a model can do
// and the most that it could have room for (/api/show).
//
// The room of a model is what a request asks for (`num_ctx`); the server's own default is 4k on most machines, too little for
// tools, and costs memory as it grows. So it is as much as the model has, but no more than `defaultContext`; where the model is in
// memory with more, that much, since it is paid for already. With less it is loaded anew, as for any request that asks for
// more. A person's own number in the settings stands above all of this (contextWindows.ts).

import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { chats, factsOf, rowOf } from './models.ts';

/** Tokens that are asked for where nobody said otherwise. */
export const defaultContext = 32_768;

/** To the server's own address, `path` with its slash; null: no answer that is JSON. */
type AskAt = (path: string, body?: unknown) => Promise<unknown>;

/** More are listed, but not asked about. */
const maxQuestions = 100;
const atOnce = 8;

/**
 * The same models with what is told of them; those that cannot chat are left out. `room`: `told` where each request names its
 * room, `fixed` where it has what the server gave it, which is known only of what is loaded.
 */
export async function ollamaFacts(
  models: readonly ModelInfo[],
  ask: AskAt,
  room: 'told' | 'fixed',
): Promise<ModelInfo[]> {
  const running = new Map(rowsOf(await ask('/api/ps')).map((row) => [row.name ?? row.model, row]));
  const shown = await each(models.slice(0, maxQuestions), atOnce, async ({ id }) =>
    rowOf(await ask('/api/show', { model: id })),
  );
  return models.flatMap((model, index): ModelInfo[] => {
    const row = shown[index] ?? {};
    if (chats(row) === false) return [];
    const now = running.get(model.id);
    const loaded = now ? factsOf(now).contextWindow : undefined;
    const most = mostRoom(row);
    const asked = Math.max(loaded ?? 0, Math.min(most ?? defaultContext, defaultContext));
    const contextWindow = room === 'told' ? asked : loaded;
    return [
      {
        ...model,
        ...factsOf(row),
        ...(contextWindow === undefined ? {} : { contextWindow }),
        ...(now ? { loaded: true as const } : {}),
      },
    ];
  });
}

/** `model_info["qwen3.context_length"]`: the most that it was trained for. */
function mostRoom(row: Record<string, unknown>): number | undefined {
  const info = Object.entries(rowOf(row.model_info));
  const lengths = info.flatMap(([name, value]) => (/\.context_length$/.test(name) ? [value] : []));
  return lengths.find((value): value is number => typeof value === 'number' && value >= 512);
}

function rowsOf(answer: unknown): Record<string, unknown>[] {
  const { models } = rowOf(answer);
  return Array.isArray(models) ? models.slice(0, 1_000).map(rowOf) : [];
}

/** One after the other, so many at once. */
async function each<T, R>(list: readonly T[], atOnce: number, work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const worker = async (): Promise<void> => {
    for (const [index, entry] of waiting) results[index] = await work(entry);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
