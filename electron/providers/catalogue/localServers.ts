// Servers of models that run on this machine: asked on loopback only, at the ports where the well-known ones listen, for
// their list of models and for what they tell of themselves. What does not answer so within a moment is none. Nothing is sent
// but the questions. A name is given only to what answers as only that server does: 8000 and 8080 are anybody's.

import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { localFacts, readBounded } from './localFacts.ts';
import { readModels, rowOf } from './models.ts';

export interface LocalServerPort {
  port: number;
  /** What listens there, where nothing else does by custom and it says nothing of itself. */
  name?: string;
  /** Where the common list stands; default `/v1`. */
  path?: string;
}

/**
 * From the documentation of each: Ollama, LM Studio, llama.cpp's server, vLLM, Jan, GPT4All, Docker Model Runner. The first four
 * are known by what they answer.
 */
const knownPorts: readonly LocalServerPort[] = [
  { port: 11434 },
  { port: 1234 },
  { port: 8080 },
  { port: 8000 },
  { port: 1337, name: 'Jan' },
  { port: 4891, name: 'GPT4All' },
  { port: 12434, name: 'Docker Model Runner', path: '/engines/v1' },
];

const patienceMs = 800;
const maxModels = 500;

/** In the order of the ports. Never fails: what is not there is left out. */
export async function findLocalServers(
  fetch: Fetch,
  ports: readonly LocalServerPort[] = knownPorts,
): Promise<LocalServer[]> {
  const found = await Promise.all(ports.map((known) => ask(fetch, known)));
  return found.filter((server) => server !== null);
}

async function ask(fetch: Fetch, { port, name, path = '/v1' }: LocalServerPort): Promise<LocalServer | null> {
  const host = `127.0.0.1:${port}`;
  const baseUrl = `http://${host}${path}`;
  const plainName = name ?? `OpenAI-compatible server at ${host}`;
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
      const wantsKey = response.status === 401;
      return wantsKey ? { baseUrl, name: plainName, kind: 'openai', models: [], needsKey: true } : null;
    }
    const body = await readBounded(response);
    if (!isList(body)) return null;
    const listed = (readModels(body) ?? []).slice(0, maxModels);
    const { type, models } = await localFacts(fetch, `http://${host}`, listed, 'told');
    // What has a version is not yet vLLM.
    const known = type === 'vLLM' && !isOwnedBy(body, 'vllm') ? null : (type ?? ownerOf(body));
    const own =
      known === 'Ollama'
        ? { baseUrl: `http://${host}`, kind: 'ollama' as const }
        : { baseUrl, kind: 'openai' as const };
    return { ...own, name: known ?? plainName, models, needsKey: false };
  } catch {
    return null;
  }
}

/** An OpenAI list of models; else this is another kind of server. */
function isList(body: unknown): boolean {
  const { data } = rowOf(body);
  return Array.isArray(data) && data.every((entry) => typeof rowOf(entry).id === 'string');
}

function isOwnedBy(body: unknown, owner: string): boolean {
  const { data } = rowOf(body);
  return Array.isArray(data) && data.some((entry) => rowOf(entry).owned_by === owner);
}

/** A llama.cpp that wants a key for all but its list says so in the list. */
function ownerOf(body: unknown): 'llama.cpp' | null {
  return isOwnedBy(body, 'llamacpp') ? 'llama.cpp' : null;
}
