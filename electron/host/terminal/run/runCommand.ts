// throughline run: one turn in the terminal, by the same loop and store as the window.

import { pairCalls } from '../../../../shared/conversation/chain.ts';
import type { ConversationEvent } from '../../../../shared/conversation/event.ts';
import type {
  AssistantMessage,
  ErrorInfo,
  Message,
  Usage,
  UserMessage,
} from '../../../../shared/conversation/message.ts';
import { messagePreview } from '../../../../shared/conversation/messagePreview.ts';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { englishOnly, textOf } from '../../../../shared/core/sentence.ts';
import { callSentence } from '../../../../shared/features/tools/toolInfo.ts';
import type { RunOutcome } from '../../../app.ts';
import { costsOf } from '../../../conversation/costs.ts';
import { reportUnapprovedHooks, reportUnusedCustomizations } from '../../../features/customizations/trustCommand.ts';
import { applyPreset } from '../../../features/presets/presetOfRun.ts';
import { settleRunElsewhere, syncMeanwhile } from '../../../features/sync/runElsewhere.ts';
import { createConversationWorktree } from '../../../features/worktrees/worktreeCommand.ts';
import { promptForApprovals } from '../approvalQuestion.ts';
import { reportDamage } from '../damageReport.ts';
import { resolveNamedModel, resolveNamedProvider } from '../namedModel.ts';
import { openCallsText } from '../openCalls.ts';
import { modelOptionsOf, type OutputForm } from '../options.ts';
import { type ExitCode, type Line, resolveConversationPrefix, type Terminal } from '../terminal.ts';
import { callFailureLine, retryLine, visibleText } from '../terminalText.ts';
import { latestConversation, pickConversation } from './chooseConversation.ts';
import { continueAtLimit } from './limitQuestion.ts';
import { attachFiles, readPrompt } from './promptInput.ts';
import type { TurnLine } from './turnOptions.ts';
import { createReplyPrinter, warnAboutUnsentOptions } from './turnOutput.ts';

/** docs/formats/stream-json.md: a field that is removed or means something else is a new version. */
export const streamJsonVersion = 1;

export async function runCommand(terminal: Terminal<TurnLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const prompt = await readPrompt(terminal);
  if (!prompt.ok) {
    terminal.err(`${prompt.error.message}\n`);
    return prompt.error.code === 'CANCELLED' ? 130 : 2;
  }
  // Checked before a conversation is created, so that an unknown name creates nothing.
  const provider = await resolveNamedProvider(terminal);
  if (!provider.ok) {
    return refuse(terminal, null, provider.error, provider.error.code === 'SETTINGS_INVALID' ? 2 : 1);
  }
  const conversation = await chooseConversation(terminal, prompt.value?.text ?? '');
  if (!conversation.ok) return refuse(terminal, null, conversation.error);
  const conversationId = conversation.value;
  const settled = await settleRunElsewhere(terminal, conversationId);
  if (!settled.ok) return refuse(terminal, conversationId, settled.error);
  const preset = await applyPreset(terminal, conversationId);
  if (!preset.ok) return refuse(terminal, conversationId, preset.error);
  const before = await core.hub.load(conversationId);
  if (!before.ok) return refuse(terminal, conversationId, before.error);
  for (const notice of before.value.notices) terminal.err(`${textOf(notice)}\n`);
  const branch = await core.store.readBranch(conversationId, 'context');
  if (branch.ok) reportDamage(terminal, conversationId, branch.value.messages);
  await reportUnusedCustomizations(terminal, before.value.projectId, prompt.value?.text ?? '');
  await reportUnapprovedHooks(terminal, before.value.projectId);
  const knownIds = new Set(before.value.messages.map((message) => message.id));

  const unsync = syncMeanwhile(core);
  const print = createReplyPrinter(terminal);
  const unsubscribe = core.hub.subscribe(conversationId, (id, seq, event) =>
    printProgress(terminal, print, id, seq, event),
  );
  const stopAnswering = promptForApprovals(terminal, conversationId);
  const model = await resolveNamedModel(terminal, provider.value, before.value.model);
  if (!model.ok) return refuse(terminal, conversationId, model.error);
  const modelOptions = modelOptionsOf(line.values);
  const overrides = {
    ...(model.value ? { model: model.value } : {}),
    ...(line.values.approve ? { approvalMode: line.values.approve } : {}),
    ...(modelOptions ? { modelOptions } : {}),
  };
  const { text, attachments: files } = prompt.value ?? { text: null, attachments: [] };
  await warnAboutUnsentOptions(terminal, before.value, overrides);
  const attached = await attachFiles(terminal, conversationId, files, model.value);
  if (!attached.ok) return refuse(terminal, conversationId, attached.error);
  const started = await (text === null
    ? core.chat.resume(conversationId, overrides)
    : core.chat.send(conversationId, text, overrides, attached.value));
  if (!started.ok) return refuse(terminal, conversationId, started.error);
  const stop = (): void => void core.chat.stop(conversationId);
  if (terminal.signal.aborted) stop();
  terminal.signal.addEventListener('abort', stop, { once: true });
  const outcome = await continueAtLimit(terminal, conversationId, await started.value.ended, overrides);
  unsubscribe();
  unsync();
  stopAnswering();
  warnAboutBackground(terminal);
  const messages = (core.hub.peek(conversationId)?.messages ?? []).filter((message) => !knownIds.has(message.id));
  return report(terminal, conversationId, messages, outcome);
}

/** `name`: the text from which a new worktree gets its name. */
async function chooseConversation(terminal: Terminal<TurnLine>, name: string): Promise<Result<string>> {
  const { resume, pick, continue: latest } = terminal.line.values;
  if (pick) return pickConversation(terminal);
  if (resume !== undefined) return resolveConversationPrefix(terminal, resume);
  if (latest) return latestConversation(terminal);
  const project = await terminal.core.store.openProject(terminal.projectFolder);
  if (!project.ok) return project;
  const created = await terminal.core.store.createConversation(project.value.id);
  if (!created.ok) return created;
  const { conversationId } = created.value;
  if (!terminal.line.values.worktree) return ok(conversationId);
  const worktree = await createConversationWorktree(terminal, conversationId, { name });
  return worktree.ok ? ok(conversationId) : worktree;
}

/** Warns that background commands end with this process. */
export function warnAboutBackground(terminal: Pick<Terminal, 'core' | 'err'>): void {
  for (const { id, command, state } of terminal.core.background.list()) {
    const [line = ''] = command.split('\n', 1);
    if (state === 'running') terminal.err(`Stopping ${id} (${line}): background commands end with this run.\n`);
  }
}

/** Prints the turn's progress, but not its result. */
export function printProgress(
  terminal: Terminal<Line<{ output: OutputForm }>>,
  print: (event: ConversationEvent) => void,
  conversationId: string,
  seq: number,
  event: ConversationEvent,
): void {
  const { output } = terminal.line.values;
  if (output === 'stream-json')
    terminal.out(`${JSON.stringify({ v: streamJsonVersion, conversationId, seq, event }, englishOnly)}\n`);
  if (event.type === 'message.appended' && output !== 'stream-json') printNote(terminal, event.message);
  if (output !== 'text') return;
  print(event);
  if (event.type === 'message.appended') printMessage(terminal, event.message);
  if (event.type === 'run.retry') terminal.err(`${retryLine(event.retry)}\n`);
}

/** Prints the app's own notes in the conversation, except errors, which are part of the report. */
function printNote(terminal: Terminal, message: Message): void {
  if (message.role !== 'assistant' || message.partType !== 'note' || message.error || !message.content) return;
  terminal.err(`${visibleText(message.content)}\n`);
}

function printMessage(terminal: Terminal, message: Message): void {
  if (message.role === 'user') warnAboutUnread(terminal, message);
  if (message.role === 'tool' && message.outcome !== 'ok') {
    terminal.err(`  ${message.outcome}: ${visibleText(callFailureLine(message)).slice(0, 300)}\n`);
  }
  if (message.role !== 'assistant') return;
  for (const call of message.tool_calls ?? []) {
    terminal.err(`· ${visibleText(callSentence(call.function.name, call.function.arguments, false))}\n`);
  }
}

/** Warns about unreadable mentions; the message is sent without them. */
function warnAboutUnread(terminal: Terminal, { content }: UserMessage): void {
  for (const part of typeof content === 'string' ? [] : content) {
    if (part.type !== 'mention' || part.problem === undefined) continue;
    terminal.err(`${part.path} was not attached. ${part.problem}\n`);
  }
}

function report(
  terminal: Terminal<TurnLine>,
  conversationId: string,
  messages: Message[],
  outcome: RunOutcome,
): ExitCode {
  const { output } = terminal.line.values;
  const error = outcome.error ? shownError(outcome.error) : null;
  const exit: ExitCode = outcome.end === 'done' ? 0 : outcome.end === 'stopped' ? 130 : 1;
  if (output === 'json') {
    const answers = messages.filter((message): message is AssistantMessage => message.role === 'assistant');
    const last = answers.findLast((message) => message.partType === undefined && message.content);
    const toolCalls = pairCalls(messages).map(({ entry: { id, name, outcome, duration }, result }) => {
      const sandbox = result?.details?.sandbox?.kind ?? null;
      return { id, name, outcome, duration, sandbox };
    });
    const result = {
      conversationId,
      text: last?.content ?? '',
      toolCalls,
      usage: sumUsage(answers, messages),
      error: error ?? (exit === 130 ? { code: 'ENGINE_ABORTED', message: 'The run was interrupted.' } : null),
    };
    terminal.out(`${JSON.stringify(result, englishOnly)}\n`);
  }
  if (error) terminal.err(`${error.message}\n`);
  const failed = error ? messages.at(-1) : undefined;
  const requestId = failed?.role === 'assistant' ? failed.response?.requestId : undefined;
  if (requestId) terminal.err(`Provider's request ID: ${requestId}\n`);
  explainRejection(terminal, conversationId, outcome.error?.item);
  if (output === 'text') terminal.err(`Conversation ${conversationId}\n`);
  return exit;
}

function shownError(error: ErrorInfo): { code: string; message: string } {
  return { code: error.cause ?? error.code, message: error.message };
}

/** `usd`: US dollars for replies and agents of known cost. `unknown`: how many replies have no known cost. */
function sumUsage(
  replies: readonly AssistantMessage[],
  messages: readonly Message[],
): (Usage & { usd?: number; unknown?: number }) | null {
  const all = replies.flatMap((message) => (message.usage ? [message.usage] : []));
  if (all.length === 0) return null;
  const sum = (pick: (usage: Usage) => number | undefined): number =>
    all.reduce((total, usage) => total + (pick(usage) ?? 0), 0);
  return {
    inputTokens: sum((usage) => (usage.inputTokens ?? 0) + (usage.discarded?.inputTokens ?? 0)),
    outputTokens: sum((usage) => (usage.outputTokens ?? 0) + (usage.discarded?.outputTokens ?? 0)),
    ...costsOf(messages),
  };
}

/** Reports a run that did not start, in the requested output form. */
function refuse(
  terminal: Terminal<TurnLine>,
  conversationId: string | null,
  error: { code: string; message: string },
  exit: ExitCode = 1,
): ExitCode {
  const { output } = terminal.line.values;
  if (output === 'json') {
    const shownError = { code: error.code, message: error.message };
    terminal.out(
      `${JSON.stringify({ conversationId, text: '', toolCalls: [], usage: null, error: shownError }, englishOnly)}\n`,
    );
  }
  terminal.err(`${error.message}\n`);
  const state = conversationId === null ? null : terminal.core.hub.peek(conversationId);
  if (error.code === 'NOTHING_TO_RESUME' && conversationId !== null && state && state.openCalls.length > 0) {
    terminal.err(openCallsText(conversationId, state));
  }
  return exit;
}

/** Names the message that a provider rejected, and how to exclude it. */
function explainRejection(terminal: Terminal, conversationId: string, item: ErrorInfo['item']): void {
  if (!item) return;
  const message = terminal.core.hub.peek(conversationId)?.messages.find(({ id }) => id === item.messageId);
  const excerpt = message ? messagePreview(message) : '';
  const short = conversationId.slice(0, 8);
  terminal.err(
    `The problem is message ${item.messageId}${excerpt === '' ? '' : ` (“${excerpt}”)`}. To leave it out:\n`,
  );
  terminal.err(`  throughline context ${short} --hide ${item.messageId}\n`);
  terminal.err(`then continue with: throughline run --resume ${short}\n`);
}
