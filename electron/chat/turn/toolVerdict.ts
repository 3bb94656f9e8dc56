// What came of a call before it is stored, and the words for those that were not run.

import type { Outcome, ToolDetails, ToolMessage } from '../../../shared/conversation/message.ts';
import { describeThrown, fail, type Result } from '../../../shared/errors.ts';
import type { PrintedResult } from '../../ports/store.ts';
import type { Tool } from '../../ports/tool.ts';

const longestName = 200;

/** What came of a call, before it is stored. */
export interface Verdict {
  outcome: Outcome;
  content: string;
  details?: ToolDetails;
  attachments?: NonNullable<ToolMessage['attachments']>;
  startedAt?: string;
  duration?: number;
  waitedMs?: number;
  logged?: boolean;
  /** When the result is too large for memory; `content` is empty then. */
  printed?: PrintedResult & { fingerprint: string };
}

export function parseArguments(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? '{}' : text) };
  } catch (thrown) {
    return { ok: false, reason: describeThrown(thrown) };
  }
}

export function failed(message: string, errorCode: string): Verdict {
  return { outcome: 'error', content: `Error: ${message}`, details: { errorCode } };
}

/** Names are given back as far as a name goes: models send whole texts in their place. */
export function unavailable(name: string, deps: { offered: readonly Tool[]; tools: readonly Tool[] }): Result<never> {
  const offered = deps.offered.map((tool) => tool.name).join(', ') || 'none';
  const known = deps.tools.some((tool) => tool.name === name);
  const why = known
    ? `the tool ${name} is not available in this conversation`
    : `there is no tool named "${cutName(name)}"`;
  return fail('TOOL_NOT_AVAILABLE', `${why}. Tools that are: ${offered}.`);
}

export function switchedOff(name: string): Result<never> {
  return fail('TOOL_NOT_AVAILABLE', `the tool ${name} is switched off in the person's settings; it was not run.`);
}

function cutName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

export function denied(name: string, reason: string): Verdict {
  const because = reason.trim() === '' ? '' : ` Their reason: ${reason.trim()}`;
  return {
    outcome: 'denied',
    content: `Error: the person refused this call of ${name}; it was not run.${because}`,
    details: { errorCode: 'TOOL_DENIED' },
  };
}

/** Nobody was asked: a rule of the person's says no. */
export function refusedByRule(name: string, reason: string): Verdict {
  return {
    outcome: 'denied',
    content: `Error: a rule of the person refuses this call of ${name}; it was not run. ${reason.trim()} Do not try to do it in another way; ask the person if it is needed.`,
    details: { errorCode: 'TOOL_DENIED' },
  };
}

export function cancelledVerdict(): Verdict {
  return { outcome: 'cancelled', content: 'Error: the person stopped the run before this call was started.' };
}

export function cutOffVerdict(): Verdict {
  return failed(
    'the reply was cut off at its length limit, so the arguments may be incomplete and nothing was run. Make shorter calls.',
    'TOOL_ARGS_INVALID',
  );
}
