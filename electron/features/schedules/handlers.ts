// schedules.*: one that never asks, or that runs the command of a goal, is confirmed outside of the window.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { scheduleMethods } from '../../../shared/features/schedules/methods.ts';
import { cronOf, timeSentence } from '../../../shared/features/schedules/plainTimes.ts';
import type { ScheduleFile, ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Confirm } from '../../ports/confirm.ts';
import { schedulePower } from './scheduledGoal.ts';
import type { Scheduler } from './scheduler.ts';
import type { Schedules } from './schedules.ts';

interface ScheduleHandlerDeps {
  schedules: Schedules;
  confirm: Confirm;
}

export function scheduleHandlers({ schedules, confirm }: ScheduleHandlerDeps): HandlersOf<typeof scheduleMethods> {
  async function confirmed(scheduler: Scheduler, wish: ScheduleWish): Promise<Result<ScheduleFile['place']>> {
    const place = await scheduler.placeOf(wish);
    if (!place.ok) return place;
    const power = schedulePower(wish, place.value);
    const allowed = power === null ? ok(undefined) : confirm.require(power);
    return allowed.ok ? place : allowed;
  }

  return {
    async 'schedules.list'() {
      const list = await (await schedules.load()).list();
      const rows = list.schedules.map(async (info) =>
        info.webhook
          ? { ...info, webhook: { ...info.webhook, hasSecret: (await schedules.secretOf(info.id)) !== null } }
          : info,
      );
      return ok({ ...list, schedules: await Promise.all(rows) });
    },
    async 'schedules.save'({ id, wish }) {
      const scheduler = await schedules.load();
      const place = await confirmed(scheduler, wish);
      return place.ok ? scheduler.save(id, wish, place.value) : place;
    },
    async 'schedules.remove'({ id }) {
      const removed = await done((await schedules.load()).remove(id));
      if (removed.ok) await schedules.removeSecret(id);
      return removed;
    },
    'schedules.pause': async ({ id }) => done((await schedules.load()).pause(id)),
    async 'schedules.resume'({ id }) {
      const scheduler = await schedules.load();
      const read = await scheduler.read(id);
      if (!read.ok) return read;
      // It may come from another machine, or from a backup.
      const place = await confirmed(scheduler, read.value);
      return place.ok ? done(scheduler.resume(id, place.value)) : place;
    },
    'schedules.run': async ({ id }) => done((await schedules.load()).run(id)),
    async 'schedules.stop'({ id }) {
      (await schedules.load()).stop(id);
      return ok({});
    },
    async 'schedules.history'({ id }) {
      const entries = await (await schedules.load()).history(id);
      return entries.ok ? ok({ entries: entries.value.slice(0, 200) }) : entries;
    },
    async 'schedules.times'({ text, timeZone }) {
      const cron = cronOf(text);
      if (cron === null) return ok({ cron, when: '', next: [] });
      const { checkPattern, nextTimes } = await import('./times.ts');
      const checked = checkPattern({ cron, timeZone });
      if (!checked.ok) return checked;
      const next = nextTimes({ cron, timeZone }, new Date(), 5).map((each) => each.toISOString());
      return ok({ cron, when: toUserTextData(timeSentence(cron)), next });
    },
    async 'schedules.newSecret'({ id }) {
      const read = await (await schedules.load()).read(id);
      if (!read.ok) return read;
      if (read.value.trigger.type === 'webhook') return schedules.newSecret(id);
      return fail('NOT_SUPPORTED', say`This schedule has no webhook.`);
    },
  };
}

async function done(changed: Promise<Result<unknown>>): Promise<Result<Record<string, never>>> {
  const result = await changed;
  return result.ok ? ok({}) : result;
}
