// Finds installed editors: in absolute PATH folders, then where their installers put them. Never in a project's own
// programs.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '../../lib/environment.ts';
import {
  commonFolders,
  type EditorEntry,
  editorTable,
  installedPaths,
  labelOf,
  type SystemPaths,
  terminals,
} from './editorTable.ts';

export interface EditorProgram {
  entry: EditorEntry;
  label: string;
  /** The program's absolute path. */
  program: string;
  /** The terminal that it runs in, and the arguments before the editor. */
  terminal: readonly string[];
}

export function createEditorFinder(environment: Environment, home: string, platform: NodeJS.Platform) {
  const variable = (name: string): string => {
    const key = Object.keys(environment).find((one) => one.toUpperCase() === name.toUpperCase());
    return (key === undefined ? undefined : environment[key]) ?? '';
  };
  const places: SystemPaths = { platform, home, variable };

  /** Returns the absolute path of a program by its name; null if it is not installed. */
  async function programPath(name: string): Promise<string | null> {
    const fileNames = platform === 'win32' ? [`${name}.exe`] : [name];
    const folders = [...variable('PATH').split(delimiter).filter(isTrusted), ...commonFolders(places)];
    const paths = [
      ...folders.flatMap((folder) => fileNames.map((fileName) => join(folder, fileName))),
      ...installedPaths(name, places),
    ];
    for (const path of paths) {
      // ZFS has a service of the same name.
      if (name === 'zed' && /[/\\]sbin[/\\]/.test(path)) continue;
      if (await isProgram(path)) return path;
    }
    return null;
  }

  async function findTerminal(): Promise<string[] | null> {
    for (const { program, before } of terminals) {
      const path = await programPath(program);
      if (path !== null) return [path, ...before];
    }
    return null;
  }

  async function find(entry: EditorEntry): Promise<EditorProgram | null> {
    for (const each of entry.programs) {
      const program = await programPath(each.program);
      if (program === null) continue;
      const terminal = entry.inTerminal ? await findTerminal() : [];
      return terminal && { entry, label: labelOf(entry, each), program, terminal };
    }
    return null;
  }

  return {
    programPath,
    /** One per editor, in the order of the table. */
    async list(): Promise<EditorProgram[]> {
      const all = (await Promise.all(editorTable.map(find))).filter((one) => one !== null);
      return all.filter(({ entry }, at) => all.findIndex((other) => other.entry.name === entry.name) === at);
    },
  };
}

/** Package managers put a project's own programs into PATH. */
function isTrusted(folder: string): boolean {
  return isAbsolute(folder) && !/[/\\]node_modules[/\\]/.test(`${folder}/`);
}

export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
