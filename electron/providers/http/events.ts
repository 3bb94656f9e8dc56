// The events of an answer, one by one, whatever its framing: server-sent events, or one JSON value a line. Each is parsed here;
// what is in it is the reader's.

import { createParser } from 'eventsource-parser';

export type Framing = 'sse' | 'ndjson';

/** Ends at `[DONE]` or with the body. Throws a SyntaxError for an event that is not JSON, and what the connection throws. */
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
  // The last event may come without the end that the framing asks for.
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
    // A long line comes in many pieces: they are looked through once.
    if (!text.includes('\n')) {
      held += text;
      return;
    }
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') found.push(line);
  };
}

/** One value over many lines, of a server that does not stream: no line of JSON ends with its first bracket. */
function opensValue(line: string): boolean {
  return /^\s*[[{]\s*$/.test(line);
}

const doneMark = '[DONE]';

function isDone([next]: readonly string[]): boolean {
  return next?.startsWith(doneMark) ?? false;
}

/** Takes them out, up to the end mark, which stays. */
function* parsed(found: string[]): Generator<unknown> {
  while (found.length > 0 && !isDone(found)) {
    const data = found.shift() as string;
    if (data.trim() === '') continue;
    const value: unknown = JSON.parse(data);
    // Gemini without `alt=sse` sends all its chunks as one list.
    if (Array.isArray(value)) yield* value;
    else yield value;
  }
}
