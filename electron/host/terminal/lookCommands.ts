// throughline list, show, chain and request: look at conversations without changing a byte of them.

import { typedWords } from '../../../shared/conversation/apiContent.ts';
import { type ChainEntry, chainOf } from '../../../shared/conversation/chain.ts';
import { callsOf, type Message, type SystemMessage, textOf } from '../../../shared/conversation/message.ts';
import { callSentence } from '../../../shared/toolInfo.ts';
import type { BranchReach, StoredBranch } from '../../ports/store.ts';
import { openCallsText } from './openCallWords.ts';
import { sizeText } from './sizeText.ts';
import { type ExitCode, listRows, reportError, resolveId, type Terminal } from './terminal.ts';

export async function listCommand(terminal: Terminal): Promise<ExitCode> {
  const rows = await listRows(terminal, terminal.line.values.all);
  if (!rows.ok) return reportError(terminal, rows.error);
  const listed = rows.value.filter(({ row }) => terminal.line.values.all || !row.archived);
  if (terminal.line.values.json) {
    const shown = listed.map(({ row, project }) => ({
      id: row.id,
      title: row.title,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      messageCount: row.messageCount,
      project,
      ...(row.pinned ? { pinned: true } : {}),
      ...(row.archived ? { archived: true } : {}),
      ...(row.unread ? { unread: true } : {}),
    }));
    terminal.out(`${JSON.stringify(shown)}\n`);
    return 0;
  }
  const hidden = rows.value.length - listed.length;
  const others = hidden === 0 ? '' : ` ${hidden} archived: list --all shows them.`;
  if (listed.length === 0) terminal.err(`There are no conversations in ${terminal.projectFolder}.${others}\n`);
  for (const { row } of listed) {
    terminal.out(
      `${row.id.slice(0, 8)}  ${row.updatedAt.slice(0, 16).replace('T', ' ')}  ${pad(row.messageCount)}  ${row.title}\n`,
    );
  }
  return 0;
}

function pad(count: number | null): string {
  return (count === null ? '–' : String(count)).padStart(5);
}

/** Resolves the id of the line and reads the conversation, or says why not. */
async function readNamed(
  terminal: Terminal,
  reach: BranchReach,
): Promise<{ branch: StoredBranch } | { exit: ExitCode }> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return { exit: reportError(terminal, id.error) };
  const branch = await terminal.core.store.readBranch(id.value, reach);
  if (!branch.ok) return { exit: reportError(terminal, branch.error) };
  for (const notice of branch.value.notices) terminal.err(`${notice}\n`);
  return { branch: branch.value };
}

export async function showCommand(terminal: Terminal): Promise<ExitCode> {
  const { tail, json } = terminal.line.values;
  const read = await readNamed(terminal, tail === undefined ? 'whole' : { tail });
  if ('exit' in read) return read.exit;
  const { branch } = read;
  const messages = tail === undefined ? branch.messages : branch.messages.slice(-tail);
  if (json) {
    const rows = await listRows(terminal, true);
    const row = rows.ok ? rows.value.find((entry) => entry.row.id === branch.conversationId) : undefined;
    const title = row?.row.title ?? branch.meta.title;
    const project = row?.project ?? null;
    const state = await terminal.core.hub.load(branch.conversationId);
    const openCalls = state.ok && state.value.openCalls.length > 0 ? { openCalls: state.value.openCalls } : {};
    terminal.out(`${JSON.stringify({ id: branch.conversationId, title, project, messages, ...openCalls })}\n`);
    return 0;
  }
  for (const message of messages) terminal.out(`${asText(message)}\n\n`);
  const partial = await terminal.core.store.readPartial(branch.conversationId);
  if (partial && partial.text !== '' && partial.parentId === branch.headId) {
    terminal.out(`${partial.text.trim()}\n\n[The reply was cut off here.]\n\n`);
  }
  await tellOpen(terminal, branch.conversationId);
  return 0;
}

/** Calls that were interrupted, so that they can be decided about. */
async function tellOpen(terminal: Terminal, conversationId: string): Promise<void> {
  const state = await terminal.core.hub.load(conversationId);
  if (state.ok && state.value.openCalls.length > 0) terminal.out(openCallsText(conversationId, state.value));
}

function asText(message: Message): string {
  const text = textOf(message).trim();
  if (message.role === 'tool') return `  [${message.toolName}: ${message.outcome}] ${text.slice(0, 400)}`;
  if (message.role === 'assistant' && message.partType === 'error') return `! ${message.error?.message ?? text}`;
  const calls = callsOf(message).map(
    (call) => `  · ${callSentence(call.function.name, call.function.arguments, false)}`,
  );
  const speaker = message.role === 'user' ? '> ' : '';
  const label = message.role === 'system' ? summaryLabel(message) : null;
  const lines = [label, text === '' ? null : speaker + text, ...mentionLines(message), ...calls];
  return lines.filter((line) => line !== null).join('\n');
}

/** What a record that made room stands for; null for others. */
function summaryLabel({ partType, compaction, content }: SystemMessage): string | null {
  if (partType !== 'summary') return null;
  if (content.trim() === '') return `[${countOf(compaction?.clearedIds.length, 'result')} taken out of the context]`;
  return `[Summary of ${countOf(compaction?.records, 'earlier message')}]`;
}

function countOf(count: number | undefined, what: string): string {
  return count === undefined ? `${what}s` : `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What went with a message, once each, or why it did not. */
function mentionLines(message: Message): string[] {
  if (message.role !== 'user' || !Array.isArray(message.content)) return [];
  const lines = message.content.flatMap((part) => {
    if (part.type !== 'mention') return [];
    const name = typedWords(part);
    if (part.problem !== undefined || part.hash === undefined) {
      return [`  ! ${name} was not attached. ${part.problem ?? ''}`.trimEnd()];
    }
    const size = typeof part.bytes === 'number' && part.kind !== 'folder' ? `, ${sizeText(part.bytes)}` : '';
    return [`  + ${name} (${part.kind === 'folder' ? 'folder' : 'file'}${size})`];
  });
  return [...new Set(lines)];
}

export async function chainCommand(terminal: Terminal): Promise<ExitCode> {
  const read = await readNamed(terminal, 'whole');
  if ('exit' in read) return read.exit;
  const chain = chainOf(read.branch.messages);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(chain)}\n`);
    return 0;
  }
  await printChain(terminal, chain, new Set([read.branch.conversationId]));
  return 0;
}

/** What agents did stands under the calls that started them. `above`: the conversations that lead here. */
async function printChain(terminal: Terminal, chain: readonly ChainEntry[], above: ReadonlySet<string>): Promise<void> {
  const indent = '  '.repeat(above.size - 1);
  for (const entry of chain) {
    const cost = `${entry.duration === null ? '–' : `${entry.duration} ms`}, ${entry.bytes === null ? '–' : `${entry.bytes} bytes`}`;
    const sentence = callSentence(entry.name, entry.arguments, entry.outcome === 'ok');
    terminal.out(`${indent}${entry.outcome.padEnd(12)} ${sentence} (${cost})\n`);
    const { conversationId: agentId } = entry.agent ?? {};
    if (agentId === undefined || above.has(agentId)) continue;
    const branch = await terminal.core.store.readBranch(agentId, 'whole');
    if (branch.ok) await printChain(terminal, chainOf(branch.value.messages), new Set([...above, agentId]));
    else terminal.out(`${indent}  ${branch.error.message}\n`);
  }
}

export async function requestCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const { prompt = 'continue', as: form } = terminal.line.values;
  const body = await terminal.core.previewRequest(id.value, prompt, form);
  if (!body.ok) return reportError(terminal, body.error);
  terminal.out(`${JSON.stringify(body.value)}\n`);
  return 0;
}
