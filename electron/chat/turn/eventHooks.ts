// Runs the user's hooks at events outside of calls. Their runs become one record: part of the model's input if they add
// something, otherwise a line for the user only. Their file changes are undone under the id that the record names.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import type { NewMessage, ToolDetails } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { plainAgentType } from '../../../shared/features/hooks/hook.ts';
import type { AgentParent } from '../agentParent.ts';
import type { Append } from '../appendMessage.ts';
import type { CompactionHooks } from '../context/compact.ts';
import {
  type HookRunScope,
  hookDetails,
  hookScope,
  readActiveHooks,
  runHooks,
  type WatchedHooks,
} from './callHooks.ts';
import { type AgentOfHook, type HookOccasion, subjectOf } from './turnHooks.ts';

export interface EventHooks {
  ran: WatchedHooks;
  details: ToolDetails;
  /** The id under which their file changes are undone. */
  changesId: string;
}

/** Null: no hooks. `changesId`: of the record, unless they follow a reply. */
export async function runEventHooks(
  occasion: HookOccasion,
  place: HookRunScope,
  changesId = place.deps.ids.ulid(),
): Promise<EventHooks | null> {
  const hooks = await readActiveHooks(place);
  if (!hooks.has(occasion.event, subjectOf(occasion))) return null;
  const call = { messageId: changesId, index: 0 };
  const ran = await runHooks(hooks, occasion, call, place);
  return ran && { ran, details: await hookDetails([ran], call, place), changesId };
}

/** `input`: what the model reads; null: nothing. */
export function hookRecord({ details, changesId }: EventHooks, input: string | null): NewMessage {
  return {
    role: 'system',
    partType: 'environment',
    environment: { about: 'hook' },
    content: input ?? '[Hooks ran.]',
    ...(input === null ? { includeInContext: false } : {}),
    details,
    replyId: changesId,
  };
}

/** A hook's text as the model reads it. */
export function hookText(introduction: string, text: string): string {
  const tag = blockTag('hook', text);
  return `[Hook]\n${introduction}\n<${tag}>\n${text}\n</${tag}>`;
}

/** The record of hooks that may add something for the model. */
function addingRecord(hooks: EventHooks, introduction: string): NewMessage {
  const added = hooks.ran.modelNotes.map(({ text }) => text).join('\n\n');
  return { ...hookRecord(hooks, added === '' ? null : hookText(introduction, added)), id: hooks.changesId };
}

/** Runs the hooks of a message that the user sends. HOOK_REFUSED: one denied it. */
export async function runPromptHooks(prompt: string, place: HookRunScope): Promise<Result<NewMessage | null>> {
  const hooks = await runEventHooks({ event: 'UserPromptSubmit', prompt }, place);
  if (hooks === null) return ok(null);
  const { refusal } = hooks.ran;
  if (refusal === null) return ok(addingRecord(hooks, 'A hook of the user adds to the message above:'));
  return fail('HOOK_REFUSED', say`One of your hooks denied this message, so it was not sent: ${refusal}`);
}

/** Runs the hooks of a conversation's first run since the app started, or of an agent's start. Null: nothing to store. */
export async function runStartHooks(isNew: boolean, place: HookRunScope): Promise<NewMessage | null> {
  const { deps, conversationId, settings } = place;
  const { agent, model } = settings;
  if (agent === null && !deps.hooks.startSession(hookScope(place, false))) return null;
  const hooks = await runEventHooks(
    agent === null
      ? { event: 'SessionStart', source: isNew ? 'startup' : 'resume', model: model.model }
      : { event: 'SubagentStart', agent: agentOfHook(conversationId, agent) },
    place,
  );
  return hooks && addingRecord(hooks, 'A hook of the user adds at the start:');
}

/** A failure to store what hooks add after a compaction costs only that. */
export function compactionHooks(place: HookRunScope & { append: Append }): CompactionHooks {
  return {
    async before(trigger) {
      const hooks = await runEventHooks({ event: 'PreCompact', trigger }, place);
      return hooks?.ran.refusal ?? null;
    },
    async after(trigger) {
      const ended = await runEventHooks({ event: 'PostCompact', trigger }, place);
      if (ended) await place.append({ ...hookRecord(ended, null), id: ended.changesId });
      const { model } = place.settings.model;
      const started = await runEventHooks({ event: 'SessionStart', source: 'compact', model }, place);
      if (started) await place.append(addingRecord(started, 'A hook of the user adds after the summary:'));
    },
  };
}

export function agentOfHook(conversationId: string, { name }: AgentParent): AgentOfHook {
  return { id: conversationId, type: name ?? plainAgentType };
}
