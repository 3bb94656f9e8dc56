// The scheduler with everything that its runs and triggers need.

import type { Engine } from '../../platform.ts';
import { isOwnerThatYields } from '../../stores/locks/folderRequest.ts';
import { createAttachmentService } from '../attachments/attachmentService.ts';
import type { LazyGoals } from '../goals/goals.ts';
import { choosePreset } from '../presets/choosePreset.ts';
import type { Presets } from '../presets/presets.ts';
import { createWorktrees } from '../worktrees/git/worktrees.ts';
import { createWorktreeService } from '../worktrees/worktreeService.ts';
import { type PrepareDeps, prepareScheduledRun } from './prepareRun.ts';
import { checkScheduledGoal } from './scheduledGoal.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createLooks } from './triggers/looks.ts';

export type ScheduleNeeds = Engine & { presets: Presets };

interface Around {
  goals: LazyGoals;
  /** Called while there is a schedule with a webhook. */
  onWebhook(): void;
  /** Ends looks. */
  signal: AbortSignal;
}

export function loadScheduler(needs: ScheduleNeeds, { goals, onWebhook, signal }: Around): Scheduler {
  const { dataDir, disk, clock, ids, env, notice, chatDeps, chat, presets } = needs;
  const { journal, allowedVariables, sandbox, mask } = needs;
  const parts: PrepareDeps = {
    ...chatDeps,
    chat,
    presets,
    attachments: createAttachmentService(chatDeps),
    worktrees: createWorktreeService({ ...chatDeps, worktrees: createWorktrees({ environment: env, dataDir }) }, chat),
    goals: () => goals.load(),
    choosePreset: (...what) => choosePreset({ ...chatDeps, presets }, ...what),
  };
  const looks = createLooks({ clock, environment: env, journal, allowedVariables, sandbox, mask }, notice, signal);
  return createScheduler({
    ...{ dataDir, disk, clock, ids, notice },
    checkGoal: (wish) => checkScheduledGoal({ goals: parts.goals, sandbox }, wish),
    leavesRuns: isOwnerThatYields(dataDir),
    prepare: (schedule, cause) => prepareScheduledRun(parts, schedule, cause),
    async look(each, engine) {
      if (each.schedule.trigger.type === 'webhook') onWebhook();
      await looks.look(each, engine);
    },
  });
}
