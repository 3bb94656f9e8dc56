// throughline resolve: decides about a call that was interrupted. It lists what is open, names a call by its place in that
// list, by its id, or by `MESSAGE:INDEX`, and runs it again, skips it or marks it as done.

import type { ShownOpenCall } from '../../../shared/conversation/event.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { callSentence } from '../../../shared/toolInfo.ts';
import { answerQuestions } from './approvalQuestion.ts';
import { type ExitCode, reportError, resolveId, type Terminal } from './terminal.ts';

interface NamedCall extends ShownOpenCall {
  callId: string;
  sentence: string;
}

export async function resolveCommand(terminal: Terminal): Promise<ExitCode> {
  const { core, line } = terminal;
  const choice = line.values.choice;
  const id = await resolveId(terminal, line.id);
  if (!id.ok || !choice) return reportError(terminal, id.ok ? noChoice.error : id.error);
  const state = await core.hub.load(id.value);
  if (!state.ok) return reportError(terminal, state.error);
  const call = chooseCall(namedCalls(state.value.messages, state.value.openCalls), line.messageId);
  if (!call.ok) return reportError(terminal, call.error);
  const release = core.hub.hold(id.value);
  const stopAnswering = answerQuestions(terminal, id.value);
  try {
    const { approve } = line.values;
    const resolved = await core.chat.resolve(
      id.value,
      { messageId: call.value.messageId, index: call.value.index },
      choice,
      approve ? { approvalMode: approve } : {},
    );
    if (!resolved.ok) return reportError(terminal, resolved.error);
    if (resolved.value.ended) {
      const stop = (): void => void core.chat.stop(id.value);
      if (terminal.signal.aborted) stop();
      terminal.signal.addEventListener('abort', stop, { once: true });
      const outcome = await resolved.value.ended;
      if (outcome.error) return reportError(terminal, { code: 'INTERNAL', message: outcome.error.message });
      if (outcome.end === 'stopped') {
        terminal.err('The call was not run to its end. See throughline show for what is known of it.\n');
        return terminal.signal.aborted ? 130 : 1;
      }
    }
    return tellRest(terminal, id.value);
  } finally {
    stopAnswering();
    release();
  }
}

/** The open calls of a conversation as lines, each with the number that names it. */
export function openCallLines(messages: readonly Message[], open: readonly ShownOpenCall[]): string[] {
  return namedCalls(messages, open).map(({ sentence, state, callId }, at) => {
    const known = state === 'not_started' ? 'not started' : 'started; what came of it is not known';
    return `  ${at + 1}. ${sentence} (${known}; ${callId})`;
  });
}

function namedCalls(messages: readonly Message[], open: readonly ShownOpenCall[]): NamedCall[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return open.flatMap((entry) => {
    const owner = byId.get(entry.messageId);
    const call = owner && callsOf(owner)[entry.index];
    if (!call) return [];
    const sentence = callSentence(call.function.name, call.function.arguments, false);
    return [{ ...entry, callId: call.id, sentence }];
  });
}

function chooseCall(open: readonly NamedCall[], wanted: string): Result<NamedCall> {
  const exact = open.filter((call) => call.callId === wanted || `${call.messageId}:${call.index}` === wanted);
  const numbered = /^\d{1,4}$/.test(wanted) ? open[Number(wanted) - 1] : undefined;
  const found = exact.length === 1 ? exact[0] : exact.length === 0 ? numbered : undefined;
  if (found) return ok(found);
  if (open.length === 0) return fail('CALL_NOT_OPEN', 'No call of this conversation is open; nothing was changed.');
  const why = exact.length > 1 ? `"${wanted}" names more than one open call` : `There is no open call "${wanted}"`;
  const names = open.map((call, at) => `  ${at + 1}. ${call.sentence} (${call.messageId}:${call.index})`);
  return fail('CALL_NOT_OPEN', `${why}; nothing was changed. Open are:\n${names.join('\n')}`);
}

async function tellRest(terminal: Terminal, conversationId: string): Promise<ExitCode> {
  const open = terminal.core.hub.peek(conversationId)?.openCalls.length ?? 0;
  const next = `throughline run --resume ${conversationId.slice(0, 8)}`;
  const rest = open === 0 ? `Go on with: ${next}` : `${open} more to decide about; see throughline show.`;
  terminal.err(`Done. ${rest}\n`);
  return 0;
}

const noChoice = fail('PARAMS_INVALID', 'Say what to do: --run-again, --skip or --mark-done.');
