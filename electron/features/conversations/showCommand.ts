// throughline show: prints a conversation as text or JSON without changing it. Holds one page in memory at a time; for
// a damaged order, also the few fields that show where.

import { mentionName } from '../../../shared/conversation/apiContent.ts';
import { callsOf, type Message, type SystemMessage, textOf } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly } from '../../../shared/core/sentence.ts';
import type { MessagePage } from '../../../shared/features/conversations/methods.ts';
import { nativeCallSentence } from '../../../shared/features/tools/familiarCall.ts';
import { createOrderChecker, stripRecord } from '../../conversation/sequenceFindings.ts';
import { damageField, reportDamage } from '../../host/terminal/damageReport.ts';
import { openCallsText } from '../../host/terminal/openCalls.ts';
import {
  type ExitCode,
  type Line,
  listRows,
  reportError,
  resolveNamedConversation,
  type Terminal,
  waitForReader,
} from '../../host/terminal/terminal.ts';
import { sizeText } from '../../host/terminal/terminalText.ts';
import type { StoredBranch } from '../../ports/store.ts';

type ShowLine = Line<{ tail: number | undefined; json: boolean }>;

/** Page limits in records and bytes. */
const pageRecords = 200;
const pageBytes = 256 * 1024;

interface Shown {
  /** At least its end, with notices about the whole. */
  branch: StoredBranch;
  /** What to print, page by page. */
  pages: AsyncIterable<Result<readonly Message[]>>;
  /**
   * Call after the last page: the messages that show where the order is damaged. Empty if intact, or if only a part was
   * printed, since some calls are then out of view.
   */
  order(): Promise<readonly Message[]>;
}

export async function showCommand(terminal: Terminal<ShowLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const conversation = await (terminal.line.values.tail === undefined
    ? wholeOf(terminal, id.value)
    : endOf(terminal, id.value, terminal.line.values.tail));
  if (!conversation.ok) return reportError(terminal, conversation.error);
  const { branch } = conversation.value;
  for (const notice of branch.notices) terminal.err(`${notice}\n`);
  return terminal.line.values.json ? showJson(terminal, conversation.value) : showText(terminal, conversation.value);
}

async function endOf({ core }: Terminal, conversationId: string, tail: number): Promise<Result<Shown>> {
  const read = await core.store.readBranch(conversationId, { tail });
  if (!read.ok) return read;
  const branch = read.value;
  const order = branch.hasEarlier ? [] : branch.messages;
  return ok({ branch, pages: onePage(branch.messages.slice(-tail)), order: async () => order });
}

async function wholeOf(terminal: Terminal, conversationId: string): Promise<Result<Shown>> {
  const { store } = terminal.core;
  const end = await store.readBranch(conversationId, { tail: pageRecords });
  if (!end.ok) return end;
  if (!end.value.hasEarlier) {
    const { messages } = end.value;
    return ok({ branch: end.value, pages: onePage(messages), order: async () => messages });
  }
  const first = await pageAfter(terminal, conversationId, null);
  if (!first.ok) return first;
  // Read again: the first page scanned the whole file, so its notices are complete now.
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const watch = createOrderChecker();
  let isSound = true;
  async function* pages(): AsyncGenerator<Result<readonly Message[]>> {
    for await (const page of pagesFrom(terminal, conversationId, first)) {
      if (page.ok) for (const message of page.value) isSound = watch.add(message);
      yield page;
    }
  }
  async function order(): Promise<readonly Message[]> {
    const records: Message[] = [];
    if (isSound) return records;
    const again = pagesFrom(terminal, conversationId, await pageAfter(terminal, conversationId, null));
    for await (const page of again) if (page.ok) records.push(...page.value.map(stripRecord));
    return records;
  }
  return ok({ branch: branch.value, pages: pages(), order });
}

function pageAfter({ core, signal }: Terminal, conversationId: string, after: string | null) {
  return core.store.readLater(conversationId, after, pageRecords, { enoughBytes: pageBytes, signal });
}

async function* pagesFrom(
  terminal: Terminal,
  conversationId: string,
  first: Result<MessagePage>,
): AsyncGenerator<Result<readonly Message[]>> {
  let page = first;
  for (;;) {
    if (!page.ok) return yield page;
    const { messages, hasLater } = page.value;
    yield ok(messages);
    const last = messages.at(-1)?.id;
    if (!hasLater || last === undefined || terminal.signal.aborted) return;
    page = await pageAfter(terminal, conversationId, last);
  }
}

async function* onePage(messages: readonly Message[]): AsyncGenerator<Result<readonly Message[]>> {
  yield ok(messages);
}

/** Returns null when all was printed, else the exit code. */
async function printPages(
  terminal: Terminal,
  { pages }: Shown,
  textOfOne: (message: Message, isFirst: boolean) => string,
): Promise<ExitCode | null> {
  let isFirst = true;
  for await (const page of pages) {
    if (!page.ok) return reportError(terminal, page.error);
    let text = '';
    for (const message of page.value) {
      text += textOfOne(message, isFirst);
      isFirst = false;
    }
    terminal.out(text);
    await waitForReader(terminal);
    if (terminal.signal.aborted) return 130;
  }
  return null;
}

async function showJson(terminal: Terminal, source: Shown): Promise<ExitCode> {
  const { branch } = source;
  const rows = await listRows(terminal, true);
  const row = rows.ok ? rows.value.find((entry) => entry.row.id === branch.conversationId) : undefined;
  const title = row?.row.title ?? branch.meta.title;
  const about = JSON.stringify({ id: branch.conversationId, title, project: row?.project ?? null });
  terminal.out(`${about.slice(0, -1)},"messages":[`);
  const ended = await printPages(
    terminal,
    source,
    (message, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(message, englishOnly)}`,
  );
  if (ended !== null) return ended;
  const state = await terminal.core.hub.load(branch.conversationId);
  const isOpen = state.ok && !state.value.elsewhere && state.value.openCalls.length > 0;
  const openCalls = isOpen ? { openCalls: state.value.openCalls } : {};
  const damage = damageField(await source.order());
  const more = JSON.stringify({ ...openCalls, ...damage });
  terminal.out(`]${more === '{}' ? '}' : `,${more.slice(1)}`}\n`);
  return 0;
}

async function showText(terminal: Terminal, source: Shown): Promise<ExitCode> {
  const { branch } = source;
  const ended = await printPages(terminal, source, (message) => `${asText(message)}\n\n`);
  if (ended !== null) return ended;
  const partial = await terminal.core.store.readPartial(branch.conversationId);
  if (partial && partial.text !== '' && partial.parentId === branch.headId) {
    terminal.out(`${partial.text.trim()}\n\n[The reply was cut off here.]\n\n`);
  }
  await listInterruptedCalls(terminal, branch.conversationId);
  reportDamage(terminal, branch.conversationId, await source.order());
  return 0;
}

/** Lists interrupted calls, so that the user can decide about them. */
async function listInterruptedCalls(terminal: Terminal, conversationId: string): Promise<void> {
  const state = await terminal.core.hub.load(conversationId);
  if (state.ok && state.value.elsewhere) {
    terminal.err('Another process is using this conversation right now.\n');
    return;
  }
  if (state.ok && state.value.openCalls.length > 0) terminal.out(openCallsText(conversationId, state.value));
}

function asText(message: Message): string {
  const text = textOf(message).trim();
  if (message.role === 'tool')
    return `  [${message.toolName}: ${message.outcome}] ${text.slice(0, 400)}${wholeResult(message.fullOutputPath)}`;
  if (message.role === 'assistant' && message.partType === 'error') return `! ${message.error?.message ?? text}`;
  const calls = callsOf(message).map((call) => `  · ${nativeCallSentence(call.function, false)}`);
  const speaker = message.role === 'user' ? '> ' : '';
  const label = message.role === 'system' ? summaryLabel(message) : null;
  const lines = [label, text === '' ? null : speaker + text, ...mentionLines(message), ...calls];
  return lines.filter((line) => line !== null).join('\n');
}

function wholeResult(path: string | null | undefined): string {
  return path ? `\n  [Full output: ${path}]` : '';
}

/** What a compaction replaced; null for other messages. */
function summaryLabel({ partType, compaction, content }: SystemMessage): string | null {
  if (partType !== 'summary') return null;
  if (content.trim() === '') return `[${countOf(compaction?.clearedIds.length, 'result')} removed from the context]`;
  return `[Summary of ${countOf(compaction?.records, 'earlier message')}]`;
}

function countOf(count: number | undefined, what: string): string {
  return count === undefined ? `${what}s` : `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What was attached to a message, once each, or why it was not. */
function mentionLines(message: Message): string[] {
  if (message.role !== 'user' || !Array.isArray(message.content)) return [];
  const lines = message.content.flatMap((part) => {
    if (part.type === 'command')
      return [`  + /${part.name} (${part.kind} ${part.from}, ${sizeText(Number(part.bytes) || 0)})`];
    if (part.type !== 'mention') return [];
    const name = mentionName(part);
    if (part.problem !== undefined || part.hash === undefined) {
      return [`  ! ${name} was not attached. ${part.problem ?? ''}`.trimEnd()];
    }
    const size = typeof part.bytes === 'number' && part.kind !== 'folder' ? `, ${sizeText(part.bytes)}` : '';
    return [`  + ${name} (${part.kind === 'folder' ? 'folder' : 'file'}${size})`];
  });
  return [...new Set(lines)];
}
