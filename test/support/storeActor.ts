// A store on a test disk, with every request recorded in a ledger.

import type { ExecutionEntry } from '../../electron/conversation/formats.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { Disk } from '../../electron/stores/files/disk.ts';
import { createRuntimeStore, type RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { ok } from '../../shared/core/errors.ts';
import { type ConversationLedger, type Ledger, noted, openConversationLedger, type Request } from './storeLedger.ts';

export interface StoreActor {
  store: RuntimeStore;
  ledger: Ledger;
  append(conversation: ConversationLedger, message: NewMessage): Promise<void>;
  /**
   * A message that names this text by its hash: the text is stored first, and if that fails the message is not stored.
   */
  mention(conversation: ConversationLedger, words: string, text: string): Promise<void>;
  title(conversation: ConversationLedger, title: string): Promise<void>;
  draft(conversation: ConversationLedger, draft: string): Promise<void>;
  note(conversation: ConversationLedger, entry: ExecutionEntry): Promise<void>;
  remove(conversation: ConversationLedger): Promise<void>;
  restore(conversation: ConversationLedger): Promise<void>;
  /** Permanently removes a message, by its position. */
  forget(conversation: ConversationLedger, at: number): Promise<void>;
  /** A tool result that is stored while it is printed. */
  print(conversation: ConversationLedger, pieces: readonly string[]): Promise<void>;
  move(conversation: ConversationLedger, projectId: string): Promise<void>;
  /** Null if it was rejected. */
  open(projectId: string): Promise<ConversationLedger | null>;
  project(folder: string | null): Promise<string | null>;
  /** May be called twice. Later requests are rejected. */
  close(): Promise<void>;
  readonly isClosed: boolean;
}

export interface ActorOptions {
  dataDir: string;
  disk: Disk;
  ledger: Ledger;
  /** The number of disk calls so far. */
  now: () => number;
  clock?: Clock;
}

export function createActor({ dataDir, disk, ledger, now, clock = systemClock }: ActorOptions): StoreActor {
  const ids = createIdSource(clock);
  const store = createRuntimeStore({ dataDir, disk, clock, ids, log: silentLog, hostName: 'a machine' });
  const done = async <T, S>(list: Request<T, S>[], value: T, act: Parameters<typeof noted<T, S>>[3]): Promise<void> => {
    await noted(list, value, now, act);
  };
  let closing: Promise<void> | null = null;
  return {
    store,
    ledger,
    get isClosed() {
      return closing !== null;
    },
    close() {
      closing ??= store.close();
      return closing;
    },
    append: (it, message) => done(it.messages, message, () => store.appendConversationMessage(it.id, message)),
    async mention(it, words, text) {
      const { hash } = await store.asKept(text);
      const mention = { type: 'mention' as const, path: 'a.ts', hash, kind: 'file' as const };
      const message: NewMessage = { role: 'user', content: [{ type: 'text', text: words }, mention] };
      await done(it.messages, message, async () => {
        const kept = await store.saveAttachment(it.id, Buffer.from(text));
        return kept.ok ? store.appendConversationMessage(it.id, message) : kept;
      });
    },
    title: (it, title) => done(it.titles, title, () => store.updateMeta(it.id, (meta) => ({ ...meta, title }))),
    draft: (it, draft) => done(it.drafts, draft, () => store.savePending(it.id, { v: 1, draft, queue: [] })),
    note: (it, entry) => done(it.execution, entry, () => store.logExecution(it.id, entry)),
    remove: (it) => done(it.removals, 'removed', () => store.deleteConversation(it.id)),
    restore: (it) => done(it.restorals, 'restored', () => store.restoreConversation(it.id)),
    forget: (it, at) =>
      done(it.forgotten, at, async () => {
        const forgotten = await store.forgetMessage(it.id, it.messages[at]?.stored?.id ?? '');
        return forgotten.ok ? ok(forgotten.value.tombstone) : forgotten;
      }),
    async print(it, pieces) {
      const result = { role: 'tool', tool_call_id: 'c1', toolName: 'read_file', outcome: 'ok' } as const;
      const lastLine = '[exit code 0]';
      const lease = await store.lease(it.id, 'a run');
      const output = store.openOutput(it.id, { toolCallId: 'c1' }, () => {});
      for (const piece of pieces) await output.add(piece);
      await output.end();
      await done(it.messages, { ...result, content: `${pieces.join('')}\n${lastLine}` }, () =>
        store.appendConversationMessage(it.id, { ...result, content: '' }, { output, before: '', after: lastLine }),
      );
      await output.discard();
      if (lease.ok) lease.value.release();
    },
    move: (it, projectId) => done(it.places, projectId, () => store.moveConversation(it.id, projectId)),
    async open(projectId) {
      const made = await noted(ledger.others, 'open', now, () => store.createConversation(projectId));
      if (!made?.ok) return null;
      return openConversationLedger(
        ledger,
        (made.value as { conversationId: string }).conversationId,
        projectId,
        now(),
      );
    },
    async project(folder) {
      const made = await noted(ledger.projects, folder ?? '', now, async () => {
        const info = await (folder === null ? store.openFolderlessProject() : store.openProject(folder));
        return info.ok ? ok(info.value.id) : info;
      });
      return made?.ok ? made.value : null;
    },
  };
}
