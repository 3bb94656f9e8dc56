// Sorts an agent's output lines: updates of sessions, other messages of the protocol, and text that is none. Agents print
// banners, warnings of their runtime and progress before and between messages.

import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { responseIdIn } from '../../tools/process/messageLines.ts';

export interface IncomingTaker {
  /** The parameters of `session/update`, unchecked. `size`: their length in characters. */
  update(params: unknown, size: number): void;
  message(message: object): void;
  /** Something was skipped. `sessionId`: the session that it was for, if that is known. */
  skipped(text: string, sessionId: string | null): void;
  /** A line that is no message. */
  printed(line: string): void;
  /** It prints so much else that it cannot be an agent. */
  hopeless(): void;
}

/** Lines in a row without any message of the protocol. */
const maxForeignLines = 2000;
/** Limit of a message over several lines, which some agents send although the protocol forbids it. */
const maxOpenLines = 500;
const maxOpenLength = 1_000_000;

export function createIncoming(taker: IncomingTaker) {
  let foreignInRow = 0;
  /** The lines since one that began an object. */
  let openLines: string[] = [];
  let openLength = 0;

  function foreign(line: string): void {
    taker.printed(line);
    if (++foreignInRow === maxForeignLines) taker.hopeless();
  }

  function giveUpOpenLines(): void {
    const lines = openLines;
    openLines = [];
    openLength = 0;
    for (const line of lines) foreign(line);
  }

  function take(message: JsonObject, size: number): void {
    giveUpOpenLines();
    foreignInRow = 0;
    if (message.method === 'session/update' && !('id' in message)) taker.update(message.params, size);
    else taker.message(message.jsonrpc === '2.0' ? message : { ...message, jsonrpc: '2.0' });
  }

  /** A line of a message over several lines. */
  function open(line: string): void {
    openLines.push(line);
    openLength += line.length;
    if (openLines.length > maxOpenLines || openLength > maxOpenLength) {
      giveUpOpenLines();
    } else if (line.trimEnd() === '}') {
      const joined = openLines.join('\n');
      const whole = parse(joined);
      if (!isMessage(whole)) return;
      openLines = [];
      take(whole, joined.length);
    }
  }

  return {
    line(line: string): void {
      if (line.trim() === '') return;
      const value = parse(line);
      if (isMessage(value)) take(value, line.length);
      else if (value === undefined && (openLines.length > 0 || line.trim() === '{')) open(line);
      else foreign(line);
      if (Array.isArray(value) && value.some(isMessage))
        taker.skipped('It sent a batch of messages, which the protocol does not allow.', null);
    },

    /** If it answered a request, that one fails instead of waiting forever. */
    tooLong(bytes: number, head: string, tail: string): void {
      const sessionId = /"method"\s*:\s*"session\/update"/.test(head) ? sessionIn(head) : null;
      taker.skipped(`Skipped a message of ${bytes} bytes, which is above the limit.`, sessionId);
      const id = responseIdIn(head, tail);
      if (id === null) return;
      const error = { code: -32603, message: `The response has ${bytes} bytes, which is too much.` };
      taker.message({ jsonrpc: '2.0', id, error });
    },
  };
}

/** Undefined: not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines of a log are JSON, too, and may have an `id`. */
function isMessage(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || isJsonObject(value.error));
}

function sessionIn(head: string): string | null {
  return /"sessionId"\s*:\s*"([^"\\]{1,300})"/.exec(head)?.[1] ?? null;
}
