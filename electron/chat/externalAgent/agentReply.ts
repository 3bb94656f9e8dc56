// The text and thinking that an external agent is writing. Each batch is in partial.json before a view sees it, so that
// what was shown survives a kill. Writing the whole text for every batch of a long reply would cost more than the
// reply, so long ones are written and shown at growing intervals.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { AssistantMessage } from '../../../shared/conversation/message.ts';
import type { Partial } from '../../conversation/formats.ts';
import type { Clock } from '../../ports/clock.ts';
import { createThinkingTimer, type ThinkingTime } from '../turn/thinkingTime.ts';

interface ReplyDeps {
  clock: Clock;
  newId(): string;
  publish(event: ConversationEvent): void;
  savePartial(partial: Partial): Promise<unknown>;
  /** The last stored record. */
  headId(): string | null;
  /** Runs a task between two batches, so that nothing is taken or added meanwhile. */
  exclusive(task: () => Promise<void>): Promise<void>;
  model: string;
  external: NonNullable<AssistantMessage['external']>;
}

/** Characters of text, and of thinking, in one message; the rest is dropped. */
const maxCharacters = 8_000_000;
/** Up to this length every batch is written. */
const shortLength = 65_536;
/** Then it is written when it has grown by this share, or after this time in milliseconds. */
const growth = 1 / 16;
const maxHeldMs = 400;

type ReplyPart = 'text' | 'thought';

interface PendingCall {
  name: string;
  argumentsLength: number;
}

export class AgentReply {
  readonly #deps: ReplyDeps;
  /** The id that its record will get. */
  id: string;
  /** Characters were dropped. */
  isCut = false;
  /** The agent wrote text after its last call. */
  hasClosed = false;

  #text = '';
  #reasoning = '';
  #last: { part: ReplyPart; messageId: string | undefined } | null = null;
  #shown = { text: 0, reasoning: 0 };
  #started = false;
  #calls: readonly PendingCall[] = [];
  #shownCalls: readonly PendingCall[] = [];
  #time: ThinkingTime;
  #startedAt = '';
  #saved = { length: 0, at: Number.NEGATIVE_INFINITY, headId: null as string | null };
  #timer: AbortController | null = null;

  constructor(deps: ReplyDeps) {
    this.#deps = deps;
    this.id = deps.newId();
    this.#time = createThinkingTimer(deps.clock, deps.publish);
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '' && this.#reasoning.trim() === '';
  }

  /** Thinking aside. */
  get isSilent(): boolean {
    return this.#text.trim() === '';
  }

  add(part: ReplyPart, piece: string, messageId: string | undefined): void {
    if (piece === '') return;
    const before = part === 'text' ? this.#text : this.#reasoning;
    const last = this.#last;
    const isOther = messageId !== undefined && last?.messageId !== undefined && messageId !== last.messageId;
    const resumes = before !== '' && (last?.part !== part || isOther);
    const all = resumes && !before.endsWith('\n') ? `\n\n${piece}` : piece;
    const added = all.slice(0, Math.max(0, maxCharacters - before.length));
    if (added.length < all.length) this.isCut = true;
    this.#last = { part, messageId: messageId ?? (last?.part === part ? last.messageId : undefined) };
    if (part === 'text') this.#text = before + added;
    else this.#reasoning = before + added;
  }

  /** Calls that were announced and are not stored yet. */
  setCalls(calls: readonly PendingCall[]): void {
    this.#calls = calls;
  }

  /** Writes and shows what is new, or soon. `now`: without waiting for more. */
  async flush(now = false): Promise<void> {
    const { clock } = this.#deps;
    const length = this.#text.length + this.#reasoning.length;
    const isNew = length > this.#shown.text + this.#shown.reasoning;
    const isMoved = length > 0 && this.#saved.headId !== this.#deps.headId();
    if (isNew || isMoved) {
      const { length: saved, at } = this.#saved;
      const waits = !now && saved > shortLength && length - saved < saved * growth && clock.elapsed() - at < maxHeldMs;
      if (waits) return this.#later();
      this.#timer?.abort();
      await this.#save(length);
    }
    this.#show();
  }

  /** Returns the fields of its record, and begins the next reply. */
  take(): Pick<AssistantMessage, 'content' | 'reasoning' | 'reasoningMs'> & { id: string } {
    this.#timer?.abort();
    this.#time.stops();
    const ms = this.#time.ms();
    const fields = {
      id: this.id,
      content: this.#text.trim() === '' ? null : this.#text,
      ...(this.#reasoning.trim() === '' ? {} : { reasoning: this.#reasoning }),
      ...(this.#reasoning.trim() === '' || ms === undefined ? {} : { reasoningMs: ms }),
    };
    this.id = this.#deps.newId();
    this.#text = '';
    this.#reasoning = '';
    this.#last = null;
    this.#shown = { text: 0, reasoning: 0 };
    this.#started = false;
    this.#calls = [];
    this.#shownCalls = [];
    this.#time = createThinkingTimer(this.#deps.clock, this.#deps.publish);
    this.#saved = { length: 0, at: Number.NEGATIVE_INFINITY, headId: null };
    return fields;
  }

  async #save(length: number): Promise<void> {
    const { clock, headId, savePartial, model, external } = this.#deps;
    const [text, reasoning] = [this.#text, this.#reasoning];
    const parentId = headId();
    this.#startedAt ||= clock.now().toISOString();
    const thought = { reasoning, ...(reasoning === '' ? {} : { reasoningMs: this.#time.ms() ?? 0 }) };
    const partial = {
      v: 1,
      messageId: this.id,
      parentId,
      text,
      ...thought,
      model,
      external,
      startedAt: this.#startedAt,
    };
    await savePartial(partial);
    this.#saved = { length, at: clock.elapsed(), headId: parentId };
  }

  #show(): void {
    const { publish } = this.#deps;
    const calls = this.#calls.flatMap((call, index) =>
      isSame(call, this.#shownCalls[index]) ? [] : [{ index, ...call }],
    );
    const text = this.#text.slice(this.#shown.text);
    const reasoning = this.#reasoning.slice(this.#shown.reasoning);
    if (text === '' && reasoning === '' && calls.length === 0) return;
    if (!this.#started) publish({ type: 'reply.started', messageId: this.id });
    this.#started = true;
    if (reasoning !== '') this.#time.thinks();
    if (text !== '' || this.#last?.part === 'text') this.#time.stops();
    if (text !== '' || reasoning !== '') {
      publish({ type: 'reply.delta', ...(text === '' ? {} : { text }), ...(reasoning === '' ? {} : { reasoning }) });
    }
    this.#shown = { text: this.#text.length, reasoning: this.#reasoning.length };
    for (const call of calls) publish({ type: 'reply.call', ...call });
    this.#shownCalls = this.#calls;
  }

  #later(): void {
    if (this.#timer && !this.#timer.signal.aborted) return;
    const timer = new AbortController();
    this.#timer = timer;
    void this.#deps.clock.wait(maxHeldMs, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      return this.#deps.exclusive(async () => {
        if (timer.signal.aborted) return;
        timer.abort();
        await this.flush(true);
      });
    });
  }
}

function isSame(call: PendingCall, shown: PendingCall | undefined): boolean {
  return call.name === shown?.name && call.argumentsLength === shown.argumentsLength;
}
