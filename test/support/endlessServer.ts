// A model server whose response never ends, in its own thread, so that sending costs the reader nothing.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/**
 * `first`: sent immediately to the first request. `again`: repeated forever; null: nothing more is sent, and the
 * connection stays open.
 */
export async function startEndlessServer(first: string, again: string | null): Promise<{ url: string }> {
  const worker = new Worker(
    `const { createServer } = require('node:http');
     const { parentPort, workerData: { first, again } } = require('node:worker_threads');
     const server = createServer((request, response) => {
       if (request.method !== 'POST') return response.writeHead(404).end();
       response.writeHead(200, { 'content-type': 'text/event-stream' });
       response.on('error', () => {});
       const more = () => {
         while (response.writable && response.write(again));
         response.once('drain', more);
       };
       response.write(first, again === null ? undefined : more);
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: { first, again } },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${port}/v1` };
}

export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** An event with a piece of text. */
export function said(content: string): string {
  return event({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] });
}
