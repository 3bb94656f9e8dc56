// The same events in every framing that their format allows, split in every way. Written from the specification
// (https://html.spec.whatwg.org/multipage/server-sent-events.html), not from the parser under test.

export interface Reframed {
  name: string;
  pieces: Uint8Array[];
}

interface SseEvent {
  /** Lines that are not data: comments, `event:`, `id:`, `retry:`. */
  others: string[];
  data: string[];
}

/** Every valid encoding of a server-sent event stream with these events. */
export function reframeSse(body: Buffer): Reframed[] {
  const events = readSse(body.toString('utf8'));
  const write = (end: string, line: (data: string) => string[], before: string[] = [], keep = true): string =>
    events
      .map(({ others, data }) => [...before, ...(keep ? others : []), ...data.flatMap(line), '', ''].join(end))
      .join('');
  const plain = (data: string): string[] => [`data: ${data}`];
  const lf = write('\n', plain);
  const one = (name: string, text: string): Reframed => ({ name, pieces: [Buffer.from(text)] });
  return [
    one('LF', lf),
    one('CRLF', write('\r\n', plain)),
    one('CR', write('\r', plain)),
    one(
      'data without a space',
      write('\n', (data) => [`data:${data}`]),
    ),
    one('comments between', write('\n', plain, [': keep-alive', ':', ': PROCESSING'])),
    one('other fields', write('\n', plain, ['id: 7', 'retry: 100', 'unknown: x', 'bare'])),
    one('no names of events', write('\n', plain, [], false)),
    one(
      'fields behind the data',
      write('\n', (data) => [`data: ${data}`, 'id: 3', ': c']),
    ),
    one(
      'data over many lines',
      write('\n', (data) => pretty(data).map((line) => `data: ${line}`)),
    ),
    one(
      'data over many lines, CRLF, no space',
      write('\r\n', (data) => pretty(data).map((line) => `data:${line}`)),
    ),
    one('a byte order mark', `\ufeff${lf}`),
    one('no line end at the end', lf.replace(/\n+$/, '')),
    one('one line end at the end', lf.replace(/\n+$/, '\n')),
    one('empty lines between', lf.replaceAll('\n\n', '\n\n\n\n')),
    { name: 'one byte at a time', pieces: bytesOf(body) },
    { name: 'CRLF, one byte at a time', pieces: bytesOf(Buffer.from(write('\r\n', plain))) },
  ];
}

/** One JSON value per line. */
export function reframeLines(body: Buffer): Reframed[] {
  const lines = body
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const one = (name: string, text: string): Reframed => ({ name, pieces: [Buffer.from(text)] });
  return [
    one('CRLF', `${lines.join('\r\n')}\r\n`),
    one('empty lines between', `\n\n${lines.join('\n\n \n')}\n\n`),
    one('no line end at the end', lines.join('\n')),
    one('spaces around', lines.map((line) => ` ${line}\t\n`).join('')),
    one('a byte order mark', `\ufeff${lines.join('\n')}\n`),
    { name: 'one byte at a time', pieces: bytesOf(body) },
  ];
}

/** One JSON value. */
export function reframeJson(body: Buffer): Reframed[] {
  const value: unknown = JSON.parse(body.toString('utf8'));
  const one = (name: string, text: string): Reframed => ({ name, pieces: [Buffer.from(text)] });
  return [
    one('on one line', JSON.stringify(value)),
    one('over many lines', JSON.stringify(value, null, 2)),
    one('over many lines, CRLF', JSON.stringify(value, null, 2).replaceAll('\n', '\r\n')),
    one('a byte order mark', `\ufeff${JSON.stringify(value)}`),
    one('white space around', `\r\n\n ${JSON.stringify(value)} \n\n`),
    { name: 'one byte at a time', pieces: bytesOf(body) },
  ];
}

export function cutAt(body: Uint8Array, at: number): Uint8Array[] {
  return [body.subarray(0, at), body.subarray(at)].filter((piece) => piece.length > 0);
}

function bytesOf(body: Buffer): Uint8Array[] {
  return Array.from(body, (_, at) => body.subarray(at, at + 1));
}

function readSse(text: string): SseEvent[] {
  const events: SseEvent[] = [];
  for (const block of text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)) {
    const lines = block.split('\n').filter((line) => line !== '');
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''));
    const others = lines.filter((line) => !line.startsWith('data:'));
    if (lines.length > 0) events.push({ others, data });
  }
  return events;
}

/** JSON may break lines wherever white space is allowed. */
function pretty(data: string): string[] {
  try {
    return JSON.stringify(JSON.parse(data), null, 1).split('\n');
  } catch {
    return [data];
  }
}
