// throughline context, compact and request: what the next request contains, by part and by largest message; the user's
// marks on single messages, each with the command that undoes it; compaction; and the request itself.

import type { RequestFormatName } from '../../../shared/conversation/requestFormats.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { minimumPrefix } from '../../../shared/core/ids.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { ContextItem, ContextReport } from '../../../shared/features/context/methods.ts';
import { damageField, reportDamage } from '../../host/terminal/damageReport.ts';
import { resolveModelForConversation } from '../../host/terminal/namedModel.ts';
import type { ModelChoice } from '../../host/terminal/options.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';

type ContextLine = Line<{
  json: boolean;
  hide: string | undefined;
  pin: string | undefined;
  clearMarks: string | undefined;
}>;
export type CompactLine = Line<ModelChoice & { json: boolean }>;

/** Number of messages to list. */
const largest = 10;

export async function contextCommand(terminal: Terminal<ContextLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const { hide, pin, clearMarks, json } = terminal.line.values;
  const named = hide ?? pin ?? clearMarks;
  if (named !== undefined) return markCommand(terminal, id.value, named);
  const report = await terminal.core.context.read(id.value);
  if (!report.ok) return reportError(terminal, report.error);
  const branch = await terminal.core.store.readBranch(id.value, 'context');
  const records = branch.ok ? branch.value.messages : [];
  terminal.out(
    json ? `${JSON.stringify({ ...report.value, ...damageField(records) }, englishOnly)}\n` : reportText(report.value),
  );
  if (!json) reportDamage(terminal, id.value, records);
  return 0;
}

export async function compactCommand(terminal: Terminal<CompactLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const model = await resolveModelForConversation(terminal, id.value);
  if (!model.ok) {
    reportError(terminal, model.error);
    return model.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const stop = (): void => void terminal.core.chat.stop(id.value);
  terminal.signal.addEventListener('abort', stop, { once: true });
  const done = await terminal.core.chat.compact(id.value, model.value);
  if (!done.ok) return reportError(terminal, done.error);
  const { result, message, tokensBefore, tokensAfter } = done.value;
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(done.value, englishOnly)}\n`);
  else if (result === 'done')
    terminal.out(`${textOf(message)}\n${number(tokensBefore)} tokens before, ${number(tokensAfter)} now.\n`);
  else terminal.err(`${textOf(message)}\n`);
  if (result === 'stopped') return 130;
  return result === 'failed' ? 1 : 0;
}

async function markCommand(terminal: Terminal<ContextLine>, conversationId: string, named: string): Promise<ExitCode> {
  const { hide, pin, json } = terminal.line.values;
  const messageId = await resolveMessage(terminal, conversationId, named);
  if (!messageId.ok) return reportError(terminal, messageId.error);
  const id = messageId.value;
  const change = hide ? { hidden: true } : pin ? { pinned: true } : { hidden: null, pinned: null };
  const marked = await terminal.core.context.mark(conversationId, id, change);
  if (!marked.ok) return reportError(terminal, marked.error);
  const { before } = marked.value;
  if (json) {
    terminal.out(`${JSON.stringify({ messageId: id, ...change, before }, englishOnly)}\n`);
    return 0;
  }
  const done = hide ? 'is hidden from the model' : pin ? 'is pinned in the context' : 'is no longer hidden or pinned';
  const undo = before.hidden ? '--hide' : before.pinned ? '--pin' : '--clear-marks';
  terminal.out(`Message ${id} ${done}.\n`);
  terminal.out(`To undo: throughline context ${conversationId} ${undo} ${id}\n`);
  return 0;
}

const pageLength = 500;
/** Number of messages to show when a prefix matches several. */
const maxCandidates = 10;

/** Finds the message of the open branch with this prefix. An exact ID may be on any branch. */
async function resolveMessage(terminal: Terminal, conversationId: string, named: string): Promise<Result<string>> {
  const { store } = terminal.core;
  const exact = await store.readMessage(conversationId, named);
  if (exact.ok) return ok(exact.value.id);
  if (exact.error.code !== 'MESSAGE_NOT_FOUND') return exact;
  if (named.length < minimumPrefix) {
    return fail('MESSAGE_NOT_FOUND', `"${named}" is too short: enter at least ${minimumPrefix} characters of an ID.`);
  }
  const candidateLines: string[] = [];
  for (let before: string | null = null, more = true; more && candidateLines.length < maxCandidates; ) {
    const page = await store.readPage(conversationId, before, pageLength);
    if (!page.ok) return page;
    candidateLines.push(...page.value.messages.flatMap(({ id }) => (fits(id, named) ? [id] : [])));
    before = page.value.messages[0]?.id ?? null;
    more = page.value.hasEarlier && before !== null;
  }
  if (candidateLines.length === 1) return ok(candidateLines[0] as string);
  if (candidateLines.length === 0)
    return fail('MESSAGE_NOT_FOUND', `This conversation has no message with the ID "${named}".`);
  const candidates = candidateLines.toSorted().slice(0, maxCandidates);
  const which = `${candidates.join('\n  ')}${candidateLines.length > maxCandidates ? '\n  …' : ''}`;
  return fail(
    'MESSAGE_NOT_FOUND',
    `"${named}" matches more than one message. Nothing was done. Enter more of the ID:\n  ${which}`,
  );
}

/** IDs are ULIDs, which users type in either case. */
function fits(id: string, prefix: string): boolean {
  return id.toLowerCase().startsWith(prefix.toLowerCase());
}

const sources: Record<ContextReport['window']['source'], string> = {
  settings: 'from the settings',
  learnt: 'from the provider',
  accepted: 'learned from use: the largest request answered so far',
  server: 'from the server',
  catalogue: 'from the model catalog',
  family: 'inferred from the model’s name',
  default: 'assumed: this model is unknown',
};

function reportText(report: ContextReport): string {
  const { used, window, compactAt, model, parts, items, compactions } = report;
  const percent = Math.ceil((used / window.tokens) * 100);
  const share = percent > 100 ? 'over 100 %' : `${percent} %`;
  const lines = [
    `${number(used)} of ${number(window.tokens)} tokens (${share}), ${model.model}; context window ${sources[window.source]}`,
    `compacts above ${number(compactAt)}`,
    '',
    ...parts.map(
      ({ kind, tokens, count }) =>
        `${kind.padEnd(12)} ${number(tokens).padStart(10)}${count > 1 ? `  (${count})` : ''}`,
    ),
  ];
  const most = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, largest);
  if (most.length > 0) lines.push('', 'Largest items:', ...most.map(itemText));
  const away = items.filter((item) => item.state !== 'sent' || item.pinned).filter((item) => !most.includes(item));
  if (away.length > 0)
    lines.push('', 'Hidden, replaced with a reference, or pinned:', ...away.slice(0, largest).map(itemText));
  for (const { messageId, summarised, cleared, undone, superseded } of compactions) {
    const references =
      cleared === 1 ? '1 result replaced with a reference' : `${cleared} results replaced with references`;
    const stands = superseded ? ' (replaced by a later summary)' : undone ? ' (undone)' : '';
    lines.push('', `Compaction ${messageId}: ${summarised ? 'summarized' : references}${stands}`);
  }
  return `${lines.join('\n')}\n`;
}

function itemText({ messageId, kind, label, tokens, state, saves, pinned }: ContextItem): string {
  const away = state === 'cleared' ? 'replaced with a reference' : state;
  const marks = [state === 'sent' ? '' : `${away}, ${number(saves)} saved`, pinned ? 'pinned' : ''].filter(Boolean);
  const markSuffix = marks.length > 0 ? `  [${marks.join('; ')}]` : '';
  return `  ${messageId}  ${number(tokens).padStart(8)}  ${kind.padEnd(11)}  ${label}${markSuffix}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

type RequestLine = Line<ModelChoice & { prompt: string | undefined; as: RequestFormatName | undefined }>;

export async function requestCommand(terminal: Terminal<RequestLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const model = await resolveModelForConversation(terminal, id.value);
  if (!model.ok) {
    reportError(terminal, model.error);
    return model.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const branch = await terminal.core.store.readBranch(id.value, 'context');
  if (!branch.ok) return reportError(terminal, branch.error);
  const { prompt = 'continue', as: form } = terminal.line.values;
  const body = await terminal.core.previewRequest(id.value, prompt, form, [], model.value);
  if (!body.ok) return reportError(terminal, body.error);
  terminal.out(`${JSON.stringify(body.value, englishOnly)}\n`);
  reportDamage(terminal, id.value, branch.value.messages);
  return 0;
}
