// A rule in words for people: "commands that begin with `npm test`".

import { shortToolName } from '../toolInfo.ts';
import { visibleText } from '../visibleText.ts';
import type { RuleMatch } from './rule.ts';

/** Goes after "Allow", "Ask about" or "Refuse". */
export function matchWords(match: RuleMatch): string {
  const { path, origin, background, command, commandLine } = match;
  const words = [kernel(match)];
  if (background) words.push(command || commandLine ? 'in the background' : 'that go on in the background');
  if (path !== undefined) words.push(path.endsWith('/**') ? `in the folder ${path.slice(0, -3)}` : `for ${path}`);
  if (origin !== undefined) words.push(`from ${origin}`);
  return visibleText(words.join(' '));
}

function kernel({ tool, server, serverId, command, commandLine, process }: RuleMatch): string {
  const by = tool === 'run_command' ? '' : ` by ${tool === '*' ? 'any tool' : tool}`;
  if (commandLine !== undefined) return `exactly the command \`${commandLine}\`${by}`;
  if (command !== undefined) return `commands that begin with \`${command.map(quotedWord).join(' ')}\`${by}`;
  if (process !== undefined) return `whatever ${tool === '*' ? 'a tool' : tool} writes to ${process.split('/').at(-1)}`;
  if (server !== undefined) {
    const which = `the server ${server}${ofWhat(serverId)}`;
    return tool === '*' ? `every tool of ${which}` : `${shortToolName(tool)} of ${which}`;
  }
  return tool === '*' ? 'every tool' : `calls of ${tool}`;
}

/** Whose server it is, where it is not the person's own for all projects. */
function ofWhat(serverId = ''): string {
  if (serverId.startsWith('folder:')) return " that comes with the project's folder";
  return serverId.startsWith('project:') ? ' of the project' : '';
}

/** A word of a command, in quotes where a shell would read it otherwise. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
