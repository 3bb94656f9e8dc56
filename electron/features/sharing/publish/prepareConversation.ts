// Builds what is published of a conversation: its open branch, whole or from a message on, with its agents, masked.

import { createHash } from 'node:crypto';
import type { Message } from '../../../../shared/conversation/message.ts';
import { callsOf } from '../../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { SharePreview } from '../../../../shared/features/sharing/sharing.ts';
import { deriveTitle } from '../../../conversation/title.ts';
import { loadExportSource } from '../../../interop/exportSource.ts';
import type { ExportSource } from '../../../interop/history.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { ConversationStore } from '../../../ports/store.ts';
import { referencedHashes } from '../../../stores/attachments/removedAttachments.ts';
import { maxMessages, maxTitleLength } from '../team/teamIndex.ts';
import { publicMessage } from './publicMessage.ts';
import type { Scrubber } from './scrub.ts';

export interface ConversationChoice {
  conversationId: string;
  from: string | null;
  results: boolean;
  attachments: boolean;
}

/** A conversation of a publication; the agents follow the main one. */
interface Part {
  n: number;
  title: string;
  source: ExportSource;
  messages: Message[];
  call: { n: number; messageId: string; index: number } | null;
}

type Counts = Pick<SharePreview, 'messages' | 'calls' | 'attachments' | 'pictures' | 'agents'>;

export interface PreparedSource {
  title: string;
  /** ID of the last message of the original. */
  sourceHash: string;
  counts: Counts;
  lines(): AsyncGenerator<unknown>;
}

export async function prepareConversation(
  store: ConversationStore,
  scrub: Scrubber,
  choice: ConversationChoice,
  version: string,
  signal: AbortSignal,
): Promise<Result<PreparedSource>> {
  const { conversationId, from } = choice;
  const loaded = await loadExportSource(store, conversationId, { version, idFor: (id) => id, signal });
  if (!loaded.ok) return loaded;
  const whole = loaded.value;
  const start = from === null ? 0 : startOf(whole.messages, from);
  if (start < 0) return fail('MESSAGE_NOT_FOUND', say`The open branch has no message ${from ?? ''}.`);
  const parts: Part[] = [];
  await collect(whole, start, null, parts, choice);
  const [main] = parts;
  if (!main || main.messages.length === 0) {
    return fail('PARAMS_INVALID', say`There are no messages to publish.`);
  }
  if (parts.reduce((sum, { messages }) => sum + messages.length, 0) > maxMessages) {
    return fail(
      'REQUEST_TOO_LARGE',
      say`These are more than ${maxMessages} messages. Publish it from a later message.`,
    );
  }
  const slice = createTimeSlice();
  const attached = new Map<string, Uint8Array>();
  for (const { source, messages } of parts) {
    for (const hash of choice.attachments ? messages.flatMap(referencedHashes) : []) {
      if (attached.has(hash)) continue;
      const bytes = await source.attachment(hash);
      if (bytes) attached.set(hash, bytes);
    }
  }
  const texts = new Map([...attached].flatMap(([hash, bytes]) => textEntry(hash, bytes)));
  for (const { title, messages } of parts) {
    await scrub.scan(title);
    for (const message of messages) {
      await slice();
      await scanDeep(scrub, message);
    }
  }
  for (const text of texts.values()) await scrub.scan(text);
  if (signal.aborted) return fail('CANCELLED', say`Stopped.`);
  // Masking changes an attachment, and so its hash.
  const files: { before: string; hash: string; bytes: Uint8Array; isText: boolean }[] = [];
  for (const [hash, bytes] of attached) {
    const text = texts.get(hash);
    const cleaned = text === undefined ? bytes : Buffer.from(await scrub.cleanDeep(text), 'utf8');
    files.push({ before: hash, hash: await hashOf(cleaned, slice), bytes: cleaned, isText: text !== undefined });
  }
  const renamed = new Map(files.map(({ before, hash }) => [before, hash]));
  const titleOf = (part: Pick<Part, 'title'>): string => scrub.clean(part.title).slice(0, maxTitleLength);
  const title = titleOf(main);

  async function* lines(): AsyncGenerator<unknown> {
    yield { type: 'conversations', v: 1, title };
    for (const part of parts) {
      const { n, call } = part;
      yield { type: 'conversation', n, title: titleOf(part), call };
      for (const message of part.messages) {
        yield { type: 'message', n, message: withHashes(await scrub.cleanDeep(message), renamed) };
      }
    }
    for (const { hash, bytes } of new Map(files.map((file) => [file.hash, file])).values()) {
      yield { type: 'attachment', hash, base64: Buffer.from(bytes).toString('base64') };
    }
    yield { type: 'end' };
  }

  return ok({
    title,
    sourceHash: whole.headId ?? '',
    counts: {
      messages: main.messages.filter(({ role }) => role !== 'tool').length,
      calls: parts.reduce((sum, { messages }) => sum + messages.flatMap(callsOf).length, 0),
      attachments: files.length,
      pictures: files.filter(({ isText }) => !isText).length,
      agents: parts.length - 1,
    },
    lines,
  });
}

/** A result is published with the reply that called it. -1: not on this branch. */
function startOf(messages: readonly Message[], from: string): number {
  let at = messages.findIndex(({ id }) => id === from);
  while (at > 0 && messages[at]?.role === 'tool') at--;
  return at;
}

async function collect(
  source: ExportSource,
  start: number,
  call: Part['call'],
  parts: Part[],
  choice: ConversationChoice,
): Promise<void> {
  const n = parts.length;
  const part: Part = { n, title: titleFrom(source, start), source, messages: [], call };
  parts.push(part);
  const chosen = source.messages
    .slice(start)
    // A summary contains what came before it, also from the part that is left out.
    .filter(({ partType }) => start === 0 || partType !== 'summary');
  const ids = new Set(chosen.map(({ id }) => id));
  // An agent whose call is not on the branch may belong to what is left out.
  const agents = source.agents.filter(({ call: by }) => (by === null ? start === 0 : ids.has(by.messageId)));
  const agentIds = new Map<string, string>();
  for (const agent of agents) {
    agentIds.set(agent.source.id, `agent-${parts.length}`);
    await collect(agent.source, 0, agent.call && { n, ...agent.call }, parts, choice);
  }
  let parentId: string | null = null;
  for (const message of chosen) {
    const published = await publicMessage(message, {
      ...choice,
      fullResult: (result) => source.result(result),
      agentId: (id) => agentIds.get(id) ?? null,
    });
    if (!published) continue;
    part.messages.push({ ...published, parentId });
    parentId = published.id;
  }
}

/** The first words of what is left out are no title. */
function titleFrom({ title, messages }: ExportSource, start: number): string {
  return start > 0 && title === deriveTitle(messages) ? deriveTitle(messages.slice(start)) : title;
}

async function scanDeep(scrub: Scrubber, value: unknown): Promise<void> {
  for (const text of textsIn(value)) {
    const searched = scrub.scan(text);
    if (searched) await searched;
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield key;
    yield* textsIn(inner);
  }
}

const hashedAtOnce = 4 * 1024 * 1024;

async function hashOf(bytes: Uint8Array, slice: () => Promise<void> | null): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce));
    await slice();
  }
  return hash.digest('hex');
}

function textEntry(hash: string, bytes: Uint8Array): [string, string][] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? [] : [[hash, text]];
  } catch {
    return [];
  }
}

/** Attachments that are missing lose their reference. */
function withHashes(message: Message, renamed: ReadonlyMap<string, string>): Message {
  if (message.role === 'tool' && message.attachments) {
    const attachments = message.attachments.flatMap(({ hash, ...rest }) => {
      const now = renamed.get(hash);
      return now === undefined ? [] : [{ ...rest, hash: now }];
    });
    return { ...message, attachments };
  }
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (!('hash' in part) || part.hash === undefined) return part;
      const hash = renamed.get(part.hash);
      if (hash !== undefined) return { ...part, hash };
      if (part.type === 'mention') {
        const { hash: _gone, bytes: _size, ...rest } = part;
        return rest;
      }
      return { type: 'text', text: `[${part.name}]` };
    }),
  };
}
