// What well-known servers on this machine tell of their models beside the common list, which has names only: LM Studio at
// /api/v0/models, Ollama at /api/tags and /api/ps. Asked on loopback, without a key; what does not answer tells nothing.

import type { ModelInfo } from '../../../shared/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { chats, factsOf, rowOf } from './models.ts';

const patienceMs = 800;
const longestList = 512 * 1024;

/** The same models with what is told of them; those that cannot chat are left out. */
export async function withLocalFacts(
  fetch: Fetch,
  baseUrl: string,
  models: readonly ModelInfo[],
): Promise<ModelInfo[]> {
  if (
    models.length === 0 ||
    models.some(({ contextWindow, tools }) => contextWindow !== undefined || tools !== undefined)
  )
    return [...models];
  const { origin } = new URL(baseUrl);
  const [studio, tags, running] = await Promise.all([
    rowsAt(fetch, `${origin}/api/v0/models`),
    rowsAt(fetch, `${origin}/api/tags`),
    rowsAt(fetch, `${origin}/api/ps`),
  ]);
  const told = new Map([...studio, ...tags].map((row) => [row.id ?? row.name, row]));
  const inMemory = new Map(running.map((row) => [row.name, row]));
  return models.flatMap((model) => {
    const row = told.get(model.id) ?? {};
    if (chats(row) === false) return [];
    const now = inMemory.get(model.id);
    return { ...model, ...factsOf(row), ...(now ? { ...factsOf(now), loaded: true as const } : {}) };
  });
}

async function rowsAt(fetch: Fetch, url: string): Promise<Record<string, unknown>[]> {
  const { data, models } = rowOf(await askLoopback(fetch, url));
  const list = [data, models].find(Array.isArray) ?? [];
  return list.slice(0, 1_000).map(rowOf);
}

/** Null: there was no answer, or none that is JSON. */
async function askLoopback(fetch: Fetch, url: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.ok) return await readBounded(response);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

/** Throws where it is too long or no JSON. */
export async function readBounded(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > longestList) throw new Error('The list is too long.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
