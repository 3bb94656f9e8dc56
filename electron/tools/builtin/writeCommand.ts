// write_command: text for the input of a background command. That may make it do anything, so it is asked about.

import { z } from 'zod';
import { ok } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { commandDetails, stateWords } from '../process/background/commandWords.ts';
import { failed, succeeded, textPreview } from '../toolOutput.ts';
import words from './writeCommand.md?raw';

const mostCharacters = 100_000;

const schema = z.strictObject({
  id: z.string().min(1).max(40).describe('Which one: the id that run_command gave, such as bg_1.'),
  text: z.string().max(mostCharacters).describe('What to write, as it is: end a line with a line break.'),
  close: z.boolean().optional().describe('True: nothing comes after it, the input ends.'),
});

export function createWriteCommand(background: BackgroundCommands): Tool {
  return defineFolderTool({
    name: 'write_command',
    kind: 'execute',
    exclusive: true,
    words,
    schema,

    facts: ({ id, text }, { conversationId }) => ({
      process: `${conversationId}/${id}`,
      command: { text, parts: [], doubts: [say`It goes to a program that runs; what that does with it is not known.`] },
    }),
    watches: () => ({
      type: 'none',
      reason: say`What a command in the background changes in files cannot be undone.`,
    }),

    async preview({ id, text, close = false }, context) {
      const command = await background.find(context.conversationId, id);
      if (!command.ok) return command;
      const to = say`To ${id}, which is: ${command.value.command}`;
      const end = close ? [say`(and nothing after it: its input ends)`] : [];
      return ok(textPreview(say.blocks([to, ...(text === '' ? [] : [text]), ...end])));
    },

    async run({ id, text, close = false }, { conversationId }) {
      const written = await background.write(conversationId, id, text, close);
      if (!written.ok) return failed(written.error);
      const command = await background.find(conversationId, id);
      if (!command.ok) return failed(command.error);
      const bytes = Buffer.byteLength(text).toLocaleString('en-US');
      const next = `What it prints from now on begins at offset ${command.value.bytes}.`;
      const said = `Wrote ${bytes} bytes to ${id}${close ? ' and closed its input' : ''}.`;
      return succeeded(`${said} ${stateWords(command.value)}. ${next}`, commandDetails(command.value));
    },
  });
}
