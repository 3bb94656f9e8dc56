// The goals with everything that their rounds and tests need.

import { textOf } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Goal } from '../../../shared/features/goals/goal.ts';
import type { ApprovalMode } from '../../../shared/permission/rule.ts';
import { contentHash } from '../../lib/ids.ts';
import type { Engine } from '../../platform.ts';
import { folderOfConversation } from '../conversationFolder.ts';
import { askCheck, type CheckMatter } from './goalCheck.ts';
import type { TestRun } from './goalRun.ts';
import { createGoals, type GoalDeps, type Goals } from './goals.ts';
import { runTestCommand, type TestOutcome } from './goalTest.ts';

const maxReplyCharacters = 10_000;
const maxChangeCharacters = 80_000;
const recentRecords = 50;

export function loadGoals(needs: Engine, listeners: Pick<GoalDeps, 'changed' | 'ended' | 'inRound'>): Goals {
  const { dataDir, disk, clock, ids, env, journal, allowedVariables, sandbox, mask, chatDeps, chat, undo } = needs;
  const { store, hub, later } = chatDeps;
  const processes = { clock, journal, environment: env, allowedVariables, sandbox, mask };

  async function test(goal: Goal, run: TestRun): Promise<Result<TestOutcome>> {
    const { conversationId, wish, place } = goal;
    if (wish.test.type === 'check') return check(goal, run);
    if ((run.approvalMode ?? (await modeOf(conversationId))) === 'plan') {
      return fail(
        'NOT_SUPPORTED',
        say`In plan mode, the command does not run. Choose another mode, then resume the goal.`,
      );
    }
    const folder = await folderOfConversation(store, conversationId);
    if (!folder.ok) return folder;
    if (place === null || folder.value !== place.folder) {
      return fail(
        'NOT_SUPPORTED',
        say`The conversation now works in another folder than its goal. Stop it, and set a new one.`,
      );
    }
    return runTestCommand(processes, { conversationId, ...place }, wish.test, run.signal);
  }

  async function modeOf(conversationId: string): Promise<ApprovalMode> {
    const branch = await hub.load(conversationId);
    return branch.ok ? branch.value.approvalMode : 'plan';
  }

  async function check(goal: Goal, run: TestRun): Promise<Result<TestOutcome>> {
    const { conversationId, wish } = goal;
    const firstId = firstMessageId(goal);
    const first = firstId === null ? null : await store.readMessage(conversationId, firstId);
    const branch = await store.readBranch(conversationId, { tail: recentRecords });
    if (!branch.ok) return branch;
    if (wish.test.type !== 'check') return fail('INTERNAL', say`This goal has no check.`);
    const last = branch.value.messages.findLast(({ role, partType }) => role === 'assistant' && partType === undefined);
    const matter: CheckMatter = {
      task: first?.ok ? textOf(first.value) : '',
      reply: last ? textOf(last).slice(-maxReplyCharacters).toWellFormed() : '',
      changes: await changesOf(goal),
    };
    const answer = await askCheck(chatDeps, branch.value, wish.test, matter, run);
    if (!answer.ok) return answer;
    const { passed, reason } = answer.value;
    const summary = mask.text(reason);
    const fingerprint = contentHash(Buffer.from(`${passed} ${summary}`)).slice(0, 16);
    return ok({
      result: { passed, exitCode: null, timedOut: false, summary, fingerprint },
      report: `Question: ${wish.test.question}\nAnswer: ${passed ? 'yes' : 'no'}\nReason: ${summary}\n`,
    });
  }

  /** A diff of all rounds, bounded. */
  async function changesOf(goal: Goal): Promise<string> {
    const { conversationId } = goal;
    const messageId = firstMessageId(goal);
    if (messageId === null) return '';
    const review = await undo.review(conversationId, { type: 'since', messageId });
    if (!review.ok) return '';
    const all = review.value.files.map(({ path, kind, diff }) => `${kind}: ${path}\n${diff ?? ''}`).join('\n');
    if (all.length <= maxChangeCharacters) return all;
    return `${all.slice(0, maxChangeCharacters).toWellFormed()}\n[… the rest is left out …]`;
  }

  return createGoals({
    ...{ dataDir, disk, clock, ids, store, hub, chat, undo, sandbox, mask, test, journal },
    ...listeners,
    ...(later ? { later } : {}),
  });
}

function firstMessageId({ rounds }: Goal): string | null {
  return rounds.find(({ messageId }) => messageId !== null)?.messageId ?? null;
}
