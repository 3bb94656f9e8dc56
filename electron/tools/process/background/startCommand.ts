// run_command with `background`: starts the command, waits a moment for first output, and returns while it keeps running.

import { fail } from '../../../../shared/core/errors.ts';
import type { BackgroundCommands } from '../../../ports/background.ts';
import type { Sandbox } from '../../../ports/sandbox.ts';
import type { ToolOutput } from '../../../ports/tool.ts';
import type { FolderContext } from '../../defineTool.ts';
import { canceledOutput, failureOutput } from '../../toolOutput.ts';
import { maxPageBytes, pageOutput } from './commandOutput.ts';

/** Wait this long for it to fail early or print something. */
const firstMs = 1000;
/** Then this long for the rest of its first output. */
const moreMs = 200;

interface StartArguments {
  command: string;
  timeout_seconds?: number | undefined;
}

/** `withheld` is a line naming the variables it does not get, or empty. */
export async function startCommand(
  { background, sandbox }: { background: BackgroundCommands | null; sandbox: Sandbox | null },
  args: StartArguments,
  context: FolderContext,
  withheld: string,
): Promise<ToolOutput> {
  if (background === null) {
    return failureOutput(
      fail('NOT_SUPPORTED', 'nothing can run in the background here; leave `background` out.').error,
    );
  }
  const { conversationId, call, folder, signal, onProcess } = context;
  const questions = hostQuestions(args.command, context);
  const askHost = questions.ask;
  const program =
    context.sandbox && sandbox
      ? await sandbox.open({ conversationId, folder, opening: context.sandbox, askHost })
      : null;
  if (program && !program.ok) return failureOutput(program.error);
  const started = await background.start({
    conversationId,
    messageId: call.messageId,
    command: args.command,
    cwd: folder,
    timeoutMs: args.timeout_seconds === undefined ? null : args.timeout_seconds * 1000,
    sandbox: program?.value ?? null,
    onProcess,
  });
  if (!started.ok) {
    await program?.value.end();
    return failureOutput(started.error);
  }
  const { id, pid } = started.value;
  await background.wait(conversationId, id, { beyond: 0, ms: firstMs, signal });
  await background.wait(conversationId, id, { beyond: Number.POSITIVE_INFINITY, ms: moreMs, signal });
  await questions.close();
  if (signal.aborted) {
    await background.end(conversationId, id);
    return canceledOutput(`${id} had started and was ended with everything it started.`);
  }
  const command = await background.find(conversationId, id);
  if (!command.ok) return failureOutput(command.error);
  const page = await background.output(conversationId, id, 0, maxPageBytes);
  if (!page.ok) return failureOutput(page.error);
  return pageOutput(`Started ${id} in the background (process ${pid}).\n${withheld}`, page.value, command.value);
}

/** Network requests ask the user while the call lasts; later ones are refused, because nobody watches. */
function hostQuestions(command: string, { openSandbox }: FolderContext) {
  const open = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async ask(host: string, port: number): Promise<boolean> {
      if (isClosed) return false;
      const answer = openSandbox({ type: 'host', command, host, port });
      open.add(answer);
      return (await answer) === 'opened';
    },
    async close(): Promise<void> {
      await Promise.all(open);
      isClosed = true;
    },
  };
}
