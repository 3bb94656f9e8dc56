// The real Codex resumes our exports: its next request contains every message, call and result.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codexFormat } from '../../../electron/interop/codex/format.ts';
import { codexWriter } from '../../../electron/interop/codex/writeRollout.ts';
import type { History } from '../../../electron/interop/history.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { exampleSession, givenOf, readOne } from '../textFile.ts';
import { codexHome, codexProgram, runProgram, startResponsesServer } from './codexProgram.ts';

type Row = Record<string, unknown>;
const example = exampleSession('codex-0.169.0.rollout.jsonl');

/** What its model receives after resuming, without what Codex adds around it. */
async function resumed(history: History): Promise<Row[]> {
  const folder = tempFolder();
  const server = await startResponsesServer();
  try {
    const home = await codexHome(folder, server.url);
    const [file] = await codexWriter.write({ ...givenOf(history), folder });
    const place = path.join(home, file?.path ?? '');
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, file?.text ?? '');
    const id = place.slice(-'00000000-0000-0000-0000-000000000000.jsonl'.length, -'.jsonl'.length);
    const args = ['exec', '--skip-git-repo-check', 'resume', id, 'And now?'];
    const { code, err } = await runProgram(codexProgram as string, args, { home: folder, cwd: folder });
    expect(code, err).toBe(0);
    return server.inputs.at(-1) ?? [];
  } finally {
    await server.close();
  }
}

function withoutIds(items: readonly Row[]): Row[] {
  return items.map(
    ({ id: _id, status: _status, internal_chat_message_metadata_passthrough: _passed, ...rest }) => rest,
  );
}

test.skipIf(codexProgram === null || example === null)(
  cite('INTEROP-2', 'its own session continues with every item (skipped without CODEX_PROGRAM and the examples)'),
  async () => {
    const items = (example as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; payload: Row })
      .filter((row) => row.type === 'response_item')
      .map((row) => row.payload);
    const sent = withoutIds(await resumed(await readOne(codexFormat, 'rollout.jsonl', example as string)));
    const aborted = { type: 'function_call_output', call_id: 'call_30z000043', output: 'aborted' };
    const wanted = withoutIds(items);
    wanted.splice(-2, 0, aborted);
    expect(sent.slice(1, 1 + wanted.length)).toEqual(wanted);
  },
  60_000,
);

test.skipIf(codexProgram === null)(
  cite('INTEROP-2', 'a conversation of ours continues with every call and result (skipped without CODEX_PROGRAM)'),
  async () => {
    const messages = conversationOf([
      userMessage('Run two'),
      assistantMessage('I run.', [
        call('a', 'run_command', '{"command":"ls"}'),
        call('b', 'read_file', '{"path":"x"}'),
      ]),
      toolMessage('b', 'text of x'),
      toolMessage('a', 'x', { details: { exitCode: 0 } }),
      assistantMessage('Both done.'),
      { ...userMessage(''), role: 'system', partType: 'summary', content: 'Two were run.' } as never,
      userMessage('And once more'),
      assistantMessage('', [call('a', 'search_files', '{"pattern":"x"}')]),
      toolMessage('a', 'x:1'),
      assistantMessage('Found.'),
    ]);
    const headId = messages.at(-1)?.id ?? null;
    const inner = conversationOf([userMessage('Look'), assistantMessage('Seen.')]);
    const facts = { title: '', folder: null, model: null, attachments: new Map(), problems: [] };
    const agent = {
      program: 'throughline' as const,
      session: 'agent',
      messages: inner,
      headId: null,
      agents: [],
      ...facts,
    };
    const rest = { ...facts, agents: [{ history: agent, call: { messageId: messages[1]?.id ?? '', index: 0 } }] };
    const sent = withoutIds(await resumed({ program: 'throughline', session: 'ours', messages, headId, ...rest }));
    const text = (role: string, words: string) => ({
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: words }],
    });
    expect(sent).toEqual(
      expect.arrayContaining([
        text('user', 'Two were run.'),
        text('user', 'And once more'),
        { type: 'function_call', name: 'search_files', arguments: '{"pattern":"x"}', call_id: 'a_2' },
        { type: 'function_call_output', call_id: 'a_2', output: 'x:1' },
        text('assistant', 'Found.'),
      ]),
    );
    expect(JSON.stringify(sent)).not.toContain('Both done.');
  },
  60_000,
);
