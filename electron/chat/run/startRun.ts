// Stores what precedes a run's first request, in log order: the remains of an interrupted run, environment changes,
// queued messages, and the message it starts with. Each is durable before the next. A run that starts elsewhere in the
// conversation leaves the queue for after the reply.

import { type Message, type NewMessage, textOf } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { StoredBranch } from '../../ports/store.ts';
import { type Append, createAppender } from '../appendMessage.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { createExpandingAppend, expandMessage, storeUserMessages } from '../context/mentions.ts';
import { precedingRecords } from '../context/nextRequest.ts';
import { storeStrayPartial } from '../recovery/orphanedPartial.ts';
import { hideFailedCalls, prepareResumption } from '../recovery/resumption.ts';
import { type RunOverrides, type RunSettings, runSettings } from '../runSettings.ts';
import { runPromptHooks, runStartHooks } from '../turn/eventHooks.ts';
import type { MessageQueue } from './messageQueue.ts';
import { missingServerError } from './requiredServer.ts';

/**
 * What a run starts with: a message, the queue, the end of the log, or an agent's task. A task is written by a model,
 * so its `@` mentions are not read. `words`: the agent's instructions. `origin` goes into the first record.
 */
export type RunInput =
  | { kind: 'message'; message: NewMessage }
  /** `only`: just this message; the others are sent after the reply. */
  | { kind: 'queue'; only?: string }
  /** `elsewhere`: the message was stored for another folder or model, so environment changes are stored first. */
  | { kind: 'resume'; elsewhere?: boolean }
  | { kind: 'task'; text: string; words: string | null; origin: Record<string, unknown> };

export interface BegunRun {
  settings: RunSettings;
  append: Append;
  /** The message it starts with; empty without one. */
  messageId: string;
}

export async function startRun(
  deps: Pick<
    ChatDeps,
    | 'changes'
    | 'clock'
    | 'files'
    | 'isUnchecked'
    | 'hooks'
    | 'hub'
    | 'ids'
    | 'platform'
    | 'providers'
    | 'reportStoreError'
    | 'settings'
    | 'mentionSources'
    | 'resources'
    | 'slash'
    | 'standing'
    | 'store'
    | 'toolLimits'
    | 'toolSource'
  >,
  queue: MessageQueue,
  conversationId: string,
  beginning: RunInput,
  overrides: RunOverrides,
): Promise<Result<BegunRun>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
  const queued = overrides.leaveQueue ? ok(0) : await queue.waiting(conversationId);
  if (!queued.ok) return queued;
  const waiting = queued.value;
  if (beginning.kind === 'queue' && waiting === 0) return nothingLeft;
  const resumed = beginning.kind === 'resume' ? await prepareResumption(deps, branch.value, waiting) : null;
  if (resumed && !resumed.ok) return resumed;
  const message = messageOf(beginning) ?? resumed?.value.message ?? null;
  // Only a required server is awaited before anything is stored; others start during the run.
  const startServers = branch.value.meta.requiredServer !== null;
  const settings = await runSettings(deps, branch.value, { ...overrides, startServers });
  if (!settings.ok) return settings;
  const missing = missingServerError(settings.value);
  if (missing) return missing;
  const { folder, projectFolder, trusted, projectId } = settings.value;
  const scope = { conversationId, projectId, folder, projectFolder, trusted };
  // Before anything is stored, because its `/` call may be invalid. A task has no calls.
  const expanded =
    beginning.kind !== 'task' && message?.role === 'user'
      ? { message, read: await expandMessage(deps, scope, message.content) }
      : null;
  if (expanded && !expanded.read.ok) return expanded.read;
  const hookPlace = { deps, conversationId, settings: settings.value, signal: new AbortController().signal };
  const prompt = beginning.kind === 'message' ? await runPromptHooks(textOf(beginning.message), hookPlace) : ok(null);
  if (!prompt.ok) return prompt;
  const append =
    beginning.kind === 'task'
      ? firstWith(beginning.origin, deps, conversationId)
      : createAppender(deps, conversationId);
  const hidden = await hideFailedCalls(deps, branch.value, resumed?.value.failed ?? []);
  if (!hidden.ok) return hidden;
  // Without a new message the request is exactly the previous or planned one: nothing may come in between.
  const isElsewhere = beginning.kind === 'resume' && beginning.elsewhere === true;
  const goesOn = message === null && waiting === 0 && !isElsewhere;
  const content =
    expanded?.read.ok && typeof expanded.read.value.content !== 'string' ? expanded.read.value.content : [];
  for (const record of goesOn ? [] : await precedingRecords(deps, branch.value, settings.value, { content })) {
    const stored = await append(record);
    if (!stored.ok) return stored;
  }
  if (beginning.kind === 'task' && beginning.words !== null) {
    const about = { about: 'agent' as const };
    const stored = await append({
      role: 'system',
      partType: 'environment',
      content: beginning.words,
      environment: about,
    });
    if (!stored.ok) return stored;
  }
  const started =
    beginning.kind === 'resume' ? null : await runStartHooks(branch.value.messages.length === 0, hookPlace);
  const startStored = started && (await append(started));
  if (startStored && !startStored.ok) return startStored;
  const stray = await storeStrayPartial(deps, branch.value);
  if (!stray.ok) return stray;
  await deps.store.savePartial(conversationId, null);
  const appendSaid = createExpandingAppend(deps, scope, append);
  const only = beginning.kind === 'queue' ? beginning.only : undefined;
  const earlier = overrides.leaveQueue ? ok(0) : await queue.storeAll(conversationId, appendSaid, { only });
  if (!earlier.ok) return earlier;
  // It may have been withdrawn meanwhile.
  if (beginning.kind === 'queue' && earlier.value === 0) return nothingLeft;
  const stored = expanded?.read.ok
    ? await storeUserMessages(deps, conversationId, append, expanded.message, expanded.read.value)
    : message
      ? await append(message)
      : null;
  if (stored && !stored.ok) return stored;
  const added = prompt.value && (await append(prompt.value));
  if (added && !added.ok) return added;
  await keepModel(deps, branch.value, settings.value, overrides);
  return ok({ settings: settings.value, append, messageId: stored?.value.id ?? '' });
}

function messageOf(beginning: RunInput): NewMessage | null {
  if (beginning.kind === 'message') return beginning.message;
  return beginning.kind === 'task' ? { role: 'user', content: beginning.text } : null;
}

/** The first appended record carries the conversation's origin, whichever it is. */
function firstWith(
  origin: Record<string, unknown>,
  deps: Pick<ChatDeps, 'hub' | 'reportStoreError' | 'store'>,
  conversationId: string,
): Append {
  const append = createAppender(deps, conversationId);
  let isFirst = true;
  return async (message, printed): Promise<Result<Message>> => {
    const stored = await append(isFirst ? { ...message, origin } : message, printed);
    if (stored.ok) isFirst = false;
    return stored;
  };
}

const nothingLeft = fail('CANCELLED', say`There are no messages to send.`);

/** A conversation keeps the model and options it started with, or those last chosen. */
async function keepModel(
  deps: Pick<ChatDeps, 'store' | 'hub'>,
  branch: StoredBranch,
  settings: RunSettings,
  overrides: RunOverrides,
): Promise<void> {
  const { model, modelOptions } = settings;
  const isKept = branch.meta.model !== null && branch.meta.modelOptions !== undefined;
  if (isKept && !overrides.model && !overrides.modelOptions) return;
  const { conversationId, projectId } = branch;
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({
    ...meta,
    model,
    // Options chosen during the start apply to the next run, and stay.
    modelOptions: overrides.modelOptions ? modelOptions : (meta.modelOptions ?? modelOptions),
  }));
  if (saved.ok) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
