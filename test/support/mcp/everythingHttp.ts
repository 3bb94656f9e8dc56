// The reference server as its own process, over HTTP.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { everythingScript } from './mcpApp.ts';

/** Resolves when it listens; exits with the test. */
export async function startEverythingHttp(
  wanted?: number,
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<{ url: string; port: number; pid: number }> {
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [everythingScript, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
      if (/(?:listening|running) on port/.test(printed)) resolve();
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${printed}`)));
  });
  return { url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`, port, pid: child.pid as number };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
