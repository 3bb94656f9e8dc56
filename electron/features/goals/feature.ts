// Goals: conversations that continue until their test passes.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Goal } from '../../../shared/features/goals/goal.ts';
import type { goalMethods } from '../../../shared/features/goals/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { attentionOfGoal } from './goalEnding.ts';
import { noGoal } from './goalFiles.ts';
import { goalPower, resumedGoalPower } from './goalPower.ts';
import type { Goals, LazyGoals } from './goals.ts';

/** Until interrupted goals are looked for, in milliseconds: the first view is there by then. */
const firstLookMs = 3_000;

export const goalsFeature = defineFeature<typeof goalMethods>()({
  create,
  handlers,
  publish(goals, { feed }) {
    if (goals.readOnly) return () => {};
    const stops = [
      goals.onChange((conversationId) => feed.publish({ type: 'goals.changed', conversationId })),
      goals.onEnd((goal) => {
        const what = attentionOfGoal(goal);
        if (what) feed.publish({ type: 'conversation.attention', conversationId: goal.conversationId, what });
      }),
      goals.stopDeleted(),
    ];
    const timer = setTimeout(() => void goals.reportInterrupted(), firstLookMs).unref();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  },
  close: (goals) => goals.close(),
});

function create(needs: Engine): LazyGoals {
  const listeners = new Set<(conversationId: string) => void>();
  const endListeners = new Set<(goal: Goal) => void>();
  const inRound = new Set<string>();
  let loaded: Promise<Goals> | null = null;
  let isClosed = false;

  async function load(): Promise<Goals> {
    const { loadGoals } = await import('./loadGoals.ts');
    const goals = loadGoals(needs, {
      inRound,
      changed(conversationId) {
        for (const listener of [...listeners]) listener(conversationId);
      },
      ended(goal) {
        for (const listener of [...endListeners]) listener(goal);
      },
    });
    if (isClosed) await goals.close();
    return goals;
  }

  const lazy: LazyGoals = {
    load() {
      loaded ??= load();
      return loaded;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    isInRound: (conversationId) => inRound.has(conversationId),
    stopDeleted: () =>
      needs.chatDeps.hub.subscribe(null, (conversationId, _seq, event) => {
        if (event.type === 'conversation.removed') {
          // Without a goal there is nothing to end; one that cannot be recorded has ended, too.
          void lazy
            .load()
            .then((goals) => goals.request(conversationId, 'stop'))
            .catch(() => {});
        }
      }),
    async reportInterrupted() {
      const goals = await lazy.load();
      const left = await goals.interrupted();
      if (left.length === 0) return;
      const { interruptedNotice } = await import('./goals.ts');
      const rows = await Promise.all(left.map((id) => needs.store.listConversation(id)));
      needs.notice(interruptedNotice(rows.map((row) => (row.ok ? (row.value?.title ?? '') : ''))));
    },
    readOnly: needs.readOnly !== null,
    async close() {
      isClosed = true;
      await (await loaded)?.close();
    },
  };
  return lazy;
}

function handlers({ confirm }: AppParts, goals: LazyGoals): HandlersOf<typeof goalMethods> {
  return {
    async 'goals.read'({ conversationId }) {
      const goal = await (await goals.load()).read(conversationId);
      return goal.ok ? ok({ goal: goal.value }) : goal;
    },
    async 'goals.start'({ conversationId, wish }) {
      const all = await goals.load();
      if (wish.test.type === 'check') return begun(await all.start(conversationId, wish, null));
      const place = await all.placeOf(conversationId);
      if (!place.ok) return place;
      const allowed = confirm.require(goalPower(wish.test.command, place.value));
      return allowed.ok ? begun(await all.start(conversationId, wish, place.value)) : allowed;
    },
    async 'goals.resume'({ conversationId }) {
      const all = await goals.load();
      const goal = await all.read(conversationId);
      if (!goal.ok) return goal;
      if (goal.value === null) return noGoal;
      const power = resumedGoalPower(goal.value);
      const allowed = power === null || all.isConfirmed(goal.value) ? ok(undefined) : confirm.require(power);
      return allowed.ok ? begun(await all.resume(conversationId, goal.value)) : allowed;
    },
    'goals.pause': async ({ conversationId }) => begun(await (await goals.load()).request(conversationId, 'pause')),
    'goals.stop': async ({ conversationId }) => begun(await (await goals.load()).request(conversationId, 'stop')),
  };
}

function begun(result: Result<unknown>): Result<Record<string, never>> {
  return result.ok ? ok({}) : result;
}
