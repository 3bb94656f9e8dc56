// Live state of viewed or running conversations, and their events. It uses the same reducer as the views: a snapshot is
// that state, and later events follow in order.

import { applyEvent } from '../../shared/conversation/applyEvent.ts';
import type { AttachmentRef } from '../../shared/conversation/attachments.ts';
import type { ConversationEvent, ConversationInfo, ConversationState } from '../../shared/conversation/event.ts';
import type { Marks } from '../../shared/conversation/marks.ts';
import type { Message } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';
import { toUserTextData } from '../../shared/core/sentence.ts';
import { isInPlace } from '../../shared/features/inPlace/inPlace.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { ConversationMeta } from '../conversation/formats.ts';
import { maskDeep } from '../lib/maskDeep.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { Processes } from '../ports/processes.ts';
import type { ConversationStore } from '../ports/store.ts';
import { displayMeta, stateOf, unsendableNotices } from './branchState.ts';
import { changedMarks } from './changedMarks.ts';
import { type CompareRegistry, createCompareRegistry } from './compareRegistry.ts';
import { dropEndedProcesses, openCallInfo, openCallOutputs } from './recovery/openProcesses.ts';
import { followsBranch, hasOpenCalls, openCalls } from './recovery/recover.ts';
import { stillQueuedMessages, toQueuedMessage } from './recovery/restoreQueue.ts';

/** @internal */
export type ConversationListener = (conversationId: string, seq: number, event: ConversationEvent) => void;

export interface ConversationHub {
  readonly compared: CompareRegistry;
  /** Loads the conversation unless it is live; returns read failures. */
  load(conversationId: string): Promise<Result<ConversationState>>;
  /** Returns the live state without reading the disk; null if not loaded. */
  peek(conversationId: string): ConversationState | null;
  publish(conversationId: string, event: ConversationEvent): void;
  /** Subscribes to events of one conversation, or of all (null). */
  subscribe(conversationId: string | null, listener: ConversationListener): () => void;
  /** Whether a view has the conversation open. */
  isWatched(conversationId: string): boolean;
  /** Keeps the conversation live without a view, until the returned function is called. */
  hold(conversationId: string): () => void;
  /** Applies what another process appended or changed. */
  refresh(conversationId: string): Promise<void>;
  /** Applies a changed meta.json, or (null) a changed default in the settings. */
  publishMeta(conversationId: string, branch: { projectId: string; meta: ConversationMeta } | null): Promise<void>;
  liveIds(): string[];
  /** Checks which leftover processes of an earlier run have ended, and publishes it. */
  noteEnded(conversationId: string): Promise<void>;
  /** Publishes a saved draft, so that other windows follow. Returns its text as published. */
  noteDraft(conversationId: string, draft: string, attachments: readonly AttachmentRef[], writer?: string): string;
  /** The branch has a different last record: rereads everything, and views take a new snapshot. */
  reload(conversationId: string): Promise<void>;
  /** Drops a conversation without views and runs. */
  forget(conversationId: string): void;
}

/**
 * Interval for checking whether another process still writes a conversation. Stored changes are published immediately.
 */
const followMs = 1000;

/** Records that a live conversation starts with; earlier ones are read by page. */
const liveTail = 200;

/** `mask`: masks secrets in everything published. `processes`: what open calls have started. */
export function createConversationHub(
  store: ConversationStore,
  defaultMode: (projectId: string) => Promise<ApprovalMode>,
  mask: SecretMask | null = null,
  processes: Processes | null = null,
  undone: (conversationId: string) => Promise<string[]> = async () => [],
): ConversationHub {
  const live = new Map<string, ConversationState>();
  const metas = new Map<string, { projectId: string; meta: ConversationMeta }>();
  const loading = new Map<string, Promise<Result<ConversationState>>>();
  /** Conversations with another writer whose end is awaited. */
  const followed = new Set<string>();
  const listeners = new Map<string | null, Set<ConversationListener>>();
  /** Listeners that only keep a conversation live. */
  const holds = new Set<ConversationListener>();

  /** Reads the state from disk without changing the live one. */
  async function stateOnDisk(
    conversationId: string,
  ): Promise<Result<{ state: ConversationState; meta: { projectId: string; meta: ConversationMeta } }>> {
    const branch = await store.readBranch(conversationId, { tail: liveTail });
    if (!branch.ok) return branch;
    const pending = await store.readPending(conversationId);
    const [queue, log, partial, mode, undoneCalls] = await Promise.all([
      stillQueuedMessages(store, conversationId, pending.queue),
      hasOpenCalls(branch.value.messages) ? store.readExecution(conversationId) : [],
      store.readPartial(conversationId),
      defaultMode(branch.value.projectId),
      undone(conversationId),
    ]);
    // Another app's open calls cannot be resolved here.
    const open = isInPlace(conversationId) ? [] : openCalls(branch.value.messages, log);
    // Another process's current call is not interrupted: its output so far is not final.
    const elsewhere = store.isWrittenElsewhere(conversationId);
    const printed = elsewhere ? null : await openCallOutputs(store, branch.value, open);
    const shownOpen = await Promise.all(open.map((call) => openCallInfo(call, processes, printed?.get(call))));
    const state = stateOf(branch.value, mode);
    const lost = partial && partial.text !== '' && followsBranch(partial, branch.value.messages) ? partial : null;
    const loaded: ConversationState = {
      ...state,
      draft: pending.draft,
      draftAttachments: pending.attachments ?? [],
      queue: (queue.ok ? queue.value : pending.queue).map(toQueuedMessage),
      notices: [...state.notices, ...unsendableNotices(branch.value).map(toUserTextData)],
      openCalls: shownOpen,
      elsewhere,
      undone: undoneCalls,
      // When another process streams the reply, only stored messages are visible.
      reply:
        elsewhere || !lost
          ? null
          : {
              messageId: lost.messageId,
              text: lost.text,
              reasoning: lost.reasoning,
              ...(lost.reasoningMs === undefined ? {} : { thinking: { ms: lost.reasoningMs } }),
              calls: [],
            },
    };
    const meta = { projectId: branch.value.projectId, meta: branch.value.meta };
    return { ok: true, value: { state: loaded, meta } };
  }

  async function readState(conversationId: string): Promise<Result<ConversationState>> {
    const read = await stateOnDisk(conversationId);
    if (!read.ok) return read;
    const current = live.get(conversationId);
    if (current) return { ok: true, value: current };
    live.set(conversationId, read.value.state);
    metas.set(conversationId, read.value.meta);
    follow(conversationId);
    return { ok: true, value: read.value.state };
  }

  async function reload(conversationId: string): Promise<void> {
    if (!live.has(conversationId)) return;
    const read = await stateOnDisk(conversationId);
    const now = live.get(conversationId);
    if (!read.ok || !now || now.run) return;
    // Numbering continues: a view that missed the event takes its snapshot from here.
    live.set(conversationId, { ...read.value.state, seq: now.seq });
    metas.set(conversationId, read.value.meta);
    publish(conversationId, { type: 'branch.changed' });
    follow(conversationId);
  }

  /** Updates whether another process is writing the conversation. */
  async function lookElsewhere(conversationId: string): Promise<void> {
    const before = live.get(conversationId);
    if (!before || before.run || store.isWrittenElsewhere(conversationId) === before.elsewhere) return;
    if (!before.elsewhere) {
      publish(conversationId, { type: 'elsewhere.changed', elsewhere: true, openCalls: before.openCalls, reply: null });
      return follow(conversationId);
    }
    const read = await stateOnDisk(conversationId);
    const now = live.get(conversationId);
    if (!read.ok || !now?.elsewhere || now.run || read.value.state.elsewhere) return;
    const { openCalls, reply } = read.value.state;
    publish(conversationId, { type: 'elsewhere.changed', elsewhere: false, openCalls, reply });
  }

  /** Polls until the other process ends, since that changes no file. */
  function follow(conversationId: string): void {
    if (followed.has(conversationId) || !live.get(conversationId)?.elsewhere) return;
    followed.add(conversationId);
    const look = async (): Promise<void> => {
      if (live.get(conversationId)?.elsewhere && !store.isWrittenElsewhere(conversationId))
        await refresh(conversationId);
      if (live.get(conversationId)?.elsewhere) later();
      else followed.delete(conversationId);
    };
    const later = (): void => void setTimeout(() => void look(), followMs).unref();
    later();
  }

  async function refresh(conversationId: string): Promise<void> {
    const state = live.get(conversationId);
    if (!state || state.run) return;
    const last = state.messages.at(-1)?.id;
    const reach = last === undefined ? { tail: liveTail } : { tail: 1, including: last };
    const branch = await store.readBranch(conversationId, reach);
    if (!branch.ok) {
      if (branch.error.code === 'CONVERSATION_NOT_FOUND') publish(conversationId, { type: 'conversation.removed' });
      return;
    }
    // Another process rewound to an earlier message.
    if (last !== undefined && !branch.value.messages.some(({ id }) => id === last)) return reload(conversationId);
    // A concurrent refresh may have published some of them.
    const now = live.get(conversationId);
    if (!now || now.run) return;
    for (const message of missingFrom(now.messages, branch.value.messages)) {
      publish(conversationId, { type: 'message.appended', message });
    }
    await publishMeta(conversationId, branch.value);
    await lookElsewhere(conversationId);
  }

  async function noteEnded(conversationId: string): Promise<void> {
    const before = live.get(conversationId)?.openCalls ?? [];
    if (!before.some(({ process }) => process !== undefined)) return;
    const openCalls = await dropEndedProcesses(before, processes);
    if (openCalls === before || live.get(conversationId)?.openCalls !== before) return;
    publish(conversationId, { type: 'calls.left', openCalls });
  }

  function publish(conversationId: string, unmaskedEvent: ConversationEvent): void {
    const state = live.get(conversationId);
    if (!state) return;
    // Stored content is already masked, but a preview of a change, for example, is shown without being stored. Marks
    // are only ids and flags.
    const event = mask && unmaskedEvent.type !== 'marks.changed' ? maskDeep(mask, unmaskedEvent) : unmaskedEvent;
    const next = applyEvent(state, state.seq + 1, event);
    live.set(conversationId, next);
    for (const key of [conversationId, null]) {
      for (const listener of listeners.get(key) ?? []) listener(conversationId, next.seq, event);
    }
    if (next.removed) drop(conversationId);
  }

  function drop(conversationId: string): void {
    live.delete(conversationId);
    metas.delete(conversationId);
  }

  async function publishMeta(
    conversationId: string,
    changed: { projectId: string; meta: ConversationMeta } | null,
  ): Promise<void> {
    const latest = changed ?? metas.get(conversationId);
    if (!latest) return;
    const mode = await defaultMode(latest.projectId);
    const current = changed ?? metas.get(conversationId);
    const state = live.get(conversationId);
    if (!current || !state) return;
    // Moved meanwhile: that operation publishes the new state.
    if (current.projectId !== latest.projectId) return;
    metas.set(conversationId, { projectId: current.projectId, meta: current.meta });
    // Rewinding is a full reload; nothing else in the file affects it.
    const meta = displayMeta(current, mode, state.rewound);
    const same = (Object.keys(meta) as (keyof ConversationInfo)[]).every(
      (key) => JSON.stringify(meta[key]) === JSON.stringify(state[key]),
    );
    if (!same) publish(conversationId, { type: 'meta.changed', meta });
    await publishMarks(conversationId, current.meta.marks);
  }

  async function publishMarks(conversationId: string, marks: Marks): Promise<void> {
    for (;;) {
      const before = live.get(conversationId)?.marks;
      if (!before || before === marks) return;
      const changed = await changedMarks(before, marks);
      // A later read publishes its own marks, including these.
      if (metas.get(conversationId)?.meta.marks !== marks) return;
      if (live.get(conversationId)?.marks !== before) continue;
      if (Object.keys(changed).length > 0) publish(conversationId, { type: 'marks.changed', marks: changed });
      return;
    }
  }

  function forget(conversationId: string): void {
    const state = live.get(conversationId);
    if (!state || state.run || listeners.has(conversationId)) return;
    drop(conversationId);
  }

  function subscribe(conversationId: string | null, listener: ConversationListener): () => void {
    const set = listeners.get(conversationId) ?? new Set();
    listeners.set(conversationId, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && listeners.get(conversationId) === set) listeners.delete(conversationId);
    };
  }

  return {
    compared: createCompareRegistry(),
    publish,
    reload,
    refresh,
    noteEnded,
    subscribe,
    forget,
    isWatched: (conversationId) => [...(listeners.get(conversationId) ?? [])].some((listener) => !holds.has(listener)),
    hold(conversationId) {
      const nobody = (): void => {};
      holds.add(nobody);
      const release = subscribe(conversationId, nobody);
      return () => {
        release();
        holds.delete(nobody);
        forget(conversationId);
      };
    },
    liveIds: () => [...live.keys()],
    publishMeta,
    peek: (conversationId) => live.get(conversationId) ?? null,
    async load(conversationId) {
      if (live.has(conversationId)) await noteEnded(conversationId);
      const current = live.get(conversationId);
      if (current) return { ok: true, value: current };
      const under = loading.get(conversationId) ?? readState(conversationId);
      loading.set(conversationId, under);
      return under.finally(() => loading.delete(conversationId));
    },
    noteDraft(conversationId, draft, attachments, writer) {
      const event = { type: 'draft.changed' as const, draft, attachments: [...attachments] };
      publish(conversationId, writer === undefined ? event : { ...event, writer });
      return mask ? maskDeep(mask, draft) : draft;
    },
  };
}

function missingFrom(visible: readonly Message[], stored: readonly Message[]): Message[] {
  const ids = new Set(visible.map((message) => message.id));
  const last = stored.findLastIndex((message) => ids.has(message.id));
  return stored.slice(last + 1);
}
