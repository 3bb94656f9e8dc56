// Every session of another app, exported for every app: the export follows the rules, can be imported, and then stays
// unchanged; for its own app it is identical at once.

import { describe, expect, test } from 'vitest';
import { historyFormats, writerOf } from '../../../electron/interop/formats.ts';
import type { History } from '../../../electron/interop/history.ts';
import { writerPrograms } from '../../../shared/features/import/otherApps.ts';
import { readBack, rules, treeOf } from '../../features/export/written.ts';
import { cite } from '../../support/cite.ts';
import { givenOf } from '../textFile.ts';
import { memoryFile, readAll } from '../web/files.ts';
import { examples, exampleText } from './examples.ts';

const names = [
  'claude-code-2.1.329.session.jsonl',
  'codex-0.169.0.rollout.jsonl',
  'opencode-1.18.33.export.json',
  'gemini-cli-0.61.0.session.jsonl',
  'copilot-1.0.102.events.jsonl',
  'qwen-code-0.24.4.chat.jsonl',
  'cline-3.0.65.messages.json',
  'pi-0.73.1.session.jsonl',
  'chatgpt-2026.conversations-000.json',
  'claude-ai-2026.conversations.json',
  'open-webui.chats.json',
  'librechat.tree.json',
  'vscode-chat.session.jsonl',
];

async function readExample(name: string): Promise<History> {
  const text = exampleText(name);
  const format = historyFormats.find((one) => one.recognises(text.slice(0, 65_536), name));
  if (!format) throw new Error(`nothing reads ${name}`);
  const { histories } = await readAll(format, memoryFile(text, { name }));
  return histories[0] as History;
}

describe.skipIf(examples === null)('examples next to the project (skipped without them)', () => {
  const pairs = names.flatMap((name) => writerPrograms.map((program) => [name, program] as const));
  test.each(pairs)(cite('INTEROP-3', '%s to %s and back is the same'), async (name, program) => {
    const history = await readExample(name);
    const writer = writerOf(program);
    const files = await writer.write(givenOf(history));
    // The example came without its images.
    const isOwn = history.program === program;
    const broken = rules[program](files).filter((rule) => !(isOwn && rule.endsWith('is not beside it')));
    expect(broken).toEqual([]);
    const named = isOwn ? history.problems.map(({ message }) => message.text) : [];
    const [once] = (await readBack(program, files, named)) as [History];
    if (isOwn) {
      expect(treeOf(once)).toEqual(treeOf(history));
      expect([...once.attachments.keys()].sort()).toEqual([...history.attachments.keys()].sort());
    }
    const [twice] = (await readBack(program, await writer.write(givenOf(once)), named)) as [History];
    expect(treeOf(twice)).toEqual(treeOf(once));
    expect([...twice.attachments.keys()].sort()).toEqual([...once.attachments.keys()].sort());
  });
});
