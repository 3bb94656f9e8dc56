// Computes a hash of each build part's sources: a part is rebuilt if the hash changed or its output is missing.
// Contents decide rather than times, so a fresh checkout of the same sources is up to date. Files that the system
// reports as untouched are not read again (looked.mjs).

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { looksSame, noteLook } from './looked.mjs';

/** @typedef {'doors' | 'renderer' | 'gallery'} Part */

/** @type {Record<Part, {sources: string[], entries: Record<string, string>}>} */
const parts = {
  doors: {
    sources: [
      'electron',
      'shared',
      'types',
      'scripts/options.mjs',
      'scripts/clientPackage.ts',
      'scripts/notices.ts',
      'vite.doors.config.ts',
      'package.json',
      'package-lock.json',
    ],
    entries: {
      'electron/main.ts': 'out/main.js',
      'electron/headless.ts': 'out/headless.js',
      'electron/cli.ts': 'out/cli.js',
      'electron/preload.ts': 'out/preload.cjs',
      'electron/features/api/client/index.ts': 'out/client/index.js',
      'electron/stores/search/indexWorker.ts': 'out/indexWorker.js',
      'electron/features/inPlace/sessionWorker.ts': 'out/sessionWorker.js',
      'electron/features/query/queryProcess.ts': 'out/queryProcess.js',
      'electron/features/backup/backupWorker.ts': 'out/backupWorker.js',
      'electron/providers/tokens/tokenWorker.ts': 'out/tokenWorker.js',
      'electron/tools/fetch/readableWorker.ts': 'out/readableWorker.js',
      'electron/tools/symbols/symbolWorker.ts': 'out/symbolWorker.js',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter.js': 'out/tree-sitter.cjs',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm': 'out/tree-sitter.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm': 'out/tree-sitter-bash.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm': 'out/tree-sitter-typescript.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm': 'out/tree-sitter-tsx.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm': 'out/tree-sitter-javascript.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm': 'out/tree-sitter-python.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm': 'out/tree-sitter-go.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm': 'out/tree-sitter-rust.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm': 'out/tree-sitter-java.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm': 'out/tree-sitter-cpp.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm': 'out/tree-sitter-c-sharp.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm': 'out/tree-sitter-ruby.wasm',
      'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm': 'out/tree-sitter-php.wasm',
    },
  },
  renderer: {
    sources: [
      'renderer',
      'shared',
      'types',
      'scripts/notices.ts',
      'vite.config.ts',
      'package.json',
      'package-lock.json',
    ],
    entries: { 'vite.config.ts': 'out/renderer/index.html' },
  },
  gallery: {
    sources: ['e2e/gallery', 'renderer', 'shared', 'types', 'vite.config.ts', 'package.json', 'package-lock.json'],
    entries: { 'e2e/gallery/vite.config.ts': 'out/gallery/gallery.html' },
  },
};

/** Entry points with lazily loaded chunks next to them. */
export const splitDoors = ['out/cli.js', 'out/headless.js', 'out/main.js'];

/**
 * Prefix of an entry point's chunk names.
 * @param {string} output
 */
export const partPrefix = (output) => output.replace(/\.js$/, '.');

/**
 * The parts of the app.
 * @type {Part[]}
 */
export const appParts = ['doors', 'renderer'];

/**
 * Includes the window's scenes, which the tests need.
 * @type {Part[]}
 */
export const allParts = [...appParts, 'gallery'];

/**
 * Returns the entries of a part that exist in this tree.
 * @param {string} root
 * @param {Part} part
 */
export function entriesOf(root, part) {
  return Object.entries(parts[part].entries).map(([entry, output]) => ({
    entry,
    output,
    present: existsSync(join(root, entry)),
  }));
}

/**
 * @param {string} root
 * @param {Part} part
 */
export function isFresh(root, part) {
  if (entriesOf(root, part).some(({ output, present }) => present && !existsSync(join(root, output)))) return false;
  const built = readStamps(root)[part];
  if (!built) return false;
  const sources = parts[part].sources.flatMap((source) => filesUnder(root, source));
  if (looksSame(root, part, sources, built)) return true;
  if (built !== hashOf(root, part)) return false;
  noteLook(root, part, sources, built);
  return true;
}

/**
 * Records the hash that a part is built from; null while it is being built.
 * @param {string} root
 * @param {Part} part
 * @param {string | null} hash
 */
export function stamp(root, part, hash) {
  const file = stampFile(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readStamps(root), [part]: hash })}\n`);
}

/**
 * @param {string} root
 * @param {Part} part
 */
export function hashOf(root, part) {
  // Loading it takes longer than checking that nothing has changed.
  /** @type {typeof import('node:crypto')} */
  const { createHash } = createRequire(import.meta.url)('node:crypto');
  const hash = createHash('sha256');
  for (const source of parts[part].sources) {
    for (const path of filesUnder(root, source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesUnder(root, inside);
      return entry.isFile() ? [inside] : [];
    });
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'out', '.stamp');
}

/**
 * @param {string} root
 * @returns {Record<string, string | null>}
 */
function readStamps(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    return {};
  }
}
