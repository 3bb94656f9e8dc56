import { sep } from 'node:path';

/** Takes absolute paths without links. A folder is below itself. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}
