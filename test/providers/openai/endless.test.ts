// Endless streams: each is given up at a limit, says why, and keeps its text.

import { describe, expect, test } from 'vitest';
import { maxCharacters } from '../../../electron/providers/http/replyReader.ts';
import { cite } from '../../support/cite.ts';
import { event, said, startEndlessServer } from '../../support/endlessServer.ts';
import { inTurns } from '../../support/inTurns.ts';
import { callModel } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { sample } from '../../support/volume.ts';

const delta = (value: object): string => event({ choices: [{ index: 0, delta: value }] });
const asked = (given: string): string => delta({ tool_calls: [{ index: 0, function: { arguments: given } }] });

async function endless(first: string, again: string, maxBytes?: number) {
  const { url } = await startEndlessServer(first, again);
  const value = await inTurns(0, () => callModel(openAiProvider(url, maxBytes === undefined ? {} : { maxBytes })));
  if (value.outcome.kind !== 'failed') throw new Error(value.outcome.kind);
  const { failure } = value.outcome;
  return { failure, said: failure.message.replace(/^127\.0\.0\.1:\d+ /, '') };
}

describe('a stream that does not end', () => {
  const kept = 'The rest was not read. Everything before it is saved.';
  test.each(
    sample(3, [
      ['empty events', 'data: {}\n\n', 'sent 100000 empty events in a row.'],
      ['empty deltas', delta({ content: '' }), 'sent 100000 empty events in a row.'],
      ['text', said('some words '.repeat(400)), 'sent more than 4000000 characters in one reply.'],
      [
        'thinking',
        delta({ reasoning: 'some thoughts '.repeat(400) }),
        'sent more than 4000000 characters in one reply.',
      ],
      ['arguments', asked('{\\"a\\": '.repeat(1_000)), 'sent more than 4000000 characters in one reply.'],
      ['keep-alive comments', `: ${'x'.repeat(60_000)}\n\n`, /^sent more than 67\d{6} bytes without ending\.$/],
      ['comments in one event', `: ${'x'.repeat(60_000)}\r\n`, 'sent more than 16777216 bytes in one event.'],
      ['lines of one event', 'data: 1,\r\n'.repeat(6_000), 'sent more than 16777216 bytes in one event.'],
    ]),
  )(cite('STREAM-11', 'of %s'), async (_name, again, why) => {
    const { failure, said: words } = await endless(said('Hello. '), again);
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: false });
    expect(words.replace(` ${kept}`, '')).toMatch(why);
    expect(failure.partial.text.startsWith('Hello. ')).toBe(true);
    expect(failure.partial.text.length).toBeLessThanOrEqual(maxCharacters + 1);
  });

  test(cite('STREAM-11', 'of one event'), { tags: ['all'] }, async () => {
    const { failure, said: words } = await endless(`${said('Hello.')}data: {"a":"`, 'x'.repeat(100_000));
    expect(words).toBe(`sent more than 16777216 bytes in one event. ${kept}`);
    expect(failure.partial.text).toBe('Hello.');
  });

  test(cite('STREAM-11', 'of one JSON value over many lines'), { tags: ['all'] }, async () => {
    const { failure, said: words } = await endless('{"a": [\n', '1,\n'.repeat(30_000));
    expect(failure.code).toBe('LLM_BAD_RESPONSE');
    expect(words).toBe(`sent more than 16777216 bytes in one event. ${kept}`);
  });

  test(cite('STREAM-11', "of brackets in a call's arguments, which cost no more than other text"), {
    tags: ['all'],
  }, async () => {
    const { failure } = await endless(asked('{"a":"'), asked('{}').repeat(500), 6_000_000);
    expect(failure.code).toBe('LLM_BAD_RESPONSE');
  });
});
