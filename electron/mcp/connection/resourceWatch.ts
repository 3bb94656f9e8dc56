// Tracks the resources that conversations follow on one connection: subscribes where the server supports it and
// re-reads only after changes. Otherwise, or beyond the limit, reads them every time.

import type { Client, McpSubscription, RequestOptions } from '@modelcontextprotocol/client';
import type { Result } from '../../../shared/core/errors.ts';

/** A resource's contents. */
export interface ReadContents {
  text: string;
  images: { bytes: Buffer; mediaType: string; name: string }[];
}

export interface ResourceWatch {
  /**
   * Follows resources for a conversation; with `alone`, replaces the ones it followed. Drops resources that nobody
   * follows. Settles when the subscription succeeds or fails.
   */
  follow(owner: string, uris: readonly string[], how: FollowOptions): Promise<void>;
  /** The cached contents, if unchanged; null: read it again. */
  lastContents(uri: string): ReadContents | null;
  /** Reads the resource, and caches the result if it is subscribed to. */
  reading(uri: string, read: () => Promise<Result<ReadContents>>): Promise<Result<ReadContents>>;
  /** The server reported a change of the resource, or of a part of it. */
  updated(uri: string): void;
  /** The connection was lost. */
  reset(): void;
}

interface FollowOptions {
  alone: boolean;
  client: Client;
  options: RequestOptions;
}

interface Watched {
  owners: Set<string>;
  isSubscribed: boolean;
  /** Number of reported changes. */
  updates: number;
  lastContents: ReadContents | null;
}

/** Maximum subscriptions per connection. */
const maxSubscribed = 64;
/** Maximum bytes to cache per resource; larger ones are always read again. */
const maxKept = 256 * 1024;

export function createResourceWatch(): ResourceWatch {
  const watched = new Map<string, Watched>();
  let stream: McpSubscription | null = null;
  let changing: Promise<void> = Promise.resolve();

  async function follow(
    owner: string,
    uris: readonly string[],
    { alone, client, options }: FollowOptions,
  ): Promise<void> {
    const wantedUris = new Set(uris);
    const dropped: string[] = [];
    for (const [uri, { owners, isSubscribed }] of alone ? watched : []) {
      if (wantedUris.has(uri) || !owners.delete(owner) || owners.size > 0) continue;
      if (isSubscribed) dropped.push(uri);
      watched.delete(uri);
    }
    for (const uri of wantedUris) {
      const one = watched.get(uri) ?? { owners: new Set(), isSubscribed: false, updates: 0, lastContents: null };
      one.owners.add(owner);
      // Move to the end: the least recently used subscription is dropped first.
      watched.delete(uri);
      watched.set(uri, one);
    }
    while (watched.size > maxSubscribed) {
      const [oldest, { isSubscribed }] = watched.entries().next().value as [string, Watched];
      if (isSubscribed) dropped.push(oldest);
      watched.delete(oldest);
    }
    if (!client.getServerCapabilities()?.resources?.subscribe) return;
    const newUris = uris.filter((uri) => watched.get(uri)?.isSubscribed === false);
    if (newUris.length === 0 && dropped.length === 0) return;
    if (client.getProtocolEra() === 'modern') await listenAgain(client, options);
    else await subscribe(client, newUris, dropped, options);
  }

  async function subscribe(
    client: Client,
    newUris: readonly string[],
    droppedUris: readonly string[],
    options: RequestOptions,
  ): Promise<void> {
    for (const uri of droppedUris) void client.unsubscribeResource({ uri }, options).catch(() => {});
    await Promise.all(
      newUris.map(async (uri) => {
        const done = await client.subscribeResource({ uri }, options).then(
          () => true,
          () => false,
        );
        const one = watched.get(uri);
        if (one) one.isSubscribed = done;
      }),
    );
  }

  /** The newer protocol uses a single stream for all resources, so a new set needs a new stream. */
  async function listenAgain(client: Client, options: RequestOptions): Promise<void> {
    const uris = [...watched.keys()];
    const before = stream;
    try {
      const opened = uris.length === 0 ? null : await client.listen({ resourceSubscriptions: uris }, options);
      stream = opened;
      const honored = new Set(opened?.honoredFilter.resourceSubscriptions ?? []);
      for (const [uri, one] of watched) one.isSubscribed = honored.has(uri);
      void opened?.closed.then(() => {
        if (stream === opened) reset();
      });
    } catch {
      for (const one of watched.values()) Object.assign(one, { isSubscribed: false, known: null });
      stream = null;
    }
    await before?.close();
  }

  function reset(): void {
    stream = null;
    for (const one of watched.values()) Object.assign(one, { isSubscribed: false, known: null });
  }

  return {
    follow(...args) {
      // Serialized: concurrent changes would close each other's stream.
      changing = changing.then(() => follow(...args)).catch(() => {});
      return changing;
    },
    lastContents: (uri) => watched.get(uri)?.lastContents ?? null,
    async reading(uri, read) {
      const before = watched.get(uri)?.updates;
      const contents = await read();
      const one = watched.get(uri);
      const isCurrent = one?.isSubscribed === true && one.updates === before;
      if (isCurrent && contents.ok && isSmall(contents.value)) one.lastContents = contents.value;
      return contents;
    },
    updated(uri) {
      for (const [followed, one] of watched) {
        if (!uri.startsWith(followed)) continue;
        one.updates++;
        one.lastContents = null;
      }
    },
    reset,
  };
}

function isSmall({ text, images }: ReadContents): boolean {
  return text.length <= maxKept && images.length === 0;
}
