// The resources of a project's servers, which the user mentions as `@server:uri`: completes, reads and follows them.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ReadResource, Resources } from '../../ports/resources.ts';
import { shortDiff } from '../../tools/text/diffText.ts';
import { askServer } from '../connection/askServer.ts';
import { askDepsOf, type OfferDeps, pendingServers } from '../offers.ts';
import type { PoolEntry } from '../serverPool.ts';
import { completeResources } from './completeResources.ts';
import { resourceText } from './resourceText.ts';

/** How long a server may take to confirm a subscription; without one, the resource is read every time. */
const subscribeMs = 3000;
/** Total time that a message waits for its resources. */
const followMs = 3000;

export function createMcpResources(deps: OfferDeps): Resources {
  async function readOf(entry: PoolEntry, uri: string, signal: AbortSignal): Promise<Result<ReadResource>> {
    const { server, connection } = entry;
    const { watch } = connection;
    const title = connection.resources().find((resource) => resource.uri === uri)?.title ?? '';
    const cached = watch.lastContents(uri);
    if (cached) return ok({ ...cached, server: server.ref.name, uri, title });
    const read = await askServer(askDepsOf(entry), signal, (client, options) =>
      watch.reading(uri, async () => {
        const answer = await client.readResource({ uri }, { ...options, cacheMode: 'bypass' });
        return resourceText(answer, uri);
      }),
    );
    if (!read.ok) return read;
    return read.value.ok ? ok({ ...read.value.value, server: server.ref.name, uri, title }) : read.value;
  }

  /** Subscribe before reading, to miss no change in between. Without support, it is read every time. */
  async function subscribe(
    { connection, server }: PoolEntry,
    owner: string | null,
    uris: readonly string[],
    replaceAll: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (owner === null) return;
    const client = await connection.client(signal);
    if (!client.ok) return;
    const options = { signal, timeout: Math.min(subscribeMs, server.config.timeoutSeconds * 1000) };
    await connection.watch.follow(owner, uris, { alone: replaceAll, client: client.value, options });
  }

  return {
    async complete(scope, text, limit) {
      const entries = await deps.servers(scope);
      const pending = pendingServers(entries, deps);
      return { resources: await completeResources(entries, text, limit), pending };
    },

    async read(scope, path) {
      const resource = resourceNamed(path, await deps.servers(scope));
      if (!resource) return null;
      const { entry, uri } = resource;
      if (scope.preview && entry.connection.watch.lastContents(uri) === null) {
        return fail('TOOL_EXEC_FAILED', say`It is read when the message is sent.`);
      }
      const { signal } = new AbortController();
      if (!scope.preview) await subscribe(entry, scope.conversationId, [uri], false, signal);
      return readOf(entry, uri, signal);
    },

    async follow(scope, followed) {
      const entries = await deps.servers(scope);
      const enough = new AbortController();
      const done = new AbortController();
      void deps.clock.wait(followMs, done.signal).then(() => enough.abort());
      const read = entries.map(async (entry): Promise<ReadResource[]> => {
        const { name } = entry.server.ref;
        const uris = followed.filter(({ server }) => server === name).map(({ uri }) => uri);
        const isReady = entry.connection.info().state === 'ready';
        if (!isReady && (uris.length === 0 || scope.preview)) return [];
        if (!scope.preview) await subscribe(entry, scope.conversationId, uris, true, enough.signal);
        const contents = await Promise.all(uris.map((uri) => readOf(entry, uri, enough.signal)));
        return contents.flatMap((one) => (one.ok ? [one.value] : []));
      });
      const all = await Promise.all(read);
      done.abort();
      return all.flat();
    },

    difference: shortDiff,
  };
}

/** The server with the longest name that the path starts with. */
function resourceNamed(path: string, entries: readonly PoolEntry[]): { entry: PoolEntry; uri: string } | null {
  const fitting = entries
    .filter(({ server }) => path.startsWith(`${server.ref.name}:`))
    .toSorted((one, other) => other.server.ref.name.length - one.server.ref.name.length);
  for (const entry of fitting) {
    const uri = path.slice(entry.server.ref.name.length + 1);
    if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) return { entry, uri };
  }
  return null;
}
