// The tools of a turn: updates that are recorded and sent, requests to the client, and the stop.

import path from 'node:path';
import type { Oddity } from './oddities.ts';
import type { OddSession } from './sessions.ts';
import type { Row, Wire } from './wire.ts';

export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

export interface Turn {
  readonly session: OddSession;
  readonly wire: Wire;
  /** Aborted by session/cancel. */
  readonly signal: AbortSignal;
  /** The rest of the line after the turn's name. */
  readonly words: string;
  readonly prompt: readonly Row[];
  has(oddity: Oddity): boolean;
  /** Records the update and sends it. */
  update(update: Row): void;
  /** Sends it without recording. */
  unrecorded(update: Row, sessionId?: string): void;
  say(text: string): void;
  /** Announces a call and returns its ID. */
  call(fields: Row & { title: string }): string;
  callUpdate(toolCallId: string, fields: Row): void;
  /** Asks the client; the session is added. */
  ask(method: string, params: Row): Promise<Row>;
  /** Asks to allow the call; true if an option that allows was chosen. */
  allowed(toolCallId: string, fields: Row, options?: readonly Row[]): Promise<boolean>;
  /** An absolute path of a word, in the session's folder. */
  file(word: string): string;
  /** Resolves when the turn is stopped. */
  stopped(): Promise<void>;
}

const defaultPermissionOptions = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
] as const;

export const textContent = (text: string): Row => ({ type: 'content', content: { type: 'text', text } });

let calls = 0;

export function openTurn(parts: {
  session: OddSession;
  wire: Wire;
  signal: AbortSignal;
  words: string;
  prompt: readonly Row[];
  has(oddity: Oddity): boolean;
}): Turn {
  const { session, wire, signal } = parts;
  const unrecorded = (update: Row, sessionId = session.id): void =>
    wire.notify('session/update', { sessionId, update });
  const update = (fields: Row): void => {
    session.record(fields);
    unrecorded(fields);
  };
  const ask = (method: string, params: Row): Promise<Row> =>
    wire.request(method, { sessionId: session.id, ...params }).response;
  return {
    ...parts,
    update,
    unrecorded,
    ask,
    say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    call(fields) {
      const toolCallId = `call_${process.pid}_${++calls}`;
      update({ sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...fields });
      return toolCallId;
    },
    callUpdate: (toolCallId, fields) => update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields }),
    async allowed(toolCallId, fields, options = defaultPermissionOptions) {
      const toolCall = { toolCallId, ...fields };
      const { outcome } = await ask('session/request_permission', { toolCall, options });
      const { optionId } = outcome as Row;
      return options.some((option) => option.optionId === optionId && String(option.kind).startsWith('allow'));
    },
    file: (word) => path.resolve(session.cwd, word || 'notes.txt'),
    stopped: () =>
      signal.aborted
        ? Promise.resolve()
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  };
}
