// Searches an MCP registry (API v0.1 of registry.modelcontextprotocol.io). Its answers are text of strangers: read leniently
// and bounded. Nothing is requested before the user searches, and no redirect is followed.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import {
  type RegistryPage,
  type RegistryServer,
  registryAddress,
} from '../../../shared/features/mcp/registryServer.ts';
import { diskErrorReason, errorCode } from '../../lib/diskReason.ts';
import { createGuardedAgent, createGuardedFetch } from '../../tools/fetch/guardedAgent.ts';
import { lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { line, readWays } from './registryWays.ts';

const officialRegistry = 'https://registry.modelcontextprotocol.io';

const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 30_000;
const pageSize = 30;
const maxWays = 5;
const maxCursor = 500;

const serverSchema = z.object({
  name: line(200).refine((name) => name.trim() !== ''),
  title: line(200).catch(''),
  description: line(500).catch(''),
  version: line(100).catch(''),
  repository: z.object({ url: z.string().max(500).catch('') }).catch({ url: '' }),
  packages: z.array(z.unknown()).max(20).catch([]),
  remotes: z.array(z.unknown()).max(20).catch([]),
});
const official = 'io.modelcontextprotocol.registry/official';
const metaSchema = z.object({
  [official]: z.object({
    status: z.enum(['active', 'deprecated', 'deleted']).catch('active'),
    statusMessage: line(300).catch(''),
  }),
});
const noMeta: z.infer<typeof metaSchema> = { [official]: { status: 'active', statusMessage: '' } };
const rowSchema = z.object({ server: serverSchema, _meta: metaSchema.catch(noMeta) });
const pageSchema = z.object({
  servers: z.array(z.unknown()),
  metadata: z.object({ nextCursor: z.string().min(1).max(maxCursor).nullish().catch(null) }).catch({}),
});

/** `registry`: an address that the user chose; empty: the official one. `cursor`: of the page before. */
export async function searchRegistry(
  registry: string,
  { query, cursor }: { query: string; cursor: string | null },
  signal: AbortSignal,
): Promise<Result<RegistryPage>> {
  const search = new URLSearchParams({ search: query, version: 'latest', limit: String(pageSize) });
  if (cursor !== null) search.set('cursor', cursor);
  const answer = await request(registry, `servers?${search}`, signal);
  if (!answer.ok) return answer;
  const page = pageSchema.safeParse(answer.value.body);
  if (!page.success)
    return fail('PLUGIN_FAILED', say`The registry ${answer.value.host} sent something else than servers.`);
  const next = page.data.metadata.nextCursor ?? null;
  return ok({
    registry: answer.value.host,
    servers: oncePerName(page.data.servers.slice(0, pageSize).flatMap(readServer)),
    // The same cursor again would never end.
    cursor: next === cursor ? null : next,
  });
}

/** The latest version of exactly this server. */
export async function findInRegistry(
  registry: string,
  name: string,
  signal: AbortSignal,
): Promise<Result<RegistryServer>> {
  const answer = await request(registry, `servers/${encodeURIComponent(name)}/versions/latest`, signal);
  if (!answer.ok) return answer;
  const [server] = readServer(answer.value.body);
  return server?.name === name
    ? ok(server)
    : fail('PLUGIN_FAILED', say`The registry ${answer.value.host} sent something else than this server.`);
}

async function request(
  registry: string,
  path: string,
  signal: AbortSignal,
): Promise<Result<{ host: string; body: unknown }>> {
  const base = registryAddress.test(registry) ? URL.parse(registry || officialRegistry) : null;
  if (base === null)
    return fail(
      'PARAMS_INVALID',
      say`“${registry}” is not the address of a registry. Use https, or http on this machine.`,
    );
  const url = new URL(`v0.1/${path}`, `${base.href.replace(/\/+$/, '')}/`);
  const failed = (message: Sentence) => fail('PLUGIN_FAILED', message);
  const agent = () => createGuardedAgent({ lookup: lookupAll, whyNot: () => null, connectTimeoutMs: 10_000 });
  try {
    const response = await createGuardedFetch(agent, maxBytes)(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status === 429) {
      const wait = Number(response.headers.get('retry-after'));
      return failed(
        wait > 0 && wait < 86_400
          ? say`The registry ${url.host} allows no more requests for now. Try again in ${Math.ceil(wait)} seconds.`
          : say`The registry ${url.host} allows no more requests for now. Try again later.`,
      );
    }
    if (response.status === 404 && !path.startsWith('servers?'))
      return failed(say`The registry ${url.host} has no server with this name.`);
    if (response.status !== 200) return failed(say`The registry ${url.host} answered with status ${response.status}.`);
    const body = await response.json().catch(() => null);
    return ok({ host: url.host, body });
  } catch (thrown) {
    if (signal.aborted) return fail('CANCELLED', say`The search was canceled.`);
    const code = errorCode(thrown) ?? '';
    if (/^(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
      return failed(say`The registry ${url.host} cannot be reached (${code}). Check your network.`);
    return failed(say`The registry ${url.host} could not be searched: ${diskErrorReason(thrown)}.`);
  }
}

const oncePerName = (servers: readonly RegistryServer[]): RegistryServer[] => [
  ...new Map(servers.map((server) => [server.name, server])).values(),
];

function readServer(raw: unknown): RegistryServer[] {
  const read = rowSchema.safeParse(raw);
  if (!read.success) return [];
  const { packages, remotes, repository, ...server } = read.data.server;
  const { status, statusMessage } = read.data._meta[official];
  const isRemoved = status === 'deleted';
  const ways = isRemoved ? [] : readWays(packages, remotes).slice(0, maxWays);
  const otherWays = isRemoved ? 0 : packages.length + remotes.length - ways.length;
  const address = /^https:\/\/[\w.-]+\/[\w./~-]*$/.test(repository.url) ? repository.url : '';
  return [{ ...server, repository: address, status, statusMessage, ways, otherWays }];
}
