// The goals of a data folder: starting, controlling and reading them. One process at a time runs a goal, by a lock that ends with it.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import { type Goal, type GoalRequest, type GoalWish, isGoalOpen } from '../../../shared/features/goals/goal.ts';
import type { GoalInfo } from '../../../shared/features/goals/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import { areCallsDecided } from '../../chat/recovery/resumption.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { isLocked, tryLock } from '../../stores/locks/locks.ts';
import { folderOfConversation } from '../conversationFolder.ts';
import { createGoalFiles, type GoalFiles, noGoal } from './goalFiles.ts';
import type { ConfirmedGoal } from './goalPower.ts';
import { type GoalOverrides, type GoalRunDeps, type GoalStop, runGoal } from './goalRun.ts';

export interface GoalDeps extends Omit<GoalRunDeps, 'files' | 'store' | 'hub'> {
  hub: GoalRunDeps['hub'] & Pick<ConversationHub, 'hold' | 'refresh'>;
  dataDir: string;
  disk: Parameters<typeof createGoalFiles>[1];
  ids: { ulid(): string };
  store: ConversationStore;
  sandbox: Pick<Sandbox, 'status'>;
  mask: Pick<SecretMask, 'text'>;
  /** Ends the test command of a process that was killed. */
  journal: Pick<ProcessJournal, 'endLeftovers'>;
  changed(conversationId: string): void;
  /** It ended or paused. */
  ended(goal: Goal): void;
}

/** Where a test command runs: part of what the user confirms. */
type TestPlace = NonNullable<Goal['place']>;

export interface Goals {
  read(conversationId: string): Promise<Result<GoalInfo | null>>;
  /** Where a command would run now. Fails without a folder. */
  placeOf(conversationId: string): Promise<Result<TestPlace>>;
  /** Whether such a goal can begin. `model`: of its rounds. Returns it as it may be stored. */
  check(wish: GoalWish, model: ModelRef | null): Result<GoalWish>;
  /** `place` null: the test is a check. Resolves when it is recorded; `ended` when it ends or pauses. */
  start(
    conversationId: string,
    wish: GoalWish,
    place: TestPlace | null,
    overrides?: GoalOverrides,
    attachments?: Goal['attachments'],
  ): Promise<Begun>;
  /** `confirmed`: the goal as the user saw it. Fails if its test is another one by now. */
  resume(conversationId: string, confirmed: ConfirmedGoal, overrides?: GoalOverrides): Promise<Begun>;
  /** The user confirmed its command in this process. */
  isConfirmed(goal: ConfirmedGoal): boolean;
  /** Resolves when its round has ended; `elsewhere`: another process was asked. */
  request(conversationId: string, request: GoalRequest): Promise<Result<'done' | 'elsewhere'>>;
  /** Conversations with a goal that another process left unfinished. */
  interrupted(): Promise<string[]>;
  /** Ends rounds; their goals can be resumed. */
  close(): Promise<void>;
}

/** Loads when it is first needed: most starts and commands have nothing to do with goals. */
export interface LazyGoals {
  load(): Promise<Goals>;
  onChange(listener: (conversationId: string) => void): () => void;
  /** Called when a goal has ended or paused. */
  onEnd(listener: (goal: Goal) => void): () => void;
  /** A round runs in the conversation. */
  isInRound(conversationId: string): boolean;
  /** Ends the goals of conversations that are deleted, until the returned function is called. */
  stopDeleted(): () => void;
  /** Reports goals that an earlier process left. */
  reportInterrupted(): Promise<void>;
  readOnly: boolean;
  close(): Promise<void>;
}

type Begun = Result<{ ended: Promise<Goal> }>;

interface ActiveGoal {
  controller: AbortController;
  ended: Promise<Goal>;
}

const over = fail('PARAMS_INVALID', say`This goal is over.`);

const runsElsewhere = fail('CONVERSATION_BUSY', say`Another process works on this goal.`);

export function createGoals(deps: GoalDeps): Goals {
  const { dataDir, disk, clock, ids, store, changed } = deps;
  const plain = createGoalFiles(dataDir, disk, clock);
  const files: GoalFiles = {
    ...plain,
    async update(conversationId, change) {
      const updated = await plain.update(conversationId, change);
      changed(conversationId);
      return updated;
    },
  };
  const locks = join(dataDir, 'locks');
  const lockName = (conversationId: string): string => `${conversationId}.goal-run`;
  const active = new Map<string, ActiveGoal>();
  /** Tests of goals that were started or resumed here. */
  const begunHere = new Set<string>();
  let isClosed = false;

  const isElsewhere = (conversationId: string): boolean =>
    !active.has(conversationId) && isLocked(locks, lockName(conversationId));

  async function existing(conversationId: string): Promise<Result<Goal>> {
    const goal = await files.read(conversationId);
    if (!goal.ok) return goal;
    return goal.value === null ? noGoal : ok(goal.value);
  }

  function check(wish: GoalWish, model: ModelRef | null): Result<GoalWish> {
    const { test, prompt } = wish;
    if (test.type === 'check' && test.model === null && model && externalAgentOf(model) !== null) {
      return fail('PARAMS_INVALID', say`An agent answers here, so choose a model that checks the goal.`);
    }
    const text = (plain: string): string => deps.mask.text(plain);
    // Without the secret in it, it would not work.
    if (test.type === 'command' && text(test.command) !== test.command) {
      return fail(
        'PARAMS_INVALID',
        say`The command contains a secret, which would be stored. Let it read the secret from the environment.`,
      );
    }
    return ok({
      ...wish,
      prompt: text(prompt),
      test: test.type === 'command' ? test : { ...test, question: text(test.question) },
    });
  }

  /** Takes the lock, then records with `prepare`, then runs. */
  async function begin(
    conversationId: string,
    overrides: GoalOverrides,
    prepare: () => Promise<Result<Goal>>,
  ): Promise<Begun> {
    if (active.has(conversationId)) return fail('CONVERSATION_BUSY', say`The goal is running already.`);
    if (isClosed) return runsElsewhere;
    const attempt = tryLock(locks, lockName(conversationId), say`working on a goal`, clock.now());
    if (attempt.kind !== 'held') return runsElsewhere;
    const controller = new AbortController();
    const { promise: ended, resolve, reject } = Promise.withResolvers<Goal>();
    active.set(conversationId, { controller, ended });
    const release = (): void => {
      active.delete(conversationId);
      attempt.lock.release();
      changed(conversationId);
    };
    // The window does not wait for it.
    ended.catch(() => {});
    let isBegun = false;
    try {
      const goal = await prepare();
      if (!goal.ok) return goal;
      isBegun = true;
      begunHere.add(confirmation(goal.value));
      changed(conversationId);
      const mine = { ...optionsOf(goal.value), ...overrides };
      const playing = play(goal.value, mine, controller).finally(release);
      playing.then(deps.ended, () => {});
      void playing.then(resolve, reject);
      return ok({ ended });
    } finally {
      if (!isBegun) {
        release();
        reject(new Error('The goal did not begin.'));
      }
    }
  }

  async function play(goal: Goal, overrides: GoalOverrides, controller: AbortController): Promise<Goal> {
    const { conversationId } = goal;
    const stop = (why: GoalRequest): void => controller.abort(why);
    const ends = [
      files.onChange(conversationId, (now) => {
        if (now === null) stop('stop');
        else if (now.request) stop(now.request);
      }),
      // Loaded, so that the hub notices when it is deleted.
      deps.hub.hold(conversationId),
      deps.hub.subscribe(conversationId, (_id, _seq, event) => {
        if (event.type === 'conversation.removed') stop('stop');
      }),
      store.onOutsideChange((ids) => {
        if (ids.includes(conversationId)) void deps.hub.refresh(conversationId);
      }),
    ];
    try {
      return await runGoal({ ...deps, files }, goal, overrides, controller.signal);
    } finally {
      for (const end of ends) end();
    }
  }

  const stopWith = async (conversationId: string, why: GoalStop): Promise<void> => {
    const running = active.get(conversationId);
    running?.controller.abort(why);
    await running?.ended;
  };

  return {
    async read(conversationId) {
      const goal = await files.read(conversationId);
      if (!goal.ok || goal.value === null) return goal as Result<null>;
      const { request: _ofProcesses, ...info } = goal.value;
      const elsewhere = isElsewhere(conversationId);
      const isLeft = info.status === 'running' && !elsewhere && !active.has(conversationId);
      return ok({ ...info, status: isLeft ? 'interrupted' : info.status, isElsewhere: elsewhere });
    },
    check,
    async placeOf(conversationId) {
      const folder = await folderOfConversation(store, conversationId);
      if (!folder.ok) return folder;
      const { available } = await deps.sandbox.status(folder.value);
      return ok({ folder: folder.value, sandboxed: available });
    },
    async start(conversationId, wish, place, overrides = {}, attachments = []) {
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const model = overrides.model ?? branch.value.meta.model;
      const masked = check(wish, model);
      if (!masked.ok) return masked;
      return begin(conversationId, overrides, async () => {
        const before = await files.read(conversationId);
        if (before.ok && before.value && isGoalOpen(before.value.status)) {
          return fail('CONVERSATION_BUSY', say`This conversation has a goal already. Stop it first.`);
        }
        const goal: Goal = {
          ...{
            v: 1,
            id: ids.ulid(),
            conversationId,
            wish: masked.value,
            attachments,
            createdAt: clock.now().toISOString(),
            place,
          },
          ...{ model: overrides.model ?? null, approvalMode: overrides.approvalMode ?? null },
          ...{ status: 'running', reason: null, stall: null, request: null, rounds: [] },
        };
        const written = await files.write(goal);
        return written.ok ? ok(goal) : written;
      });
    },
    async resume(conversationId, confirmed, overrides = {}) {
      return begin(conversationId, overrides, async () => {
        const goal = await existing(conversationId);
        if (!goal.ok) return goal;
        if (!isGoalOpen(goal.value.status)) return over;
        if (confirmation(goal.value) !== confirmation(confirmed)) {
          return fail('CONVERSATION_BUSY', say`The goal has changed. Look at it again.`);
        }
        await deps.journal.endLeftovers();
        const { model, approvalMode } = { ...optionsOf(goal.value), ...overrides };
        const chosen = { ...goal.value, model: model ?? null, approvalMode: approvalMode ?? null };
        if (!(await areCallsDecided({ store }, conversationId))) {
          return fail('CONVERSATION_BUSY', say`Calls of this conversation are open. Run or skip them first.`);
        }
        // A request that a killed process left would end it again.
        const cleared = await files.update(conversationId, (now) => ({ ...now, request: null }));
        return cleared.ok ? ok({ ...chosen, request: null }) : cleared;
      });
    },
    isConfirmed: (goal) => begunHere.has(confirmation(goal)),
    async request(conversationId, request) {
      const goal = await existing(conversationId);
      if (!goal.ok) return goal;
      if (!isGoalOpen(goal.value.status)) return over;
      if (active.has(conversationId)) {
        await stopWith(conversationId, request);
        return ok('done');
      }
      // Held, so that no process begins to work on it meanwhile.
      const attempt = tryLock(locks, lockName(conversationId), say`changing its goal`, clock.now());
      const elsewhere = attempt.kind !== 'held';
      const status = request === 'stop' ? 'stopped' : 'paused';
      const changes = elsewhere ? { request } : ({ status, request: null, reason: null } as const);
      try {
        const updated = await files.update(conversationId, (now) =>
          isGoalOpen(now.status) ? { ...now, ...changes } : now,
        );
        return updated.ok ? ok(elsewhere ? 'elsewhere' : 'done') : updated;
      } finally {
        if (attempt.kind === 'held') attempt.lock.release();
      }
    },
    async interrupted() {
      const left: string[] = [];
      for (const conversationId of await files.list()) {
        const goal = await files.read(conversationId);
        if (!goal.ok || goal.value?.status !== 'running') continue;
        if (!active.has(conversationId) && !isElsewhere(conversationId)) left.push(conversationId);
      }
      return left;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...active.keys()].map((conversationId) => stopWith(conversationId, 'close')));
    },
  };
}

/** Covers exactly what the user confirmed. */
function confirmation({ id, wish, place, model, approvalMode }: ConfirmedGoal): string {
  return JSON.stringify([id, wish.test, place, model, approvalMode]);
}

/** The model and mode that its rounds were started with. */
function optionsOf({ model, approvalMode }: ConfirmedGoal): Pick<GoalOverrides, 'model' | 'approvalMode'> {
  return { ...(model ? { model } : {}), ...(approvalMode ? { approvalMode } : {}) };
}

/** For the user, when the app starts. */
export function interruptedNotice(titles: readonly string[]): UserText {
  const [title = ''] = titles;
  return titles.length === 1
    ? say`The goal in “${title}” was interrupted when the app ended. You can resume it there.`
    : say`${titles.length} goals were interrupted when the app ended. You can resume them in their conversations.`;
}
