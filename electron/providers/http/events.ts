// Parses the events of a response, as server-sent events or newline-delimited JSON.

import { createParser } from 'eventsource-parser';

export type Framing = 'sse' | 'ndjson';

/** Ends at `[DONE]` or with the body. Throws a SyntaxError for invalid JSON, and connection errors. */
export async function* eventsOf(response: Response, framing: Framing): AsyncGenerator<unknown> {
  if (!response.body) return;
  const found: string[] = [];
  const feed = framing === 'sse' ? sseFeed(found) : lineFeed(found);
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    feed(decoder.decode(bytes, { stream: true }));
    if (framing === 'ndjson' && opensValue(found[0] ?? '')) continue;
    yield* parsed(found);
    if (isDone(found)) return;
  }
  feed(decoder.decode());
  // The last event may lack its terminator.
  feed('\n\n');
  if (framing === 'ndjson' && opensValue(found[0] ?? '')) found.splice(0, found.length, found.join('\n'));
  yield* parsed(found);
}

function sseFeed(found: string[]): (text: string) => void {
  const parser = createParser({ onEvent: ({ data }) => found.push(data) });
  return (text) => parser.feed(text);
}

function lineFeed(found: string[]): (text: string) => void {
  let held = '';
  return (text) => {
    // Buffer long lines to scan them once.
    if (!text.includes('\n')) {
      held += text;
      return;
    }
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') found.push(line);
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
function* parsed(found: string[]): Generator<unknown> {
  while (found.length > 0 && !isDone(found)) {
    const data = found.shift() as string;
    if (data.trim() === '') continue;
    const value: unknown = JSON.parse(data);
    // Gemini without `alt=sse` sends all chunks as one list.
    if (Array.isArray(value)) yield* value;
    else yield value;
  }
}
