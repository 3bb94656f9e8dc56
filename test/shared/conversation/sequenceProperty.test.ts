import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { repairHistory } from '../../../shared/conversation/repair.ts';
import { cite } from '../../support/cite.ts';
import { openAiRuleBreaks } from '../../support/openAiRules.ts';
import { volume } from '../../support/volume.ts';

const callId = fc.constantFrom('a', 'b', 'c', '', 'a very long id '.repeat(5));
const text = fc.oneof(fc.constantFrom('', ' ', 'hi', '\ud800', 'x\u0000y'), fc.string({ maxLength: 8 }));

const record = fc.oneof(
  fc.record({ role: fc.constant('user'), content: text }),
  fc.record({ role: fc.constant('assistant'), content: fc.option(text) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.option(text),
    tool_calls: fc.array(
      fc.record({
        id: callId,
        type: fc.constant('function'),
        function: fc.record({ name: fc.constantFrom('read_file', 'bad name!'), arguments: text }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    role: fc.constant('tool'),
    tool_call_id: callId,
    toolName: fc.constant('read_file'),
    outcome: fc.constant('ok'),
    content: text,
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.option(text),
    partType: fc.constantFrom('error', 'note'),
    error: fc.constant({ code: 'LLM_ERROR', message: 'failed' }),
  }),
  fc.record({ role: fc.constant('system'), partType: fc.constant('environment'), content: fc.constant('date') }),
);

const history = fc
  .array(record, { maxLength: 14 })
  .map((records) =>
    [...records, { role: 'user', content: 'last' }].map(
      (fields, index) => ({ v: 1, id: `m${index}`, parentId: null, createdAt: '', ...fields }) as unknown as Message,
    ),
  );

test(cite(['SEQ-2', 'SEQ-3', 'SEQ-4'], 'any stored history becomes one that both sets of rules accept'), () => {
  fc.assert(
    fc.property(history, (messages) => {
      const sent = toApiMessages(messages).messages;
      expect(checkSequence(sent)).toEqual([]);
      expect(openAiRuleBreaks({ model: 'm', messages: [{ role: 'system', content: 'you are' }, ...sent] })).toEqual([]);
    }),
    { numRuns: volume({ short: 600, all: 3_000 }) },
  );
});

test(cite('SEQ-6', 'repair is idempotent over random histories'), () => {
  fc.assert(
    fc.property(history, (messages) => {
      const once = repairHistory(messages).messages;
      expect(repairHistory(once).messages).toEqual(once);
    }),
    { numRuns: volume({ short: 300, all: 1_500 }) },
  );
});

test(cite('SEQ-1', 'each request of a growing conversation starts with the whole previous one'), {
  tags: ['all'],
}, () => {
  fc.assert(
    fc.property(turns, (grown) => {
      let former: unknown[] = [];
      for (const messages of grown) {
        const sent = toApiMessages(messages).messages;
        expect(sent.slice(0, former.length)).toEqual(former);
        former = sent;
      }
    }),
    { numRuns: volume({ short: 200, all: 1_000 }) },
  );
});

type Turn = { kind: 'text' | 'tools' | 'failed' | 'stopped' | 'stopped-silent'; calls: number; environment: boolean };

/** The branch at each request of a conversation that the loop itself could have stored. */
const turns = fc
  .array(
    fc.record<Turn>({
      kind: fc.constantFrom('text', 'tools', 'failed', 'stopped', 'stopped-silent'),
      calls: fc.integer({ min: 1, max: 3 }),
      environment: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) => {
    const log: Message[] = [];
    const requests: Message[][] = [];
    const add = (fields: object): void => {
      log.push({ v: 1, id: `m${log.length}`, parentId: null, createdAt: '', ...fields } as unknown as Message);
    };
    const result = (id: string): object => ({
      role: 'tool',
      tool_call_id: id,
      toolName: 't',
      outcome: 'ok',
      content: 'r',
    });
    list.forEach((turn, at) => {
      if (turn.environment) add({ role: 'system', partType: 'environment', content: `day ${at}` });
      add({ role: 'user', content: `question ${at}` });
      requests.push([...log]);
      if (turn.kind === 'tools') {
        const ids = Array.from({ length: turn.calls }, (_, n) => `c${at}_${n}`);
        const calls = ids.map((id) => ({ id, type: 'function', function: { name: 't', arguments: '{}' } }));
        add({ role: 'assistant', content: null, tool_calls: calls });
        for (const id of ids.reverse()) add(result(id));
        requests.push([...log]);
      }
      if (turn.kind === 'failed')
        add({ role: 'assistant', partType: 'error', content: null, error: { code: 'x', message: 'y' } });
      else if (turn.kind !== 'stopped-silent') add({ role: 'assistant', content: `answer ${at}` });
    });
    return requests;
  });
