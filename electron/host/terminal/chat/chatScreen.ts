// The screen of a terminal chat: streams the reply, prints each call as one line when it ends, and redraws a line with
// the running calls. No text from the model or a tool can move the cursor or imitate the app's own lines.

import type { ConversationEvent } from '../../../../shared/conversation/event.ts';
import { callKey } from '../../../../shared/conversation/event.ts';
import { callsOf, type Message, type ToolMessage } from '../../../../shared/conversation/message.ts';
import { callSentence } from '../../../../shared/features/tools/toolInfo.ts';
import { thinkingNote } from '../run/turnOutput.ts';
import { callFailureLine, cutToWidth, durationText, retryLine, safeText, visibleLine } from '../terminalText.ts';
import type { LineInput } from './lineInput.ts';

export interface PrintedCall {
  /** The ID of its result message. */
  messageId: string;
  sentence: string;
}

export interface ChatScreen {
  out(text: string): void;
  err(text: string): void;
  /** Prints dimmed, if the terminal has colors. */
  quiet(text: string): void;
  show(event: ConversationEvent): void;
  /** Calls whose results can be read; by number, from 1. */
  calls: readonly PrintedCall[];
  /** Registers calls of a resumed conversation without printing them. */
  note(messages: readonly Message[]): void;
  /** Nothing is running any more. */
  rest(): void;
}

export interface ChatScreenOptions {
  input: LineInput;
  progress(text: string | null): void;
  columns(): number;
  hasColour: boolean;
}

const tickMs = 1000;
const maxReasonLength = 300;
const codes = { dim: ['\x1b[2m', '\x1b[22m'], red: ['\x1b[31m', '\x1b[39m'] } as const;

export function createChatScreen({ input, progress, columns, hasColour }: ChatScreenOptions): ChatScreen {
  /** By call ID, and by index. */
  const callsById = new Map<string, { key: string; sentence: (done: boolean) => string }>();
  const running = new Map<string, { sentence: string; since: number }>();
  const calls: PrintedCall[] = [];
  let thinks = false;
  let reply = '';
  let hasText = false;
  let timer: NodeJS.Timeout | null = null;

  function paint(text: string, look: keyof typeof codes): string {
    const [on, off] = codes[look];
    return hasColour ? `${on}${safeText(text)}${off}` : safeText(text);
  }

  function printed(text: string, to: 'stdout' | 'stderr'): void {
    progress(null);
    input.print(text, to);
  }

  function freshLine(): void {
    if (!input.isAtStart()) printed('\n', 'stdout');
  }

  /** Redraws only where it does not disturb the output. */
  function tick(): void {
    if (!input.isAtStart()) {
      progress(null);
      return;
    }
    const [first] = running.values();
    const more = running.size > 1 ? ` (and ${running.size - 1} more)` : '';
    const line = first
      ? `· ${first.sentence}${more}  ${durationText(Date.now() - first.since)}`
      : thinks
        ? '· Thinking…'
        : null;
    progress(line === null ? null : cutToWidth(line, columns() - 1));
  }

  function follow(): void {
    timer ??= setInterval(tick, tickMs).unref();
    tick();
  }

  function rest(): void {
    if (timer) clearInterval(timer);
    timer = null;
    running.clear();
    thinks = false;
    progress(null);
  }

  function know(message: Message): void {
    for (const [index, { id, function: call }] of callsOf(message).entries()) {
      const sentence = (done: boolean): string => visibleLine(callSentence(call.name, call.arguments, done));
      const key = callKey({ messageId: message.id, index });
      callsById.set(id, { key, sentence });
      callsById.set(key, { key, sentence });
    }
  }

  function add(message: ToolMessage): PrintedCall {
    const call = callsById.get(message.tool_call_id);
    const printed = { messageId: message.id, sentence: call?.sentence(message.outcome === 'ok') ?? message.toolName };
    calls.push(printed);
    return printed;
  }

  function showResult(message: ToolMessage): void {
    const { sentence } = add(message);
    running.delete(callsById.get(message.tool_call_id)?.key ?? '');
    const failed = message.outcome !== 'ok';
    const mark = message.outcome === 'ok' ? '✓' : message.outcome === 'error' ? '✗' : '–';
    const took = message.duration === undefined ? '' : durationText(message.duration);
    const tail = [failed ? message.outcome : '', took].filter(Boolean).join(' · ');
    const head = `${mark} ${calls.length}  `;
    const width = Math.max(16, columns() - head.length - tail.length - 3);
    freshLine();
    printed(`${paint(`${head}${cutToWidth(sentence, width)}  ${tail}`, failed ? 'red' : 'dim')}\n`, 'stderr');
    if (message.outcome !== 'error' && message.outcome !== 'denied') return;
    const reason = visibleLine(callFailureLine(message)).slice(0, maxReasonLength);
    printed(`${paint(`     ${cutToWidth(reason, Math.max(16, columns() - 6))}`, 'dim')}\n`, 'stderr');
  }

  function showMessage(message: Message): void {
    if (message.role === 'user') {
      for (const part of typeof message.content === 'string' ? [] : message.content) {
        if (part.type !== 'mention' || part.problem === undefined) continue;
        err(`${visibleLine(part.path)} was not attached. ${visibleLine(part.problem)}\n`);
      }
    }
    if (message.role === 'tool') showResult(message);
    if (message.role !== 'assistant') return;
    know(message);
    if (message.partType === 'note' && message.content) err(`${message.content}\n`);
    else freshLine();
  }

  const out = (text: string): void => printed(safeText(text), 'stdout');
  const err = (text: string): void => {
    freshLine();
    printed(safeText(text), 'stderr');
  };
  return {
    out,
    err,
    quiet(text) {
      freshLine();
      printed(paint(text, 'dim'), 'stderr');
    },
    calls,
    note(messages) {
      for (const message of messages) {
        know(message);
        if (message.role === 'tool' && !message.removed) add(message);
      }
    },
    rest,
    show(event) {
      switch (event.type) {
        case 'reply.started':
          if (hasText && reply === event.messageId) err(thinkingNote);
          [reply, hasText] = [event.messageId, false];
          thinks = true;
          return follow();
        case 'reply.delta':
          if (event.text) {
            thinks = false;
            hasText = true;
            out(event.text);
          }
          return;
        case 'message.appended':
          thinks = false;
          return showMessage(event.message);
        case 'call.started': {
          const sentence = callsById.get(callKey(event))?.sentence(false) ?? '';
          running.set(callKey(event), { sentence, since: Date.now() });
          return follow();
        }
        case 'call.waiting':
        case 'call.asking':
          return progress(null);
        case 'run.retry':
          return err(`${retryLine(event.retry)}\n`);
        case 'run.ended':
          return rest();
        default:
          return;
      }
    },
  };
}
