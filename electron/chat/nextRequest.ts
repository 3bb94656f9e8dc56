// The request that a conversation's next model call sends, and the one that it would send: both from the same records.

import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { ModelRequest } from '../ports/provider.ts';
import type { StoredBranch } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';
import { buildContext } from './contextBuilder.ts';
import { environmentRecord } from './environment.ts';
import { hasOpenCalls, openCalls, recoveryRecords } from './recover.ts';
import { type RunSettings, runSettings } from './runSettings.ts';

/** The records that a new message of the person stores before itself: what was interrupted, what changed around. */
export async function recordsBefore(
  deps: ChatDeps,
  branch: StoredBranch,
  settings: RunSettings,
): Promise<NewMessage[]> {
  const [partial, log] = await Promise.all([
    deps.store.readPartial(branch.conversationId),
    hasOpenCalls(branch.messages) ? deps.store.readExecution(branch.conversationId) : [],
  ]);
  const recovered = recoveryRecords(branch.messages, partial, log);
  const environment = environmentRecord(branch.messages, {
    now: deps.clock.now(),
    folder: settings.folder,
    platform: deps.platform,
  });
  return environment ? [...recovered, environment] : recovered;
}

/** The request for a branch; used for sending and for showing what would be sent. */
export async function requestFor(
  deps: ChatDeps,
  branch: StoredBranch,
  settings: RunSettings,
): Promise<Result<ModelRequest>> {
  const log = hasOpenCalls(branch.messages) ? await deps.store.readExecution(branch.conversationId) : [];
  const open = new Map(openCalls(branch.messages, log).map((call) => [`${call.messageId}:${call.index}`, call.state]));
  const built = buildContext({
    branch: branch.messages,
    instructions: settings.instructions,
    tools: settings.offered,
    model: settings.model.model,
    options: {
      marks: branch.meta.marks as Record<string, { hidden?: boolean; at: string }>,
      openCall: (messageId, index) => open.get(`${messageId}:${index}`) ?? 'unknown',
    },
  });
  if (built.violations.length > 0) {
    const rules = built.violations.map((violation) => `${violation.rule}: ${violation.message}`).join('; ');
    deps.log('defect', `a request breaks ${rules}`);
    return fail('REQUEST_INVALID', `The request could not be built so that a provider would take it (${rules}).`);
  }
  return ok(built.request);
}

/** The exact body that the next turn would send with `text` as its user message. Stores nothing, starts nothing. */
export async function previewRequest(deps: ChatDeps, conversationId: string, text: string): Promise<Result<unknown>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const settings = await runSettings(deps, branch.value, { preview: true });
  if (!settings.ok) return settings;
  const before = await recordsBefore(deps, branch.value, settings.value);
  const pending = await deps.store.readPending(conversationId);
  const queued = pending.queue.map((entry): NewMessage => ({ id: entry.id, role: 'user', content: entry.text }));
  const added = [...before, ...queued, { role: 'user', content: text } satisfies NewMessage];
  const messages = [...branch.value.messages, ...added.map(asStored)];
  const request = await requestFor(deps, { ...branch.value, messages }, settings.value);
  return request.ok ? ok(settings.value.provider.body(request.value)) : request;
}

function asStored(message: NewMessage, index: number): Message {
  const fields = { v: 1, id: `preview~${index}`, parentId: null, createdAt: '' };
  return { ...fields, ...message } as Message;
}
