// Commands that print for a terminal, with real processes: what the model reads, what is stored, and a page of it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { visibleResultText } from '../../renderer/features/results/resultForm.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';

const bar = (steps: number): string =>
  `n=0; while [ $n -lt ${steps} ]; do n=$((n+1)); printf '\\r\\033[32m%d of ${steps}\\033[0m ..............' $n; done; echo; echo done`;
const barText = (steps: number): string =>
  `${Array.from({ length: steps }, (_, at) => `\r\u001b[32m${at + 1} of ${steps}\u001b[0m ..............`).join('')}\ndone\n`;

const results = (app: TestApp, id: string): ToolMessage[] =>
  app.rows(id).filter((row): row is ToolMessage => row.role === 'tool');
const sent = (app: TestApp): unknown[] =>
  (app.model.requests.at(-1)?.body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);

test(cite(
  ['TEXT-5', 'SEQ-1', 'STORE-6'],
  'the model reads what a terminal shows; the box and the file have the raw output',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'I see.' } });
  const id = await app.start();
  app.model.push(
    {
      calls: [
        askFor('small', 'run_command', { command: bar(20) }),
        askFor('large', 'run_command', { command: `${bar(3000)}; exit 3` }),
        askFor('plain', 'run_command', { command: 'printf "a\\tb\\n"' }),
      ],
    },
    { text: 'ok' },
  );
  await app.turn(id, 'go');
  const [small, large, plain] = results(app, id) as [ToolMessage, ToolMessage, ToolMessage];
  expect(small.content).toBe('20 of 20 ..............\ndone\n[exit code 0]');
  expect(small.details?.printed).toBe(`${barText(20)}[exit code 0]`);
  expect(visibleResultText(small).text).toBe(barText(20).trimEnd());
  const reference = `@state/logs/tool-results/${id}/${large.id}.json`;
  const seen = 'Error: the command exited with code 3.\n3000 of 3000 ..............\ndone\n[exit code 3]';
  expect(large).toMatchObject({ content: `${seen}\n\n[Full output: ${reference}]`, fullOutputPath: reference });
  const exact = `Error: the command exited with code 3.\n${barText(3000)}[exit code 3]`;
  const { startProjectId } = await app.call('app.open', {});
  const file = path.join(app.dataDir, 'projects', startProjectId ?? '', reference.replace('@state', 'state'));
  expect(readFileSync(file, 'utf8')).toBe(exact);
  expect(plain.content).toBe('a\tb\n[exit code 0]');
  expect(plain.details?.printed).toBeUndefined();
  expect(sent(app)).toEqual([small.content, large.content, plain.content]);

  app.model.push(
    { calls: [askFor('page', 'read_tool_result', { result: reference, limit: 20_000 })] },
    { calls: [askFor('inline', 'read_tool_result', { result: 'small' })] },
    { text: 'ok' },
  );
  await app.turn(id, 'read it');
  const [page, inline] = results(app, id).slice(3) as [ToolMessage, ToolMessage];
  expect(page.content).toMatch(
    /^Error: the command exited with code 3\.\n\d+ of 3000 \.+\n\[From byte 0 of [\d,]+\. Use offset \d+ to continue\.\]$/,
  );
  expect(inline.content).toMatch(
    /^20 of 20 \.+\ndone\n\[exit code 0\]\n\[From byte 0 of [\d,]+\. This is the end\.\]$/,
  );

  const before = JSON.stringify(app.model.requests.at(-1)?.body.messages);
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'Good.' } });
  await again.call('conversation.open', { conversationId: id });
  await again.turn(id, 'and now?');
  const after = JSON.stringify(again.model.requests.at(-1)?.body.messages);
  expect(after.startsWith(before.slice(0, -1))).toBe(true);
});

test(cite('TEXT-5', "a background command's output is read the same way, page by page"), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'I see.' } });
  const id = await app.start();
  app.model.push(
    { calls: [askFor('start', 'run_command', { command: bar(50), background: true })] },
    { calls: [askFor('read', 'read_command', { id: 'bg_1', offset: 0, wait_seconds: 60 })] },
    { calls: [askFor('end', 'end_command', { id: 'bg_1' })] },
    { text: 'ok' },
  );
  await app.turn(id, 'go');
  const read = results(app, id).find(({ tool_call_id: call }) => call === 'read') as ToolMessage;
  expect(read.content).toMatch(/^\d+ of 50 \.+(?:\ndone)?\n\[From byte 0 of /);
  expect(read.details?.printed).toContain('\r\u001b[32m1 of 50\u001b[0m');
  const all = sent(app).join('');
  for (const control of ['\u001b', '\ufffd', '\r']) expect(all).not.toContain(control);
});
