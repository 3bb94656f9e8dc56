// present_plan: ends plan mode. The user edits the plan, accepts it or sends it back; the answer is the result.

import { z } from 'zod';
import type { PlanAnswer, Tool, ToolOutput } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { canceledOutput, successOutput } from '../toolOutput.ts';
import words from './presentPlan.md?raw';

const schema = z.strictObject({
  title: z.string().trim().min(1).max(200).describe('What it is a plan for, in one line.'),
  plan: z.string().trim().min(1).max(100_000).describe('The plan, in Markdown.'),
});

export function createPresentPlan(): Tool {
  return defineStateTool({
    name: 'present_plan',
    kind: 'state',
    exclusive: true,
    words,
    schema,
    preview: ({ plan }) => ({ type: 'text', text: plan }),

    async run({ title, plan }, context) {
      const answer = await context.presentPlan({ title, text: plan });
      if (context.signal.aborted) return canceledOutput('the plan was not answered.');
      return answered(title, plan, answer);
    },
  });
}

function answered(title: string, plan: string, planAnswer: PlanAnswer): ToolOutput {
  if (planAnswer.answer === 'unanswered') {
    const content = planAnswer.nobody
      ? 'No one is there to answer: this runs without a person. End your turn with the plan as your reply.'
      : 'The user closed the plan without an answer. End your turn and wait for what they say.';
    return successOutput(content, { plan: { title, text: plan, edited: false, answer: planAnswer.answer } });
  }
  const { answer, text, words } = planAnswer;
  const edited = text !== plan;
  const comment = words === '' ? '' : `\n\nThe user says: ${words}`;
  const now = edited ? `\n\nThe plan as the user changed it:\n\n${text}` : '';
  const mode = planAnswer.answer === 'accepted' ? { mode: planAnswer.mode } : {};
  const head = planAnswer.answer === 'accepted' && planAnswer.mode === 'plan' ? heads.noted : heads[answer];
  return successOutput(`${head}${comment}${now}`, {
    plan: { title, text, edited, answer, ...mode, ...(words === '' ? {} : { words }) },
  });
}

const heads = {
  accepted: 'The user accepted the plan. Plan mode has ended: go on and carry it out now.',
  noted: 'The user accepted the plan, but plan mode has not ended: change nothing, and end your turn.',
  sent_back: 'The user sent the plan back. Work it out again, then show it with present_plan.',
} as const;
