// A published conversation, as this app stores conversations. Its author may be hostile: everything is checked, and IDs are derived, so
// that it takes the place of nothing else.

import { z } from 'zod';
import type { Message } from '../../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { parseMessage } from '../../../conversation/readMessage.ts';
import type { CallPosition } from '../../../interop/storeHistory.ts';
import { contentHash, deriveRandomId } from '../../../lib/ids.ts';
import type { StreamedConversation } from '../../../ports/store.ts';
import { referencedHashes } from '../../../stores/attachments/removedAttachments.ts';
import { publicMessage } from '../publish/publicMessage.ts';
import type { OpenTeam } from '../team/teamAccount.ts';
import { type IndexEntry, maxMessages, maxTitleLength } from '../team/teamIndex.ts';
import { fetchLines } from './fetchContent.ts';
import type { LineSpan, Spool } from './spool.ts';

const n = z.number().int().min(0).max(10_000);

const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversations'), v: z.literal(1), title: z.string().max(maxTitleLength) }),
  z.object({
    type: z.literal('conversation'),
    n,
    title: z.string().max(maxTitleLength),
    call: z.object({ n, messageId: z.string().max(200), index: n }).nullable(),
  }),
  z.object({ type: z.literal('message'), n, message: z.unknown() }),
  z.object({ type: z.literal('attachment'), hash: z.string().regex(/^[0-9a-f]{64}$/), base64: z.string() }),
]);

interface ReadPart {
  title: string;
  call: { n: number; messageId: string; index: number } | null;
  /** Its messages in the content. */
  span: LineSpan;
  headId: string | null;
  /** Hashes that its messages refer to. */
  attached: Set<string>;
}

/** The places of everything in a verified publication. Messages and attachments stay in the spool. */
export interface SharedContent {
  parts: ReadPart[];
  attachments: Map<string, LineSpan>;
}

function damaged() {
  return fail('SYNC_DAMAGED', say`A published conversation has a form that this version does not know.`);
}

/** Fills the spool. Throws file system errors. */
export async function readConversation(
  team: Pick<OpenTeam, 'remote' | 'sealer' | 'config'>,
  { device, entry }: { device: string; entry: IndexEntry },
  spool: Spool,
  signal: AbortSignal,
): Promise<Result<SharedContent>> {
  const reader = createContentReader(spool);
  let isComplete = false;
  const read = await fetchLines(
    team,
    device,
    entry,
    async (value) => {
      if (isComplete) return damaged();
      isComplete = (value as { type?: unknown } | null)?.type === 'end';
      return isComplete ? ok(undefined) : reader.take(value);
    },
    signal,
  );
  if (!read.ok) return read;
  return isComplete ? reader.content() : damaged();
}

/** Takes the lines of a conversation and its agents, in their order, and puts them into the spool. `take` throws file system errors. */
export function createContentReader(spool: Spool) {
  const parts: ReadPart[] = [];
  const attachments = new Map<string, LineSpan>();
  let messages = 0;
  return {
    async take(value: unknown): Promise<Result<void>> {
      const line = lineSchema.safeParse(value);
      if (!line.success) return damaged();
      switch (line.data.type) {
        case 'conversations':
          break;
        case 'conversation': {
          const { title, call } = line.data;
          // A parent comes first.
          if (line.data.n !== parts.length || (call && call.n >= parts.length)) return damaged();
          const { end } = await spool.add(line.data);
          parts.push({ title, call, span: { start: end, end }, headId: null, attached: new Set() });
          break;
        }
        case 'message': {
          const message = await readPublic(line.data.message);
          const part = parts.at(-1);
          // The publisher writes one branch, directly after its conversation.
          if (!message || !part || line.data.n !== parts.length - 1) return damaged();
          if (message.parentId !== part.headId || ++messages > maxMessages) return damaged();
          const { start, end } = await spool.add({ message });
          if (start !== part.span.end) return damaged();
          part.span.end = end;
          part.headId = message.id;
          for (const hash of referencedHashes(message)) part.attached.add(hash);
          break;
        }
        case 'attachment': {
          if (contentHash(Buffer.from(line.data.base64, 'base64')) !== line.data.hash) return damaged();
          attachments.set(line.data.hash, await spool.add(line.data));
          if (attachments.size > maxMessages) return damaged();
        }
      }
      return ok(undefined);
    },
    content: (): Result<SharedContent> => (parts.length > 0 ? ok({ parts, attachments }) : damaged()),
  };
}

/** Only what a publisher may write: no instructions for the model, no unknown fields. Null: it is something else. */
async function readPublic(value: unknown): Promise<Message | null> {
  const parsed = parseMessage(value);
  if (!parsed.ok) return null;
  const options = {
    ...{ results: true, attachments: true, agentId: (id: string) => id },
    fullResult: async ({ content }: Message) => (typeof content === 'string' ? content : ''),
  };
  // A field of an unexpected form throws.
  return publicMessage(parsed.message, options).catch(() => null);
}

/** The conversations to store, parents first. Their messages and attachments are read from the spool, once. */
export function conversationsOf(
  { parts, attachments }: SharedContent,
  spool: Spool,
  projectId: string,
  idOf: (n: number) => string,
): StreamedConversation[] {
  const byAgentId = new Map(parts.map((_part, at) => [`agent-${at}`, idOf(at)]));

  async function* messagesOf({ call, span }: ReadPart): AsyncGenerator<Message> {
    let above = call && { conversationId: idOf(call.n), messageId: call.messageId, index: call.index };
    for await (const line of spool.lines(span)) {
      const message = await readPublic((line as { message?: unknown }).message);
      if (!message) continue;
      yield linked(message, byAgentId, above);
      above = null;
    }
  }

  async function* attachmentsOf({ attached }: ReadPart): AsyncGenerator<[string, Uint8Array]> {
    for (const hash of attached) {
      const span = attachments.get(hash);
      const line = span && lineSchema.safeParse(await spool.line(span));
      if (line?.success && line.data.type === 'attachment') yield [hash, Buffer.from(line.data.base64, 'base64')];
    }
  }

  return parts.map((part, at) => ({
    ...{ conversationId: idOf(at), projectId, title: part.title, headId: part.headId },
    messages: messagesOf(part),
    attachments: attachmentsOf(part),
  }));
}

function linked(message: Message, byAgentId: ReadonlyMap<string, string>, above: CallPosition | null): Message {
  const started = above ? { ...message, origin: { type: 'sub-agent', ...above } } : message;
  if (started.role !== 'tool' || !started.details?.agent) return started;
  const { agent, ...details } = started.details;
  const conversationId = byAgentId.get(agent.conversationId);
  return { ...started, details: conversationId ? { ...details, agent: { ...agent, conversationId } } : details };
}

/** Different for each team, author and publication, and the same each time. */
export function copyId(team: string, device: string, publication: string, n: number): string {
  return deriveRandomId(['team', team, device, publication, String(n)]);
}
