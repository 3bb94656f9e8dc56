// write_file: creates a file or replaces its full content.

import { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { storedDiff } from '../text/diffText.ts';
import { createFileChanger, type FileChangeParts } from '../text/fileChange.ts';
import { decodeText, encodeReplacement, unencodableReason } from '../text/textFile.ts';
import { failureOutput, successOutput, toolFailure } from '../toolOutput.ts';
import words from './writeFile.md?raw';

const schema = z.strictObject({
  path: z.string().describe('The file, relative to the project folder.'),
  content: z.string().describe('The full content of the file.'),
});

type Arguments = z.output<typeof schema>;

export function createWriteFile(parts: FileChangeParts): Tool {
  const changer = createFileChanger<Arguments>(parts, written);
  return defineFolderTool({
    name: 'write_file',
    kind: 'write',
    exclusive: true,
    words,
    schema,
    watches: (args) => ({ type: 'paths', paths: [args.path] }),
    facts: (args, context) => parts.gate.facts(args, args.path, 'write', context),

    async preview(args, context) {
      const change = await changer.plan(args, context);
      if (!change.ok) return change;
      return ok({ type: 'diff', path: change.value.path, diff: change.value.diff, isNew: change.value.isNew });
    },

    async run(args, context) {
      const change = await changer.apply(args, context);
      if (!change.ok) return failureOutput(change.error, { path: args.path });
      const { path, isNew, after, diff } = change.value;
      const size = `${count(after.length, 'byte')}, ${count(lineCount(args.content), 'line')}`;
      return successOutput(`${isNew ? 'Created' : 'Replaced'} "${path}" (${size}).`, { path, ...storedDiff(diff) });
    },
  });
}

/** A replaced file keeps its encoding and line endings. */
async function written({ content }: Arguments, before: Buffer | null, path: string): Promise<Result<Buffer>> {
  const file = before === null || before.length === 0 ? null : await decodeText(before);
  if (file === null) return ok(Buffer.from(content, 'utf8'));
  const why = unencodableReason(file, content.replace(/^\ufeff/, ''), path);
  return why === null ? ok(encodeReplacement(file, content)) : toolFailure(why);
}

function lineCount(text: string): number {
  if (text === '') return 0;
  const breaks = text.split('\n').length - 1;
  return text.endsWith('\n') ? breaks : breaks + 1;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
