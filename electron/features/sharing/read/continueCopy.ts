// Continues a shared conversation as one of the user's own. It belongs to the user from then on, also after a withdrawal. Again: the same
// conversation, with what was published since.

import type { Message } from '../../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { loadExportSource } from '../../../interop/exportSource.ts';
import type { ExportSource } from '../../../interop/history.ts';
import { deriveRandomId } from '../../../lib/ids.ts';
import type { ConversationStore } from '../../../ports/store.ts';
import { referencedHashes } from '../../../stores/attachments/removedAttachments.ts';

interface Origin {
  team: string;
  author: string;
  /** The repository that its author worked in, as `host/path`. */
  repository: string | null;
}

export async function continueCopy(
  store: ConversationStore,
  conversationId: string,
  origin: Origin,
  version: string,
  signal: AbortSignal,
): Promise<Result<{ conversationId: string }>> {
  const source = await loadExportSource(store, conversationId, { version, idFor: (id) => id, signal });
  if (!source.ok) return source;
  const project = await projectFor(store, origin.repository);
  if (!project.ok) return project;
  const { team, author } = origin;
  return storeCopy(store, source.value, project.value, { type: 'team', team, author });
}

function idOfCopy(id: string): string {
  return deriveRandomId(['copy of a shared conversation', id]);
}

/** With its agents. */
export async function storeCopy(
  store: ConversationStore,
  source: ExportSource,
  projectId: string,
  origin: Record<string, unknown>,
): Promise<Result<{ conversationId: string }>> {
  const conversationId = idOfCopy(source.id);
  const messages: Message[] = [];
  const attachments = new Map<string, Uint8Array>();
  for (const message of source.messages) {
    const isFirst = messages.length === 0;
    const whole = message.role === 'tool' ? await withResult(source, message) : message;
    messages.push(isFirst ? { ...whole, origin } : whole);
    for (const hash of referencedHashes(message)) {
      const bytes = attachments.has(hash) ? null : await source.attachment(hash);
      if (bytes) attachments.set(hash, bytes);
    }
  }
  const copy = { conversationId, messages, headId: source.headId, attachments };
  const grown = await store.growConversation(copy, { dryRun: false });
  if (!grown.ok) {
    if (grown.error.code !== 'CONVERSATION_NOT_FOUND') return grown;
    const imported = await store.importConversation({ ...copy, projectId, title: source.title });
    if (!imported.ok) return imported;
  }
  for (const { source: agent, call } of source.agents) {
    const above = call ? { type: 'sub-agent', conversationId, ...call } : {};
    const stored = await storeCopy(store, agent, projectId, above);
    if (!stored.ok) return stored;
  }
  return ok({ conversationId });
}

async function withResult(source: ExportSource, message: Extract<Message, { role: 'tool' }>): Promise<Message> {
  const { fullOutputPath: _path, ...rest } = message;
  const content = await source.result(message);
  const { agent, ...details } = rest.details ?? {};
  if (!agent) return { ...rest, content };
  return {
    ...rest,
    content,
    details: { ...details, agent: { ...agent, conversationId: idOfCopy(agent.conversationId) } },
  };
}

/** The project of the same repository here, if there is exactly one. */
async function projectFor(store: ConversationStore, repository: string | null): Promise<Result<string>> {
  const alike =
    repository === null
      ? []
      : (await store.listProjects()).filter((project) => project.repository?.remotes.includes(repository));
  const [only, ...others] = alike;
  if (only && others.length === 0) return ok(only.id);
  const without = await store.openFolderlessProject();
  return without.ok ? ok(without.value.id) : without;
}
