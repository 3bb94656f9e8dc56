// The project files in a server's command line: `node ./server.js`, `python tools/mcp.py`, `./run.sh`. Their content is run,
// so an approval covers it as well as the words. Files they load in turn are not followed, nor what a command line assembles
// itself; databases and logs, which programs write as they run, are excluded.

import { basename, relative, resolve, sep } from 'node:path';
import type { McpFiles } from '../../ports/mcpFiles.ts';
import { runnerFiles } from '../../tools/process/runnerFiles.ts';
import type { BoundFiles, StdioConfig } from './serverConfig.ts';
import { resolveFolder } from './startFolder.ts';
import { expandFolder, withoutVariables } from './variables.ts';

/** What programs write as they go. */
const written = /\.(?:db|sqlite3?|duckdb|log|pid|sock|lock)$/i;
/** What follows these is run, whatever it is called. */
const loads = /^(?:-r|-m|--require|--import|--loader|--experimental-loader)$/;
const interpreters = /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|(?:ba|da|z|k)?sh)$/;
/** What follows it is a command line of its own. */
const commandFlag = /^-[a-z]*c$/;
/** More than any server names; each is looked for on the disk, before each request. */
const maxNames = 2000;

/** Run a script of the project by its name. What only finds a program, as `npx` does, is not bound to what the project says. */
const runners: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'make', 'gmake', 'just', 'task', 'rake']);

/** `place`: the project's folder, and where the program starts. Null: it names more than is looked for. */
export async function boundFiles(
  config: StdioConfig,
  place: { folder: string; startFolder: string },
  files: Pick<McpFiles, 'contentHash'>,
): Promise<BoundFiles | null> {
  const { folder } = place;
  const known = (text: string): string => expandFolder(text, folder);
  const from = config.cwd === null ? place.startFolder : resolveFolder(known(config.cwd), place);
  const program = basename(config.command).replace(/\.(?:cmd|exe|bat)$/i, '');
  // `--require=./a.js`, `-r./a.js`, and `${SERVER:-./a.js}` where there is no SERVER.
  const forms = (word: string): string[] =>
    [word, word.replace(/^-[^=]*=/, ''), word.replace(/^-\w/, '')].flatMap((form) => [form, withoutVariables(form)]);
  const found = new Map<string, string>();
  const looked = new Set<string>();
  const bind = async (word: string): Promise<void> => {
    for (const path of forms(word).map((form) => resolve(from, known(form)))) {
      if (!path.startsWith(`${folder}${sep}`) || looked.has(path) || looked.size > maxNames) continue;
      looked.add(path);
      const hash = await files.contentHash(path);
      if (hash !== null) found.set(relative(folder, path).split(sep).join('/'), hash);
    }
  };
  for (const name of [config.command, ...(runners.has(program) ? runnerFiles(program) : [])]) await bind(name);
  const lists = [...config.env.values()].map((text) => text.split(/[\s:;]+/));
  const lines = config.args.filter((_, at) => commandFlag.test(config.args[at - 1] ?? ''));
  for (const words of [config.args, ...lists, ...lines.map((line) => line.split(/[\s;&|<>()'"]+/))]) {
    for (const [at, word] of words.entries()) {
      // A file that is run is bound whatever it is called: the first that an interpreter is given, and what it loads.
      const isRun =
        (words === config.args && found.size === 0 && interpreters.test(program)) || loads.test(words[at - 1] ?? '');
      if (isRun || !written.test(word)) await bind(word);
      // `python -m tools.mcp`: a file, or the folder of a package.
      if (words[at - 1] === '-m' && /^[\w.]+$/.test(word)) {
        const module = word.replaceAll('.', '/');
        for (const path of [`${module}.py`, `${module}/__main__.py`, `${module}/__init__.py`]) await bind(path);
      }
    }
  }
  if (looked.size > maxNames) return null;
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names of those that are others than they were: changed, new or gone. */
export function changedFiles(before: BoundFiles, now: BoundFiles): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((path) => before[path] !== now[path]);
}
