// What the built window loads, read back from its files.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ImportOf, importsOf, parseSource } from './syntax.ts';
import { readBytes, readText, root } from './tree.ts';

/** The scripts that the window needs to begin, with their compressed bytes; of the languages the largest. Throws without a build. */
export function firstLoad(): { script: string; bytes: number }[] {
  const [words = ''] = wordScripts().sort((one, other) => readBytes(other).length - readBytes(one).length);
  return [...reachable(entryScripts(), (dynamic) => !dynamic), words].map((script) => ({
    script,
    bytes: gzipSync(readBytes(script)).length,
  }));
}

/** The files with the words of each language. */
export function wordScripts(): string[] {
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

/** Lists the imports of a built file. Each file is parsed once: the largest take seconds. */
export function importsIn(file: string): ImportOf[] {
  const imported = imports.get(file) ?? importsOf(parseSource(file, built(file)));
  imports.set(file, imported);
  return imported;
}

/** What the page itself loads. */
export function entryScripts(): string[] {
  const page = built('out/renderer/index.html');
  return [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => `out/renderer/${match[1]}`);
}

/** Those scripts and what they import, one after the other; `follow` is asked about each import. */
export function reachable(entries: readonly string[], follow: (dynamic: boolean) => boolean): string[] {
  const found = new Set(entries);
  for (const script of found) {
    for (const { specifier, dynamic } of importsIn(script)) {
      if (specifier?.startsWith('./') && follow(dynamic)) {
        found.add(path.posix.join(path.posix.dirname(script), specifier));
      }
    }
  }
  return [...found];
}
