// How a turn of an external agent ended, as the window shows it for a model's reply.

import type { AssistantMessage, ErrorInfo } from '../../../shared/conversation/message.ts';
import { sentenceFields } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { AgentTurnEnd, AgentUpdate } from '../../ports/externalAgents.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import type { AgentRun } from './agentRun.ts';

/** Characters of an agent's text in a note. */
const maxNoteLength = 4000;

export interface FinishedTurn {
  outcome: RunOutcome;
  /** The agent's last record. */
  reply: AssistantMessage | null;
}

/** The fields of the turn's last record about its end. */
export function endFields(
  end: AgentTurnEnd,
  stopped: boolean,
): Pick<AssistantMessage, 'partType' | 'error' | 'finishReason'> {
  return end.reason === 'failed' && !stopped
    ? { partType: 'error', error: errorInfo(end) }
    : { finishReason: finishReasonOf(end, stopped) };
}

/** Stores a note about an unusual end. `isSilent`: without a text after its last call. */
export async function outcomeOf(
  end: AgentTurnEnd,
  stopped: boolean,
  run: AgentRun,
  notes: { note(sentence: Sentence): Promise<void> },
  isSilent: boolean,
): Promise<RunOutcome> {
  const { name } = run.agent;
  if (stopped) {
    if (end.forced) {
      await notes.note(say`${name} did not stop in time and was ended. The next message starts it again.`);
    }
    return { end: 'stopped' };
  }
  switch (end.reason) {
    case 'failed':
      return { end: 'error', error: errorInfo(end) };
    case 'refusal':
      await notes.note(say`${name} refused to answer this.`);
      return { end: 'done' };
    case 'max_turn_requests': {
      const message = say`${name} stopped at its limit of requests for a turn. Everything so far is saved.`;
      const error = { code: 'ENGINE_MAX_TURNS_EXCEEDED', ...sentenceFields(message) };
      await run.append({ role: 'assistant', partType: 'note', content: error.message, error });
      return { end: 'max_turns', error };
    }
    case 'end_turn':
      if (isSilent) await notes.note(say`${name} ended its turn without a closing reply.`);
      return { end: 'done' };
    case 'cancelled':
      await notes.note(say`${name} ended the turn without being asked to.`);
      return { end: 'done' };
    default:
      return { end: 'done' };
  }
}

/** Whether the agent ended its turn on its own. Its closing record shows that even without a text: nothing was interrupted. */
export function endsNormally({ reason }: AgentTurnEnd): boolean {
  return reason === 'end_turn' || reason === 'refusal';
}

/** The text of a call whose end was never reported. */
export function interruptedText(end: AgentTurnEnd): string {
  const why =
    end.reason === 'failed'
      ? `the agent ended while this call was open: ${end.error.message}`
      : 'the agent ended its turn without reporting the end of this call';
  return `Error: ${why.replace(/\.$/, '')}. Its outcome is unknown.`;
}

function errorInfo({ error: { code, message, said } }: AgentTurnEnd & { reason: 'failed' }): ErrorInfo {
  return { code, message, ...(said ? { said } : {}) };
}

function finishReasonOf({ reason }: AgentTurnEnd, stopped: boolean): string {
  if (stopped || reason === 'cancelled') return 'stopped';
  if (reason === 'max_tokens') return 'length';
  return reason === 'end_turn' ? 'stop' : reason;
}

export function blockText(block: (AgentUpdate & { type: 'block' })['block']): string {
  return block.type === 'link' ? `[${block.name}](${block.uri})` : `[An image, ${block.mediaType}]`;
}

export function noticeOf(name: string, text: UserText): Sentence {
  return say`${name}: ${typeof text === 'string' ? text.slice(0, maxNoteLength) : text}`;
}

/** Null: no note yet. */
export function compactionNote(
  name: string,
  { state, summary = '' }: AgentUpdate & { type: 'compaction' },
): Sentence | null {
  if (state === 'started') return null;
  if (state === 'failed') return say`${name} could not compact its context.`;
  const text = summary.slice(0, maxNoteLength).trim();
  return text === '' ? say`${name} compacted its context.` : say`${name} compacted its context. Its summary: ${text}`;
}

/** Returns what of the agent's updates is not on record. `notices`: more than that many, if positive. */
export function irregularities({
  agent,
  late,
  notices,
  isCut,
}: {
  agent: string;
  /** Calls that were changed after their end. */
  late: number;
  notices: number;
  isCut: boolean;
}): Sentence[] {
  return [
    ...(late === 1 ? [say`${agent} changed a call after it had ended. The record keeps its first result.`] : []),
    ...(late > 1
      ? [say`${agent} changed ${late} calls after they had ended. The record keeps their first results.`]
      : []),
    ...(notices > 0 ? [say`${agent} sent ${notices} more notices, which are not recorded.`] : []),
    ...(isCut ? [say`The message of ${agent} was too long and was cut.`] : []),
  ];
}
