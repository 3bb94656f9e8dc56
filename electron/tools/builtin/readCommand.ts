// read_command: the output of a background command, and whether it is still running.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { maxPageBytes, pageOutput } from '../process/background/commandOutput.ts';
import { canceledOutput, failureOutput, textPreview } from '../toolOutput.ts';
import words from './readCommand.md?raw';

const maxSeconds = 600;
const farthest = 2 ** 40;

const schema = z.strictObject({
  id: z.string().min(1).max(40).describe("The command's ID from run_command, such as bg_1."),
  offset: z
    .int()
    .min(-farthest)
    .max(farthest)
    .optional()
    .describe('The first byte to show; default 0. If negative, that many bytes before the end.'),
  limit: z.int().min(1).max(maxPageBytes).optional().describe(`How many bytes to show; default ${maxPageBytes}.`),
  wait_seconds: z
    .int()
    .min(0)
    .max(maxSeconds)
    .optional()
    .describe('Seconds to wait for output after the offset, or for the command to end; default 0.'),
});

export function createReadCommand(background: BackgroundCommands): Tool {
  return defineFolderTool({
    name: 'read_command',
    kind: 'state',
    exclusive: false,
    words,
    schema,
    preview: (args) => textPreview(say`Read output of ${args.id}`),

    async run({ id, offset = 0, limit = maxPageBytes, wait_seconds: seconds = 0 }, context) {
      const { conversationId, signal } = context;
      const before = await background.find(conversationId, id);
      if (!before.ok) return failureOutput(before.error);
      const beyond = offset < 0 ? before.value.bytes : offset;
      if (seconds > 0) await background.wait(conversationId, id, { beyond, ms: seconds * 1000, signal });
      if (signal.aborted) return canceledOutput(`${id} was left as it is.`);
      // Read the state first: a command that has ended prints nothing more.
      const command = await background.find(conversationId, id);
      if (!command.ok) return failureOutput(command.error);
      const page = await background.output(conversationId, id, offset, limit);
      return page.ok ? pageOutput('', page.value, command.value) : failureOutput(page.error);
    },
  });
}
