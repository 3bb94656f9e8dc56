// Describes rules for lists and sentences: "commands that begin with `npm test`", "In the project shop".

import { type Sentence, say } from '../core/sentence.ts';
import { visibleText } from '../core/visibleText.ts';
import { shortToolName } from '../features/tools/toolInfo.ts';
import type { PermissionRule, RuleMatch } from './rule.ts';
import { hasWildcard } from './siteCover.ts';

/** Follows "Allow", "Ask about" or "Refuse". */
export const describeMatch = (match: RuleMatch): string => matchSentence(match).text;

export function matchSentence({
  path,
  origin,
  background,
  command,
  commandLine,
  opensPath,
  opensHost,
  ...match
}: RuleMatch): Sentence {
  if (opensPath !== undefined) return say`sandboxed commands to write to ${visibleText(opensPath)}`;
  if (opensHost !== undefined) return say`sandboxed commands to connect to ${visibleText(opensHost)}`;
  let sentence = kernel({
    ...match,
    ...(command ? { command } : {}),
    ...(commandLine === undefined ? {} : { commandLine }),
  });
  if (background)
    sentence = command || commandLine ? say`${sentence} in the background` : say`${sentence} in the background`;
  if (path !== undefined)
    sentence = path.endsWith('/**')
      ? say`${sentence} in the folder ${visibleText(path.slice(0, -3))}`
      : say`${sentence} for ${visibleText(path)}`;
  if (origin === undefined) return sentence;
  return hasWildcard(origin)
    ? say`${sentence} from every subdomain: ${visibleText(origin)}`
    : say`${sentence} from ${visibleText(origin)}`;
}

function kernel({
  tool,
  server,
  serverId,
  command,
  commandLine,
  process,
}: Partial<RuleMatch> & Pick<RuleMatch, 'tool'>): Sentence {
  const name = visibleText(tool);
  const line = commandLine ?? command?.map(quoteWord).join(' ');
  if (line !== undefined) {
    const exact = commandLine !== undefined;
    const quotedLine = `\`${visibleText(line)}\``;
    if (tool === 'run_command')
      return exact ? say`exactly the command ${quotedLine}` : say`commands that start with ${quotedLine}`;
    const by = tool === '*' ? say`any tool` : name;
    return exact
      ? say`exactly the command ${quotedLine} by ${by}`
      : say`commands that start with ${quotedLine} by ${by}`;
  }
  if (process !== undefined) {
    const which = visibleText(process.split('/').at(-1) ?? '');
    return tool === '*' ? say`anything a tool writes to ${which}` : say`anything ${name} writes to ${which}`;
  }
  if (server === undefined && tool === 'run_command') return say`any command`;
  if (server === undefined) return tool === '*' ? say`every tool` : say`calls to ${name}`;
  const which = theServer(visibleText(server), serverId);
  return tool === '*' ? say`every tool from ${which}` : say`${visibleText(shortToolName(tool))} of ${which}`;
}

/** Names the server's owner unless it is the user's global one. */
function theServer(server: string, serverId = ''): Sentence {
  if (serverId.startsWith('folder:')) return say`the server ${server} defined by the project folder`;
  return serverId.startsWith('project:') ? say`the server ${server} of the project` : say`the server ${server}`;
}

/** Quotes a command's word if a shell requires it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export interface RuleNames {
  /** Returns a conversation's title; null: it does not exist. */
  conversation(conversationId: string): Promise<string | null>;
  /** Returns a project's name; null: it does not exist. */
  project(projectId: string): Promise<string | null>;
}

/** "Commands that begin with `npm test`". */
export function describeRuleTarget({ match }: Pick<PermissionRule, 'match'>): string {
  const matchText = describeMatch(match);
  return `${matchText.charAt(0).toUpperCase()}${matchText.slice(1)}`;
}

/** "In the project shop", "In the conversation “Tests”", "Everywhere". */
export async function describeRuleScope({ scope }: PermissionRule, names: RuleNames): Promise<string> {
  if (scope.type === 'always') return 'Everywhere';
  if (scope.type === 'project') {
    const name = await names.project(scope.projectId);
    return name === null ? 'In a project that no longer exists' : visibleText(`In the project ${name}`);
  }
  const title = await names.conversation(scope.conversationId);
  if (title === null) return 'In a conversation that no longer exists';
  return title === '' ? 'In an untitled conversation' : visibleText(`In the conversation “${title}”`);
}
