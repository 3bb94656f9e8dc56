// The project files in a server's command line: `node ./server.js`, `python tools/mcp.py`, `./run.sh`. They are
// executed, so an approval covers their content, too. Does not follow files that they load, or paths that a command
// assembles itself; excludes databases and logs, which change at run time.

import { basename, relative, resolve, sep } from 'node:path';
import { runnerFiles } from '../../tools/process/runnerFiles.ts';
import type { McpFiles } from './mcpFiles.ts';
import type { BoundFiles, StdioConfig } from './serverConfig.ts';
import { resolveFolder } from './startFolder.ts';
import { expandFolder, withoutVariables } from './variables.ts';

/** Files that programs write at run time. */
const runtimeFiles = /\.(?:db|sqlite3?|duckdb|log|pid|sock|lock)$/i;
/** Options whose argument is executed. */
const loads = /^(?:-r|-m|--require|--import|--loader|--experimental-loader)$/;
const interpreters = /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|(?:ba|da|z|k)?sh)$/;
/** An option whose argument is a shell command. */
const commandFlag = /^-[a-z]*c$/;
/** More than any real server; each file is checked before every request. */
const maxNames = 2000;

/** Run a project's script by name. Programs that only find another one, such as `npx`, do not depend on the project. */
const runners: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'make', 'gmake', 'just', 'task', 'rake']);

/** `location`: the project's folder and the start folder. Null: too many names to check. */
export async function findBoundFiles(
  config: StdioConfig,
  location: { folder: string; startFolder: string },
  files: Pick<McpFiles, 'contentHash'>,
): Promise<BoundFiles | null> {
  const { folder } = location;
  const expanded = (text: string): string => expandFolder(text, folder);
  const from = config.cwd === null ? location.startFolder : resolveFolder(expanded(config.cwd), location);
  const program = basename(config.command).replace(/\.(?:cmd|exe|bat)$/i, '');
  // `--require=./a.js`, `-r./a.js`, and `${SERVER:-./a.js}` if SERVER is unset.
  const forms = (arg: string): string[] =>
    [arg, arg.replace(/^-[^=]*=/, ''), arg.replace(/^-\w/, '')].flatMap((form) => [form, withoutVariables(form)]);
  const filesByPath = new Map<string, string>();
  const checkedPaths = new Set<string>();
  const bind = async (arg: string): Promise<void> => {
    for (const path of forms(arg).map((form) => resolve(from, expanded(form)))) {
      if (!path.startsWith(`${folder}${sep}`) || checkedPaths.has(path) || checkedPaths.size > maxNames) continue;
      checkedPaths.add(path);
      const hash = await files.contentHash(path);
      if (hash !== null) filesByPath.set(relative(folder, path).split(sep).join('/'), hash);
    }
  };
  for (const name of [config.command, ...(runners.has(program) ? runnerFiles(program) : [])]) await bind(name);
  const lists = [...config.env.values()].map((text) => text.split(/[\s:;]+/));
  const lines = config.args.filter((_, at) => commandFlag.test(config.args[at - 1] ?? ''));
  for (const args of [config.args, ...lists, ...lines.map((line) => line.split(/[\s;&|<>()'"]+/))]) {
    for (const [at, arg] of args.entries()) {
      // Executed files are covered whatever their name: an interpreter's first file, and what it loads.
      const isRun =
        (args === config.args && filesByPath.size === 0 && interpreters.test(program)) ||
        loads.test(args[at - 1] ?? '');
      if (isRun || !runtimeFiles.test(arg)) await bind(arg);
      // `python -m tools.mcp`: a file, or a package folder.
      if (args[at - 1] === '-m' && /^[\w.]+$/.test(arg)) {
        const module = arg.replaceAll('.', '/');
        for (const path of [`${module}.py`, `${module}/__main__.py`, `${module}/__init__.py`]) await bind(path);
      }
    }
  }
  if (checkedPaths.size > maxNames) return null;
  return Object.fromEntries([...filesByPath].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names of the files that were changed, added or removed. */
export function changedFiles(before: BoundFiles, now: BoundFiles): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((path) => before[path] !== now[path]);
}
