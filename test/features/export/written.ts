// An export for an app: checked against its rules, and imported again.

import path from 'node:path';
import { expect } from 'vitest';
import { historyFormats } from '../../../electron/interop/formats.ts';
import type { History, WrittenFile } from '../../../electron/interop/history.ts';
import type { WriterProgram } from '../../../shared/features/import/otherApps.ts';
import { sharedOf } from '../../interop/textFile.ts';
import { memoryFile, readAll } from '../../interop/web/files.ts';
import { chatGptBreaks } from '../../support/sessionRules/chatGpt.ts';
import { brokenName, brokenRules } from '../../support/sessionRules/claudeCode.ts';
import { codexBreaks } from '../../support/sessionRules/codex.ts';
import { messagesBreaks } from '../../support/sessionRules/messages.ts';
import { openCodeBreaks } from '../../support/sessionRules/openCode.ts';
import { linesOf } from '../../support/sessionRules/rows.ts';

/** For everything exported for an app. */
export const rules: Record<WriterProgram, (files: readonly WrittenFile[]) => string[]> = {
  'claude-code': ([main]) => {
    const lines = linesOf(main?.text ?? '');
    return lines.length === 0 ? [] : [...brokenRules(lines), ...brokenName(main?.path ?? '', lines)];
  },
  codex: (files) => files.flatMap(({ path: name, text = '' }) => codexBreaks(text, name)),
  opencode: (files) => files.flatMap(({ text = '' }) => openCodeBreaks(text)),
  chatgpt: ([main, ...assets]) =>
    chatGptBreaks(
      main?.text ?? '',
      assets.map(({ path: name }) => name),
    ),
  messages: ([main]) => messagesBreaks(main?.text ?? ''),
};

/** `named`: problems it had before. */
export async function readBack(
  program: WriterProgram,
  [main, ...others]: readonly WrittenFile[],
  named: readonly string[] = [],
): Promise<History[]> {
  const format = historyFormats.find((one) => one.program === program);
  if (!format) throw new Error(`nothing reads ${program}`);
  const place = path.dirname(main?.path ?? '');
  const beside = Object.fromEntries(
    others.map(({ path: name, text, bytes }) => [path.relative(place, name), text ?? bytes]),
  );
  const file = memoryFile(main?.text ?? '', { name: path.basename(main?.path ?? ''), others: beside });
  const { histories, problems } = await readAll(format, file);
  expect(problems.map(({ message }) => message.text)).toEqual(named);
  return histories;
}

/** Record IDs as positions: a file's are derived from its own. */
export function treeOf({ messages, headId }: Pick<History, 'messages' | 'headId'>) {
  const places = new Map(messages.map(({ id }, at) => [id, at]));
  const place = (id: string | null) => (id === null ? null : places.get(id));
  return { records: sharedOf(messages), parents: messages.map(({ parentId }) => place(parentId)), head: place(headId) };
}
