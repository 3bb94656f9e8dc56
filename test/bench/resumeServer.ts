// A local model server that reports when a request has fully arrived, and answers with one word.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  /** Since the process start. */
  ms: number;
  bytes: number;
  /** The process's peak memory in bytes; null where the system does not report it. */
  largest: number | null;
}

const answer = [
  { id: 'x', choices: [{ index: 0, delta: { role: 'assistant', content: 'Done.' }, finish_reason: null }] },
  { id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

export async function resumeServer() {
  let told: (came: { at: number; bytes: number }) => void = () => {};
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      if (!request.url?.endsWith('/chat/completions')) return response.end('{"data":[]}');
      told({ at: performance.now(), bytes });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`${answer.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,

    /** Runs a program until it exits. */
    async arrival(
      command: readonly string[],
      words: readonly string[],
      { cwd, env }: { cwd: string; env: Record<string, string> },
    ): Promise<Arrival> {
      const [program = '', ...first] = command;
      const came = new Promise<{ at: number; bytes: number }>((resolve) => {
        told = resolve;
      });
      const started = performance.now();
      const child = spawn(program, [...first, ...words], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
      const ended = once(child, 'close').then(() => null);
      const arrived = await Promise.race([came, ended]);
      if (!arrived) throw new Error(`Nothing arrived from ${program}: ${said}`);
      const largest = child.pid === undefined ? null : largestOf(child.pid);
      await ended;
      return { ms: arrived.at - started, bytes: arrived.bytes, largest };
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Of the largest in a process's tree: a launcher may continue in a second process. */
function largestOf(pid: number): number | null {
  try {
    const own = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return Math.max(own, ...children.map((child) => largestOf(Number(child)) ?? 0));
  } catch {
    return null;
  }
}
