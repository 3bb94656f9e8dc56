// One conversation in the window and in an editor at the same time, each in its own process on the same data.

import { type LoadSessionRequest, methods } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { shownIn, startEditor } from '../../support/acpClient.ts';
import { callReply, send } from '../../support/acpPlace.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

test(
  cite(
    'ACP-3',
    'a conversation is open in the window and in an editor: each follows the other, and only one works in it',
  ),
  async () => {
    const app = await startTestApp({ replies: [[{ text: 'first' }], [{ text: 'second' }]] });
    const id = await app.start();
    await app.turn(id, 'from the window');
    const env = {
      OPENAI_BASE_URL: app.model.url,
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
      OPENAI_MODEL: 'fake-model',
    };
    let allow = (): void => {};
    const editor = await startEditor(app.dataDir, {
      env,
      permit: ({ options }) => new Promise((resolve) => (allow = () => resolve(options[0]?.optionId ?? null))),
    });
    const request: LoadSessionRequest = { sessionId: id, cwd: app.folder, mcpServers: [] };
    await editor.agent.request(methods.agent.session.load, request);
    await app.turn(id, 'again');
    await expect
      .poll(() => shownIn(editor.updates(id)))
      .toMatchObject(['from the window', 'first', 'again', 'second'].map((text) => ({ text })));

    app.model.push(callReply('run_command', { command: 'echo hello' }), [{ text: 'third' }]);
    const busy = app.event('elsewhere.changed', ({ elsewhere }) => elsewhere);
    const free = app.event('elsewhere.changed', ({ elsewhere }) => !elsewhere);
    const answer = app.event(
      'message.appended',
      ({ message }) => message.role === 'assistant' && message.content === 'third',
    );
    const running = send(editor, id, 'from the editor');
    await busy;
    await expect.poll(() => editor.permissions.length).toBe(1);
    const refused = await app.client.call('run.send', { conversationId: id, text: 'me too', attachments: [] });
    expect(refused).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
    allow();
    expect((await running).stopReason).toBe('end_turn');
    await answer;
    await free;
    app.model.push([{ text: 'fourth' }]);
    expect(await app.turn(id, 'and me')).toBe('done');
    await app.call('conversation.rename', { conversationId: id, title: 'A new name' });
    await expect.poll(() => JSON.stringify(editor.updates(id))).toContain('A new name');
    expect(await editor.close()).toBe(0);
  },
);
