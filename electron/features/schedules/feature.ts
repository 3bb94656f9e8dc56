// Schedules: runs that start by time or event, in the app or in the service.

import type { scheduleMethods } from '../../../shared/features/schedules/methods.ts';
import { defineFeature } from '../feature.ts';
import type { LazyGoals } from '../goals/goals.ts';
import { scheduleHandlers } from './handlers.ts';
import type { ScheduleNeeds } from './loadScheduler.ts';
import type { Scheduler } from './scheduler.ts';
import type { Schedules } from './schedules.ts';
import { makeWebhookSecret, removeWebhookSecret, secretOfWebhook } from './webhookSecrets.ts';

/** Runs begin when the first view is there, in milliseconds. */
const firstLookMs = 3_000;

export const schedulesFeature = defineFeature<typeof scheduleMethods>()({
  create,
  handlers: ({ confirm }, schedules) => scheduleHandlers({ schedules, confirm }),
  publish(schedules, { feed }) {
    if (schedules.readOnly) return () => {};
    const stop = schedules.onChange(() => feed.publish({ type: 'schedules.changed' }));
    const timer = setTimeout(() => void schedules.load().then((scheduler) => scheduler.start()), firstLookMs).unref();
    return () => {
      clearTimeout(timer);
      stop();
    };
  },
  close: (schedules) => schedules.close(),
});

function create(needs: ScheduleNeeds): Schedules {
  const { keychain, env } = needs;
  const listeners = new Set<() => void>();
  const ending = new AbortController();
  let goals: LazyGoals | null = null;
  let loaded: Promise<Scheduler> | null = null;

  async function load(): Promise<Scheduler> {
    const { loadScheduler } = await import('./loadScheduler.ts');
    if (goals === null) throw new Error('The goals are not set.');
    const onWebhook = (): void => schedules.onWebhook();
    const scheduler = loadScheduler(needs, { goals, onWebhook, signal: ending.signal });
    scheduler.onChange(() => {
      for (const listener of [...listeners]) listener();
    });
    if (ending.signal.aborted) await scheduler.close();
    return scheduler;
  }

  const schedules: Schedules = {
    load() {
      loaded ??= load();
      return loaded;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    secretOf: (id) => secretOfWebhook(keychain, env, id),
    newSecret: (id) => makeWebhookSecret(keychain, id),
    removeSecret: (id) => removeWebhookSecret(keychain, id),
    onWebhook: () => {},
    setGoals(all) {
      goals = all;
    },
    async close() {
      ending.abort();
      await (await loaded)?.close();
    },
    readOnly: needs.readOnly !== null,
  };
  return schedules;
}
