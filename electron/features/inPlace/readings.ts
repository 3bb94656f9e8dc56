// Read requests to the thread and their outcomes, one at a time per session. An aborted read is retried once; anything
// that could not be stored is reported and retried later.

import { errorSentence, fail, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import { isPartialRead } from '../../../shared/features/inPlace/inPlace.ts';
import type { WorkerThread } from '../../lib/workerThread.ts';
import type { InPlaceStore } from '../../ports/inPlace.ts';
import type { FromReader, SecretsToMask, ToReader } from './messages.ts';
import { isLongSession, type SessionFile } from './sessionFile.ts';
import type { ReadOutcome } from './sessionReader.ts';

/** `part`: the end, for a first view; `end`: new records at the end. */
type Reach = 'all' | 'part' | 'end';

export interface ReadingsDeps {
  thread: WorkerThread<ToReader, FromReader>;
  store: Pick<InPlaceStore, 'sourceOf'>;
  hidden(): Promise<SecretsToMask>;
  onRead(session: SessionFile, reading: ReadOutcome): void;
  /** A read was aborted, perhaps not because of its session. */
  onCut(): void;
}

export interface Readings {
  read(session: SessionFile, reach: Reach): Promise<Result<ReadOutcome>>;
  /** For a long session already read, only what is new. */
  reachOf(session: SessionFile): Promise<Reach>;
  /** It was read, or nothing in it is readable, until it changes. */
  isSettled(session: SessionFile): boolean;
  settle(session: SessionFile): void;
  forget(conversationId: string): void;
  /** Drops sessions that are not in this map. */
  forgetOthers(there: ReadonlyMap<string, unknown>): void;
  /** It was read but could not be stored. */
  isUnkept(session: SessionFile): boolean;
  unkeptReasons(): UserTextData[];
  /** True once, some time after a failed store. */
  isTimeToKeepAgain(): boolean;
}

/** Milliseconds. */
const keepAgainMs = 60_000;

export function createReadings(deps: ReadingsDeps): Readings {
  const readings = new Map<string, Promise<Result<ReadOutcome>>>();
  const settled = new Map<string, string>();
  const cut = new Map<string, string>();
  const unkept = new Map<string, UserTextData>();
  let keepAgainAt = Number.POSITIVE_INFINITY;

  async function readNow(session: SessionFile, reach: Reach): Promise<Result<ReadOutcome>> {
    const hidden = await deps.hidden();
    const answer = await deps.thread.ask<Result<ReadOutcome>>((call) =>
      reach === 'end'
        ? { type: 'readEnd', call, session, hidden }
        : { type: 'read', call, session, part: reach === 'part', hidden },
    );
    note(session, reach, answer);
    if (answer?.ok) deps.onRead(session, answer.value);
    return answer ?? fail('STORE_READ_FAILED', say`Reading ${session.path} was stopped.`);
  }

  function note({ conversationId, stamp }: SessionFile, reach: Reach, answer: Result<ReadOutcome> | null): void {
    if (answer?.ok === false && answer.error.code === 'STORE_WRITE_FAILED') {
      unkept.set(conversationId, toUserTextData(errorSentence(answer.error)));
      keepAgainAt = performance.now() + keepAgainMs;
      return;
    }
    unkept.delete(conversationId);
    const isCut = !answer || (!answer.ok && answer.error.code === 'CONVERSATION_BUSY');
    if (isCut && cut.get(conversationId) !== stamp) {
      cut.set(conversationId, stamp);
      deps.onCut();
    } else if (reach !== 'part') settled.set(conversationId, stamp);
  }

  return {
    read(session, reach) {
      const key = `${session.conversationId} ${reach}`;
      const whole = readings.get(`${session.conversationId} all`);
      if (whole && reach === 'end') return whole;
      const under = readings.get(key) ?? readNow(session, reach).finally(() => readings.delete(key));
      readings.set(key, under);
      return under;
    },
    async reachOf(session) {
      if (!isLongSession(session)) return 'all';
      const source = await deps.store.sourceOf(session.conversationId);
      return source && !isPartialRead(source) ? 'end' : 'all';
    },
    isSettled: ({ conversationId, stamp }) => settled.get(conversationId) === stamp,
    settle({ conversationId, stamp }) {
      settled.set(conversationId, stamp);
    },
    forget(conversationId) {
      settled.delete(conversationId);
      unkept.delete(conversationId);
    },
    forgetOthers(there) {
      for (const id of unkept.keys()) if (!there.has(id)) unkept.delete(id);
    },
    isUnkept: ({ conversationId }) => unkept.has(conversationId),
    unkeptReasons: () => [...unkept.values()],
    isTimeToKeepAgain() {
      if (performance.now() < keepAgainAt) return false;
      keepAgainAt = Number.POSITIVE_INFINITY;
      return true;
    },
  };
}
