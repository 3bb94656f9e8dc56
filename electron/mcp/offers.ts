// Shared by prompts and resources: which servers to query and wait for, and argument completions.

import { boundedText } from '../lib/boundedText.ts';
import type { Clock } from '../ports/clock.ts';
import type { SlashScope } from '../ports/slash.ts';
import { type AskDeps, askServer } from './connection/askServer.ts';
import type { PoolEntry } from './serverPool.ts';

export interface OfferDeps {
  clock: Clock;
  /** The usable servers, started if necessary; for a preview, only running ones. */
  servers(scope: SlashScope): Promise<PoolEntry[]>;
  /** A pending server answered, or failed. */
  answered(): void;
}

/** Timeout for completions. */
const completionSeconds = 5;
const maxValues = 100;
const maxValueLength = 1000;

/** Names of servers that have not listed their offers yet. */
export function pendingServers(entries: readonly PoolEntry[], { answered }: Pick<OfferDeps, 'answered'>): string[] {
  return entries.flatMap(({ server, connection }) => {
    const listing = connection.offersListed();
    if (!listing) return [];
    void listing.then(answered, answered);
    return [server.ref.name];
  });
}

export function askDepsOf({ server, connection }: PoolEntry): AskDeps {
  return { name: server.ref.name, connection, timeoutSeconds: server.config.timeoutSeconds };
}

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** A server's completions; empty without support or on timeout. Drops values with invisible characters. */
export async function completionValues(
  entry: PoolEntry,
  ref: Reference,
  { name, text, given }: { name: string; text: string; given: Readonly<Record<string, string>> },
): Promise<string[]> {
  const { signal } = new AbortController();
  const answer = await askServer(
    { ...askDepsOf(entry), timeoutSeconds: completionSeconds },
    signal,
    async (client, options) => {
      if (!client.getServerCapabilities()?.completions) return [];
      const params = { ref, argument: { name, value: text }, context: { arguments: { ...given } } };
      return (await client.complete(params, options)).completion.values;
    },
  );
  if (!answer.ok) return [];
  return answer.value
    .slice(0, maxValues)
    .filter((value) => value !== '' && boundedText(value, maxValueLength) === value);
}
