// Background commands in the real sandbox, and commands where there is none.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ContractEvent } from '../../shared/contract.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

async function sandboxedApp(): Promise<{ app: TestApp; id: string }> {
  const app = await startTestApp();
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'sandbox' });
  return { app, id };
}

/** Makes one call in its own turn; returns its result. */
async function called(app: TestApp, id: string, name: string, args: object): Promise<ToolMessage> {
  app.model.push({ calls: [askFor(`c${app.model.requests.length}`, name, args)] }, { text: 'ok' });
  expect(await app.turn(id, name)).toBe('done');
  return app.rows(id).findLast((row) => row.role === 'tool') as ToolMessage;
}

const asked = (events: readonly ContractEvent[]): ContractEvent[] =>
  events.filter((each) => 'event' in each && each.event.type === 'call.waiting');

const get = `${process.execPath} -e "fetch('http://shop.example/').then(()=>console.log('reached'),()=>console.log('failed'))"`;

describe.skipIf(reason !== null)(`in the background${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test(cite(
    ['BOX-2', 'BOX-3'],
    'input to a sandboxed command needs no approval; later network access is denied and reported',
  ), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await sandboxedApp();
    const command = `while read line; do ${get}; echo x > .mcp.json; done; echo over; echo x > /etc/made`;
    const started = await called(app, id, 'run_command', { command, background: true });
    expect(started.details).toMatchObject({
      background: { id: 'bg_1' },
      sandbox: { kind: 'bubblewrap', violations: [] },
    });
    await called(app, id, 'write_command', { id: 'bg_1', text: 'go\n' });
    const read = await called(app, id, 'read_command', { id: 'bg_1', wait_seconds: 20 });
    expect(read.content).toMatch(/\[The sandbox did not let it connect to shop\.example:80[^\]]*\]\nfailed/);
    const { commands } = await app.call('process.list', {});
    const host = { type: 'host', host: 'shop.example', port: 80 };
    // Its files may have been detected by now.
    expect(commands[0]?.sandbox).toMatchObject({ kind: 'bubblewrap', network: [] });
    expect(commands[0]?.sandbox?.violations).toContainEqual(host);
    await called(app, id, 'write_command', { id: 'bg_1', text: '', close: true });
    await expect.poll(async () => (await app.call('process.list', {})).commands[0]?.state).toBe('ended');
    const ended = await called(app, id, 'read_command', { id: 'bg_1' });
    const made = path.join(app.folder, '.mcp.json');
    const violations = [{ type: 'write', path: '/etc/made' }, host, { type: 'made', path: made }];
    expect(ended.details).toMatchObject({ sandbox: { violations } });
    expect(existsSync(made)).toBe(false);
    expect(asked(app.events)).toEqual([]);
  });

  test(cite('BOX-2', 'network access at its start asks for approval while the call waits'), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await sandboxedApp();
    app.model.push(
      { calls: [askFor('1', 'run_command', { command: `${get}; cat`, background: true })] },
      { text: 'ok' },
    );
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await waiting;
    expect(textOf(approval.reason)).toMatch(/is trying to connect to shop\.example/);
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(asked(app.events)).toHaveLength(1);
  });

  test(cite('BOX-7', "a running command's writes are neither reported to the model nor listed, however many"), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await sandboxedApp();
    const projectId = (await app.call('app.open', {})).startProjectId ?? '';
    await app.call('project.trust', { projectId, trusted: true });
    const writing = `while :; do mkdir -p .claude/skills/evil .claude/commands .throughline/presets; printf -- '---\nname: evil\ndescription: INJECTED\n---\nx\n' | tee .claude/skills/evil/SKILL.md .claude/commands/evil.md .throughline/presets/evil.md >/dev/null; echo INJECTED > AGENTS.md; mkdir -p sub; echo x > sub/a; echo INJECTED > sub/AGENTS.md; done 2>/dev/null`;
    await called(app, id, 'run_command', { command: writing, background: true });
    const written = ['AGENTS.md', 'sub/AGENTS.md', '.claude/skills/evil/SKILL.md'].map((name) =>
      path.join(app.folder, name),
    );
    for (const file of written) {
      await expect.poll(() => existsSync(file)).toBe(true);
      await called(app, id, 'run_command', { command: 'true' });
      await called(app, id, 'read_file', { path: 'sub/a' });
      const { messages } = app.model.requests.at(-1)?.body ?? { messages: [] };
      const told = messages.filter(({ role }) => role === 'system' || role === 'user');
      expect(JSON.stringify(told)).not.toContain('INJECTED');
      expect((await app.call('project.instructions', { projectId })).text).toBeNull();
      expect((await app.call('customization.list', { projectId })).entries).toEqual([]);
    }
    const { commands } = await app.call('process.list', {});
    await app.call('process.end', { conversationId: id, processId: commands[0]?.id ?? '' });
    expect(written.map((file) => existsSync(file))).toEqual([false, false, false]);
    const ended = (await app.call('process.list', {})).commands[0]?.sandbox?.violations ?? [];
    expect(ended.map((each) => each.type === 'made' && path.relative(app.folder, each.path))).toEqual(
      expect.arrayContaining(['AGENTS.md', 'sub/AGENTS.md', '.claude']),
    );
  });

  test(cite('BOX-3', 'input to an unsandboxed command asks in the same mode'), { tags: ['all'] }, async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    await called(app, id, 'run_command', { command: 'cat', background: true });
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'sandbox' });
    app.model.push({ calls: [askFor('w', 'write_command', { id: 'bg_1', text: 'x\n' })] }, { text: 'ok' });
    const waiting = app.event('call.waiting');
    await app.call('run.send', { conversationId: id, text: 'go' });
    expect((await waiting).approval.toolName).toBe('write_command');
    await app.call('run.stop', { conversationId: id });
  });
});

describe('without a sandbox', () => {
  test(cite('BOX-1', "the approval and the call's box say so, and nothing is allowed because of it"), async () => {
    vi.stubEnv('PATH', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { app, id } = await sandboxedApp();
    app.model.push({ calls: [askFor('1', 'run_command', { command: 'echo x > made' })] }, { text: 'ok' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await waiting;
    expect(existsSync(path.join(app.folder, 'made'))).toBe(false);
    const why = /No sandbox is available: .*(?:bwrap is not installed|not supported on this system|does not work here)/;
    expect(textOf(approval.reason)).toMatch(why);
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    await app.event('run.ended', undefined, from);
    expect(existsSync(path.join(app.folder, 'made'))).toBe(true);
    const row = app.rows(id).find(({ role }) => role === 'tool');
    expect(row).toMatchObject({ outcome: 'ok', details: { sandbox: { kind: 'none', reason: expect.anything() } } });
  });
});
