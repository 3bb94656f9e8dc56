// A model server that never comes to an end, in a thread of its own: what it costs to send is not counted for what reads it.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** `first`: sent at once, to the first request. `again`: then for ever; null: nothing more comes, and the connection stays. */
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

/** An event that says a piece of text. */
export function said(content: string): string {
  return event({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] });
}
