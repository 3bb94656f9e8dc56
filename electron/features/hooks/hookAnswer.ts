// Interprets a hook's exit: its code (0: proceed; 2: deny, with the reason on stderr; others: failed) and its JSON
// output. Fields that would allow a call or change its arguments are ignored. Pure.

import { z } from 'zod';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { HookEvent, HookRun } from '../../../shared/features/hooks/hook.ts';

export interface HookAnswer {
  outcome: Exclude<HookRun['outcome'], 'timed_out' | 'stopped' | 'skipped'>;
  /** Why it denies or asks. */
  reason: string;
  /** For the model, alongside the call's result. */
  modelNote: string;
  /** End the run. */
  ends: boolean;
  /** For the user: what failed or was ignored. */
  problem: Sentence | null;
}

export interface HookEnd {
  exitCode: number | null;
  signal: string | null;
  /** Null if too long to be an answer. */
  stdout: string | null;
  stderr: string;
}

const answerSchema = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  decision: z.string().optional(),
  reason: z.string().optional(),
  hookSpecificOutput: z
    .looseObject({
      /** For `PermissionRequest`. */
      decision: z.looseObject({ behavior: z.string().optional(), message: z.string().optional() }).optional(),
      permissionDecision: z.string().optional(),
      permissionDecisionReason: z.string().optional(),
      additionalContext: z.string().optional(),
      updatedInput: z.unknown().optional(),
    })
    .optional(),
});

const emptyAnswer: HookAnswer = { outcome: 'ok', reason: '', modelNote: '', ends: false, problem: null };
const noReason = 'It gave no reason.';

/** Events whose plain output goes to the model. */
const addsOutput: ReadonlySet<HookEvent> = new Set(['SessionStart', 'UserPromptSubmit']);

/** Events after which the model reads what hooks add. */
const informsModel: ReadonlySet<HookEvent> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
]);

/** Events that a hook can deny or, at the end of a turn, delay. For the others, a reason goes to the model, if it reads one. */
const canRefuse: ReadonlySet<HookEvent> = new Set([
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'SubagentStop',
  'PreCompact',
  'Stop',
]);

export function parseHookAnswer(event: HookEvent, end: HookEnd): HookAnswer {
  if (end.exitCode === 2) return denial(event, end.stderr.trim() || end.stdout?.trim() || noReason);
  if (end.exitCode !== 0) return { ...emptyAnswer, outcome: 'failed', problem: failure(end) };
  const text = end.stdout?.trim();
  if (text === undefined) return { ...emptyAnswer, problem: say`Its output is too long to be used as a response.` };
  if (!text.startsWith('{')) {
    return text !== '' && addsOutput.has(event) ? { ...emptyAnswer, outcome: 'said', modelNote: text } : emptyAnswer;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ...emptyAnswer, outcome: 'failed', problem: say`Its output looks like JSON but is not valid JSON.` };
  }
  const parsed = answerSchema.safeParse(value);
  if (parsed.success) return byJson(event, parsed.data);
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return {
    ...emptyAnswer,
    outcome: 'failed',
    problem: say`The field “${field}” of its response has an unexpected value.`,
  };
}

function byJson(event: HookEvent, answer: z.output<typeof answerSchema>): HookAnswer {
  const { decision, hookSpecificOutput: more = {} } = answer;
  const permission = more.permissionDecision;
  const modelNote = informsModel.has(event) ? (more.additionalContext?.trim() ?? '') : '';
  const problem =
    more.updatedInput === undefined
      ? null
      : say`It tried to change the arguments of the call, which hooks cannot do here.`;
  const rest = {
    ...emptyAnswer,
    modelNote,
    problem,
    outcome: modelNote === '' ? ('ok' as const) : ('said' as const),
  };
  if (answer.continue === false) {
    const reason = answer.stopReason?.trim() || answer.reason?.trim() || noReason;
    return { ...rest, outcome: canRefuse.has(event) ? 'refused' : 'said', reason, ends: true };
  }
  const reason = more.permissionDecisionReason?.trim() || answer.reason?.trim() || noReason;
  const isDenied =
    (event === 'PreToolUse' && permission === 'deny') ||
    (event === 'PermissionRequest' && more.decision?.behavior === 'deny');
  if (decision === 'block' || isDenied) {
    const block = denial(event, more.decision?.message?.trim() || reason);
    return { ...rest, ...block, modelNote: [block.modelNote, modelNote].filter(Boolean).join('\n\n'), problem };
  }
  if (event === 'PreToolUse' && permission === 'ask') return { ...rest, outcome: 'asked', reason };
  return rest;
}

/** Where nothing is left to deny, the reason goes to the model. */
function denial(event: HookEvent, reason: string): HookAnswer {
  if (canRefuse.has(event)) return { ...emptyAnswer, outcome: 'refused', reason };
  return informsModel.has(event) ? { ...emptyAnswer, outcome: 'said', modelNote: reason } : emptyAnswer;
}

function failure({ exitCode, signal }: HookEnd): Sentence {
  if (exitCode === null) return say`It was killed by ${signal ?? say`the system`}.`;
  if (exitCode === 127) return say`Its command was not found (exit code 127).`;
  if (exitCode === 126) return say`Its command cannot be executed (exit code 126).`;
  return say`It ended with exit code ${exitCode}.`;
}
