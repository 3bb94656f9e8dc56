// throughline changes, undo and redo: file changes made by calls, undone or redone. A preview is shown first; without a
// terminal, nothing is done without --yes.

import { callKey } from '../../../shared/conversation/event.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import { callSentence } from '../../../shared/features/tools/toolInfo.ts';
import type {
  ChangeDirection,
  ChangePreview,
  ChangeTarget,
  FileChange,
} from '../../../shared/features/undo/methods.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { visibleText } from '../../host/terminal/terminalText.ts';
import { formatListedPath } from '../../lib/listedPath.ts';
import { untilAborted } from '../../lib/untilAborted.ts';

type ChangesLine = Line<{ json: boolean }>;
export type UndoLine = Line<{ call: number | undefined; since: string | undefined; yes: boolean; wait: boolean }>;

interface NumberedCall {
  /** By which the user names it: its place among all calls of the branch, from 1. */
  number: number;
  messageId: string;
  index: number;
  name: string;
  arguments: string;
}

export async function changesCommand(terminal: Terminal<ChangesLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const branch = await core.store.readBranch(id.value, 'whole');
  if (!branch.ok) return reportError(terminal, branch.error);
  const undone = new Set(await core.changes.undone(id.value));
  const rows = [];
  for (const call of numbered(branch.value.messages)) {
    const { messageId, index } = call;
    const review = await core.undo.review(id.value, { type: 'call', messageId, index });
    if (!review.ok) return reportError(terminal, review.error);
    const { files, notCovered } = review.value;
    if (files.length > 0 || notCovered.length > 0)
      rows.push({ ...call, undone: undone.has(callKey(call)), files, notCovered });
  }
  if (line.values.json) {
    terminal.out(`${JSON.stringify(rows, englishOnly)}\n`);
    return 0;
  }
  if (rows.length === 0) terminal.err('This conversation has no stored file changes.\n');
  for (const call of rows) {
    const sentence = callSentence(call.name, call.arguments, true);
    terminal.out(`${call.number}. ${visibleText(sentence)}${call.undone ? ' (undone)' : ''}\n`);
    terminal.out(
      `${[...call.files.map(fileLine), ...call.notCovered].map((text) => `   ${textOf(text)}`).join('\n')}\n`,
    );
  }
  return 0;
}

export async function undoCommand(terminal: Terminal<UndoLine>): Promise<ExitCode> {
  return applyChanges(terminal, 'undo');
}

export async function redoCommand(terminal: Terminal<UndoLine>): Promise<ExitCode> {
  return applyChanges(terminal, 'redo');
}

async function applyChanges(terminal: Terminal<UndoLine>, direction: ChangeDirection): Promise<ExitCode> {
  const { core, line } = terminal;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const target = await targetOf(terminal, id.value);
  if (!target.ok) return reportError(terminal, target.error);
  const preview = await core.undo.preview(id.value, target.value, direction);
  if (!preview.ok) return reportError(terminal, preview.error);
  const can = preview.value.files.filter(({ conflict }) => conflict === undefined);
  terminal.out(previewText(preview.value));
  if (can.length === 0) {
    terminal.err('Nothing to do.\n');
    return 1;
  }
  if (!line.values.yes) {
    if (!terminal.confirm) {
      terminal.err('Nothing was done because confirmation needs a terminal. Add --yes to confirm.\n');
      return 2;
    }
    const what = `${can.length} ${can.length === 1 ? 'file' : 'files'}`;
    if (
      !(await terminal.confirm(direction === 'undo' ? `Undo the changes to ${what}?` : `Redo the changes to ${what}?`))
    ) {
      terminal.err('Nothing was changed.\n');
      return 1;
    }
  }
  const done = await whenFree(terminal, () => core.undo.apply(id.value, target.value, direction));
  if (!done.ok) {
    const canWait = isBusyFolder(done.error) && !line.values.wait;
    if (canWait) terminal.err('Add --wait to wait until the folder is free.\n');
    return reportError(terminal, done.error);
  }
  terminal.out(`${direction === 'undo' ? 'Undone' : 'Redone'}: ${done.value.done}.\n`);
  for (const { path, reason } of done.value.skipped)
    terminal.err(`Left unchanged: ${formatListedPath(path)}: ${textOf(reason)}\n`);
  return done.value.skipped.length === 0 ? 0 : 1;
}

const retryMs = 500;

function isBusyFolder({ code, details }: AppError): boolean {
  return code === 'CONVERSATION_BUSY' && details?.where === 'folder';
}

/** With `--wait`, retries until nothing runs in the folder. Ctrl-C cancels. */
async function whenFree<T>(
  { line, signal, progress }: Terminal<UndoLine>,
  task: () => Promise<Result<T>>,
): Promise<Result<T>> {
  for (;;) {
    const done = await task();
    if (done.ok || !line.values.wait || !isBusyFolder(done.error) || signal.aborted) {
      progress(null);
      return done;
    }
    progress('Waiting until nothing is running in the folder… Press Ctrl+C to cancel.');
    await untilAborted(signal, new Promise((resolve) => setTimeout(resolve, retryMs)));
  }
}

/** Without any of the options, the last turn. */
async function targetOf({ core, line }: Terminal<UndoLine>, conversationId: string): Promise<Result<ChangeTarget>> {
  const { call, since } = line.values;
  if (since !== undefined) return ok({ type: 'since', messageId: since });
  const branch = await core.store.readBranch(conversationId, 'whole');
  if (!branch.ok) return branch;
  const { messages } = branch.value;
  if (call === undefined) {
    const question = messages.findLast(({ role }) => role === 'user');
    return question
      ? ok({ type: 'turn', messageId: question.id })
      : fail('MESSAGE_NOT_FOUND', 'This conversation has no messages from you.');
  }
  const numberedCall = numbered(messages).find(({ number }) => number === call);
  if (numberedCall) return ok({ type: 'call', messageId: numberedCall.messageId, index: numberedCall.index });
  return fail(
    'MESSAGE_NOT_FOUND',
    `There is no call ${call}. throughline changes ${line.positionals[0]} lists the call numbers.`,
  );
}

function numbered(messages: readonly Message[]): NumberedCall[] {
  const calls = messages.flatMap((message) => {
    if (message.role === 'tool' && message.partType === 'tool_run') {
      return [{ messageId: message.id, index: 0, name: message.toolName, arguments: message.arguments ?? '' }];
    }
    return callsOf(message).map(({ function: { name, arguments: argumentsText } }, index) => ({
      messageId: message.id,
      index,
      name,
      arguments: argumentsText,
    }));
  });
  return calls.map((call, at) => ({ number: at + 1, ...call }));
}

function previewText({ files, notCovered, shortened }: ChangePreview): string {
  const lines = files.flatMap((file) => [
    fileLine(file),
    ...(file.conflict === undefined ? [] : [`  left unchanged: ${textOf(file.conflict)}`]),
    ...(file.diff === undefined ? [] : [visibleText(file.diff).replace(/^/gm, '  ').trimEnd()]),
  ]);
  const rest = shortened === undefined ? notCovered : [shortened, ...notCovered];
  return [...lines, ...rest].map((text) => `${textOf(text)}\n`).join('');
}

const kinds: Record<FileChange['kind'], string> = {
  added: 'added',
  modified: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  mode: 'permissions',
  link: 'link',
};

function fileLine({ path, from, kind, added = 0, removed = 0 }: FileChange): string {
  const name = from === undefined ? formatListedPath(path) : `${formatListedPath(from)} → ${formatListedPath(path)}`;
  return `${kinds[kind].padEnd(11)} ${name}${added + removed > 0 ? ` (+${added} −${removed})` : ''}`;
}
