// Analyses what the built window loads.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ImportOf, importsOf, parseSource } from './syntax.ts';
import { readBytes, readText, root } from './tree.ts';

/**
 * Returns the window's initial scripts with their compressed sizes; for languages only the largest. Throws without a
 * build.
 */
export function initialScripts(): { script: string; bytes: number }[] {
  const [largestScript = ''] = textScripts().sort((one, other) => readBytes(other).length - readBytes(one).length);
  return [...reachable(entryScripts(), (dynamic) => !dynamic), largestScript].map((script) => ({
    script,
    bytes: gzipSync(readBytes(script)).length,
  }));
}

/** Returns the files with each language's texts. */
export function textScripts(): string[] {
  const languages = readdirSync(path.join(root, 'renderer/core/strings/languages')).map(
    (name) => path.parse(name).name,
  );
  const ofLanguage = new RegExp(`^(?:${languages.join('|')})-[\\w-]+\\.js$`);
  const folder = 'out/renderer/assets';
  return readdirSync(path.join(root, folder))
    .filter((name) => ofLanguage.test(name))
    .map((name) => `${folder}/${name}`);
}

export function built(file: string): string {
  if (!existsSync(path.join(root, file))) throw new Error(`${file} is not there; \`npm run build\` makes it.`);
  return readText(file);
}

const imports = new Map<string, ImportOf[]>();

/** Lists the imports of a built file. Caches the result: parsing the largest takes seconds. */
export function importsIn(file: string): ImportOf[] {
  const imported = imports.get(file) ?? importsOf(parseSource(file, built(file)));
  imports.set(file, imported);
  return imported;
}

/** Returns the scripts that the page itself loads. */
export function entryScripts(): string[] {
  const page = built('out/renderer/index.html');
  return [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => `out/renderer/${match[1]}`);
}

/** Returns those scripts and their transitive imports; `follow` decides about each import. */
export function reachable(entries: readonly string[], follow: (dynamic: boolean) => boolean): string[] {
  const reached = new Set(entries);
  for (const script of reached) {
    for (const { specifier, dynamic } of importsIn(script)) {
      if (specifier?.startsWith('./') && follow(dynamic)) {
        reached.add(path.posix.join(path.posix.dirname(script), specifier));
      }
    }
  }
  return [...reached];
}
