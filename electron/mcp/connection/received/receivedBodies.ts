// Normalizes messages in HTTP response bodies, JSON or event streams. The SDK offers no hook between parsing and
// validation, so the body is rewritten before.

import { createParser } from 'eventsource-parser';
import type { ReceivedMessages } from './receivedMessages.ts';

/** A JSON document, already bounded. */
export function createJsonBodyReader(received: ReceivedMessages): TransformStream<Uint8Array, Uint8Array> {
  const parts: Uint8Array[] = [];
  return new TransformStream({
    transform(bytes) {
      parts.push(bytes);
    },
    flush(controller) {
      controller.enqueue(Buffer.from(read(Buffer.concat(parts).toString('utf8'), received)));
    },
  });
}

export function createEventReader(received: ReceivedMessages): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let text = '';
  const parser = createParser({
    onEvent({ id, event, data }) {
      if (id !== undefined) text += `id: ${id}\n`;
      if (event !== undefined) text += `event: ${event}\n`;
      for (const line of read(data, received).split('\n')) text += `data: ${line}\n`;
      text += '\n';
    },
    onRetry: (ms) => {
      text += `retry: ${ms}\n\n`;
    },
  });
  return new TransformStream({
    transform(bytes, controller) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      if (text === '') return;
      controller.enqueue(encoder.encode(text));
      text = '';
    },
  });
}

/** Leaves invalid messages for the SDK to reject. */
function read(text: string, received: ReceivedMessages): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const message = received.read(value);
  return message === value ? text : JSON.stringify(message);
}
