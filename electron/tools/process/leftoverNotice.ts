// Reports leftover processes of a killed run of the app that have now been ended.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ProcessPurpose } from '../../ports/processes.ts';

const maxNames = 5;
const maxCharacters = 80;

export function leftoverNotice(ended: readonly ProcessPurpose[]): Sentence {
  const servers = ended.filter(({ kind }) => kind === 'mcp');
  const agents = ended.filter(({ kind }) => kind === 'agent');
  const commands = ended.filter(({ kind }) => kind !== 'mcp' && kind !== 'agent');
  const counted = [...countCommands(commands.length), ...countServers(servers.length), ...countAgents(agents.length)];
  const names = [...commands, ...servers, ...agents].slice(0, maxNames).map(({ name }) => shortened(name));
  const nameList = say.list(names);
  const more = ended.length - names.length;
  const last = counted.at(-1);
  const before = counted.slice(0, -1);
  const all = before.length === 0 ? last : say`${before.length > 1 ? say.list(before) : before[0]} and ${last}`;
  return say`Stopped ${all} left over from an earlier run: ${more > 0 ? say`${nameList} and ${more} more` : nameList}`;
}

function countCommands(count: number): Sentence[] {
  if (count === 0) return [];
  return [count === 1 ? say`${count} command` : say`${count} commands`];
}

function countAgents(count: number): Sentence[] {
  if (count === 0) return [];
  return [count === 1 ? say`${count} agent` : say`${count} agents`];
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
