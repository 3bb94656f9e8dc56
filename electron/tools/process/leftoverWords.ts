// What a person is told of processes that a run of the app which was killed had left, and that have been ended.

import type { ProcessPurpose } from '../../ports/processes.ts';

const mostNames = 5;
const mostCharacters = 80;

export function leftoverWords(ended: readonly ProcessPurpose[]): string {
  const servers = ended.filter(({ kind }) => kind === 'mcp');
  const commands = ended.filter(({ kind }) => kind !== 'mcp');
  const counted = [count(commands.length, 'command'), count(servers.length, 'MCP server')].filter(
    (part) => part !== '',
  );
  const names = [...commands, ...servers].slice(0, mostNames).map(({ name }) => shortened(name));
  const more = ended.length > names.length ? ` and ${ended.length - names.length} more` : '';
  return `Ended ${counted.join(' and ')} that an earlier run had left: ${names.join(', ')}${more}`;
}

function count(number: number, what: string): string {
  return number === 0 ? '' : `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** The first line of a command, as much as fits. */
function shortened(name: string): string {
  const line = name.trim().split('\n', 1)[0] ?? '';
  const characters = [...line];
  if (characters.length <= mostCharacters && line === name.trim()) return line;
  return `${characters.slice(0, mostCharacters).join('')}…`;
}
