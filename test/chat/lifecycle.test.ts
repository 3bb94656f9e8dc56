import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ContractClient } from '../../shared/protocol/client.ts';
import { expectCallsAnswered, startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';

/** Resolves when the reply with its call is on disk: the run then waits for the user. */
function asked(app: TestApp, id: string): Promise<void> {
  return vi.waitFor(() => expect(app.rows(id).some((row) => row.role === 'assistant')).toBe(true), {
    timeout: 20_000,
    interval: 5,
  });
}

/** Asserts that `client` sees the run, which waits for its answer and can be stopped. */
async function expectRunWaiting(app: TestApp, client: ContractClient, id: string): Promise<void> {
  const seen = await vi.waitFor(
    async () => {
      const answer = await client.call('conversation.open', { conversationId: id });
      if (!answer.ok) throw new Error(answer.error.message);
      expect(answer.value.run).not.toBeNull();
      expect(answer.value.calls[0]).toMatchObject({ state: 'waiting', approval: { toolName: 'run_command' } });
      return answer.value;
    },
    { timeout: 20_000, interval: 20 },
  );
  expect(seen.messages.at(-1)).toMatchObject({ role: 'assistant', tool_calls: [{ id: '1' }] });
  expect(await client.call('run.stop', { conversationId: id })).toMatchObject({ ok: true });
  const after = await client.call('conversation.open', { conversationId: id });
  expect(after).toMatchObject({ ok: true, value: { run: null, calls: [] } });
  expectCallsAnswered(app.rows(id));
  expect(existsSync(path.join(app.folder, 'made'))).toBe(false);
}

const asks = { calls: [askFor('1', 'run_command', { command: 'touch made' })] };

test(
  cite('RESUME-5', 'a run continues when its last view closes immediately, and is there when reopened'),
  async () => {
    const app = await startTestApp({ replies: [asks] });
    const id = await app.start();
    const sent = app.call('run.send', { conversationId: id, text: 'go' });
    await app.call('conversation.close', { conversationId: id });
    await sent;
    await asked(app, id);
    await expectRunWaiting(app, app.client, id);
  },
);

test(
  cite('RESUME-5', 'a run whose only view closes as its message is stored continues, and is there when reopened'),
  async () => {
    const app = await startTestApp({ replies: [asks] });
    const id = await app.start();
    const closed = new Promise((resolve) => {
      app.client.onEvent(({ event }) => {
        if (event.type !== 'message.appended' || event.message.role !== 'user') return;
        resolve(app.call('conversation.close', { conversationId: id }));
      });
    });
    await app.call('run.send', { conversationId: id, text: 'go' });
    await closed;
    await asked(app, id);
    await expectRunWaiting(app, app.client, id);
  },
);

test(cite('RESUME-5', 'a view closed and reopened finds the run waiting'), async () => {
  const app = await startTestApp({ replies: [asks] });
  const id = await app.start();
  const waiting = app.event('call.waiting');
  await app.call('run.send', { conversationId: id, text: 'go' });
  await waiting;
  await app.call('conversation.close', { conversationId: id });
  await expectRunWaiting(app, app.client, id);
});

test(cite('RESUME-5', 'a run continues when its connection is lost while another exists'), async () => {
  const app = await startTestApp({ replies: [asks] });
  const { startProjectId } = await app.call('app.open', {});
  const { conversationId: id } = await app.call('conversation.create', { projectId: startProjectId });
  const other = app.connect();
  await other.call('conversation.open', { conversationId: id });
  const sent = other.call('run.send', { conversationId: id, text: 'go' });
  await vi.waitFor(() => expect(app.rows(id).some((row) => row.role === 'user')).toBe(true), {
    timeout: 20_000,
    interval: 1,
  });
  other.close();
  await sent;
  await asked(app, id);
  await expectRunWaiting(app, app.client, id);
});

test(cite('RESUME-5', 'a run continues without any connection, and a later one finds it'), async () => {
  const app = await startTestApp({ replies: [asks] });
  const id = await app.start();
  await app.call('run.send', { conversationId: id, text: 'go' });
  app.client.close();
  await asked(app, id);
  await expectRunWaiting(app, app.connect(), id);
});

test(cite('RESUME-5', 'a reply that finished without a view is there'), async () => {
  let open: () => void = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  const app = await startTestApp({ replies: [[{ text: 'one ' }, { until }, { text: 'two' }]] });
  const id = await app.start();
  const shown = app.event('reply.delta');
  await app.call('run.send', { conversationId: id, text: 'go' });
  await shown;
  await app.call('conversation.close', { conversationId: id });
  const joined = await app.call('conversation.open', { conversationId: id });
  expect(joined.reply?.text).toBe('one ');
  await app.call('conversation.close', { conversationId: id });
  open();
  await expect.poll(() => app.rows(id).at(-1)?.content).toBe('one two');
  // Its bytes are visible before they are synced; only then is it shown.
  const shownNow = async () => (await app.call('conversation.open', { conversationId: id })).messages;
  await expect.poll(shownNow).toEqual(app.rows(id));
});
