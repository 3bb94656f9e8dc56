// write_command: sends input to a background command. That may make it do anything, so it needs approval.

import { z } from 'zod';
import { ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { commandDetails, stateText } from '../process/background/commandOutput.ts';
import { failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './writeCommand.md?raw';

const maxCharacters = 100_000;

const schema = z.strictObject({
  id: z.string().min(1).max(40).describe("The command's ID from run_command, such as bg_1."),
  text: z.string().max(maxCharacters).describe('The exact text to write: end a line with a line break.'),
  close: z.boolean().optional().describe('True: the input ends after this text.'),
});

async function runsInSandbox(background: BackgroundCommands, conversationId: string, id: string): Promise<boolean> {
  const command = await background.find(conversationId, id);
  return command.ok && command.value.state === 'running' && command.value.sandbox !== undefined;
}

export function createWriteCommand(background: BackgroundCommands): Tool {
  return defineFolderTool({
    name: 'write_command',
    kind: 'execute',
    exclusive: true,
    words,
    schema,

    facts: async ({ id, text }, { conversationId }) => ({
      process: `${conversationId}/${id}`,
      // A sandboxed command stays sandboxed, whatever its input.
      ...((await runsInSandbox(background, conversationId, id)) ? { sandboxable: true as const } : {}),
      command: {
        text,
        parts: [],
        doubts: [say`It is sent to a running program, which may do anything with it.`],
      },
    }),
    watches: () => ({
      type: 'none',
      reason: say`File changes made by background commands cannot be undone.`,
    }),

    async preview({ id, text, close = false }, context) {
      const command = await background.find(context.conversationId, id);
      if (!command.ok) return command;
      const to = say`To ${id}, running: ${command.value.command}`;
      const end = close ? [say`(then closes its input)`] : [];
      return ok(textPreview(say.blocks([to, ...(text === '' ? [] : [text]), ...end])));
    },

    async run({ id, text, close = false }, { conversationId }) {
      const written = await background.write(conversationId, id, text, close);
      if (!written.ok) return failureOutput(written.error);
      const command = await background.find(conversationId, id);
      if (!command.ok) return failureOutput(command.error);
      const bytes = Buffer.byteLength(text).toLocaleString('en-US');
      const next = `New output begins at offset ${command.value.bytes}.`;
      const confirmation = `Wrote ${bytes} bytes to ${id}${close ? ' and closed its input' : ''}.`;
      return successOutput(`${confirmation} ${stateText(command.value)}. ${next}`, commandDetails(command.value));
    },
  });
}
