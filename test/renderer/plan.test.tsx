// A pending plan and an answered one: what is shown, what would be sent, and what is kept meanwhile.

import { describe, expect, test } from 'vitest';
import { planFixture, planText } from '../../e2e/gallery/planFixture.ts';
import { planScenes } from '../../e2e/gallery/planScenes.ts';
import { transcriptItems } from '../../renderer/core/calls/items.ts';
import { createMemory } from '../../renderer/core/memory.ts';
import { PlanCard } from '../../renderer/features/calls/plan/PlanCard.tsx';
import { freshPlan, planDraft, savePlanDraft } from '../../renderer/features/calls/plan/planDrafts.ts';
import { chosenMode, planOf, planValues } from '../../renderer/features/calls/plan/planQuestion.ts';
import { answeredPlan } from '../../renderer/features/results/answeredPlan.ts';
import { ResultView } from '../../renderer/features/results/ResultView.tsx';
import { resultForm } from '../../renderer/features/results/resultForm.ts';
import { cite } from '../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../support/staticMarkup.tsx';

const inMemory = () =>
  createMemory(() => {
    throw new Error('There is no storage.');
  });

describe('a pending plan', () => {
  test(
    cite('APPROVE-1', 'is shown as a document with the modes to continue in; the text field is closed'),
    async () => {
      const scene = planScenes.plan?.();
      if (!scene?.conversation) throw new Error('no scene');
      const { session } = joinSession({ snapshot: snapshotFixture(), conversations: [scene.conversation] });
      session.connection.start();
      await settled();
      session.actions.show('current');
      await settled();
      const markup = staticMarkup(session, <PlanCard question={planFixture()} box={{ current: null }} />);
      const words = wordsOf(markup);
      expect(words).toContain('Make the health check quick');
      expect(words).toContain('with a time limit of two seconds');
      expect(words).not.toContain('## Steps');
      expect(words).toMatch(/Ask\s*Read\s*Edit\s*Sandbox/);
      expect(markup).toMatch(/checked=""[^>]*>(?:(?!<label).)*Edit/s);
      expect(markup).not.toMatch(/<textarea|autofocus/i);
    },
  );

  test(cite('APPROVE-1', 'the answer: the plan as edited, the mode, and the text only when sent back'), () => {
    const question = planFixture();
    expect(planValues(question, 'go_on', { ...freshPlan, words: 'left from before' })).toEqual({
      decision: 'go_on',
      plan: planText,
      mode: 'edits',
    });
    const draft = { ...freshPlan, text: 'Do less.', mode: 'ask', words: ' Shorter. ' };
    expect(planValues(question, 'send_back', draft)).toEqual({
      decision: 'send_back',
      plan: 'Do less.',
      mode: 'ask',
      words: 'Shorter.',
    });
  });

  test('a mode that is not offered is not used, whatever was stored or sent', () => {
    const plan = planOf(planFixture({ modes: ['ask', 'edits'] }));
    expect(plan.modes).toEqual(['ask', 'edits']);
    expect(chosenMode(plan, { ...freshPlan, mode: 'all' })).toBe('edits');
    expect(chosenMode(plan, { ...freshPlan, mode: 'ask' })).toBe('ask');
    const none = planOf({ ...planFixture(), fields: [] });
    expect(none).toMatchObject({ text: '', modes: [], mode: 'ask' });
  });

  test(cite('WORK-2', 'edits are kept by question until the answer, and only the newest few'), () => {
    const memory = inMemory();
    for (let at = 0; at < 8; at++) savePlanDraft(memory, `q${at}`, { ...freshPlan, text: `plan ${at}` });
    expect(planDraft(memory, 'q7').text).toBe('plan 7');
    expect(planDraft(memory, 'q3').text).toBe('plan 3');
    expect(planDraft(memory, 'q2')).toEqual(freshPlan);
    savePlanDraft(memory, 'q7', null);
    expect(planDraft(memory, 'q7')).toEqual(freshPlan);
    for (const odd of ['{', '7', '[["q3"]]', '[["q3",{"text":5,"mode":null,"words":"","part":"read"}]]']) {
      memory.set('plans', odd);
      expect(planDraft(memory, 'q3')).toEqual(freshPlan);
    }
  });
});

describe('an answered plan', () => {
  test(cite('APPROVE-1', 'is shown as a document with the answer'), async () => {
    const state = planScenes.planAnswered?.().conversation;
    if (!state) throw new Error('no scene');
    const { session } = joinSession({ snapshot: snapshotFixture(), conversations: [state] });
    session.connection.start();
    await settled();
    const calls = transcriptItems(state.messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
    const shown = calls.flatMap((call) =>
      call.result
        ? wordsOf(
            staticMarkup(session, <ResultView call={call} result={call.result} form={resultForm(call, call.result)} />),
          )
        : [],
    );
    expect(shown[0]).toMatch(/You requested changes.*Leave the dashboard alone/s);
    expect(shown[1]).toContain('Dismissed');
    expect(shown[2]).toMatch(/You edited and accepted the plan\W*Edit/s);
  });

  test('a result of another form is not a plan; an unknown mode is left out', () => {
    const good = { title: 't', text: 'x', edited: false, answer: 'accepted' as const };
    expect(answeredPlan({ plan: { ...good, mode: '__proto__', words: 7 } })).toEqual({
      ...good,
      mode: null,
      words: '',
    });
    for (const odd of [null, 'plan', [], { ...good, text: {} }, { ...good, answer: 'toString' }])
      expect(answeredPlan({ plan: odd })).toBeNull();
    expect(answeredPlan(undefined)).toBeNull();
  });

  test('comes only from the tool that presents one', () => {
    const details = { plan: { title: '', text: 'x', edited: false, answer: 'accepted' as const } };
    const message = { role: 'tool', content: 'said', outcome: 'ok', details } as unknown as Parameters<
      typeof resultForm
    >[1];
    expect(resultForm({ name: 'mcp__a__b', arguments: '{}' }, message).type).toBe('text');
    expect(resultForm({ name: 'present_plan', arguments: '{}' }, message).type).toBe('plan');
  });
});
