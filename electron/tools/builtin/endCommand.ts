// end_command: ends a background command and everything it started.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { pageOutput } from '../process/background/commandOutput.ts';
import { failureOutput, textPreview } from '../toolOutput.ts';
import words from './endCommand.md?raw';

/** Bytes of output to return, from its end. */
const lastBytes = 2000;

const schema = z.strictObject({
  id: z.string().min(1).max(40).describe("The command's ID from run_command, such as bg_1."),
});

export function createEndCommand(background: BackgroundCommands): Tool {
  return defineFolderTool({
    name: 'end_command',
    kind: 'state',
    exclusive: true,
    words,
    schema,
    preview: ({ id }) => textPreview(say`Stop ${id} and everything it started`),

    async run({ id }, { conversationId }) {
      const ended = await background.end(conversationId, id);
      if (!ended.ok) return failureOutput(ended.error);
      const page = await background.output(conversationId, id, -lastBytes, lastBytes);
      return page.ok ? pageOutput('Its last output:\n', page.value, ended.value) : failureOutput(page.error);
    },
  });
}
