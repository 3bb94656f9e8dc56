// Imports each icon from its file. The icons' package has one entry for all of them, so a page that starts with one icon
// would count every icon of the app among its first modules.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageName = 'lucide-react';
const imports = /import \{([^}]+)\} from 'lucide-react';/g;

/** For builds only: in development, each new file would reload the page. */
export function iconFiles(): Plugin {
  const files = readIconFiles();
  const importOf = (each: string): string => {
    const [exported = '', local = exported] = each.split(/\s+as\s+/);
    // A type, like `LucideIcon`, has no file.
    const isType = exported.startsWith('type ');
    const file = files.get(exported);
    if (!isType && !file) throw new Error(`${packageName} has no icon ${exported}`);
    return isType ? '' : `import ${local} from '${packageName}/icons/${file}';`;
  };
  return {
    name: 'icon-files',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\.tsx?$/.test(id) && code.includes(packageName)
        ? { code: code.replace(imports, (_all, list: string) => names(list).map(importOf).join(' ')), map: null }
        : undefined,
  };
}

function names(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** File names without extension, by each exported name. */
function readIconFiles(): Map<string, string> {
  const home = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  const entry = readFileSync(join(home, 'dist/esm/lucide-react.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, list = '', file = ''] of entry.matchAll(/export \{([^}]+)\} from '\.\/icons\/([^']+)\.mjs';/g)) {
    for (const name of names(list)) files.set(name.replace('default as ', ''), file);
  }
  return files;
}
