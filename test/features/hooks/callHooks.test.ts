// Hooks around calls, through the whole program: real files, real processes.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import type { Reply } from '../../support/fakeReply.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, type WrittenHook, writeHooks } from './hooksFile.ts';

async function open(hooks: WrittenHook[], replies: Reply[], files: Record<string, string> = {}) {
  const dataDir = path.join(tempFolder(), 'data');
  writeHooks(path.join(dataDir, 'hooks.json'), ...hooks);
  const folder = projectFolder(files);
  const settings = { approvalMode: 'edits' };
  const app = await startTestApp({ dataDir, folder, settings, replies, otherwise: { text: 'Done.' } });
  return {
    app,
    dataDir,
    folder,
    id: await app.start(),
    read: (name: string) => readFileSync(path.join(folder, name), 'utf8'),
  };
}

const results = (app: TestApp, id: string): ToolMessage[] =>
  app.rows(id).filter((row): row is ToolMessage => row.role === 'tool');
const callOf = (rows: readonly Message[]) => {
  const messageId = rows.find((row) => row.role === 'assistant' && row.tool_calls?.length)?.id ?? '';
  return { type: 'call' as const, messageId, index: 0 };
};
const edit = calling('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' });

test(cite('HOOK-1', 'a hook denies a call before the user is asked, and says why'), async () => {
  const command = 'cat > seen.json; echo "not this file" >&2; exit 2';
  const { app, id, read } = await open([{ event: 'PreToolUse', matcher: 'Edit|Write', command }], [edit], {
    'a.txt': 'one\n',
  });
  expect(await app.turn(id, 'Edit it.')).toBe('done');
  const [result] = results(app, id);
  expect(result).toMatchObject({
    outcome: 'denied',
    details: {
      refused: { by: 'hook', reason: 'not this file' },
      hooks: [
        { event: 'PreToolUse', origin: 'personal', command, outcome: 'refused', exitCode: 2, text: 'not this file' },
      ],
    },
  });
  expect(result?.content).toContain('Its reason: not this file');
  expect(read('a.txt')).toBe('one\n');
  expect(app.events.some(({ event }) => event.type === 'call.waiting')).toBe(false);
  expect(JSON.parse(read('seen.json'))).toMatchObject({
    session_id: id,
    hook_event_name: 'PreToolUse',
    tool_name: 'edit_file',
    tool_input: { path: 'a.txt', old_text: 'one', new_text: 'two' },
  });
});

test(
  cite(['HOOK-1', 'HOOK-3'], 'a formatter runs after an edit, informs the model, and is undone and redone with it'),
  async () => {
    const said = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'formatted' },
    });
    const command = `tr a-z A-Z < a.txt > b.tmp && mv b.tmp a.txt && echo new > made.txt && echo '${said}'`;
    const { app, id, read, folder, dataDir } = await open(
      [{ event: 'PostToolUse', matcher: 'edit_file', command }],
      [edit],
      { 'a.txt': 'one\nlast\n' },
    );
    await app.turn(id, 'Edit it.');
    expect(read('a.txt')).toBe('TWO\nLAST\n');
    const [result] = results(app, id);
    expect(result?.details?.hooks).toMatchObject([{ outcome: 'said', exitCode: 0, text: 'formatted' }]);
    expect(result?.details?.hookChanges?.toSorted()).toEqual(['a.txt', 'made.txt']);
    expect(result?.details?.diff).toContain('+LAST');
    expect(result?.content).toContain('<hook>\nformatted\n</hook>');
    const sent = app.model.requests.at(-1)?.text ?? '';
    expect(sent).toContain('formatted');

    const target = callOf(app.rows(id));
    await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
    expect(read('a.txt')).toBe('one\nlast\n');
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(false);
    await app.call('changes.apply', { conversationId: id, target, direction: 'redo' });
    expect(read('a.txt')).toBe('TWO\nLAST\n');
    expect(read('made.txt')).toBe('new\n');

    const messages = app.model.requests.at(-1)?.body.messages ?? [];
    await app.close();
    const again = await startTestApp({ dataDir, folder, otherwise: { text: 'Yes.' } });
    await again.call('conversation.open', { conversationId: id });
    await again.turn(id, 'And now?');
    expect(again.model.requests[0]?.body.messages.slice(0, messages.length)).toEqual(messages);
  },
);

test(
  cite('HOOK-1', 'a call that a hook allows still asks, and one that it wants to ask about asks in every mode'),
  async () => {
    const decision = (permissionDecision: string) =>
      `echo '${JSON.stringify({ hookSpecificOutput: { permissionDecision, permissionDecisionReason: 'look first' } })}'`;
    const { app, id, read } = await open(
      [
        { event: 'PreToolUse', matcher: 'Bash', command: decision('allow') },
        { event: 'PreToolUse', matcher: 'Edit', command: decision('ask') },
      ],
      [calling('run_command', { command: 'echo no > no.txt' }), edit],
      { 'a.txt': 'one\n' },
    );
    const going = app.turn(id, 'Do both.');
    const asked: string[] = [];
    for (const decided of ['deny', 'allow'] as const) {
      const waiting = await app.event('call.waiting', ({ approval }) => !asked.includes(approval.approvalId), 0);
      asked.push(waiting.approval.approvalId);
      if (decided === 'allow') expect(JSON.stringify(waiting.approval.reason)).toContain('look first');
      await app.call('approval.answer', {
        conversationId: id,
        approvalId: waiting.approval.approvalId,
        decision: decided,
      });
    }
    await going;
    expect(results(app, id).map(({ outcome }) => outcome)).toEqual(['denied', 'ok']);
    expect(read('a.txt')).toBe('two\n');
  },
);
