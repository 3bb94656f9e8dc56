// Model options and thinking, as the window knows and shows them.

import { describe, expect, test } from 'vitest';
import { transcriptItems } from '../../../renderer/core/calls/items.ts';
import { DroppedThinking } from '../../../renderer/features/chat/transcript/DroppedThinking.tsx';
import { LiveRows } from '../../../renderer/features/chat/transcript/LiveRows.tsx';
import { TranscriptRow } from '../../../renderer/features/chat/transcript/TranscriptRow.tsx';
import { EffortList } from '../../../renderer/features/models/EffortList.tsx';
import { ModelMenu } from '../../../renderer/features/models/ModelMenu.tsx';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { AssistantMessage, Message } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup } from '../../support/staticMarkup.tsx';

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** `last`: each model's last used options. */
async function opened(change: Partial<ConversationState> | null, last: Record<string, ModelOptions> = {}) {
  const snapshot = snapshotFixture();
  const joined = joinSession({
    snapshot: { ...snapshot, settings: { ...snapshot.settings, modelOptions: last } },
    conversations: change ? [conversationFixture(change)] : [],
    handlers: {
      'conversation.create': async () => ok({ conversationId: 'made' }),
      'conversation.configure': async () => ok({}),
    },
  });
  joined.session.connection.start();
  await settled();
  if (change) joined.session.actions.show('current');
  await settled();
  return joined;
}

const asked = ({ host }: Awaited<ReturnType<typeof opened>>) =>
  host.calls.filter(({ method }) => method === 'conversation.configure').map(({ params }) => params);

describe('the button of the model', () => {
  const own = { provider: 'environment', model: 'atlas-large' };
  test.each([
    ['nothing was chosen', { model: own }, {}, ''],
    ['as the model was last asked', { model: own }, { 'environment/atlas-large': { effort: 'low' } }, 'Low effort'],
    ['another model was', { model: own }, { 'environment/atlas-mini': { effort: 'low' } }, ''],
    [
      'the conversation has its own',
      { model: own, modelOptions: { effort: 'high', temperature: 0.2 } },
      { 'environment/atlas-large': { effort: 'low' } },
      'High effort +1',
    ],
    ['it chose nothing', { model: own, modelOptions: {} }, { 'environment/atlas-large': { effort: 'low' } }, ''],
    ['no effort', { model: own, modelOptions: { maxOutputTokens: 4000 } }, {}, 'Max 4,000 tokens'],
    ['a new chat', null, { 'environment/atlas-large': { effort: 'max' } }, 'Maximum effort'],
  ] as const)(cite('PROVIDER-5', 'shows the choice: %s'), async (_name, change, last, words) => {
    const { session } = await opened(change as Partial<ConversationState> | null, last as Record<string, ModelOptions>);
    expect(textOf(staticMarkup(session, <ModelMenu />))).toBe(['atlas-large', words].filter(Boolean).join(' '));
  });

  test(cite('PROVIDER-5', 'a choice for a new chat is saved in the conversation it becomes'), async () => {
    const joined = await opened(null);
    const { actions } = joined.session;
    await actions.chooseModelOptions({ effort: 'high' });
    expect(asked(joined)).toEqual([]);
    expect(textOf(staticMarkup(joined.session, <ModelMenu />))).toBe('atlas-large High effort');
    await actions.send('Hello');
    expect(asked(joined)).toEqual([{ conversationId: 'made', modelOptions: { effort: 'high' } }]);
  });

  test('a later choice goes to the host', async () => {
    const joined = await opened({});
    await joined.session.actions.chooseModelOptions({});
    expect(asked(joined)).toEqual([{ conversationId: 'current', modelOptions: {} }]);
  });

  test('offers what the model supports, and earlier choices', async () => {
    const { session } = await opened({});
    const radios = (chosen: ModelOptions['effort']) => {
      const list = <EffortList efforts={['low', 'high']} chosen={chosen} onChoose={() => {}} onDone={() => {}} />;
      return [...staticMarkup(session, list).matchAll(/<input[^>]*id="[^"]*-(\w[\w ]*)"[^>]*?( checked="")?[^>]*>/g)];
    };
    const names = (chosen: ModelOptions['effort']) =>
      radios(chosen).map(([html, name]) => `${name}${html.includes('checked=""') ? '!' : ''}`);
    expect(names(undefined)).toEqual(['Default!', 'Low', 'High']);
    expect(names('high')).toEqual(['Default', 'Low', 'High!']);
    expect(names('xhigh')).toEqual(['Default', 'Low', 'High', 'Very high!']);
    // From least to most, whatever this model supports.
    expect(names('medium')).toEqual(['Default', 'Low', 'Medium!', 'High']);
  });
});

describe('thinking', () => {
  const reply = (change: Partial<AssistantMessage>): AssistantMessage =>
    script().says('Done.', change).messages[0] as AssistantMessage;

  test.each([
    ['with its time', { reasoning: 'Hm.', reasoningMs: 12_300 }, 'Thought for 12 s'],
    ['without one', { reasoning: 'Hm.' }, 'Thought'],
    [
      'counted, with a time',
      { usage: { reasoningTokens: 9 }, reasoningMs: 900 },
      'Thought for 900 ms. The provider didn’t share the thinking.',
    ],
    ['only counted', { usage: { reasoningTokens: 9 } }, 'The provider didn’t share the model’s thinking.'],
    ['none', { reasoningMs: 900 }, ''],
  ] as const)(cite('STREAM-8', 'is one line in its reply: %s'), async (_name, change, words) => {
    const { session } = await opened({});
    const item = { type: 'assistant', key: 'm0', message: reply(change) } as const;
    const html = staticMarkup(session, <TranscriptRow item={item} canContinue={false} />);
    const begin = ['Assistant', words, 'Done.'].filter(Boolean).join(' ');
    expect(textOf(html).slice(0, begin.length)).toBe(begin);
  });

  test.each([
    ['while it goes on', { thinking: { ms: 0, since: '2026-03-03T09:00:00Z' } }, 'live', /^Thinking… \d.* Then two\.$/],
    ['where nobody measures it', {}, 'live', /^Thinking… Then two\.$/],
    ['when it is over', { thinking: { ms: 4000 }, text: 'Well' }, 'done', /^Thought for 4\.0 s Well$/],
    [
      'again, after a text',
      { thinking: { ms: 4000, since: '2026-03-03T09:00:00Z' }, text: 'Well' },
      'live',
      /^Thinking…/,
    ],
  ] as const)(cite('STREAM-8', 'streams as its last line: %s'), async (_name, change, state, words) => {
    const run = { runId: 'r', startedAt: '2026-03-03T09:00:00Z', phase: 'model' as const };
    const coming = { messageId: 'x', text: '', reasoning: 'First one.\nThen two.\n', calls: [], ...change };
    const { session } = await opened({ run, reply: coming });
    const html = staticMarkup(session, <LiveRows />);
    expect(html).toContain(`data-thinking="${state}"`);
    expect(textOf(html)).toMatch(words);
  });

  test(cite('PROVIDER-7', 'that was omitted is announced before the first reply without it, and once'), async () => {
    const talk = script()
      .user('a')
      .says('One.')
      .user('b')
      .asks(null, ['read_file', {}])
      .result('x')
      .says('Two.', { droppedThinking: 2 })
      .user('c')
      .says('Three.', { droppedThinking: 3 })
      .user('d')
      .says('Four.')
      .says('Five.', { droppedThinking: 1 });
    Object.assign(talk.messages[3] as Message, { droppedThinking: 2 });
    const shape = transcriptItems(talk.messages).map(({ type, key }) => (type === 'dropped' ? key : type));
    expect(shape).toEqual([
      ...['user', 'assistant', 'user', 'dropped:m3', 'calls', 'assistant', 'user', 'dropped:m7', 'assistant'],
      ...['user', 'assistant', 'dropped:m10', 'assistant'],
    ]);
    const { session } = await opened({});
    const row = <DroppedThinking message={reply({ droppedThinking: 2 })} />;
    expect(textOf(staticMarkup(session, row))).toBe('The thinking behind 2 earlier replies was left out');
    session.view.setState({ openParts: { 'dropped:m0': true } });
    expect(textOf(staticMarkup(session, row))).toMatch(/unchanged.*Every message and result was still sent\./);
  });
});
