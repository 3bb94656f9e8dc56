// What prompts and resources have in common: which servers are asked, which are waited for, and the values that a server
// proposes for an argument.

import type { Clock } from '../ports/clock.ts';
import type { SlashScope } from '../ports/slash.ts';
import { type AskDeps, askServer } from './connection/askServer.ts';
import { boundedText } from './connection/boundedText.ts';
import type { PoolEntry } from './serverPool.ts';

export interface OfferDeps {
  clock: Clock;
  /** The servers that may run there, begun where they are not; in a preview those that run. */
  servers(scope: SlashScope): Promise<PoolEntry[]>;
  /** A server that was waited for has answered, or will not. */
  answered(): void;
}

/** How long values of an argument may take. */
const completionSeconds = 5;
const maxValues = 100;
const maxValueLength = 1000;

/** The names of those that have not said yet what they have. */
export function waitedFor(entries: readonly PoolEntry[], { answered }: Pick<OfferDeps, 'answered'>): string[] {
  return entries.flatMap(({ server, connection }) => {
    const listing = connection.offersListed();
    if (!listing) return [];
    void listing.then(answered, answered);
    return [server.ref.name];
  });
}

export function askedOf({ server, connection }: PoolEntry): AskDeps {
  return { name: server.ref.name, connection, timeoutSeconds: server.config.timeoutSeconds };
}

type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** What a server proposes; none where it proposes nothing, or takes too long. What holds something unseen is left out. */
export async function valuesOf(
  entry: PoolEntry,
  ref: Reference,
  { name, text, given }: { name: string; text: string; given: Readonly<Record<string, string>> },
): Promise<string[]> {
  const { signal } = new AbortController();
  const answer = await askServer(
    { ...askedOf(entry), timeoutSeconds: completionSeconds },
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
