// Any reply is restored from the file character for character: random conversations, written and read.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecorder } from '../../../electron/interop/scenario/recorder.ts';
import { scenarioText } from '../../../electron/interop/scenario/scenarioFile.ts';
import type { ScenarioFile } from '../../../electron/interop/scenario/schema.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { ModelReply } from '../../../electron/ports/provider.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { modelRequest } from '../../support/modelCall.ts';
import { volume } from '../../support/volume.ts';
import { scriptedModel } from './scriptedModel.ts';

const noMask = createSecretMask(
  () => [],
  () => false,
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom('{{x}}', '\n', ' ', '\t', '- a', '# b', ': ', '"', "'", '|', '漢字', '\r\n', '$each', '\\'),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
);
const call = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,12}$/),
  arguments: fc.oneof(
    fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '{ "a": 1 }',
      '{"a":',
      '[1]',
      '{"n":1.0}',
      '{"a":1,"a":2}',
      '{"$number":"{{x}}"}',
      '{"__proto__":1}',
    ),
  ),
});
const reply = fc.record({
  text,
  reasoning: fc.oneof(fc.constant(''), text),
  calls: fc.array(call, { maxLength: 3 }),
  finishReason: fc.constantFrom('stop', 'tool_calls', 'length', 'end_turn'),
});

test('every reply is the same after it was recorded', { tags: ['all'] }, async () => {
  const one = fc.array(
    fc.tuple(
      text.filter((said) => said.trim() !== ''),
      reply,
    ),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(one, fc.constantFrom('a.yaml', 'a.json'), async (exchanges, name) => {
      const recorder = createRecorder(noMask);
      const messages: ApiMessage[] = [];
      const words = exchanges.map(([said], at) => `${at} ${said}`);
      for (const [at, [, said]] of exchanges.entries()) {
        messages.push({ role: 'user', content: words[at] as string });
        const calls = said.calls.map((each, index) => ({ id: `c${at}_${index}`, ...each }));
        const made: ModelReply = { ...said, calls, usage: null, model: null };
        recorder.take(modelRequest({ messages: [...messages], cacheKey: 'c' }), { kind: 'reply', reply: made });
        messages.push({ role: 'assistant', content: said.text });
      }
      const model = await scriptedModel(scenarioText(recorder.scenario() as ScenarioFile, name));
      for (const [at, [, said]] of exchanges.entries()) {
        const outcome = await model.say(words[at] as string);
        // The calls are not answered here: the next text is another prompt.
        const last = model.messages.at(-1);
        if (last?.role === 'assistant') delete last.tool_calls;
        expect(outcome).toMatchObject({ kind: 'reply', reply: { text: said.text, reasoning: said.reasoning } });
        const { calls, finishReason } = (outcome as { reply: ModelReply }).reply;
        expect(calls.map(({ id: _id, ...rest }) => rest)).toEqual(said.calls);
        expect(finishReason).toBe(said.finishReason);
      }
      await model.close();
    }),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});
