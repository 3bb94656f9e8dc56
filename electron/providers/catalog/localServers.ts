// Discovers model servers on this machine: probes the well-known ports on loopback for a model list and server facts.
// Ports without a prompt, valid answer are skipped. Names a server only if its answers identify it, since any program
// may use 8000 or 8080.

import { jsonObject } from '../../../shared/core/json.ts';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import type { Fetch } from '../http/exchange.ts';
import { fetchLocalFacts, readBoundedJson } from './localFacts.ts';
import { readModels } from './models.ts';

export interface LocalServerPort {
  port: number;
  /** Assumed when the server does not identify itself and nothing else commonly uses the port. */
  name?: string;
  /** Base path of the model list; default `/v1`. */
  path?: string;
}

/**
 * Default ports from the docs of Ollama, LM Studio, llama.cpp, vLLM, Jan, GPT4All and Docker Model Runner. The first
 * four are identified by their answers.
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

/** Returns the servers in port order. Never fails; unreachable ports are omitted. */
export async function findLocalServers(
  fetch: Fetch,
  ports: readonly LocalServerPort[] = knownPorts,
): Promise<LocalServer[]> {
  const servers = await Promise.all(ports.map((port) => ask(fetch, port)));
  return servers.filter((server) => server !== null);
}

async function ask(fetch: Fetch, { port, name, path = '/v1' }: LocalServerPort): Promise<LocalServer | null> {
  const host = `127.0.0.1:${port}`;
  const baseUrl = `http://${host}${path}`;
  const plainName = name ?? `OpenAI-compatible server at ${host}`;
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: { accept: 'application/json' },
      // A redirect would leave this machine.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      // A server that requires a key still counts.
      const wantsKey = response.status === 401;
      return wantsKey ? { baseUrl, name: plainName, kind: 'openai', models: [], needsKey: true } : null;
    }
    const body = await readBoundedJson(response);
    if (!isList(body)) return null;
    const listed = (readModels(body) ?? []).slice(0, maxModels);
    const { type, models } = await fetchLocalFacts(fetch, `http://${host}`, listed, 'told');
    // A version endpoint alone does not prove vLLM.
    const serverType = type === 'vLLM' && !isOwnedBy(body, 'vllm') ? null : (type ?? ownerOf(body));
    const serverName =
      serverType === 'Ollama'
        ? { baseUrl: `http://${host}`, kind: 'ollama' as const }
        : { baseUrl, kind: 'openai' as const };
    return { ...serverName, name: serverType ?? plainName, models, needsKey: false };
  } catch {
    return null;
  }
}

/** Whether the body is an OpenAI model list; otherwise this is some other server. */
function isList(body: unknown): boolean {
  const { data } = jsonObject(body);
  return Array.isArray(data) && data.every((entry) => typeof jsonObject(entry).id === 'string');
}

function isOwnedBy(body: unknown, owner: string): boolean {
  const { data } = jsonObject(body);
  return Array.isArray(data) && data.some((entry) => jsonObject(entry).owned_by === owner);
}

/** llama.cpp requires a key for everything but its list, so the list identifies it. */
function ownerOf(body: unknown): 'llama.cpp' | null {
  return isOwnedBy(body, 'llamacpp') ? 'llama.cpp' : null;
}
