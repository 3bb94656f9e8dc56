// All active conversations, each with its owner: at most one run per conversation, any number in parallel. A user's
// message is durable before it is acknowledged; the run then continues in the background and reports through the hub.

import type { Result } from '../../shared/core/errors.ts';
import type { ChatDeps } from './chatDeps.ts';
import type { ChatHandler } from './chatPort.ts';
import { ConversationOwner } from './conversationOwner.ts';
import { modelOptionSupport } from './optionsSent.ts';
import { createMessageQueue } from './run/messageQueue.ts';
import { createStartAgent } from './run/startAgent.ts';
import type { RunDeps } from './runDeps.ts';

export type { ChatHandler } from './chatPort.ts';

export function createChatHandler(baseDeps: ChatDeps): ChatHandler {
  const startAgent = createStartAgent(baseDeps, {
    start: (id, beginning, overrides) => ask(id, (owner) => owner.start(beginning, overrides)),
    stop,
  });
  const deps: RunDeps = { ...baseDeps, startAgent };
  const queue = createMessageQueue(deps);
  const owners = new Map<string, ConversationOwner>();
  /** Requests that have neither started a run nor failed. */
  const pendingRequests = new Set<Promise<unknown>>();
  let closed = false;

  function ownerOf(conversationId: string): ConversationOwner {
    const existing = owners.get(conversationId);
    if (existing) return existing;
    const owner = new ConversationOwner(deps, queue, conversationId);
    if (closed) owner.close();
    owners.set(conversationId, owner);
    return owner;
  }

  async function ask<T>(
    conversationId: string,
    command: (owner: ConversationOwner) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    for (const [id, owner] of owners) if (owner.isIdle) owners.delete(id);
    const answer = command(ownerOf(conversationId));
    pendingRequests.add(answer);
    return answer.finally(() => pendingRequests.delete(answer));
  }

  async function stop(conversationId: string): Promise<void> {
    await owners.get(conversationId)?.stop();
  }

  return {
    send: (id, text, overrides = {}, attachments = [], now = false) =>
      ask(id, (owner) => owner.send(text, overrides, attachments, now)),
    sendQueued: (id, queueId) => ask(id, (owner) => owner.sendQueued(queueId)),
    resume: (id, overrides = {}) => ask(id, (owner) => owner.resume(overrides)),
    post: (id, text, attachments = []) => ask(id, (owner) => owner.post(text, attachments)),
    resolve: (id, call, choice, overrides = {}) => ask(id, (owner) => owner.resolve(call, choice, overrides)),
    runTool: (id, call, overrides = {}) => ask(id, (owner) => owner.runTool(call, overrides)),
    async compact(id, model = null) {
      const begun = await ask(id, (owner) => owner.compact(model));
      return begun.ok ? begun.value.outcome : begun;
    },
    withdraw: (id, queueId) => queue.withdraw(id, queueId),
    saveDraft: (...draft) => queue.saveDraft(...draft),
    modelTakes: (model, options) => modelOptionSupport(deps.providers, model, options),
    isRunning: (id) => owners.get(id)?.isRunning ?? false,
    stop,
    tryNow: deps.retries.tryNow,
    async close() {
      closed = true;
      const stopAll = (): Promise<unknown> => {
        const all = [...owners.values()];
        for (const owner of all) owner.close();
        return Promise.allSettled(all.map((owner) => owner.stop()));
      };
      await stopAll();
      // By now a message in flight at shutdown has either started a run or stored nothing.
      await Promise.allSettled(pendingRequests);
      await stopAll();
    },
  };
}
