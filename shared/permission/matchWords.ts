// A rule in words for people: "commands that begin with `npm test`".

import { visibleText } from '../visibleText.ts';
import type { RuleMatch } from './rule.ts';

/** Goes after "Allow", "Ask about" or "Refuse". */
export function matchWords({ tool, server, command, commandLine, path, origin }: RuleMatch): string {
  const words = [kernel({ tool, ...(server === undefined ? {} : { server }) }, command, commandLine)];
  if (path !== undefined) words.push(path.endsWith('/**') ? `in the folder ${path.slice(0, -3)}` : `for ${path}`);
  if (origin !== undefined) words.push(`from ${origin}`);
  return visibleText(words.join(' '));
}

function kernel({ tool, server }: RuleMatch, command?: string[], commandLine?: string): string {
  if (commandLine !== undefined) return `exactly the command \`${commandLine}\``;
  if (command !== undefined) return `commands that begin with \`${command.map(quoted).join(' ')}\``;
  if (server !== undefined)
    return tool === '*' ? `every tool of the server ${server}` : `${tool} of the server ${server}`;
  return tool === '*' ? 'every tool' : `calls of ${tool}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
