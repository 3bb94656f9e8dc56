// A call's outcome before it is stored, and the texts for calls that did not run.

import type {
  AllowedBy,
  CallRefusal,
  Outcome,
  ToolDetails,
  ToolMessage,
} from '../../../shared/conversation/message.ts';
import { type AppError, describeThrown, fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { PrintedResult } from '../../ports/store.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import type { RunSettings } from '../runSettings.ts';

const maxNameLength = 200;

/** A call's outcome before it is stored. */
export interface Verdict {
  outcome: Outcome;
  content: string;
  details?: ToolDetails;
  attachments?: NonNullable<ToolMessage['attachments']>;
  startedAt?: string;
  duration?: number;
  waitedMs?: number;
  allowed?: AllowedBy;
  logged?: boolean;
  /** The app closes while a server continues the call: nothing is stored, and the call stays open. */
  leftOpen?: true;
  /** Hooks' text, which the model reads with the result. */
  note?: string;
  /** Set when the result is too large for memory; `content` is then empty. */
  printed?: PrintedResult & { fingerprint: string };
}

/** Not started because the user denied or stopped it: nothing is stored of a manual call then. */
export function isDeclined({ startedAt, outcome, details }: Verdict): boolean {
  return startedAt === undefined && ['denied', 'cancelled'].includes(outcome) && details?.refused?.by !== 'hook';
}

export function parseArguments(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? '{}' : text) };
  } catch (thrown) {
    return { ok: false, reason: describeThrown(thrown) };
  }
}

export function failedVerdict({ message, said, code }: AppError): Verdict {
  const details = { errorCode: code, ...(said ? { said } : {}) };
  return { outcome: 'error', content: `Error: ${message}`, details };
}

/** A call rejected before it was examined; `notRun` says why, for its box. */
export function rejectedVerdict(error: AppError): Verdict {
  const { code, details } = error;
  const missing = details?.notRun === 'switched_off' ? 'switched_off' : 'unknown';
  const why = code === 'TOOL_NOT_AVAILABLE' ? missing : 'arguments';
  const verdict = failedVerdict(error);
  return { ...verdict, details: { ...verdict.details, notRun: why } };
}

export function unavailableToolError(
  name: string,
  tools: Pick<RunSettings, 'offered' | 'knownTools' | 'mode'>,
): Result<never> {
  const offered = tools.offered.map((tool) => tool.name).join(', ') || 'none';
  const exists = tools.knownTools.some((tool) => tool.name === name);
  const why = exists
    ? tools.mode === 'plan'
      ? say`the tool ${name} is not available in plan mode`
      : say`the tool ${name} is not available in this conversation`
    : say`there is no tool named "${cutName(name)}"`;
  return fail('TOOL_NOT_AVAILABLE', say`${why}. Available tools: ${offered}.`);
}

export function disabledToolError(name: string): Result<never> {
  return fail('TOOL_NOT_AVAILABLE', say`the tool ${name} is turned off in the user’s settings; it was not run.`, {
    notRun: 'switched_off',
  });
}

/** The user's preset excludes it. */
export function excludedToolError(name: string, preset: RunSettings['preset']): Result<never> {
  return fail(
    'TOOL_NOT_AVAILABLE',
    say`the tool ${name} is not included in the preset “${preset?.name ?? ''}”, which the user chose; it was not run.`,
    { notRun: 'switched_off' },
  );
}

/** Cut to the length of a name: models may send whole texts as one. */
function cutName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** `refused`: who denied it, for its box. */
export function deniedVerdict(
  name: string,
  { reason, stop, nobody }: Pick<ApprovalAnswer, 'reason' | 'stop' | 'nobody'>,
): Verdict {
  const reasonText = reason.trim();
  const because = reasonText === '' ? '' : ` Their reason: ${reasonText}`;
  const refused: CallRefusal = nobody
    ? { by: 'nobody' }
    : { by: 'person', ...(reasonText === '' ? {} : { reason: reasonText }), ...(stop ? { stopped: true } : {}) };
  return {
    outcome: 'denied',
    content: nobody
      ? `Error: this call of ${name} was refused and not run. No one was there to approve it.`
      : `Error: the user refused this call of ${name}; it was not run.${because}`,
    details: { errorCode: 'TOOL_DENIED', refused },
  };
}

/** Denied by the user's rule, or by the mode, without asking. */
export function ruleDenialVerdict(name: string, reason: string, by: Pick<CallRefusal, 'mode' | 'rules'>): Verdict {
  return {
    outcome: 'denied',
    content: `Error: a rule of the user refuses this call of ${name}; it was not run. ${reason.trim()} Do not try to do it another way; ask the user if it is needed.`,
    details: { errorCode: 'TOOL_DENIED', refused: { by: 'rule', ...by } },
  };
}

/** Denied by the user's hook; `stopped`: it also ends the run. */
export function hookDenialVerdict(name: string, reason: string, stopped: boolean): Verdict {
  const refused = { by: 'hook' as const, reason, ...(stopped ? { stopped: true as const } : {}) };
  return {
    outcome: 'denied',
    content: `Error: a hook of the user refuses this call of ${name}; it was not run. Its reason: ${reason}`,
    details: { errorCode: 'TOOL_DENIED', refused },
  };
}

export function canceledVerdict(): Verdict {
  return { outcome: 'cancelled', content: `Error: the user stopped the run before this call was started.` };
}

export function cutOffVerdict(): Verdict {
  return rejectedVerdict({
    message:
      'the reply was cut off at its length limit, so the arguments may be incomplete and nothing was run. Make shorter calls.',
    code: 'TOOL_ARGS_INVALID',
  });
}
