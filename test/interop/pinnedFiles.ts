// Handwritten sessions and their results, as files: what a reader makes of each, and what each writer makes of our
// conversation.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { historyFormats, writerOf } from '../../electron/interop/formats.ts';
import type { History, WrittenFile } from '../../electron/interop/history.ts';
import type { ImportProgram, WriterProgram } from '../../shared/features/import/otherApps.ts';
import { fixtures as claudeFixtures, session } from './claudeCode/fixtures.ts';
import { ownGiven } from './claudeCode/ownConversation.ts';
import { fixtures as webFixtures } from './fixtures/web.ts';
import { memoryFile, readAll } from './web/files.ts';

const pinnedFolder = path.join(import.meta.dirname, 'fixtures', 'pinned');

export function pinnedText(name: string): string {
  return readFileSync(path.join(pinnedFolder, name), 'utf8');
}

export function pinnedNames(): string[] {
  return readdirSync(pinnedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(pinnedFolder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** For each app that can be read. */
export function sources(): { program: ImportProgram; name: string; text: string }[] {
  return [
    { program: 'claude-code', name: session, text: claudeFixtures()[session] ?? '' },
    { program: 'codex', name: 'codex.jsonl', text: pinnedText('codex.jsonl') },
    { program: 'opencode', name: 'opencode.json', text: pinnedText('opencode.json') },
    { program: 'gemini-cli', name: 'gemini-cli.jsonl', text: pinnedText('gemini-cli.jsonl') },
    { program: 'copilot', name: 'copilot.jsonl', text: pinnedText('copilot.jsonl') },
    { program: 'qwen', name: 'qwen.jsonl', text: pinnedText('qwen.jsonl') },
    { program: 'cline', name: 'cline.messages.json', text: pinnedText('cline.json') },
    { program: 'pi', name: 'pi.jsonl', text: pinnedText('pi.jsonl') },
    ...(Object.entries(webFixtures) as [ImportProgram, string][]).map(([program, text]) => ({
      ...{ program, text },
      name: `${program}.json`,
    })),
  ];
}

export async function readSource({ program, name, text }: ReturnType<typeof sources>[number]): Promise<History> {
  const format = historyFormats.find((one) => one.program === program);
  if (!format) throw new Error(`nothing reads ${program}`);
  const others = program === 'claude-code' ? claudeFixtures() : {};
  const { histories } = await readAll(format, memoryFile(text, { name, others }));
  return histories[0] as History;
}

/** Everything that was read, with records named by position. */
export function plainHistory(history: History): unknown {
  const names = new Map<string, string>();
  const name = ({ messages, agents }: History, before: string): void => {
    for (const [at, { id }] of messages.entries()) names.set(id, `${before}record ${at}`);
    for (const [at, agent] of agents.entries()) name(agent.history, `agent ${at} `);
  };
  name(history, '');
  const plain = ({ messages, headId, title, folder, model, problems, agents, attachments }: History): unknown => ({
    ...{ title, folder, model, messages, headId, attachments: [...attachments.keys()].sort() },
    problems: problems.map(({ line, message }) => [line, message.text]),
    agents: agents.map(({ history: agent, call }) => ({ call, history: plain(agent) })),
  });
  const json = JSON.stringify(plain(history), (_key, value) =>
    typeof value === 'string' ? (names.get(value) ?? value) : value,
  );
  return JSON.parse(json);
}

export function ownExport(program: WriterProgram): Promise<WrittenFile[]> {
  return writerOf(program).write(ownGiven());
}

export const exportNames: Record<WriterProgram, string> = {
  'claude-code': 'exports/claude-code.jsonl',
  codex: 'exports/codex.jsonl',
  opencode: 'exports/opencode.json',
  chatgpt: 'exports/chatgpt.json',
  messages: 'exports/messages.json',
};
