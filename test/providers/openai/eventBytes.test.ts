// Events are assembled from the bytes, wherever those are split.

import { describe, expect, test } from 'vitest';
import { createEventSplitter } from '../../../electron/providers/http/eventBytes.ts';
import { cite } from '../../support/cite.ts';

const text = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString();

/** The output with the stream split at these places. */
function gathered(stream: string, cuts: readonly number[]): { given: string[]; rest: string } {
  const bytes = Buffer.from(stream);
  const events = createEventSplitter();
  const given: string[] = [];
  for (const [at, from] of [0, ...cuts].entries()) {
    const whole = events.feed(bytes.subarray(from, cuts[at] ?? bytes.length));
    if (whole.length > 0) given.push(text(whole));
  }
  return { given, rest: text(events.rest()) };
}

describe('a stream of events', () => {
  const streams = ['\n', '\r\n', '\r'].map((end) => [
    JSON.stringify(end),
    `data: a${end}${end}: b${end}${end}data: c${end}data: d${end}${end}data: e`,
    `data: a${end}${end}: b${end}${end}data: c${end}data: d${end}${end}`,
  ]);
  test.each(streams)(
    cite('STREAM-11', 'with the line ending %s loses nothing, split anywhere'),
    (_end, stream, whole) => {
      for (let first = 0; first <= stream.length; first++)
        for (let second = first; second <= stream.length; second++) {
          const { given, rest } = gathered(stream, [first, second]);
          expect(given.join('') + rest).toBe(stream);
          expect([whole, `${whole}`.replace(/\n$/, '')]).toContain(given.join(''));
          for (const piece of given) expect(piece).toMatch(/(\n\n|\r\r|\r\n\r\n?|^\n)$/);
        }
    },
  );

  test(cite('STREAM-11', 'outputs nothing before an event is complete, and reports its length'), () => {
    const events = createEventSplitter();
    expect(events.feed(Buffer.from('data: 1\r\ndata: 2\r\n'))).toEqual([]);
    expect(events.maxEventBytes()).toBe(18);
    expect(text(events.feed(Buffer.from('\r\ndata')))).toBe('data: 1\r\ndata: 2\r\n\r\n');
    expect(text(events.rest())).toBe('data');
  });
});
