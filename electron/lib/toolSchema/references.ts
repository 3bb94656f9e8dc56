// Resolves references within a schema: each leads to a top-level definition with a name that every provider accepts.
// External and circular references lead nowhere.

import { isSchema, type Schema } from './keywords.ts';

export interface References {
  /** Returns the name of the target's definition; null: it leads nowhere. */
  nameOf(reference: unknown): string | null;
  /** Returns a named definition that was not taken yet. */
  take(): [name: string, target: unknown] | null;
}

const maxHops = 50;
const plainName = /^[A-Za-z0-9_-]{1,60}$/;

export function createReferences(root: Schema): References {
  const names = new Map<unknown, string>();
  /** Used names, each with the last suffix number. */
  const used = new Map<string, number>();
  /** Caches the target of each reference: a hostile schema repeats long ones thousands of times. */
  const places = new Map<string, unknown>();
  const waiting: [string, unknown][] = [];
  let anchors: Map<string, unknown> | null = null;

  function targetOf(reference: unknown): unknown {
    if (typeof reference !== 'string') return undefined;
    let at: unknown = { $ref: reference };
    for (let hops = 0; isSchema(at) && typeof at.$ref === 'string' && Object.keys(at).length === 1; hops++) {
      if (hops > maxHops) return undefined;
      at = placeOf(at.$ref);
    }
    return isSchema(at) || typeof at === 'boolean' ? at : undefined;
  }

  function placeOf(path: string): unknown {
    if (places.has(path)) return places.get(path);
    let place: unknown;
    if (path === '#' || path.startsWith('#/')) place = pointed(root, path);
    else {
      anchors ??= anchorsIn(root);
      place = anchors.get(path.replace(/^#/, ''));
    }
    places.set(path, place);
    return place;
  }

  function nameFor(reference: unknown): string {
    const path = String(reference);
    const last = path.slice(path.lastIndexOf('/') + 1);
    const baseName = plainName.test(last) ? last : 'definition';
    let name = baseName;
    let more = used.get(baseName) ?? 1;
    while (used.has(name)) name = `${baseName}_${++more}`;
    used.set(baseName, more);
    if (name !== baseName) used.set(name, 1);
    return name;
  }

  return {
    nameOf(reference) {
      const target = targetOf(reference);
      if (target === undefined) return null;
      const existing = names.get(target);
      if (existing !== undefined) return existing;
      const name = nameFor(reference);
      names.set(target, name);
      waiting.push([name, target]);
      return name;
    },
    take: () => waiting.shift() ?? null,
  };
}

function pointed(root: Schema, pointer: string): unknown {
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Schema)[key];
  }
  return at;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Schemas with an anchor, at any depth. */
function anchorsIn(root: Schema): Map<string, unknown> {
  const anchors = new Map<string, unknown>();
  const left: unknown[] = [root];
  while (left.length > 0) {
    const at = left.pop();
    if (typeof at !== 'object' || at === null) continue;
    for (const key of ['$anchor', '$dynamicAnchor', '$id', 'id']) {
      const name = (at as Schema)[key];
      if (typeof name === 'string' && !anchors.has(name.replace(/^#/, ''))) anchors.set(name.replace(/^#/, ''), at);
    }
    for (const inner of Object.values(at)) left.push(inner);
  }
  return anchors;
}
