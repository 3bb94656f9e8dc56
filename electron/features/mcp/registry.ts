// Searches an MCP registry (API v0.1 of registry.modelcontextprotocol.io). Its answers are text of strangers: read leniently,
// bounded, and shown with hidden characters marked. A command is only offered for a package with a plain name and a fixed
// version.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';
import { firstCharacters } from '../../lib/text.ts';
import { createGuardedAgent, createGuardedFetch } from '../../tools/fetch/guardedAgent.ts';
import { lookupAll } from '../../tools/fetch/guardedLookup.ts';

export const officialRegistry = 'https://registry.modelcontextprotocol.io';

export interface RegistryServer {
  name: string;
  version: string;
  description: string;
  /** Ways to add it, each with its exact command or address. */
  ways: { command: string[]; url: string | null; variables: { name: string; secret: boolean }[] }[];
  /** Ways that cannot be used here. */
  otherWays: number;
}

const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 30_000;
const pageSize = 30;
const maxWays = 5;

const line = (max: number) => z.string().transform((text) => firstCharacters(text.replace(/\s+/g, ' '), max));
const variable = z.object({ name: z.string().regex(/^[A-Za-z_]\w{0,100}$/), isSecret: z.boolean().catch(false) });
const argument = z.object({ value: z.string().max(500) });
const packageSchema = z.object({
  registryType: z.string(),
  identifier: z.string().max(300),
  version: z.string().max(100).catch(''),
  packageArguments: z.array(z.unknown()).max(50).catch([]),
  environmentVariables: z.array(z.unknown()).max(100).catch([]),
});
const remoteSchema = z.object({ type: z.enum(['streamable-http', 'sse']), url: z.string().max(2_000) });
const serverSchema = z.object({
  name: line(200),
  description: line(500).catch(''),
  version: line(100).catch(''),
  packages: z.array(z.unknown()).max(20).catch([]),
  remotes: z.array(z.unknown()).max(20).catch([]),
});
const pageSchema = z.object({ servers: z.array(z.unknown()) });

/** The first page of matches. `registry`: an address that the user chose; no redirect is followed. */
export async function searchRegistry(
  registry: string,
  words: string,
  signal: AbortSignal,
): Promise<Result<RegistryServer[]>> {
  const base = URL.parse(registry);
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '')
    return fail('PARAMS_INVALID', say`“${registry}” is not the address of a registry.`);
  const url = new URL(`${base.pathname.replace(/\/+$/, '')}/v0.1/servers`, base);
  url.search = new URLSearchParams({ search: words, version: 'latest', limit: String(pageSize) }).toString();
  const agent = () => createGuardedAgent({ lookup: lookupAll, whyNot: () => null, connectTimeoutMs: 10_000 });
  try {
    const response = await createGuardedFetch(agent, maxBytes)(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status !== 200)
      return fail('PLUGIN_FAILED', say`The registry ${url.host} answered with status ${response.status}.`);
    const page = pageSchema.safeParse(await response.json());
    if (!page.success) return fail('PLUGIN_FAILED', say`The registry ${url.host} sent something else than servers.`);
    return ok(page.data.servers.slice(0, pageSize).flatMap(readServer));
  } catch (thrown) {
    return fail('PLUGIN_FAILED', say`The registry ${url.host} could not be searched: ${diskErrorReason(thrown)}.`);
  }
}

function readServer(raw: unknown): RegistryServer[] {
  const read = z.object({ server: serverSchema }).safeParse(raw);
  if (!read.success) return [];
  const { name, version, description, packages, remotes } = read.data.server;
  const ways = [...packages.flatMap(packageWay), ...remotes.flatMap(remoteWay)].slice(0, maxWays);
  return [{ name, version, description, ways, otherWays: packages.length + remotes.length - ways.length }];
}

const fixedVersion = /^v?\d[\w.+-]{0,60}$/;

function packageWay(raw: unknown): RegistryServer['ways'] {
  const read = packageSchema.safeParse(raw);
  if (!read.success) return [];
  const { registryType, identifier, version, packageArguments, environmentVariables } = read.data;
  const command = commandOf(registryType, identifier, version);
  const values = packageArguments.map((each) => argument.safeParse(each));
  // An argument without a value would have to be asked for.
  if (command === null || values.some(({ success }) => !success)) return [];
  const variables = environmentVariables.flatMap((each) => {
    const parsed = variable.safeParse(each);
    return parsed.success ? [{ name: parsed.data.name, secret: parsed.data.isSecret }] : [];
  });
  return [{ command: [...command, ...values.flatMap(({ data }) => data?.value ?? [])], url: null, variables }];
}

function commandOf(type: string, identifier: string, version: string): string[] | null {
  const isFixed = fixedVersion.test(version);
  if (type === 'npm' && isFixed && /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(identifier))
    return ['npx', '-y', `${identifier}@${version}`];
  if (type === 'pypi' && isFixed && /^[A-Za-z0-9][\w.-]*$/.test(identifier)) return ['uvx', `${identifier}@${version}`];
  if (type === 'oci' && /^[a-z0-9][a-z0-9._/-]*(?::\d[\w.-]*|@sha256:[0-9a-f]{64})$/.test(identifier))
    return ['docker', 'run', '-i', '--rm', identifier];
  return null;
}

function remoteWay(raw: unknown): RegistryServer['ways'] {
  const read = remoteSchema.safeParse(raw);
  const url = read.success && /^https:\/\/[\x21-\x7e]+$/.test(read.data.url) ? URL.parse(read.data.url) : null;
  if (url === null || url.username !== '' || /[{}]/.test(read.data?.url ?? '')) return [];
  return [{ command: [], url: url.href, variables: [] }];
}
