// Remembers the content of the prompts of an agent's calls that the user, a rule or the mode allowed, so that nobody is
// asked twice. Later descriptions of a call change nothing of it.

import type { AllowedBy } from '../../../shared/conversation/message.ts';
import type { ApprovalMode, CallFacts, Decision } from '../../../shared/permission/permission.ts';
import type { AgentCallContent } from '../../ports/externalAgents.ts';
import type { CallState } from './agentCalls.ts';

type Diff = Extract<AgentCallContent, { type: 'diff' }>;

/** A permission prompt's content. */
export interface PromptContent {
  /** The whole command line, with its folder and variables. */
  line: string | null;
  /** Files with all links resolved. `diffs`: the changes to it; empty: its new content was not shown. */
  files: { path: string; access: 'read' | 'write'; diffs: readonly Diff[] }[];
}

/** One step that an agent wants to do through us. */
export type AgentStep =
  | { type: 'command'; line: string }
  | { type: 'read' }
  /** `before`: the file's text now; null: it does not exist. Undefined: it cannot be read. */
  | { type: 'write'; content: string; before(facts: CallFacts): Promise<string | null | undefined> };

interface Decided {
  /** A rule or the mode, which may change, or the user. */
  by: 'person' | 'rule';
  mode: ApprovalMode;
  /** As it is recorded. */
  how: AllowedBy;
}

export interface AllowedCalls {
  allow(state: CallState, shown: PromptContent, decided: Decided): void;
  /** Nothing is allowed for the call any more. */
  revoke(state: CallState): void;
  /**
   * How an open call that showed this step was allowed; null: none did. A command is covered once, and a write once for each file.
   * `facts`, `decision`: of the step, in this mode.
   */
  covers(step: AgentStep, facts: CallFacts, decision: Decision, mode: ApprovalMode): Promise<AllowedBy | null>;
}

interface Allowance extends Decided {
  state: CallState;
  shown: PromptContent;
}

export function createAllowedCalls(): AllowedCalls {
  let allowed: Allowance[] = [];

  async function coveredBy({ shown }: Allowance, step: AgentStep, facts: CallFacts): Promise<boolean> {
    if (step.type === 'command') {
      if (shown.line !== step.line) return false;
      shown.line = null;
      return true;
    }
    const files = (facts.paths ?? []).map(({ path, access }) =>
      shown.files.find((file) => file.path === path && (access === 'read' || file.access === 'write')),
    );
    const [file] = files;
    if (file === undefined || files.includes(undefined)) return false;
    if (step.type === 'read') return true;
    if (file.diffs.length > 0 && !isShown(step.content, await step.before(facts), file.diffs)) return false;
    const isStillAllowed = shown.files.includes(file);
    // Still readable.
    shown.files = shown.files.map((each) => (each === file ? { ...each, access: 'read' } : each));
    return isStillAllowed;
  }

  return {
    allow: (state, shown, decided) => void allowed.push({ state, shown, ...decided }),
    revoke(state) {
      allowed = allowed.filter((each) => each.state !== state);
    },
    async covers(step, facts, decision, mode) {
      allowed = allowed.filter(({ state }) => !state.isEnded);
      for (const allowance of allowed) {
        const { by, state } = allowance;
        // A rule that asks about the step was not asked about the call.
        const holds = by === 'person' || (allowance.mode === mode && decision.ruleIds.length === 0);
        if (!holds || !(await coveredBy(allowance, step, facts))) continue;
        return !state.isEnded && allowed.includes(allowance) ? allowance.how : null;
      }
      return null;
    },
  };
}

/** Whether the changes, one after the other, make this content out of the text before. */
function isShown(content: string, before: string | null | undefined, diffs: readonly Diff[]): boolean {
  if (before === undefined) return false;
  let text = before === null ? null : lines(before);
  for (const { oldText, newText } of diffs) {
    const old = oldText === null ? null : lines(oldText);
    if (text === null || text === '' || old === null || old === '') {
      if ((text ?? '') !== '' || (old ?? '') !== '') return false;
      text = lines(newText);
      continue;
    }
    const at = text.indexOf(old);
    if (at < 0) return false;
    text = text.slice(0, at) + lines(newText) + text.slice(at + old.length);
  }
  return text === lines(content);
}

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
