// Shows a plan to the user and returns their answer; accepting it ends plan mode and sets the mode they chose.

import { planFields, type QuestionField } from '../../../shared/conversation/question.ts';
import { type ApprovalMode, approvalModes } from '../../../shared/permission/permission.ts';
import type { PlanAnswer, ToolContext } from '../../ports/tool.ts';
import { askerOf } from './approvalRouting.ts';
import type { CallScope } from './callScope.ts';

/** Modes for carrying out a plan; the mode that never asks requires confirmation in the mode menu. */
const modes: readonly ApprovalMode[] = ['ask', 'reads', 'edits', 'sandbox'];
const maxPlanLength = 200_000;
const maxWordsLength = 20_000;

type Plan = Parameters<ToolContext['presentPlan']>[0];

export async function presentPlan(call: ToolContext['call'], plan: Plan, scope: CallScope): Promise<PlanAnswer> {
  const { conversationId, settings, signal, deps } = scope;
  const asker = askerOf(deps, conversationId, settings.agent);
  const { messageId, index } = call;
  const offered = (await deps.sandboxStatus()).available ? modes : modes.filter((mode) => mode !== 'sandbox');
  const answer = await asker.question(
    {
      ...{ questionId: deps.ids.ulid(), messageId, index, from: { type: 'model' }, plan: true, message: plan.title },
      fields: fieldsOf(plan.text, offered),
      askedAt: deps.clock.now().toISOString(),
    },
    signal,
  );
  if (answer.action !== 'accept') {
    return { answer: 'unanswered', nobody: answer.action === 'decline' && answer.nobody === true };
  }
  const { values } = answer;
  const text = String(values.plan ?? plan.text);
  const comment = String(values.words ?? '').trim();
  if (values.decision !== 'go_on') return { answer: 'sent_back', text, words: comment };
  const mode = approvalModes.find((each) => each === values.mode) ?? 'ask';
  await choose(mode, asker.conversationId, scope);
  return { answer: 'accepted', text, mode, words: comment };
}

function fieldsOf(text: string, offered: readonly ApprovalMode[]): QuestionField[] {
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const [decision, plan, mode, words] = planFields;
  return [
    { name: decision, label: 'Decision', type: 'choice', options: options(['go_on', 'send_back']), required: true },
    { name: plan, label: 'Plan', type: 'long_text', default: text, required: true, maxLength: maxPlanLength },
    { name: mode, label: 'Mode', type: 'choice', options: options(offered), default: 'edits', required: false },
    { name: words, label: 'Words', type: 'long_text', required: false, maxLength: maxWordsLength },
  ];
}

async function choose(mode: ApprovalMode, conversationId: string, { deps }: CallScope): Promise<void> {
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({ ...meta, approvalMode: mode }));
  const projectId = deps.hub.peek(conversationId)?.projectId;
  if (!saved.ok) return deps.reportStoreError(saved.error);
  if (projectId !== undefined) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
