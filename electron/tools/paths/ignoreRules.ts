// A project's .gitignore rules, read lazily per folder, including those of the repository above the project.

import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

export interface IgnoreRules {
  /** Like `ignores`, but also tells whether a rule un-ignores the path; null if no rule matches. */
  verdict(segments: readonly string[], isFolder: boolean): Promise<'ignored' | 'unignored' | null>;
  /** `segments` are relative to the project folder. Ignores whether a parent is ignored. */
  ignores(segments: readonly string[], isFolder: boolean): Promise<boolean>;
  /** The same, but also true inside an ignored folder. */
  ignoresWithin(segments: readonly string[], isFolder: boolean): Promise<boolean>;
  /** Whether nothing in a folder would be listed: it is ignored, or rules such as `folder/*` cover all contents. */
  hidesAllIn(segments: readonly string[]): Promise<boolean>;
}

/** A name that no specific rule matches, so it is ignored only if everything is. */
const anyName = 'throughline-any-name-7f3a';

/** A larger file, or a pipe, is not a rules file. */
const maxRules = 1024 * 1024;

interface Rules {
  folder: string;
  rules: Ignore;
}

/** `root` is the project folder with links resolved. Rules are cached; create a new instance per listing. */
export function createIgnoreRules(root: string): IgnoreRules {
  const read = new Map<string, Promise<Rules | null>>();
  const top = repositoryOf(root);

  function rulesIn(folder: string): Promise<Rules | null> {
    const rules = read.get(folder) ?? readRules(folder, '.gitignore');
    read.set(folder, rules);
    return rules;
  }

  async function rulesFor(folder: string): Promise<Rules[]> {
    const repository = await top;
    const last = repository ?? root;
    const applicable: (Rules | null)[] = [];
    for (let at = folder; ; at = dirname(at)) {
      applicable.push(await rulesIn(at));
      if (at === last || dirname(at) === at) break;
    }
    if (repository !== null) applicable.push(await readRules(repository, join('.git', 'info', 'exclude')));
    return applicable.filter((rules) => rules !== null);
  }

  async function verdict(segments: readonly string[], isFolder: boolean): Promise<'ignored' | 'unignored' | null> {
    const path = join(root, ...segments);
    for (const { folder, rules } of await rulesFor(dirname(path))) {
      const name = relative(folder, path).split(sep).join('/');
      const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
      if (ignored) return 'ignored';
      if (unignored) return 'unignored';
    }
    return null;
  }

  async function ignores(segments: readonly string[], isFolder: boolean): Promise<boolean> {
    return (await verdict(segments, isFolder)) === 'ignored';
  }

  async function ignoresWithin(segments: readonly string[], isFolder: boolean): Promise<boolean> {
    for (let depth = 1; depth < segments.length; depth++) {
      if (await ignores(segments.slice(0, depth), true)) return true;
    }
    return ignores(segments, isFolder);
  }

  return {
    verdict,
    ignores,
    ignoresWithin,
    async hidesAllIn(segments) {
      if (segments.length === 0) return false;
      if (await ignoresWithin(segments, true)) return true;
      const inside = [...segments, anyName];
      return (await ignores(inside, false)) && (await ignores(inside, true));
    },
  };
}

async function readRules(folder: string, name: string): Promise<Rules | null> {
  try {
    const path = join(folder, name);
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > maxRules) return null;
    return { folder, rules: ignore({ ignorecase: process.platform !== 'linux' }).add(await readFile(path, 'utf8')) };
  } catch {
    return null; // missing or unreadable: nothing is ignored
  }
}

/** The folder at or above `root` that has a `.git`; null outside a repository. */
export async function repositoryOf(root: string): Promise<string | null> {
  for (let at = root; ; at = dirname(at)) {
    if (await exists(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
