// Reports leftover processes of a killed run of the app that have now been ended.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ProcessPurpose } from '../../ports/processes.ts';

const maxNames = 5;
const maxCharacters = 80;

export function leftoverNotice(ended: readonly ProcessPurpose[]): Sentence {
  const servers = ended.filter(({ kind }) => kind === 'mcp');
  const commands = ended.filter(({ kind }) => kind !== 'mcp');
  const counted = [...countCommands(commands.length), ...countServers(servers.length)];
  const names = [...commands, ...servers].slice(0, maxNames).map(({ name }) => shortened(name));
  const nameList = say.list(names);
  const more = ended.length - names.length;
  const [one, other] = counted;
  return say`Stopped ${other ? say`${one} and ${other}` : one} left over from an earlier run: ${more > 0 ? say`${nameList} and ${more} more` : nameList}`;
}

function countCommands(count: number): Sentence[] {
  if (count === 0) return [];
  return [count === 1 ? say`${count} command` : say`${count} commands`];
}

function countServers(count: number): Sentence[] {
  if (count === 0) return [];
  return [count === 1 ? say`${count} MCP server` : say`${count} MCP servers`];
}

/** The start of the command's first line. */
function shortened(name: string): string {
  const line = name.trim().split('\n', 1)[0] ?? '';
  const characters = [...line];
  if (characters.length <= maxCharacters && line === name.trim()) return line;
  return `${characters.slice(0, maxCharacters).join('')}…`;
}
