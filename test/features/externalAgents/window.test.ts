// Agents in the window, without a host: rows of the menu, answers of a prompt, titles of calls.

import { expect, test } from 'vitest';
import { agent } from '../../../e2e/gallery/features/externalAgents/fixture.ts';
import { callLine } from '../../../renderer/core/calls/callLine.ts';
import { externalAnswers } from '../../../renderer/features/approvals/externalAnswers.ts';
import { modelRows } from '../../../renderer/features/models/modelRows.ts';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import {
  type AgentPermissionOption,
  agentModelRef,
  type ExternalCallDetails,
} from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';

const provider: ProviderInfo = {
  id: 'one',
  name: 'One',
  kind: 'openai',
  baseUrl: '',
  key: 'none',
  origin: 'settings',
  defaultModel: null,
};
const lists = { one: { models: [{ id: 'qwen-large' }], error: null } };
const agents = [agent('opencode', 'OpenCode'), agent('qwen', 'Qwen Code', { status: 'missing' })];

test('installed agents lead the list; typing finds missing ones too, after the models', () => {
  const all = modelRows([provider], lists, '', null, agents);
  expect(all.all.map(({ id }) => id)).toEqual(['agent:opencode', 'listed:one:qwen-large']);
  expect(all.first?.id).toBe('listed:one:qwen-large');
  expect(modelRows([provider], lists, '', agentModelRef('opencode'), agents).first?.id).toBe('agent:opencode');

  const typed = modelRows([provider], lists, 'Qwen', null, agents);
  expect(typed.all.map(({ id }) => id)).toEqual(['listed:one:qwen-large', 'agent:qwen', 'typed:one:Qwen']);
  expect(typed.first?.id).toBe('listed:one:qwen-large');
  expect(modelRows([provider], lists, 'openc', null, agents).first?.id).toBe('agent:opencode');
});

test('the card gives one answer for this once; what holds longer is a further answer', () => {
  const option = (id: string, kind: AgentPermissionOption['kind']): AgentPermissionOption => ({ id, name: id, kind });
  const usual = [option('a', 'allow_once'), option('b', 'allow_always'), option('c', 'reject_once')];
  expect(externalAnswers({ agent: 'X', options: usual })).toEqual({ canAllowOnce: true, further: [usual[1]] });
  const odd = [option('a', 'allow_always'), option('b', 'reject_always')];
  expect(externalAnswers({ agent: 'X', options: odd })).toEqual({ canAllowOnce: false, further: odd });
  const many = [option('a', 'allow_once'), option('b', 'allow_once')];
  expect(externalAnswers({ agent: 'X', options: many })).toEqual({ canAllowOnce: true, further: [many[1]] });
});

const result = (external: Partial<ExternalCallDetails>): ToolMessage => ({
  v: 1,
  id: 'r',
  parentId: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  role: 'tool',
  tool_call_id: 'c',
  toolName: 'delete',
  content: '',
  outcome: 'ok',
  startedAt: '2026-01-01T00:00:00.000Z',
  duration: 1,
  details: { external: { agentId: 'x', title: '', kind: 'other', locations: [], ...external } },
});

test.each([
  ['a kind with arguments that we know has our words', 'execute', { command: 'npm test' }, {}, 'Ran npm test'],
  ['another call has the words of the agent', 'delete', {}, { title: 'Delete a.ts' }, 'Delete a.ts'],
  ['hidden characters are marked', 'think', {}, { title: 'Plan\u202ednalp' }, /^Plan(?!\u202e)/],
  ['a title that is only the name says nothing', 'mcp_tool', {}, { title: 'mcp_tool' }, /^Used /],
  ['a name that means something to us needs no title', 'read', { filePath: 'a.ts' }, { title: 'x' }, /a\.ts/],
])('%s', (_what, name, args, external, expected) => {
  const line = callLine({ name, arguments: JSON.stringify(args), result: result(external) }, 'ok');
  expect(line).toMatch(expected);
});

test('while it runs, a call of a kind has the title from its arguments; a tool argument named title is no title', () => {
  const args = JSON.stringify({ title: 'Delete a.ts' });
  expect(callLine({ name: 'delete', arguments: args }, 'running')).toBe('Delete a.ts');
  expect(callLine({ name: 'create_page', arguments: args }, 'running')).toMatch(/^Use /);
});

test('a command reads as a shell would take it', () => {
  expect(commandText(['/opt/My Agent/run', '--name=x', "it's", ''])).toBe(`'/opt/My Agent/run' --name=x 'it'\\''s' ''`);
});
