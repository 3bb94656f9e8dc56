// Which names an archive, repository or folder may have. One that is not allowed refuses the whole: a package with a name
// that leads out, or that means another file on another system, was made for that.

import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';

export interface PackageLimits {
  files: number;
  /** Levels of folders. */
  depth: number;
  fileBytes: number;
  totalBytes: number;
  /** Maximum download. */
  packedBytes: number;
}

const mega = 1024 * 1024;
export const packageLimits: PackageLimits = {
  files: 20_000,
  depth: 24,
  fileBytes: 200 * mega,
  totalBytes: 500 * mega,
  packedBytes: 200 * mega,
};

const maxPath = 400;
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Left out wherever they are: they belong to the machine or the repository that made the package. */
export function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.git|__MACOSX|\.DS_Store|Thumbs\.db)(?:\/|$)/i.test(path);
}

/** Why a path with `/` is not allowed; null: it is. */
export function pathProblem(path: string, depth: number): Sentence | null {
  const label = visibleText(path.slice(0, 200));
  const segments = path.split('/');
  if (path === '' || path.length > maxPath || segments.length > depth) return say`“${label}” is too long or too deep.`;
  if (/^[/\\]|^[A-Za-z]:/.test(path) || segments.includes('..')) return say`“${label}” leads out of the package.`;
  for (const segment of segments) {
    if (segment === '' || segment === '.' || Buffer.byteLength(segment) > 255)
      return say`“${label}” is not a valid name.`;
    // Control and format characters, lone surrogates, and those that Windows forbids.
    if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\]/u.test(segment) || /[. ]$/.test(segment))
      return say`“${label}” has characters that not every system allows.`;
    if (windowsDevice.test(segment)) return say`“${label}” is a reserved name on Windows.`;
  }
  return null;
}

/** A plugin's name is a folder in the data folder, next to that of packages in preparation. */
export function isReservedName(name: string): boolean {
  return name === 'incoming' || windowsDevice.test(name);
}

export interface NameSet {
  /** Why the path cannot be added next to the others; null: it was added. */
  add(path: string): Sentence | null;
}

/** Finds names that are one file on some system: by case, by normal form, or as file and folder. */
export function createNameSet(): NameSet {
  const files = new Set<string>();
  const folders = new Map<string, string>();
  return {
    add(path) {
      const collision = say`“${visibleText(path.slice(0, 200))}” has the same name as another file on some systems.`;
      const key = keyOf(path);
      if (files.has(key) || folders.has(key)) return collision;
      const segments = path.split('/');
      for (let level = 1; level < segments.length; level++) {
        const parent = segments.slice(0, level).join('/');
        const parentKey = keyOf(parent);
        if (files.has(parentKey) || (folders.get(parentKey) ?? parent) !== parent) return collision;
        folders.set(parentKey, parent);
      }
      files.add(key);
      return null;
    },
  };
}

function keyOf(path: string): string {
  return path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
}
