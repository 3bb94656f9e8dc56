// Servers that are killed, or stopped, in the middle of a call.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cite } from '../support/cite.ts';
import { startThroughline } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { isRunning } from '../support/isRunning.ts';
import { startEverythingHttp } from '../support/mcp/everythingHttp.ts';
import { everythingScript, startMcpApp } from '../support/mcp/mcpApp.ts';
import { goneWithin } from '../support/processes.ts';
import { sample } from '../support/volume.ts';

describe('a lost server', () => {
  for (const transport of sample(1, ['stdio', 'http'] as const)) {
    test(cite(
      ['MCP-3', 'MCP-4'],
      `killed while it works over ${transport}: an honest result, and the next call reconnects`,
    ), { tags: ['all'] }, async () => {
      const app = await startMcpApp();
      let http = transport === 'http' ? await startEverythingHttp() : null;
      await app.save(
        'everything',
        http ? { type: 'http', url: http.url } : { command: process.execPath, args: [everythingScript, 'stdio'] },
      );
      const id = await app.start();
      const working = app.event('call.progress', ({ progress }) => progress.progress >= 1);
      const ended = app.calls(id, [['mcp__everything__trigger-long-running-operation', { duration: 30, steps: 100 }]]);
      await working;
      const pid = http ? http.pid : ((await app.info('everything')).pid as number);
      process.kill(pid, 'SIGKILL');
      const [lost] = await ended;
      expect(lost?.outcome).toBe('error');
      expect(lost?.content).toMatch(/the MCP server everything was lost while trigger-long-running-operation ran/);
      expect(lost?.content).toContain('Whether the call had an effect is unknown');
      if (http) http = await startEverythingHttp(http.port);
      const [again] = await app.calls(id, [['mcp__everything__echo', { message: 'back' }]]);
      expect(again).toMatchObject({ outcome: 'ok', content: 'Echo: back' });
    });

    test(cite('MCP-4', `stopped in the middle over ${transport}: the server is notified, and keeps working`), {
      tags: ['all'],
    }, async () => {
      const app = await startMcpApp();
      const http = transport === 'http' ? await startEverythingHttp() : null;
      await app.save(
        'everything',
        http ? { type: 'http', url: http.url } : { command: process.execPath, args: [everythingScript, 'stdio'] },
      );
      const id = await app.start();
      const working = app.event('call.progress', ({ progress }) => progress.progress >= 1);
      app.model.push([
        {
          calls: [
            {
              id: 'long',
              name: 'mcp__everything__trigger-long-running-operation',
              arguments: '{"duration":30,"steps":100}',
            },
          ],
        },
      ]);
      const end = app.turn(id, 'go');
      await working;
      await app.call('run.stop', { conversationId: id });
      expect(await end).toBe('stopped');
      expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'cancelled' });
      const [again] = await app.calls(id, [['mcp__everything__echo', { message: 'still there' }]]);
      expect(again).toMatchObject({ outcome: 'ok', content: 'Echo: still there' });
    });
  }
});

test(cite('MCP-3', 'what a server had started when the app was killed is gone within two seconds of the next start'), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp();
  const child = path.join(app.dataDir, 'child');
  await app.saveOdd('odd', [`--child=${child}`]);
  await app.close();
  const model = await startFakeModelServer({
    window: 10_000_000,
    replies: [[{ calls: [{ id: 'c1', name: 'mcp__odd__hang', arguments: '{}' }] }]],
  });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const at = ['--project', app.folder, '--data', app.dataDir];
  const run = startThroughline(['run', '-p', 'go', '--approve', 'all', ...at], env);
  await model.request(1);
  const pid = await vi.waitFor(() => Number(/^\d+\n/.exec(readFileSync(child, 'utf8'))?.[0] ?? Number.NaN), {
    timeout: 20_000,
  });
  expect(isRunning(pid)).toBe(true);
  run.child.kill('SIGKILL');
  await run.finished;
  expect(isRunning(pid)).toBe(true);
  await startMcpApp({ dataDir: app.dataDir, folder: app.folder });
  await goneWithin(pid, 2000);
});
