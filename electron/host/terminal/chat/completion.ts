// Tab completion: commands and slash commands at the start of a line, approval modes, and paths after `@`.

import { approvalModes } from '../../../../shared/permission/permission.ts';
import type { Core } from '../../../core.ts';
import { type ChatPlace, chatCommands, folderOf, slashEntries } from './chatCommands.ts';

const maxPaths = 50;
/** A key pressed once gets one answer, so it waits for a folder that is still being listed. */
const patienceMs = 2000;

export async function completer(core: Core, place: ChatPlace, line: string): Promise<[string[], string]> {
  const mode = /^\/mode\s+(\S*)$/.exec(line);
  if (mode) return [fitting(approvalModes, mode[1] ?? ''), mode[1] ?? ''];
  if (/^\/\S*$/.test(line)) return [fitting(await slashNames(core, place), line), line];
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(line);
  if (!mention) return [[], line];
  const typed = mention[1] ?? '';
  const folder = await folderOf(core, place);
  if (folder === null) return [[], line];
  const { paths } = await core.files.complete(folder, typed, maxPaths, patienceMs);
  // Completing a match in the middle would delete what was typed.
  const begun = paths.map(({ path }) => path).filter((path) => path.toLowerCase().startsWith(typed.toLowerCase()));
  return [begun, typed];
}

async function slashNames(core: Core, place: ChatPlace): Promise<string[]> {
  const others = (await slashEntries(core, place)).map(({ name }) => name);
  return [...new Set([...Object.keys(chatCommands), ...others])].sort().map((name) => `/${name}`);
}

function fitting(words: readonly string[], typed: string): string[] {
  return words.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}
