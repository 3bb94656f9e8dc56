import { describe, expect, test } from 'vitest';
import {
  agentConversation,
  agentTalk,
  commands,
  nestedConversation,
} from '../../../e2e/gallery/features/processes/fixture.ts';
import { transcriptItems } from '../../../renderer/core/calls/items.ts';
import { percentOf, progressText, quarterOf } from '../../../renderer/features/calls/progressText.ts';
import { ToolCallBox } from '../../../renderer/features/calls/ToolCallBox.tsx';
import { ProcessIndicator } from '../../../renderer/features/processes/ProcessIndicator.tsx';
import { sortCommands } from '../../../renderer/features/processes/processStore.ts';
import type { CallProgress, LiveCall } from '../../../shared/conversation/event.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

describe('background commands', () => {
  test(cite('AGENT-2', 'are counted while they run, and updated by the host'), async () => {
    const { host, session } = joinSession({
      snapshot: snapshotFixture(),
      handlers: { 'process.list': async () => ok({ commands }) },
    });
    session.connection.start();
    await settled();
    expect(staticMarkup(session, <ProcessIndicator open={false} />)).toBe('');
    const stop = session.processes.watch();
    await settled();
    expect(staticMarkup(session, <ProcessIndicator open={false} />)).toContain('aria-label="2 background commands"');
    host.publish({ type: 'processes.changed', commands: commands.slice(0, 1) });
    await settled();
    expect(staticMarkup(session, <ProcessIndicator open={false} />)).toContain('aria-label="1 background command"');
    stop();
    expect(host.calls.filter(({ method }) => method === 'process.list')).toHaveLength(1);
    expect(sortCommands(commands).map(({ state, pid }) => `${state} ${pid}`)).toEqual([
      'running 48990',
      'running 48313',
      'ended 41200',
      'ended 40021',
    ]);
  });
});

describe('a sub-agent', () => {
  async function shown(running: boolean) {
    const talked = agentTalk();
    const live: LiveCall = {
      messageId: 'm1',
      index: 0,
      state: 'running',
      startedAt: '2026-03-03T09:00:00Z',
      output: '',
      agent: { conversationId: 'agent' },
    };
    if (!running) talked.result('The end.', { details: { agent: { conversationId: 'agent' } } });
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [
        conversationFixture({
          messages: talked.messages,
          run: running ? { runId: 'r', startedAt: '', phase: 'tools' } : null,
          calls: running ? [live] : [],
        }),
        agentConversation(running),
        nestedConversation(),
      ],
    });
    joined.session.connection.start();
    await settled();
    joined.session.actions.show('current');
    await settled();
    joined.session.view.setState({ openCalls: { 'm1:0': true } });
    const item = transcriptItems(talked.messages).find(({ type }) => type === 'calls');
    const [call] = item?.type === 'calls' ? item.calls : [];
    if (!call) throw new Error('no call');
    const box = (): string => staticMarkup(joined.session, <ToolCallBox call={call} />);
    const asked = (name: string): unknown[] =>
      joined.host.calls.filter(({ method }) => method === name).map(({ params }) => params);
    return { ...joined, box, asked };
  }

  test(cite('AGENT-1', 'shows its own calls in the box that runs it, with those of its own agents'), async () => {
    const { session, box } = await shown(true);
    const stops = ['agent', 'nested'].map((id) => session.side.watch(id));
    await settled();
    const markup = box();
    expect(markup.match(/data-agent-call="true" data-state="(\w+)"/g)).toHaveLength(6);
    const words = wordsOf(markup);
    expect(words).toMatch(/Listed the project folder.*Read src\/health\.ts.*Ran pg_dump harbour.*Failed/);
    expect(words).toContain('查询计划的说明文档.md');
    expect(words).toContain('I copy the database first.');
    expect(words).toContain('Open conversation');
    for (const stop of stops) stop();
  });

  test(cite('AGENT-1', 'is followed live while the box is open and nowhere else, and then released'), async () => {
    const { host, session, box, asked } = await shown(true);
    const first = session.side.watch('agent');
    const second = session.side.watch('agent');
    await settled();
    expect(asked('conversation.open')).toEqual([
      { conversationId: 'current', tail: expect.any(Number) },
      { conversationId: 'agent', tail: expect.any(Number) },
    ]);
    const state = host.conversation('agent');
    const last = state?.messages.at(-1);
    if (!last) throw new Error('no message');
    host.publishTo('agent', { type: 'message.appended', message: { ...last, id: 'x', role: 'user', content: 'more' } });
    await settled();
    expect(session.side.of('agent').getState().state?.messages.at(-1)?.id).toBe('x');
    expect(session.conversation.store.getState().state?.messages).toHaveLength(2);
    first();
    expect(asked('conversation.close')).toEqual([]);
    second();
    await settled();
    expect(asked('conversation.close')).toEqual([{ conversationId: 'agent' }]);
    expect(box()).toContain('data-agent="agent"');
  });

  test('opened as a page keeps its subscription when the box closes', async () => {
    const { session, asked } = await shown(false);
    const stop = session.side.watch('agent');
    await settled();
    session.actions.show('agent');
    stop();
    await settled();
    expect(asked('conversation.close')).toEqual([{ conversationId: 'current' }]);
  });

  test(cite('AGENT-1', 'whose call a crash left open is still shown in its box'), async () => {
    const { host, session, box } = await shown(true);
    const left = { messageId: 'm1', index: 0, state: 'unknown', agent: { conversationId: 'agent' } } as const;
    const state = host.conversation('current');
    if (!state) throw new Error('no state');
    host.place({ ...state, run: null, calls: [], openCalls: [left] });
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(box()).toContain('data-agent="agent"');
    expect(session.conversation.store.getState().state?.calls).toEqual([]);
  });

  test(cite('AGENT-1', 'that is done shows its work and its result'), async () => {
    const { session, box } = await shown(false);
    const stop = session.side.watch('agent');
    await settled();
    const words = wordsOf(box());
    expect(words).toContain('Ran pg_dump harbour');
    expect(words).toContain('The end.');
    stop();
  });
});

describe('progress', () => {
  test(cite('MCP-4', 'is a bar and text in the box while it runs, and a percentage in its row'), async () => {
    const talked = script().user('go').asks(null, ['mcp__a__b', {}]);
    const progress: CallProgress = { progress: 3, total: 10, message: 'Copying\u202e files\nand more' };
    const calls: LiveCall[] = [{ messageId: 'm1', index: 0, state: 'running', output: '', progress }];
    const run = { runId: 'r', startedAt: '', phase: 'tools' as const };
    const { session } = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages: talked.messages, run, calls })],
    });
    session.connection.start();
    await settled();
    session.actions.show('current');
    await settled();
    const item = transcriptItems(talked.messages).find(({ type }) => type === 'calls');
    const [call] = item?.type === 'calls' ? item.calls : [];
    if (!call) throw new Error('no call');
    const markup = staticMarkup(session, <ToolCallBox call={call} />);
    expect(markup).toContain('aria-valuenow="30"');
    expect(wordsOf(markup)).toContain('Copying⟨U+202E⟩ files');
    expect(wordsOf(markup)).toContain('30%');
    // Announced only by quarters.
    expect(markup).toMatch(/role="status">25%</);
  });

  test('stays within valid values, whatever a server sends', () => {
    const of = (progress: number, total?: number): (number | null)[] => {
      const told = { progress, ...(total === undefined ? {} : { total }) };
      return [percentOf(told), quarterOf(told)];
    };
    expect(of(1, 3)).toEqual([33, 25]);
    expect(of(9, 3)).toEqual([100, 100]);
    expect(of(-1, 3)).toEqual([0, 0]);
    expect(of(1, 0)).toEqual([null, null]);
    expect(of(Number.NaN, 3)).toEqual([null, null]);
    expect(of(7)).toEqual([null, null]);
    expect(progressText({ progress: 7 })).toBe('Step 7');
    expect(progressText({ progress: 1200, total: 4000 })).toBe('1,200 of 4,000');
    expect(progressText({ progress: Number.NaN })).toBe('');
  });
});
