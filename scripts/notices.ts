// License notices of bundled packages. Each build records its packages; `npm run build` joins the records into
// out/THIRD-PARTY-NOTICES.txt for the desktop package.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

export const noticesFile = 'out/THIRD-PARTY-NOTICES.txt';
/** For the window, which shows them. */
export const licensesFile = 'out/renderer/licenses.json';
const notesFolder = 'out/notices';

/** What no build imports as a module: native packages, copied files, imports of style sheets. */
const carriedOtherwise = [
  'node_modules/@lydell/node-pty',
  'node_modules/libsql',
  'node_modules/playwright-core',
  'node_modules/@napi-rs/keyring',
  'node_modules/@vscode/ripgrep',
  'node_modules/@vscode/tree-sitter-wasm',
  'node_modules/tailwindcss',
  'node_modules/@fontsource-variable/inter',
  'node_modules/@fontsource-variable/jetbrains-mono',
];
/** These bundle their dependencies: as platform packages, or within a prebuilt file. */
const withDependencies = [
  'node_modules/libsql',
  'node_modules/playwright-core',
  'node_modules/@napi-rs/keyring',
  'node_modules/@vscode/ripgrep',
  'node_modules/mermaid',
];
/** Data of a package that is not installed. */
export const vendored = {
  folder: 'electron/providers/catalog/vendored',
  name: '@earendil-works/pi-ai',
  version: '(data)',
  license: 'MIT',
};

/** The MIT license text, for packages that declare it without a copy. */
const mitTerms = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to
whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*(?=\/)/;
const noticeName = /^(?:licen[cs]e|copying|notice)/i;

/** Records the packages whose modules a build reads, workers included. */
export function notePackages(root: string, part: string): Plugin {
  const folders = new Set<string>();
  return {
    name: 'note-packages',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = packageFolder.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[0];
        if (folder !== undefined) folders.add(relative(root, folder).split(sep).join('/'));
      }
    },
    writeBundle() {
      mkdirSync(join(root, notesFolder), { recursive: true });
      writeFileSync(join(root, notesFolder, `${part}.json`), JSON.stringify([...folders].sort()));
    },
  };
}

export interface Notice {
  name: string;
  version: string;
  /** The SPDX expression. */
  license: string;
  /** Where its source is, according to the package; some licenses require it. */
  source: string | null;
  /** Its license and notice files. */
  text: string;
}

/** Returns the folders of every package in the last builds. Throws if there was none. */
export function builtPackages(root: string): string[] {
  const notes = readdirSync(join(root, notesFolder)).map((name) => readFileSync(join(root, notesFolder, name), 'utf8'));
  const folders = new Set([...carriedOtherwise, ...notes.flatMap((note): string[] => JSON.parse(note))]);
  for (const folder of withDependencies) addDependencies(root, folder, folders);
  return [...folders].sort();
}

/** Returns the notices of everything in a package, except for Electron's and Chromium's own. */
export function readNotices(root: string): Notice[] {
  const notices = builtPackages(root).map((folder) => noticeOf(root, folder));
  const { folder: data, ...named } = vendored;
  notices.push({ ...named, source: null, text: textsIn(join(root, data)) });
  notices.push(nodeNotice(root));
  return notices.sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function noticesText(root: string): string {
  const parts = readNotices(root).map(({ name, version, license, source, text }) => {
    const from = source === null ? '' : `Source: ${source}\n`;
    return `${name} ${version} (${license})\n${from}\n${text}\n`;
  });
  const head = 'Throughline includes the following packages. Electron and Chromium ship their own notices.\n';
  return [head, ...new Set(parts)].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Each text once, since many packages share one. */
export function licensesJson(root: string): string {
  const notices = readNotices(root);
  const texts = [...new Set(notices.map(({ text }) => text))];
  const packages = notices.map(({ text, ...notice }) => ({ ...notice, text: texts.indexOf(text) }));
  return JSON.stringify({ packages, texts });
}

export function writeNotices(root: string): void {
  writeFileSync(join(root, noticesFile), noticesText(root));
  writeFileSync(join(root, licensesFile), licensesJson(root));
}

/** Node runs the command line of a package (scripts/package/command.ts). Its file has the licenses of its own parts, too. */
function nodeNotice(root: string): Notice {
  const { version } = manifestOf(root, 'node_modules/node');
  const inside = join(root, 'node_modules/node/node_modules');
  const platform = readdirSync(inside).find((name) => /^node-(?!bin-setup)/.test(name)) ?? '';
  return { name: 'node', version, license: 'MIT', source: 'https://nodejs.org', text: textsIn(join(inside, platform)) };
}

function addDependencies(root: string, folder: string, folders: Set<string>): void {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(root, folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    // Packages of other platforms are not installed.
    const installed = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((each) =>
      existsSync(join(root, each)),
    );
    if (installed === undefined || folders.has(installed)) continue;
    folders.add(installed);
    addDependencies(root, installed, folders);
  }
}

export function noticeOf(root: string, folder: string): Notice {
  const { name, version, license, author, repository } = manifestOf(root, folder);
  const by = typeof author === 'object' ? author.name : author;
  const text = textsIn(join(root, folder)) || `Published by ${by} without a license file.\n\n${mitTerms}`;
  const source = (typeof repository === 'object' ? repository.url : repository) ?? null;
  return { name, version, license: license ?? (/^The MIT License/.test(text) ? 'MIT' : 'unknown'), source, text };
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  repository?: string | { url: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

function textsIn(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && noticeName.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
    .join('\n\n');
}
