// Records what other clients ask models as conversations. A request whose messages continue a recorded reply is appended to
// its conversation; anything else starts a new one, tagged with the client's name.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ContentPart, NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { cleanTag, maxTagLength } from '../../../shared/features/tags/tag.ts';
import { createAppender } from '../../chat/appendMessage.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import type { ChatRequest } from './chatRequest.ts';
import type { Caller } from './operationsOf.ts';
import type { ApiService } from './service.ts';

const maxEnds = 1000;
const maxInstructionsCharacters = 100_000;

const schema = z.object({
  v: z.literal(1),
  /** The newest last. `key`: hash of all messages up to a reply. `headId`: that reply. */
  ends: z.array(z.object({ key: z.string(), conversationId: z.string(), headId: z.string() })).default([]),
});
type Ends = z.infer<typeof schema>;

export interface Recording {
  conversationId: string;
  projectId: string;
  /** Stores the reply, or the error. The next request continues after it. */
  end(message: NewMessage & { role: 'assistant' }): Promise<Result<void>>;
}

export interface ChatRecorder {
  /** Stores the new messages of the request. */
  begin(caller: Caller, request: ChatRequest, model: ModelRef): Promise<Result<Recording>>;
}

export function createChatRecorder({ chatDeps, dataDir, disk, clock }: ApiService): ChatRecorder {
  const { store } = chatDeps;
  const path = join(dataDir, 'api-recorded.json');
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const readEnds = () => files.read<Ends>(path, schema, () => ({ v: 1, ends: [] }), 'api-recorded.json');

  /** Where the request continues: its conversation, and how many of its messages are stored there. */
  async function findEarlier(caller: Caller, request: ChatRequest) {
    const at = request.messages.findLastIndex(({ role }) => role === 'assistant');
    if (at < 0) return null;
    const key = keyOf(caller, request.system, request.messages.slice(0, at + 1));
    const end = (await readEnds()).value.ends.findLast((one) => one.key === key);
    if (!end) return null;
    const branch = await store.readBranch(end.conversationId, { tail: 1 });
    // The user may have continued or deleted it.
    if (!branch.ok || branch.value.readOnly || branch.value.headId !== end.headId) return null;
    return { conversationId: end.conversationId, projectId: branch.value.projectId, from: at + 1 };
  }

  async function create(caller: Caller, { system }: ChatRequest, model: ModelRef) {
    const project = await store.openFolderlessProject();
    if (!project.ok) return project;
    const created = await store.createConversation(project.value.id);
    if (!created.ok) return created;
    const name = [...cleanTag(caller.name)].slice(0, maxTagLength).join('').trim();
    const at = clock.now().toISOString();
    const saved = await store.updateMeta(created.value.conversationId, (meta) => ({
      ...meta,
      model,
      ...(name === '' ? {} : { tags: [{ name, at }] }),
      ...(system === '' ? {} : { instructions: system.slice(0, maxInstructionsCharacters) }),
    }));
    if (!saved.ok) return saved;
    return ok({ conversationId: created.value.conversationId, projectId: project.value.id, from: 0 });
  }

  async function rememberEnd(key: string, conversationId: string, headId: string): Promise<void> {
    await queue.run('ends', async () => {
      const { value, notice } = await readEnds();
      const ends = [
        ...value.ends.filter((one) => one.conversationId !== conversationId),
        { key, conversationId, headId },
      ];
      await files.write(path, { v: 1, ends: ends.slice(-maxEnds) }, { synced: false, unreadable: notice !== null });
    });
  }

  return {
    begin: (caller, request, model) =>
      // Two requests that continue the same reply become two conversations.
      queue.run('begin', async () => {
        const earlier = await findEarlier(caller, request);
        const place = earlier ? ok(earlier) : await create(caller, request, model);
        if (!place.ok) return place;
        const { conversationId, projectId, from } = place.value;
        const append = createAppender(chatDeps, conversationId);
        const names = toolNames(request.messages);
        const added = request.messages.slice(from);
        for (const hash of imagesOf(added)) {
          const bytes = request.images.get(hash);
          const saved = bytes ? await store.saveAttachment(conversationId, bytes) : ok(null);
          if (!saved.ok) return saved;
        }
        for (const message of added) {
          const stored = await append(storedForm(message, names, caller));
          if (!stored.ok) return stored;
        }
        return ok({
          conversationId,
          projectId,
          async end(message) {
            const stored = await append(message);
            if (!stored.ok) return stored;
            if (message.error) return ok(undefined);
            const reply: ApiMessage = {
              role: 'assistant',
              content: message.content,
              ...(message.tool_calls ? { tool_calls: message.tool_calls } : {}),
            };
            const key = keyOf(caller, request.system, [...request.messages, reply]);
            await rememberEnd(key, conversationId, stored.value.id);
            return ok(undefined);
          },
        });
      }),
  };
}

function imagesOf(messages: readonly ApiMessage[]): ReadonlySet<string> {
  const parts = messages.flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'object' ? content : [],
  );
  return new Set(parts.flatMap((part) => (part.type === 'image' ? [part.hash] : [])));
}

/** Text that is empty and text that is missing are the same: clients send either back. */
function keyOf(caller: Caller, system: string, messages: readonly ApiMessage[]): string {
  const hash = createHash('sha256').update(JSON.stringify([caller.id, system]));
  for (const message of messages) {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const content =
      typeof message.content === 'string' || message.content === null
        ? (message.content ?? '')
        : message.content.map((part) => (part.type === 'text' ? part.text : part.hash));
    const result = message.role === 'tool' ? message.tool_call_id : '';
    const made = calls.map(({ id, function: { name, arguments: text } }) => [id, name, text]);
    hash.update(JSON.stringify([message.role, content, result, made]));
  }
  return hash.digest('base64url');
}

function toolNames(messages: readonly ApiMessage[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return new Map(calls.map(({ id, function: { name } }) => [id, name]));
}

function storedForm(message: ApiMessage, names: ReadonlyMap<string, string>, { name: client }: Caller): NewMessage {
  const origin = { type: 'api', client };
  switch (message.role) {
    case 'tool': {
      const toolName = names.get(message.tool_call_id) ?? '';
      const { tool_call_id, content } = message;
      return { role: 'tool', tool_call_id, toolName, content, outcome: 'ok', origin };
    }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.tool_calls ? { tool_calls: message.tool_calls } : {}),
        origin,
      };
    case 'user':
      return { role: 'user', content: userContent(message.content), origin };
    case 'system':
      return { role: 'user', content: message.content, origin };
  }
}

function userContent(content: (ApiMessage & { role: 'user' })['content']): string | ContentPart[] {
  if (typeof content === 'string') return content;
  return content.flatMap((part): ContentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    return part.type === 'image' ? [{ type: 'image', hash: part.hash, mediaType: part.mediaType }] : [];
  });
}
