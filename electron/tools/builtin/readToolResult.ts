// read_tool_result: a page of an earlier result that was too large for the conversation.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import { unfinishedLength } from '../../../shared/terminal/output.ts';
import { printsForTerminal, readableOutput } from '../../lib/readableOutput.ts';
import type { NamedResultPage, ResultPage, Tool } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './readToolResult.md?raw';

/** Including its notice, a page stays below the spill threshold. */
const maxBytes = 40_000;

const schema = z.strictObject({
  result: z.string().min(1).max(1000).describe('Its @state/… path, or the ID of its call or message.'),
  offset: z
    .int()
    .min(0)
    .max(2 ** 40)
    .optional()
    .describe('The first byte to show; default 0.'),
  limit: z.int().min(1).max(maxBytes).optional().describe(`How many bytes to show; default ${maxBytes}.`),
});

/** As a terminal shows it, for command output. A page ends before an incomplete escape sequence. */
function pageForModel(page: NamedResultPage): ResultPage {
  const { text, nextOffset, toolName } = page;
  if (!printsForTerminal(toolName)) return page;
  const cut = nextOffset === null ? 0 : unfinishedLength(text);
  if (nextOffset === null || cut === 0 || cut === text.length) return { ...page, text: readableOutput(text) };
  const remainingBytes = Buffer.byteLength(text.slice(-cut));
  return { ...page, text: readableOutput(text.slice(0, -cut)), nextOffset: nextOffset - remainingBytes };
}

export function createReadToolResult(): Tool {
  return defineStateTool({
    name: 'read_tool_result',
    kind: 'state',
    exclusive: false,
    words,
    schema,
    preview: (args) => textPreview(say`Read ${args.result} from byte ${args.offset ?? 0}`),

    async run(args, context) {
      const page = await context.readResult(args.result, args.offset ?? 0, args.limit ?? maxBytes);
      if (!page.ok) return failureOutput(page.error);
      const { text, offset, nextOffset, totalBytes } = pageForModel(page.value);
      const total = totalBytes.toLocaleString('en-US');
      if (text === '' && nextOffset === null) {
        if (totalBytes === 0) return successOutput('The result is empty.');
        const message = `the result has ${total} bytes; byte ${args.offset ?? 0} is past its end. Use a smaller offset.`;
        return failureOutput({ code: 'TOOL_EXEC_FAILED', message });
      }
      const next = nextOffset === null ? 'This is the end.' : `Use offset ${nextOffset} to continue.`;
      return successOutput(
        `${text}\n[From byte ${offset} of ${total}. ${next}]`,
        nextOffset === null ? {} : { truncated: true },
      );
    },
  });
}
