// Servers of models that run on this machine: asked on loopback only, at the ports where the well-known ones listen, for
// their list of models and nothing else. What does not answer so within a moment is none. Nothing is sent but the question.

import type { LocalServer } from '../../../shared/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { readBounded, withLocalFacts } from './localFacts.ts';
import { readModels, rowOf } from './models.ts';

export interface LocalServerPort {
  port: number;
  /** What listens there as a rule. */
  name: string;
}

/** From the documentation of each: Ollama, LM Studio, llama.cpp's server, vLLM. */
const knownPorts: readonly LocalServerPort[] = [
  { port: 11434, name: 'Ollama' },
  { port: 1234, name: 'LM Studio' },
  { port: 8080, name: 'llama.cpp' },
  { port: 8000, name: 'vLLM' },
];

const patienceMs = 800;
const mostModels = 500;

/** In the order of the ports. Never fails: what is not there is left out. */
export async function findLocalServers(
  fetch: Fetch,
  ports: readonly LocalServerPort[] = knownPorts,
): Promise<LocalServer[]> {
  const found = await Promise.all(ports.map((known) => ask(fetch, known)));
  return found.filter((server) => server !== null);
}

async function ask(fetch: Fetch, { port, name }: LocalServerPort): Promise<LocalServer | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: { accept: 'application/json' },
      // What it would lead to is not this machine's.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      // A server that wants a key is one, too.
      return response.status === 401 ? { baseUrl, name, models: [], needsKey: true } : null;
    }
    const body = await readBounded(response);
    if (!isList(body)) return null;
    const models = (readModels(body) ?? []).slice(0, mostModels);
    return { baseUrl, name, models: await withLocalFacts(fetch, baseUrl, models), needsKey: false };
  } catch {
    return null;
  }
}

/** An OpenAI list of models; else this is another kind of server. */
function isList(body: unknown): boolean {
  const { data } = rowOf(body);
  return Array.isArray(data) && data.every((entry) => typeof rowOf(entry).id === 'string');
}
