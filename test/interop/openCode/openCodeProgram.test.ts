// The real OpenCode imports our exports, and exports the same messages again: every call with its result.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { History } from '../../../electron/interop/history.ts';
import { openCodeFormat } from '../../../electron/interop/openCode/format.ts';
import { openCodeWriter } from '../../../electron/interop/openCode/writeSession.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { diskFolder } from '../../support/tempFolder.ts';
import { findProgram, runProgram } from '../codex/codexProgram.ts';
import { exampleSession, givenOf, readOne } from '../textFile.ts';

const program = findProgram('OPENCODE_PROGRAM', 'opencode');
const example = exampleSession('opencode-1.18.33.export.json');

/** A new home first creates a database, which takes seconds: both tests share one. */
test.skipIf(program === null)(
  cite('INTEROP-2', 'its own session and our conversation come back unchanged (skipped without OPENCODE_PROGRAM)'),
  async () => {
    const messages = conversationOf([
      userMessage('Run two'),
      assistantMessage('I run.', [call('a', 'run_command', '{"command":"ls"}'), call('b', 'anything', 'no json')], {
        reasoning: 'Two.',
      }),
      toolMessage('b', 'Error: no', { outcome: 'error' }),
      toolMessage('a', 'x', { details: { exitCode: 2 }, outcome: 'error' }),
      assistantMessage('Half', [], { partType: 'error', error: { code: 'LLM_ERROR', message: 'down' } }),
      { ...userMessage(''), role: 'system', partType: 'summary', content: 'Two were run.' } as never,
      userMessage('Go'),
      assistantMessage('', [call('c', 'read_file', '{"path":"a"}')]),
    ]);
    const headId = messages.at(-1)?.id ?? null;
    const facts = { title: 'Ours', folder: null, model: null, attachments: new Map(), problems: [] };
    const inner = conversationOf([userMessage('Look'), assistantMessage('Seen.')]);
    const end = inner.at(-1)?.id ?? null;
    const agent: History = {
      program: 'throughline',
      session: 'agent',
      messages: inner,
      headId: end,
      agents: [],
      ...facts,
    };
    const agents = [{ history: agent, call: { messageId: messages[1]?.id ?? '', index: 0 } }];
    const ours: History = { program: 'throughline', session: 'ours', messages, headId, agents, ...facts };
    const theirs = example === null ? [] : [await readOne(openCodeFormat, 'export.json', example)];
    const folder = diskFolder();
    for (const history of [ours, ...theirs]) {
      const files = await openCodeWriter.write({ ...givenOf(history), folder });
      expect(files).toHaveLength(1 + history.agents.length);
      for (const file of files) {
        const written = JSON.parse(file.text ?? '{}');
        await writeFile(path.join(folder, 'session.json'), file.text ?? '');
        const place = { home: folder, cwd: folder };
        const imported = await runProgram(program as string, ['import', 'session.json'], place);
        expect(imported.code, imported.err).toBe(0);
        const exported = JSON.parse((await runProgram(program as string, ['export', written.info.id], place)).out);
        expect(exported.messages).toEqual(written.messages);
        expect(exported.info.parentID).toBe(written.info.parentID);
      }
    }
  },
  120_000,
);
