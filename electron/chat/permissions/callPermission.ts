// What the rules in force say of a call of one run, and what becomes of a person's answer. A rule that is made or taken back
// counts for the next call at once, and answers the calls that wait and that it is about.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ApprovalOffer } from '../../../shared/permission/offers.ts';
import {
  type ApprovalMode,
  type CallFacts,
  type Decision,
  decide,
  offersFor,
  type PermissionRule,
  type RuleScope,
  readsWouldPass,
  rulesInScope,
} from '../../../shared/permission.ts';
import { textOf } from '../../../shared/sentence.ts';
import type { Permissions } from '../../ports/permissions.ts';
import type { ApprovalAnswer, Approvals } from '../approvals.ts';

export interface CallPermissionDeps {
  permissions: Permissions;
  approvals: Pick<Approvals, 'answer'>;
  /** Whose rules count, and where the question stands. */
  conversationId: string;
  projectId: string;
  folder: string | null;
  mode(): ApprovalMode;
  reportError(error: AppError): void;
}

/** What a person may allow from now on with the answer: only what would let the call pass. */
export interface Wider {
  offers: ApprovalOffer[];
  readsPass: boolean;
}

export interface CallPermission {
  decide(facts: CallFacts): Promise<Decision & Wider>;
  /** Waits with `ask`; a rule that is made meanwhile and is about the call answers it. */
  waiting(
    request: ApprovalRequest,
    facts: CallFacts,
    ask: () => Promise<ApprovalAnswer | null>,
  ): Promise<ApprovalAnswer | null>;
  remember(request: ApprovalRequest, answer: ApprovalAnswer, messageId: string): Promise<void>;
}

export function callPermission(deps: CallPermissionDeps): CallPermission {
  const { permissions, approvals, conversationId, projectId, folder } = deps;

  async function decideNow(facts: CallFacts): Promise<Decision & { rules: PermissionRule[] }> {
    const rules = rulesInScope(await permissions.list(), { conversationId, projectId });
    return { ...decide({ mode: deps.mode(), facts, rules, folder }), rules };
  }

  function scopeOf(scope: 'conversation' | 'project' | 'always'): RuleScope {
    if (scope === 'conversation') return { type: 'conversation', conversationId };
    return scope === 'project' ? { type: 'project', projectId } : { type: 'always' };
  }

  return {
    async decide(facts) {
      const { rules, ...decision } = await decideNow(facts);
      permissions.used(decision.ruleIds);
      if (decision.action !== 'ask') return { ...decision, offers: [], readsPass: false };
      return {
        ...decision,
        // A grave call is allowed once; only of a file outside of the folder a permission may name the very place.
        offers: decision.grave && !facts.paths ? [] : offersFor(facts, folder, rules),
        readsPass: readsWouldPass(facts, folder, rules),
      };
    },

    async waiting(request, facts, ask) {
      const again = async (): Promise<void> => {
        const { action, reason, ruleIds } = await decideNow(facts);
        // A mode that was changed meanwhile answers nothing: only a rule about it does.
        if (action === 'ask' || ruleIds.length === 0) return;
        const answered = approvals.answer(conversationId, request.approvalId, {
          decision: action,
          remember: null,
          reason: action === 'deny' ? textOf(reason) : '',
          stop: false,
        });
        if (answered.ok) permissions.used(ruleIds);
      };
      const unsubscribe = permissions.onChange(() => void again());
      try {
        return await ask();
      } finally {
        unsubscribe();
      }
    },

    async remember(request, answer, messageId) {
      if (!answer.remember) return;
      const offer = request.offers[answer.remember.offer];
      if (!offer) return;
      const added = await permissions.add({
        effect: answer.decision,
        match: offer.match,
        // A background command is one of this conversation, and so is a rule about it.
        scope: scopeOf(offer.match.process === undefined ? answer.remember.scope : 'conversation'),
        origin: { type: 'answer', conversationId, messageId },
      });
      // The answer counts all the same, this once.
      if (!added.ok) deps.reportError(added.error);
    },
  };
}
