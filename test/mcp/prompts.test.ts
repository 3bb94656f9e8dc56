// Prompts of the reference server, over both transports: listed, completed and called as a person calls them.

import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { startEverythingHttp } from '../support/mcp/everythingHttp.ts';
import { everythingScript, type McpApp, startMcpApp } from '../support/mcp/mcpApp.ts';

const stdio = { command: process.execPath, args: [everythingScript, 'stdio'] };

test('x', async () => {
  const app = await startMcpApp();
  await app.save('everything', stdio);
  const id = await app.start();
  const projectId = (await app.call('app.open', {})).startProjectId as string;
  const first = await app.call('slash.list', { projectId });
  console.log(JSON.stringify(first));
  await expect.poll(() => app.events.some(({ event }) => event.type === 'slash.changed')).toBe(true);
  const second = await app.call('slash.list', { projectId });
  console.log(JSON.stringify(second, null, 1));
  console.log(
    await app.call('slash.complete', {
      projectId,
      name: 'everything:completable-prompt',
      argument: 'department',
      text: 'S',
    }),
  );
  console.log(
    await app.call('slash.complete', {
      projectId,
      name: 'everything:completable-prompt',
      argument: 'name',
      text: '',
      given: { department: 'Sales' },
    }),
  );
  for (const text of [
    '',
    'everything:',
    'features',
    'everything:demo://resource/dyn',
    'everything:demo://resource/dynamic/text/',
    'everything:demo://resource/dynamic/text/12',
    'everything:demo://resource/static/document/features.md',
  ])
    console.log(
      text,
      JSON.stringify((await app.call('mention.resources', { projectId, text })).resources.map((r) => r.path)),
    );
});
