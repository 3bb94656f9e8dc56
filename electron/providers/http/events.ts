// Parses the events of a response, as server-sent events or newline-delimited JSON.

import { createParser } from 'eventsource-parser';

export type Framing = 'sse' | 'ndjson';

/** Ends at `[DONE]` or with the body. Throws a SyntaxError for invalid JSON, and connection errors. */
export async function* eventsOf(response: Response, framing: Framing): AsyncGenerator<unknown> {
  if (!response.body) return;
  const pending: string[] = [];
  const feed = framing === 'sse' ? sseFeed(pending) : lineFeed(pending);
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    feed(decoder.decode(bytes, { stream: true }));
    if (framing === 'ndjson' && opensValue(pending[0] ?? '')) continue;
    yield* parsed(pending);
    if (isDone(pending)) return;
  }
  feed(decoder.decode());
  // The last event may lack its terminator.
  feed('\n\n');
  if (framing === 'ndjson' && opensValue(pending[0] ?? '')) pending.splice(0, pending.length, pending.join('\n'));
  yield* parsed(pending);
}

function sseFeed(pending: string[]): (text: string) => void {
  const parser = createParser({ onEvent: ({ data }) => pending.push(data) });
  return (text) => parser.feed(text);
}

function lineFeed(pending: string[]): (text: string) => void {
  let buffered = '';
  return (text) => {
    // Buffer long lines to scan them once.
    if (!text.includes('\n')) {
      buffered += text;
      return;
    }
    const lines = (buffered + text).split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') pending.push(line);
  };
}

/** A pretty-printed JSON value from a non-streaming server: no NDJSON line is only an opening bracket. */
function opensValue(line: string): boolean {
  return /^\s*[[{]\s*$/.test(line);
}

const doneMark = '[DONE]';

function isDone([next]: readonly string[]): boolean {
  return next?.startsWith(doneMark) ?? false;
}

/** Drains and parses events up to the end marker, which stays. */
function* parsed(pending: string[]): Generator<unknown> {
  while (pending.length > 0 && !isDone(pending)) {
    const data = pending.shift() as string;
    if (data.trim() === '') continue;
    const value: unknown = JSON.parse(data);
    // Gemini without `alt=sse` sends all chunks as one list.
    if (Array.isArray(value)) yield* value;
    else yield value;
  }
}
