// Where the names within a part of the window may lead. Without a scope, they are looked up as written.

import { createContext } from 'react';

export interface NameScope {
  /** The folder to try for relative paths that are not found as written, such as that of `cd sub && npm test`. */
  folder?: string | null;
  /**
   * Which relative paths count: in code, `./a.ts` is relative to a file that is not known here; in the output of another
   * folder's program, every relative path leads elsewhere.
   */
  relative?: 'all' | 'undotted' | 'none';
}

export const NameScopeContext = createContext<NameScope>({});

/** The paths to look up for a name, best first. */
export function candidatesOf(path: string, { folder = null, relative = 'all' }: NameScope): string[] {
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) return [path];
  if (relative === 'none' || (relative === 'undotted' && /^\.\.?[\\/]/.test(path))) return [];
  return folder === null ? [path] : [path, `${folder}/${path}`];
}
