// Asks the host which names are files of the conversation's folder, many with one request.

import type { Session } from '../../../core/state/session.ts';

export interface FileLookup {
  /** The path of a file found before. */
  known(conversationId: string, path: string): string | null;
  /** The file's path in the folder; null if there is none. */
  find(conversationId: string, path: string): Promise<string | null>;
}

/** The contract's limit per request. */
const maxPaths = 200;
const lookups = new WeakMap<Session, FileLookup>();

export function lookupOf(session: Session): FileLookup {
  const existing = lookups.get(session);
  if (existing) return existing;
  const lookup = createFileLookup((conversationId, paths) =>
    session.connection
      .call('file.find', { conversationId, paths })
      .then((answer) => (answer.ok ? answer.value.found : [])),
  );
  lookups.set(session, lookup);
  return lookup;
}

/**
 * Asks about all paths of a moment at once. Missing files are asked about again, as they may have been written since.
 * @internal
 */
export function createFileLookup(
  ask: (conversationId: string, paths: string[]) => Promise<readonly (string | null)[]>,
): FileLookup {
  const pathsByKey = new Map<string, string>();
  /** By conversation, then path: requests of this moment. */
  const waiting = new Map<string, Map<string, PromiseWithResolvers<string | null>>>();
  const keyOf = (conversationId: string, path: string): string => `${conversationId}\n${path}`;

  async function send(conversationId: string, paths: [string, PromiseWithResolvers<string | null>][]): Promise<void> {
    const answers = await ask(
      conversationId,
      paths.map(([path]) => path),
    ).catch(() => []);
    for (const [at, [path, { resolve }]] of paths.entries()) {
      const answer = answers[at] ?? null;
      if (answer !== null) pathsByKey.set(keyOf(conversationId, path), answer);
      resolve(answer);
    }
  }

  function sendAll(): void {
    for (const [conversationId, paths] of waiting) {
      const all = [...paths];
      for (let at = 0; at < all.length; at += maxPaths) void send(conversationId, all.slice(at, at + maxPaths));
    }
    waiting.clear();
  }

  return {
    known: (conversationId, path) => pathsByKey.get(keyOf(conversationId, path)) ?? null,
    find(conversationId, path) {
      const known = pathsByKey.get(keyOf(conversationId, path));
      if (known !== undefined) return Promise.resolve(known);
      if (waiting.size === 0) queueMicrotask(sendAll);
      const paths = waiting.get(conversationId) ?? new Map<string, PromiseWithResolvers<string | null>>();
      waiting.set(conversationId, paths);
      const pending = paths.get(path) ?? Promise.withResolvers<string | null>();
      paths.set(path, pending);
      return pending.promise;
    },
  };
}
