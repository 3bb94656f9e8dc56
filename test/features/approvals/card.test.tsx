// What the user is asked while a call waits: the exact call, who asks, and forms with every kind of field.

import { describe, expect, test } from 'vitest';
import { approvalScenes } from '../../../e2e/gallery/features/approvals/scenes.ts';
import type { Scene } from '../../../e2e/gallery/scene.ts';
import { longCommand, toolArguments } from '../../../e2e/gallery/toolFixture.ts';
import { toolScenes } from '../../../e2e/gallery/toolScenes.ts';
import { transcriptItems } from '../../../renderer/core/calls/items.ts';
import type { Session } from '../../../renderer/core/state/session.ts';
import { AllowAlways } from '../../../renderer/features/approvals/AllowAlways.tsx';
import { Approval } from '../../../renderer/features/approvals/Approval.tsx';
import { BulkApprovalBar } from '../../../renderer/features/approvals/BulkApprovalBar.tsx';
import { ToolCallBox } from '../../../renderer/features/calls/ToolCallBox.tsx';
import { waitingSentence } from '../../../renderer/features/chat/WaitingAnnouncement.tsx';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

interface Shown {
  session: Session;
  state: ConversationState;
  /** One per call, in order. */
  boxes: string[];
}

async function shown(name: string, scenes: Record<string, () => Scene> = toolScenes): Promise<Shown> {
  const scene = scenes[name]?.();
  const state = scene?.conversation;
  if (!scene || !state) throw new Error(`no scene ${name}`);
  const { session } = joinSession({ snapshot: snapshotFixture(), conversations: [state] });
  session.connection.start();
  await settled();
  session.actions.show('current');
  await settled();
  session.view.setState({ openCalls: Object.fromEntries((scene.open ?? []).map((key) => [key, true])) });
  return { session, state, boxes: boxesOf(session, state) };
}

function boxesOf(session: Session, { messages }: ConversationState): string[] {
  const calls = transcriptItems(messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
  return calls.map((call) => staticMarkup(session, <ToolCallBox call={call} />));
}

describe("an approval's card", () => {
  test(cite('APPROVE-1', 'a very long command is shown in full, with its size'), async () => {
    const { boxes } = await shown('longCommand');
    const text = wordsOf(boxes[0] ?? '');
    expect(text).toContain(longCommand);
    expect(text).toContain(`63 lines · ${longCommand.length.toLocaleString('en')} characters · shown in full`);
  });

  test(
    cite('APPROVE-1', "a server tool's arguments are shown in full, with its server and hidden characters"),
    async () => {
      const { boxes } = await shown('serverApproval');
      const text = wordsOf(boxes[0] ?? '');
      expect(text).toContain('From MCP server github');
      expect(text).toContain(toolArguments.replace('\u200b', '⟨U+200B⟩'));
      expect(text).toContain('1 hidden character shown as a code.');
    },
  );

  test(
    cite(
      ['APPROVE-1', 'APPROVE-9'],
      'several pending calls have a closed row each, answered in the list, which opens as a card; none has the focus',
    ),
    async () => {
      const { session, state, boxes: closed } = await shown('several');
      expect(closed).toHaveLength(3);
      for (const box of closed) {
        expect(box).toMatch(/<section[^>]*tabindex="0"/);
        expect(box).toContain('Waiting for you');
        expect(box).not.toContain('>Allow once<');
      }
      const openCalls = Object.fromEntries(state.calls.map(({ approval }) => [approval?.approvalId, true]));
      session.view.setState({ openCalls });
      const boxes = boxesOf(session, state);
      for (const box of boxes) {
        expect(box).toMatch(/<section[^>]*tabindex="0"/);
        expect(box).toContain('>Allow once<');
        expect(box).toContain('>Deny with reason…<');
        expect(box).not.toMatch(/autofocus/i);
      }
      expect(wordsOf(boxes[1] ?? '')).toContain('words=in&it=so&that=it&must=wrap');
      expect(wordsOf(boxes[2] ?? '')).toContain('Requested by agent “Measure the query on a copy of the database”');
    },
  );

  test(cite('APPROVE-7', 'at the sandbox boundary each answer says exactly what it opens'), async () => {
    const { session, state } = await shown('sandboxEdge', approvalScenes);
    const request = state.calls[0]?.approval;
    if (!request) throw new Error('nothing waits');
    const words = wordsOf(
      staticMarkup(session, <AllowAlways request={request} off={false} onBack={() => {}} onAllow={() => {}} />),
    );
    expect(words).toContain('sandboxed commands to write to /home/mei/.npm/_cacache');
    expect(words).toContain('exactly the command npm ciRuns outside the sandbox, with your permissions');
    expect(words).not.toMatch(/any command|Everywhere/);
  });

  test(cite('APPROVE-2', 'wider scopes are offered only where the question offers them'), async () => {
    expect((await shown('offers')).boxes.at(-1)).toContain('>Always allow…<');
    expect((await shown('longCommand')).boxes[0]).not.toContain('>Always allow…<');
  });

  test(cite('APPROVE-1', 'if nothing can be allowed together, the bar starts collapsed, and says so'), async () => {
    const bar = async (name: string): Promise<{ words: string; said: string }> => {
      const { session, state } = await shown(name, approvalScenes);
      return { words: wordsOf(staticMarkup(session, <BulkApprovalBar />)), said: waitingSentence(state) };
    };
    const folded = await bar('togetherAlone');
    expect(folded.words).toContain('3 calls waiting for you · 3 must be allowed one by one');
    expect(folded.words).toContain('Show all');
    expect(folded.words).not.toContain('Deny all');
    expect(folded.said).toContain('They can’t be allowed together');
    const open = await bar('togetherGrave');
    expect(open.words).toContain('Deny all 4');
    expect(open.said).toContain('You can answer them together');
  });

  test(cite('APPROVE-2', 'no lasting permission is offered if no rule or mode would allow the call'), async () => {
    const { session, state, boxes } = await shown('allowAlwaysRead', approvalScenes);
    expect(boxes.at(-1)).toContain('>Always allow…<');
    const [call] = state.calls;
    if (!call?.approval) throw new Error('nothing waits');
    const { readsPass: _passes, ...approval } = { ...call.approval, offers: [] };
    const card = staticMarkup(session, <Approval request={approval} box={{ current: null }} />);
    expect(card).toContain('>Allow once<');
    expect(card).not.toContain('>Always allow…<');
  });

  test(
    cite('APPROVE-1', 'pending approvals are announced in one permanent live region: the newest question'),
    async () => {
      expect(waitingSentence((await shown('offers')).state)).toBe(
        'Waiting for your approval: Run npm test -- --watch=false',
      );
      expect(waitingSentence((await shown('questionShort')).state)).toBe('Waiting for your answer: 哪一种颜色？');
      expect(waitingSentence((await shown('answered')).state)).toBe('');
      const run = { runId: 'r', startedAt: '', phase: 'tools' as const };
      const byHand = { messageId: 'h1', toolName: 'run_command', arguments: '{"command":"git push"}' };
      const { state } = await shown('offers');
      const [call] = state.calls;
      const calls = call ? [{ ...call, messageId: 'h1' }] : [];
      expect(waitingSentence({ calls, messages: [], run: { ...run, byHand } })).toBe(
        'Waiting for your approval: Run git push',
      );
    },
  );
});

describe('the form of a call that asks', () => {
  test(cite('TOOL-1', 'every field has its label, and its description is linked to it'), async () => {
    const { boxes, state } = await shown('question');
    const [box = ''] = boxes;
    expect(box).toContain('data-state="waiting"');
    expect(wordsOf(box)).toContain('The model asks');
    const fields = state.calls[0]?.question?.fields ?? [];
    expect(fields).toHaveLength(10);
    for (const field of fields) expect(wordsOf(box)).toContain(field.label);
    // Each label names an existing field; so does each description.
    const ids = new Set([...box.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const labelled = [...box.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id);
    expect(labelled).toHaveLength(14);
    for (const id of labelled) expect(ids).toContain(id);
    const described = [...box.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' '));
    expect(described).toHaveLength(2);
    for (const id of described) expect(ids).toContain(id);
    expect(box.match(/<fieldset/g)).toHaveLength(3);
    expect(box).toMatch(/<input[^>]*value="2.5"/);
    expect(box).toContain('检查太慢');
  });

  test(cite('MCP-7', 'a server that asks is named, and its text is only text'), async () => {
    const { boxes } = await shown('questionServer');
    expect(wordsOf(boxes[0] ?? '')).toContain('Server github asks');
    expect(wordsOf(boxes[0] ?? '')).toContain('Your answer is sent to this server. Don’t enter passwords or keys.');
  });

  test(cite('MCP-7', 'an address is shown in full with its site, and opened only if it is http or https'), async () => {
    const address = (await shown('questionAddress')).boxes[0] ?? '';
    expect(wordsOf(address)).toContain('https://github.example.com/login/device?code=ABCD-1234&return=https%3A%2F%2F');
    expect(wordsOf(address)).toContain('Opens github.example.com in your browser.');
    expect(address).toMatch(
      /<a href="https:\/\/github\.example\.com[^>]*target="_blank"[^>]*rel="noopener noreferrer"/,
    );
    const bad = (await shown('questionBadAddress')).boxes[0] ?? '';
    expect(wordsOf(bad)).toContain('file:///etc/passwd');
    expect(bad).not.toContain('<a ');
  });

  test(cite('TOOL-1', 'after the answer the box shows the question and the answer'), async () => {
    const { boxes } = await shown('answered');
    const said = wordsOf(boxes[0] ?? '');
    expect(said).toMatch(/What should I do\?.*You answered.*Name of the serviceharbour-api/);
    expect(said).toContain('What should the check ask?A ping of the pool');
    expect(said).toContain('TellThe team, 客户');
    expect(said).toContain('TriesNo answer');
    expect(said).toContain('Do it nowYes');
    expect(wordsOf(boxes[1] ?? '')).toContain('You declined.');
    expect(wordsOf(boxes[2] ?? '')).toContain('number: 12');
  });
});
