// throughline mcp prompts and mcp resources: what servers offer beside their tools, as it is written in a message.

import type { McpServerInfo } from '../../../../shared/contract/mcp.ts';
import { mentionText } from '../../../../shared/conversation/mentions.ts';
import { textOf } from '../../../../shared/sentence.ts';
import type { SlashEntry } from '../../../../shared/slash.ts';
import { type ExitCode, reportError, type Terminal } from '../terminal.ts';
import { visibleBlock, visibleLine } from '../terminalText.ts';

export type OfferWord = 'prompts' | 'resources';

/** Starts each of them briefly. What is turned off or not approved is left out. */
export async function showOffers(
  terminal: Terminal,
  word: OfferWord,
  servers: readonly McpServerInfo[],
  projectId: string,
): Promise<ExitCode> {
  const offered: (SlashEntry | McpServerInfo['resources'][number])[] = [];
  let code: ExitCode = 0;
  for (const server of servers) {
    const started = await terminal.core.mcp.restart(server, projectId);
    if (!started.ok) return reportError(terminal, started.error);
    const { state, problem, resources, resourceCount } = started.value;
    const name = visibleLine(server.name);
    if (state !== 'ready') {
      terminal.err(`${name}: ${visibleBlock(textOf(problem ?? state)).trimStart()}\n`);
      code = 1;
    }
    const found = word === 'prompts' ? await promptsOf(terminal, projectId, server.name) : resources;
    offered.push(...found);
    if (terminal.line.values.json) continue;
    for (const one of found) terminal.out('uri' in one ? resourceLines(server.name, one) : promptLines(one));
    const left = word === 'resources' ? resourceCount - resources.length : 0;
    if (left > 0) terminal.err(`${name} has ${left} more.\n`);
  }
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(offered)}\n`);
  return code;
}

async function promptsOf({ core }: Terminal, projectId: string, server: string): Promise<SlashEntry[]> {
  const project = await core.store.getProject(projectId);
  if (!project.ok) return [];
  const { folder, trusted } = project.value;
  const { entries } = await core.slash.list({ conversationId: null, projectId, folder, trusted });
  return entries.filter(({ kind, origin }) => kind === 'mcp' && origin.label === server);
}

function promptLines({ name, hint, description }: SlashEntry): string {
  const line = [`/${name}`, visibleLine(hint)].filter((part) => part !== '').join(' ');
  return `${line}\n${description === '' ? '' : `  ${visibleLine(description)}\n`}`;
}

function resourceLines(server: string, { uri, title, description }: McpServerInfo['resources'][number]): string {
  const about = [title, description].filter((part) => part !== '').map(visibleLine);
  return `${visibleLine(mentionText(`${server}:${uri}`))}\n${about.length === 0 ? '' : `  ${about.join(': ')}\n`}`;
}
