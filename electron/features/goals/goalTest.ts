// Runs the command of a goal: in the sandbox if the user confirmed it with one, never longer than its time, and with bounded output.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { GoalResult, GoalTest } from '../../../shared/features/goals/goal.ts';
import { contentHash } from '../../lib/ids.ts';
import { readableOutput } from '../../lib/readableOutput.ts';
import { type HookProcessDeps, runHookProcess } from '../hooks/hookProcess.ts';

export interface TestOutcome {
  result: GoalResult;
  /** For the model. Secrets are masked. */
  report: string;
}

interface TestPlace {
  conversationId: string;
  folder: string;
  sandboxed: boolean;
}

const maxSummaryCharacters = 300;

export async function runTestCommand(
  deps: HookProcessDeps,
  { conversationId, folder, sandboxed }: TestPlace,
  test: Extract<GoalTest, { type: 'command' }>,
  signal: AbortSignal,
): Promise<Result<TestOutcome>> {
  const ended = await runHookProcess(deps, {
    command: test.command,
    cwd: folder,
    folder,
    conversationId,
    input: '',
    timeoutMs: test.timeoutSeconds * 1000,
    boundary: sandboxed ? 'project' : 'none',
    signal,
  });
  if (!ended.ok) return ended;
  const { exitCode, reason } = ended.value;
  if (reason === 'aborted') return fail('CANCELLED', say`This was stopped.`);
  const output = readableOutput(ended.value.output);
  const timedOut = reason === 'timeout';
  const endText = timedOut
    ? `It did not end within ${test.timeoutSeconds} seconds and was ended.`
    : exitCode === null
      ? 'It was ended by a signal.'
      : `Exit code ${exitCode}`;
  return ok({
    result: {
      passed: reason === 'exit' && exitCode === 0,
      exitCode: timedOut ? null : exitCode,
      timedOut,
      summary: lastLine(output),
      fingerprint: fingerprintOf(`${endText}\n${output}`),
    },
    report: `$ ${test.command}\n${endText}\n\n${output}\n`,
  });
}

function lastLine(output: string): string {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return line.length > maxSummaryCharacters ? `${line.slice(0, maxSummaryCharacters).toWellFormed()}…` : line;
}

/** Times, temporary names and addresses differ each time although nothing else does. */
function fingerprintOf(output: string): string {
  const plain = output
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?|\d\d:\d\d:\d\d(?:[.,]\d+)?/g, '#')
    .replaceAll(/\d+(?:\.\d+)?\s?(?:ms|s|sec|secs|seconds?|minutes?)\b/g, '#')
    .replaceAll(/(duration\w*\W{1,3})\d+(?:\.\d+)?/gi, '$1#')
    .replaceAll(/0x[0-9a-f]+|\/tmp\/\S+|\bpid \d+/gi, '#')
    .replaceAll(/\d+\.\d{3,}/g, '#');
  return contentHash(Buffer.from(plain)).slice(0, 16);
}
