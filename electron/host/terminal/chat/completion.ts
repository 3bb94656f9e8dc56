// Tab completion: commands and slash commands at the start of a line, approval modes, and paths after `@`.

import { approvalModeNames } from '../../../../shared/permission/rule.ts';
import type { Core } from '../../../core.ts';
import { type ChatScope, chatCommands, folderOf, slashEntries } from './chatCommands.ts';

const maxPaths = 50;
/** A key pressed once gets one answer, so it waits for a folder that is still being listed. */
const patienceMs = 2000;

export async function completeLine(core: Core, scope: ChatScope, line: string): Promise<[string[], string]> {
  const mode = /^\/mode\s+(\S*)$/.exec(line);
  if (mode) return [fitting(Object.values(approvalModeNames), mode[1] ?? ''), mode[1] ?? ''];
  if (/^\/\S*$/.test(line)) return [fitting(await slashNames(core, scope), line), line];
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(line);
  if (!mention) return [[], line];
  const input = mention[1] ?? '';
  const folder = await folderOf(core, scope);
  if (folder === null) return [[], line];
  const { paths } = await core.files.complete(folder, input, maxPaths, patienceMs);
  // Completing a match in the middle would delete what was typed.
  const prefixed = paths.map(({ path }) => path).filter((path) => path.toLowerCase().startsWith(input.toLowerCase()));
  return [prefixed, input];
}

async function slashNames(core: Core, scope: ChatScope): Promise<string[]> {
  const slashNamesFound = (await slashEntries(core, scope)).map(({ name }) => name);
  return [...new Set([...Object.keys(chatCommands), ...slashNamesFound])].sort().map((name) => `/${name}`);
}

function fitting(candidates: readonly string[], input: string): string[] {
  return candidates.filter((candidate) => candidate.toLowerCase().startsWith(input.toLowerCase()));
}
