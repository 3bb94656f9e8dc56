// Where the files lead that a command writes by redirection, links followed: a rule about a folder is about what is really in
// it. Left out where that cannot be told: then no such rule allows it.

import { resolve } from 'node:path';
import { worksElsewhere } from '../../../shared/permission/commandRefusals.ts';
import type { CommandFacts } from '../../../shared/permission.ts';
import { realLocation } from '../realLocation.ts';

/** More of them are not looked up; such a command is asked about. */
const mostPlaces = 50;

/** `folder`: where it will run, absolute. */
export async function withPlaces(facts: CommandFacts, folder: string): Promise<CommandFacts> {
  const names = new Set(facts.parts.flatMap(({ redirections }) => redirections.flatMap(({ path }) => path ?? [])));
  if (names.size === 0 || names.size > mostPlaces || worksElsewhere(facts, folder)) return facts;
  const places = new Map(
    await Promise.all([...names].map(async (name) => [name, await placeOf(resolve(folder, name))] as const)),
  );
  const parts = facts.parts.map((part) => ({
    ...part,
    redirections: part.redirections.map((redirection) => {
      const real = redirection.path === null ? null : places.get(redirection.path);
      return typeof real === 'string' ? { ...redirection, real } : redirection;
    }),
  }));
  return { ...facts, parts };
}

async function placeOf(path: string): Promise<string | null> {
  try {
    return (await realLocation(path)).path;
  } catch {
    return null;
  }
}
