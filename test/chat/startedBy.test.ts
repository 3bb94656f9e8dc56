// Whose work an agent's conversation is: derived from its own records, from one call up to the user's conversation.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';

const asks = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });

async function withAgent(): Promise<{ app: TestApp; parent: string; agent: string; messageId: string }> {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const parent = await app.start();
  app.model.push(
    { calls: [asks('1', 'run_agent', { task: 'look around', title: 'Look' })] },
    { text: 'I looked.' },
    { text: 'Thanks.' },
  );
  const started = app.event('call.agent');
  expect(await app.turn(parent, 'Find out why')).toBe('done');
  const { conversationId: agent, messageId } = await started;
  return { app, parent, agent, messageId };
}

test(cite('AGENT-1', "an agent's conversation names the call that started it, with the title above"), async () => {
  const { app, parent, agent, messageId } = await withAgent();
  await app.call('conversation.rename', { conversationId: parent, title: 'Why it is slow' });
  const above = { conversationId: parent, messageId, index: 0, title: 'Why it is slow' };
  expect(await app.call('conversation.startedBy', { conversationId: agent })).toEqual({ calls: [above] });
  expect(await app.call('conversation.startedBy', { conversationId: parent })).toEqual({ calls: [] });
  expect(await app.call('conversation.startedBy', { conversationId: 'nothere' })).toEqual({ calls: [] });
});

test(cite('AGENT-1', 'records that name no call, or each other in a circle, lead nowhere and do no harm'), async () => {
  const { app, parent, agent } = await withAgent();
  await app.close();
  const change = (id: string, origin: unknown): void => {
    const file =
      readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }).find(
        (name) => name.includes(id) && name.endsWith('messages.json'),
      ) ?? '';
    const records = JSON.parse(readFileSync(path.join(app.dataDir, file), 'utf8'));
    records[0].origin = origin;
    writeFileSync(path.join(app.dataDir, file), JSON.stringify(records));
  };
  const circle = (id: string) => ({ type: 'sub-agent', conversationId: id, messageId: 'm', index: 0 });
  change(agent, circle(parent));
  change(parent, circle(agent));
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  const { calls } = await again.call('conversation.startedBy', { conversationId: agent });
  expect(calls.length).toBeLessThanOrEqual(8);
  await again.close();
  for (const origin of [
    { ...circle('../../x') },
    { ...circle(parent), index: -1 },
    { ...circle(parent), messageId: {} },
  ]) {
    change(agent, origin);
    const now = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
    expect(await now.call('conversation.startedBy', { conversationId: agent })).toEqual({ calls: [] });
    await now.close();
  }
});
