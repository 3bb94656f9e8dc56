// Compares for the tests: an app in a git repository, models that each write their name, and their answers once finished.

import { expect } from 'vitest';
import type { ValidParamsOf } from '../../../shared/contract.ts';
import type { ContestantState } from '../../../shared/features/compare/methods.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import type { Reply, RequestBody } from '../../support/fakeReply.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';

const contestant = (model: string) => ({ model: { provider: 'environment', model }, modelOptions: {} });
export const [alpha, beta, gamma] = [contestant('alpha'), contestant('beta'), contestant('gamma')];

/** Each model writes its name with a command, then replies with it. */
export function writer({ model, messages }: RequestBody): Reply {
  const question = messages.findLastIndex(({ content }) => JSON.stringify(content ?? '').includes('write it'));
  const isDone = messages.slice(question).some(({ role }) => role === 'tool');
  if (question < 0 || isDone) return { text: `I am ${model}.` };
  return {
    calls: [
      { id: `call_${model}`, name: 'run_command', arguments: JSON.stringify({ command: `echo ${model} > a.txt` }) },
    ],
  };
}

export async function gitApp(otherwise: Reply = writer) {
  const { folder, git } = gitProject();
  const app = await startTestApp({ otherwise, folder, env: gitEnvironment(), settings: { approvalMode: 'all' } });
  const { startProjectId } = await app.call('app.open', {});
  await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
  return { app, folder, git, id: await app.start() };
}

export const common = { text: 'write it', attachments: [], edits: false, bring: false, overLimit: false };

/** Starts a compare and waits until every contestant is in one of these states. */
export async function compared(
  app: TestApp,
  wish: ValidParamsOf<'compare.start'>,
  until: readonly ContestantState[] = ['done'],
) {
  const { compareId, messageId } = await app.call('compare.start', wish);
  const named = { conversationId: wish.conversationId, compareId };
  return { named, messageId, all: await settled(app, named, until) };
}

export async function settled(
  app: TestApp,
  named: { conversationId: string; compareId: string },
  until: readonly ContestantState[] = ['done'],
) {
  const look = async () => (await app.call('compare.look', named)).contestants;
  await expect
    .poll(
      async () => (await look()).map(({ state, problem }) => (until.includes(state) ? 'there' : [state, problem])),
      {
        timeout: 20_000,
      },
    )
    .toSatisfy((states: unknown[]) => states.every((state) => state === 'there'));
  return look();
}
