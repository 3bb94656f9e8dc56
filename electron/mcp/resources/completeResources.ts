// Completes resources after `@`: those that servers list, and URIs from templates.

import fuzzysort from 'fuzzysort';
import type { ResourceCompletion } from '../../../shared/features/files/mentionMethods.ts';
import type { ListedResource } from '../connection/listedResources.ts';
import { completionValues } from '../offers.ts';
import type { PoolEntry } from '../serverPool.ts';
import { templateStart, typedVariable } from './addressTemplate.ts';

/** Limits for fuzzy matching: characters typed, and resources. */
const maxTyped = 200;
const maxRanked = 10_000;
/** Maximum matching templates to request completions for. */
const maxQuestions = 4;

export async function completeResources(
  entries: readonly PoolEntry[],
  input: string,
  limit: number,
): Promise<ResourceCompletion[]> {
  const all = entries.flatMap((entry) =>
    entry.connection.resources().map((resource) => ({ entry, resource, completion: completionOf(entry, resource) })),
  );
  const started = all.flatMap(({ entry, resource }) => {
    const server = `${entry.server.ref.name}:`;
    if (!resource.isTemplate || !input.startsWith(server)) return [];
    const variable = typedVariable(resource.uri, input.slice(server.length));
    return variable ? [{ entry, resource, variable }] : [];
  });
  const completed = (await Promise.all(started.slice(0, maxQuestions).map(addresses))).flat();
  // A template whose start was typed is replaced by its URIs.
  const others = all.map(({ completion }) => completion).filter(({ whole, path }) => whole || !input.startsWith(path));
  const query = input.slice(0, maxTyped);
  const ranked =
    query === ''
      ? others
      : fuzzysort
          .go(query, others.slice(0, maxRanked), { keys: ['path', 'title'], limit, threshold: 0.2 })
          .map(({ obj }) => obj);
  const seenPaths = new Set<string>();
  const isNew = ({ path }: ResourceCompletion): boolean => !seenPaths.has(path) && seenPaths.add(path) !== null;
  return [...completed, ...ranked].filter(isNew).slice(0, limit);
}

function completionOf({ server }: PoolEntry, { isTemplate, ...resource }: ListedResource): ResourceCompletion {
  const { name } = server.ref;
  const address = isTemplate ? templateStart(resource.uri) : resource.uri;
  return { ...resource, path: `${name}:${address}`, whole: !isTemplate, server: name };
}

interface Begun {
  entry: PoolEntry;
  resource: ListedResource;
  variable: NonNullable<ReturnType<typeof typedVariable>>;
}

/** One URI per completion of the variable; without completions, the one typed. */
async function addresses({ entry, resource, variable }: Begun): Promise<ResourceCompletion[]> {
  const { name, text, before, after, isLast, given, encode } = variable;
  const ref = { type: 'ref/resource', uri: resource.uri } as const;
  const proposed = entry.connection.completes() ? await completionValues(entry, ref, { name, text, given }) : [];
  const values = proposed.length > 0 || text === '' ? proposed : [text];
  return values.map((value) => ({
    ...completionOf(entry, resource),
    path: `${entry.server.ref.name}:${before}${encode(value)}${after}`,
    whole: isLast,
  }));
}
