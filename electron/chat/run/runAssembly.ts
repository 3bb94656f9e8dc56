// Puts one run together: the functions that the loop is given, made from the parts of the program.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message, NewMessage } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/errors.ts';
import { textOf } from '../../../shared/sentence.ts';
import { nextTurn } from '../../lib/timeSlice.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { PrintedResult, StoredBranch } from '../../ports/store.ts';
import type { RunDeps } from '../chatDeps.ts';
import type { LoopDeps } from '../chatToolLoop.ts';
import { contextFor, requestOf } from '../context/nextRequest.ts';
import { createRoomKeeper } from '../context/roomKeeper.ts';
import { type ModelTurn, modelTurn } from '../turn/modelTurn.ts';
import { refusedBefore, refusedRecord } from '../turn/refusedItem.ts';
import type { FinishedCall } from '../turn/repeatDetector.ts';
import { replyRecord } from '../turn/replyRecord.ts';
import { toolParts } from '../turn/toolParts.ts';
import { toolTurn } from '../turn/toolTurn.ts';
import { demandCall, givenUpText, owesCall } from './requiredServer.ts';
import { runFacts } from './runFacts.ts';
import { type RunSettings, withTools } from './runSettings.ts';

export interface RunStorage {
  append(message: NewMessage, printed?: PrintedResult): Promise<Result<Message>>;
  storeQueued(): Promise<Result<number>>;
}

export function loopDeps(
  conversationId: string,
  settings: RunSettings,
  signal: AbortSignal,
  deps: RunDeps,
  storage: RunStorage,
  stopRun: () => void,
): LoopDeps {
  const finished: FinishedCall[] = [];
  const publish = (event: ConversationEvent): void => deps.hub.publish(conversationId, event);
  let current = settings;
  // Known long before the first reply has come.
  const facts = runFacts(deps, settings.folder);
  const append: RunStorage['append'] = async (message, printed) =>
    storage.append(message.role === 'assistant' ? { ...message, run: await facts } : message, printed);
  const room = createRoomKeeper(deps, {
    conversationId,
    get settings() {
      return current;
    },
    signal,
    append,
  });
  const told = new Set<string>();
  let branch: StoredBranch | null = null;
  let counted = 0;
  let note: string | null = null;

  /** The tools as they are now: settings and servers may have changed them since the last request. */
  async function lookForTools(): Promise<void> {
    const waiting = (starting: string[]): void => {
      if (!signal.aborted) publish({ type: 'run.phase', phase: 'model', ...(starting.length > 0 ? { starting } : {}) });
    };
    current = (await untilAborted(signal, withTools(deps, conversationId, current, true, waiting))) ?? current;
    for (const problem of current.problems) {
      // The person may have to do something about it; the model could not.
      if (!told.has(textOf(problem)) && !current.agent) deps.notice(problem);
      told.add(textOf(problem));
    }
  }

  /** One reply; one that owes the call that the conversation demands is asked for again. */
  async function reply(request: ModelRequest): Promise<ModelTurn> {
    const { requiredServer } = current;
    if (requiredServer === null || !branch || !owesCall(branch.messages, current)) return attempt(request);
    const demand = { ...current, requiredServer };
    const turn = await demandCall(request, demand, attempt, () => deps.store.savePartial(conversationId, null));
    if (turn.kind === 'reply' && turn.required?.ended === 'given_up') note = givenUpText(requiredServer);
    return turn;
  }

  async function attempt(request: ModelRequest): Promise<ModelTurn> {
    await nextTurn();
    const tooLarge = refusedBefore(settings.provider.check(request));
    if (tooLarge) return { kind: 'failed', messageId: deps.ids.ulid(), failure: tooLarge };
    await nextTurn();
    return modelTurn(request, {
      provider: settings.provider,
      clock: deps.clock,
      retry: deps.retry,
      idleTimeoutMs: settings.idleTimeoutMs,
      signal,
      newMessageId: () => deps.ids.ulid(),
      publish,
      savePartial: (partial) => deps.store.savePartial(conversationId, partial),
      parentId: branch?.headId ?? null,
    });
  }

  return {
    hooks: { onAssistantMessage: append, onToolMessage: append },
    maxTurns: settings.maxTurns,
    signal,
    async storeQueued() {
      const text = note;
      note = null;
      // After the results of the reply that it speaks of.
      const stored = text && (await append({ role: 'assistant', partType: 'note', content: text }));
      return stored && !stored.ok ? stored : storage.storeQueued();
    },
    enterPhase: (phase) => publish({ type: 'run.phase', phase }),
    async buildRequest() {
      await lookForTools();
      const next = await room.next();
      if (!next.ok) return next;
      branch = next.value.branch;
      counted = next.value.size.reckoned;
      return requestOf(deps, next.value.built);
    },
    makeRoom: room.makeRoom,
    async modelTurn(request) {
      const turn = await reply(request);
      const read = turn.kind === 'reply' ? (turn.reply.usage?.inputTokens ?? 0) : 0;
      if (read > 0) await deps.providers.learnWindow(settings.model, read, 'reply');
      if (turn.kind !== 'failed' || !turn.failure.item || !branch) return turn;
      const built = await contextFor(deps, branch, current);
      const item = refusedRecord(turn.failure.item, built, branch.messages, branch.meta.marks);
      return item ? { ...turn, item } : turn;
    },
    replyRecord: (turn) => replyRecord(turn, settings.model.model, branch?.messages ?? [], deps.ids, counted),
    toolTurn: (message, hooks) =>
      toolTurn(message, toolParts(conversationId, current, signal, deps, hooks.onToolMessage, { finished, stopRun })),
  };
}
