// Reads the checks and reviews of a pull request at GitHub with gh.

import { tmpdir } from 'node:os';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Trigger } from '../../../../shared/features/schedules/schedule.ts';
import type { Environment } from '../../../lib/environment.ts';
import { commandEnvironment } from '../../../tools/process/commandEnvironment.ts';
import { forgeOf } from '../../git/remote/forge.ts';
import { tokensFor } from '../../git/remote/pullRequest.ts';
import { createGit, findProgram, runProgram } from '../../git/repository/git.ts';

type PullRequestTrigger = Extract<Trigger, { type: 'pullRequest' }>;

const text = z.string().catch('');

const answer = z.object({
  number: z.number(),
  title: text,
  url: text,
  state: text,
  reviewDecision: text,
  statusCheckRollup: z
    .array(z.object({ name: text, context: text, status: text, state: text, conclusion: text, detailsUrl: text }))
    .nullable()
    .catch(null),
  reviews: z
    .array(z.object({ id: text, state: text, body: text, author: z.object({ login: text }).nullable().catch(null) }))
    .catch([]),
  comments: z
    .array(z.object({ id: text, body: text, author: z.object({ login: text }).nullable().catch(null) }))
    .catch([]),
});

export interface PullRequestView {
  /** Changes when something happens. Running checks are left out: only their results matter. */
  state: string;
  /** For the model. */
  about: string;
}

const lookMs = 30_000;
const maxBodyCharacters = 4_000;

export async function viewPullRequest(
  { number, on }: Pick<PullRequestTrigger, 'number' | 'on'>,
  folder: string,
  environment: Environment,
  signal?: AbortSignal,
): Promise<Result<PullRequestView>> {
  const gh = await findProgram('gh', environment);
  if (gh === null) return fail('NOT_SUPPORTED', say`The program gh is not installed on this machine.`);
  const git = createGit(environment);
  const read = async (args: readonly string[]): Promise<string | null> => {
    const answered = await git(args, { cwd: folder, signal });
    return answered.ok && answered.value.code === 0 ? answered.value.out.toString().trim() : null;
  };
  const address = await read(['remote', 'get-url', 'origin']);
  const forge = address === null ? null : forgeOf(address);
  if (forge?.kind !== 'github') return fail('NOT_SUPPORTED', say`The folder has no remote “origin” at GitHub.`);
  const which = number === null ? await read(['symbolic-ref', '--quiet', '--short', 'HEAD']) : String(number);
  if (which === null || which.startsWith('-')) return fail('NOT_SUPPORTED', say`The folder has no branch checked out.`);
  const fields = Object.keys(answer.shape).join(',');
  const repository = `${forge.host}/${forge.repository}`;
  const ran = await runProgram(gh, ['pr', 'view', which, '--repo', repository, '--json', fields], {
    // Not in the folder, whose settings could make it run something.
    cwd: tmpdir(),
    env: { ...commandEnvironment(environment, tokensFor(forge, environment), tmpdir()), GH_PROMPT_DISABLED: '1' },
    signal,
    timeoutMs: lookMs,
    detached: true,
  });
  if (!ran.ok) return ran;
  if (ran.value.code !== 0) {
    const [line = ''] = ran.value.err.trim().split('\n');
    return fail('NOT_SUPPORTED', say`gh could not read the pull request: ${line.slice(0, 300)}`);
  }
  return readView(ran.value.out.toString(), on);
}

function readView(json: string, on: PullRequestTrigger['on']): Result<PullRequestView> {
  let parsed: ReturnType<typeof answer.safeParse>;
  try {
    parsed = answer.safeParse(JSON.parse(json));
  } catch {
    parsed = answer.safeParse(null);
  }
  if (!parsed.success) return fail('NOT_SUPPORTED', say`The answer of gh could not be read.`);
  const { number, title, url, state, reviewDecision, reviews, comments } = parsed.data;
  const checks = (parsed.data.statusCheckRollup ?? []).flatMap(
    ({ name, context, state: status, conclusion, detailsUrl }) => {
      const result = conclusion || (['PENDING', 'EXPECTED'].includes(status) ? '' : status);
      return result === '' ? [] : [{ name: name || context, result, detailsUrl }];
    },
  );
  const cut = (body: string): string => body.slice(0, maxBodyCharacters);
  const remarks = [...reviews, ...comments.map((comment) => ({ ...comment, state: 'COMMENT' }))].map(
    ({ id, state: kind, body, author }) => ({ id, kind, author: author?.login ?? '', body: cut(body) }),
  );
  const watched = {
    ...(on.includes('checks') ? { checks: checks.map(({ name, result }) => [name, result]).sort() } : {}),
    ...(on.includes('reviews') ? { reviewDecision, remarks: remarks.map(({ id, kind }) => [id, kind]) } : {}),
  };
  const about = { number, title, url, state, reviewDecision, checks, reviewsAndComments: remarks.slice(-20) };
  return ok({ state: JSON.stringify(watched), about: JSON.stringify(about, null, 2) });
}
