// What the user or compaction has left out: marks, summaries, cleared results, tombstones.

import { describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { createReadDepthTest } from '../../../electron/stores/log/readDepth.ts';
import type { Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { tombstoneOf } from '../../../shared/conversation/removed.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { asks, goOn, sentLines as send } from '../../support/sentLines.ts';

const unplaced = { v: 1, id: '', parentId: null, createdAt: '' };

describe('records left out by the user or compaction', () => {
  /** One conversation, and what is sent of it with marks and a summary at its end. */
  const said = conversationOf([
    userMessage('1'),
    asks('looking', 'a', 'b'),
    toolMessage('a', 'A'),
    toolMessage('b', 'B'),
    assistantMessage('2'),
    userMessage('3'),
    assistantMessage('4'),
    userMessage('5'),
  ]);
  const ids = said.map((message) => message.id);
  const idAt = (at: number): string => ids[at] ?? '';
  const hidden = (...at: number[]): Marks => Object.fromEntries(at.map((one) => [idAt(one), { hidden: true, at: '' }]));
  const summary = (firstKeptId: string, more: object = {}, content = 'so far'): Message =>
    ({
      ...unplaced,
      id: `summary ${content}`,
      role: 'system',
      partType: 'summary',
      content,
      compaction: { firstKeptId, clearedIds: [], tokensBefore: 2, tokensAfter: 1, ...more },
    }) as Message;
  const label =
    '[Summary of the conversation so far: it stands for the earlier messages, which you do not see any more. Go on from there.]';
  const opening = `user: ${label}\nso far`;

  test(cite('COMPACT-8', 'a hidden user message between two replies leaves a bridge'), () => {
    expect(send(said, { marks: hidden(5) }).slice(-4)).toEqual(['assistant: 2', goOn, 'assistant: 4', 'user: 5']);
  });

  test(cite('COMPACT-8', 'only the calls of a hidden message are sent: neither its text nor its thinking'), () => {
    const thought = said.map((message, at) =>
      at === 1 ? { ...message, reasoning: 'secret thought' } : message,
    ) as Message[];
    const sent = send(thought, { marks: hidden(1) });
    expect(sent[1]).toBe('assistant [a,b]: ');
    expect(JSON.stringify(toApiMessages(thought, { marks: hidden(1) }).messages)).not.toContain('secret');
  });

  test(cite('COMPACT-2', 'a cut inside a group of results moves back to their call'), () => {
    const expected = [opening, 'assistant [a,b]: looking', 'result a: A', 'result b: B', 'assistant: 2', 'user: 3'];
    for (const at of [1, 2, 3]) {
      const whole = conversationOf([...said, summary(idAt(at))]);
      const isLast = createReadDepthTest('context', {});
      const read = whole.slice(whole.findLastIndex((message) => isLast(message)));
      expect(read.map((message) => message.id)).toEqual([...ids.slice(1), 'summary so far']);
      for (const branch of [whole, read]) expect(send(branch).slice(0, 6)).toEqual(expected);
    }
  });

  test(
    cite(
      'COMPACT-5',
      'a summary whose first kept record is not on the branch is ignored; if the next record is there, it starts there',
    ),
    () => {
      const after = [userMessage('6'), assistantMessage('7'), userMessage('8')];
      const late = conversationOf([...said, summary(''), ...after]);
      const cutAt = (id: string): Message[] =>
        late.map((message) =>
          message.partType === 'summary'
            ? { ...summary(id), ...{ id: message.id, parentId: message.parentId, createdAt: message.createdAt } }
            : message,
        ) as Message[];
      for (const id of ['nobody', '__proto__']) {
        expect(send(cutAt(id))).toEqual(send(late.filter((message) => message.partType !== 'summary')));
      }
      expect(send(cutAt(late.at(-1)?.id ?? ''))).toEqual([`${opening}\n\n6`, 'assistant: 7', 'user: 8']);
      // The line of the first kept record is damaged: what follows it is sent as before.
      const first = said.at(-2)?.id ?? '';
      const damaged = cutAt(first).filter((message) => message.id !== first);
      expect(send(damaged)[0]).toContain(opening);
      expect(send(damaged).join('\n')).toContain(String(said.at(-1)?.content));
    },
  );

  test(cite('COMPACT-5', 'the last of several summaries applies; undoing it brings back the previous one'), () => {
    const both = conversationOf([
      ...said.slice(0, 6),
      summary(idAt(5), {}, 'first'),
      ...said.slice(6),
      summary(idAt(7), {}, 'second'),
    ]);
    expect(send(both)).toEqual([`user: ${label}\nsecond\n\n5`]);
    const undone = { [both.at(-1)?.id ?? '']: { hidden: true, at: '' } };
    const before = [`user: ${label}\nfirst\n\n3`, 'assistant: 4', 'user: 5'];
    expect(send(both, { marks: undone })).toEqual(before);
    const none = { ...undone, [both[6]?.id ?? '']: { hidden: true, at: '' } };
    expect(send(both, { marks: none })).toEqual(send(said));
  });

  test(
    cite('COMPACT-7', 'a cleared result is sent as a reference that names how to read it, unless it is pinned'),
    () => {
      const cleared = [...said, summary('', { clearedIds: [idAt(2), idAt(3)] }, '')];
      const sent = send(cleared, { marks: { [idAt(3)]: { pinned: true, at: '' } } });
      expect(sent[2]).toContain(`call read_tool_result with result "${idAt(2)}"`);
      expect(sent[3]).toBe('result b: B');
      expect(sent.slice(4)).toEqual(send(said).slice(4));
    },
  );

  test(cite('COMPACT-2', 'a pinned record before the cut is sent alongside the summary'), () => {
    const sent = send([...said, summary(idAt(5))], { pinnedBefore: said.slice(2, 3) });
    expect(sent[0]).toBe(`${opening}\n\n[The result of read_file, kept from the part that was summarised]\nA\n\n3`);
  });

  test('a permanently removed message leaves a tombstone, and its calls keep their results', () => {
    const tombs = said.map((message, at) => ([0, 1, 2].includes(at) ? tombstoneOf(message, '') : message));
    expect(send(tombs).slice(0, 4)).toEqual([
      'user: [Removed for good]',
      'assistant [a,b]: [Removed for good]',
      'result a: [Removed for good]',
      'result b: B',
    ]);
  });
});
