// throughline resolve: decides about an interrupted call. The call is named by its position in the reply, by its ID, or by
// `MESSAGE:INDEX`, and is run again, skipped or marked as done.

import type { AppError } from '../../../shared/core/errors.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { promptForApprovals } from '../../host/terminal/approvalQuestion.ts';
import { chooseCall, type NamedCall, openCallLines } from '../../host/terminal/openCalls.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';

type ResolveLine = Line<{
  approve: ApprovalMode | undefined;
  runAgain: boolean;
  getResult: boolean;
  skip: boolean;
  endProcess: boolean;
}>;

export async function resolveCommand(terminal: Terminal<ResolveLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const choice = choiceOf(line);
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const state = await core.hub.load(id.value);
  if (!state.ok) return reportError(terminal, state.error);
  const call = chooseCall(state.value, line.positionals[1] ?? '');
  if (!call.ok) return reportError(terminal, call.error);
  const release = core.hub.hold(id.value);
  const stopAnswering = promptForApprovals(terminal, id.value);
  try {
    const { approve, endProcess } = line.values;
    const resolved = await core.chat.resolve(
      id.value,
      { messageId: call.value.messageId, index: call.value.index },
      choice,
      { endProcess, ...(approve ? { approvalMode: approve } : {}) },
    );
    if (!resolved.ok) return reportRefused(terminal, resolved.error);
    if (resolved.value.ended) {
      const stop = (): void => void core.chat.stop(id.value);
      if (terminal.signal.aborted) stop();
      terminal.signal.addEventListener('abort', stop, { once: true });
      const outcome = await resolved.value.ended;
      if (outcome.error) return reportError(terminal, { code: 'INTERNAL', message: outcome.error.message });
      if (outcome.end === 'stopped') return reportNotRun(terminal);
    }
    return tellRest(terminal, id.value, done[choice], call.value);
  } finally {
    stopAnswering();
    release();
  }
}

function choiceOf({ values: { runAgain, getResult, skip } }: ResolveLine): keyof typeof done {
  return getResult ? 'get_result' : runAgain ? 'run_again' : skip ? 'skip' : 'mark_done';
}

/** The call did not run to its end: the user did not want it, or could not be asked. */
function reportNotRun(terminal: Terminal): ExitCode {
  if (terminal.signal.aborted) terminal.err('The call was stopped. See throughline show for details.\n');
  else if (terminal.confirm) terminal.err('The call was denied and not run; it stays open.\n');
  else {
    const how = 'Use --approve all, or run this in a terminal so you can be asked';
    terminal.err(`The call was not run because it needs approval and no one could be asked. ${how}. It stays open.\n`);
  }
  return terminal.signal.aborted ? 130 : 1;
}

function reportRefused(terminal: Terminal<ResolveLine>, error: AppError): ExitCode {
  const more = error.code === 'CALL_STILL_RUNNING' && !terminal.line.values.endProcess;
  return reportError(
    terminal,
    more ? { ...error, message: `${error.message} Use --end-process to end it first.` } : error,
  );
}

function tellRest(terminal: Terminal, conversationId: string, what: string, { sentence }: NamedCall): ExitCode {
  const state = terminal.core.hub.peek(conversationId);
  const lines = state ? openCallLines(state) : [];
  const next = `Continue with: throughline run --resume ${conversationId.slice(0, 8)}`;
  terminal.err(`${what}: ${sentence}.\n${lines.length === 0 ? next : `Still open:\n${lines.join('\n')}`}\n`);
  return 0;
}

const done = { run_again: 'Ran again', get_result: 'Fetched the result', skip: 'Skipped', mark_done: 'Marked as done' };
