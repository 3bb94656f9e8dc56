// The form of a contestant: what the field for its model or agent shows.

import { expect, test } from 'vitest';
import { modelText, parseModel, visibleModel } from '../../../renderer/features/compare/contestantDraft.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { cite } from '../../support/cite.ts';

const agents = [
  { id: 'claude', name: 'Claude' },
  { id: 'claude-code', name: 'Claude Code' },
];

test(cite('AGENT-5', 'a chosen agent is shown by its name, and what is typed stays as it was typed'), () => {
  expect(visibleModel(modelText(agentModelRef('claude-code')), { agents })).toBe('Claude Code');
  // On the way to “Claude Code”.
  for (const typed of ['Claude', 'Claude ', ' Claude', 'openai/gpt'])
    expect(visibleModel(typed, { agents })).toBe(typed);
  expect(parseModel('Claude ', { agents, providerIds: [] })).toEqual(agentModelRef('claude'));
});
