// run_command: a shell command in the project folder.

import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Tool, ToolFacts, ToolOutput } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import type { PathScope } from '../paths/pathScope.ts';
import { startCommand } from '../process/background/startCommand.ts';
import { commandEnvironment, withheldNames, withheldNote } from '../process/commandEnvironment.ts';
import { type CommandEnd, type CommandRequest, runProcess } from '../process/commandProcess.ts';
import { runSandboxed } from '../process/sandboxedRun.ts';
import { sandboxNote } from '../process/sandboxNote.ts';
import { createCommandReader } from '../shell/commandFacts.ts';
import { withPaths } from '../shell/commandPaths.ts';
import { sensitivePathReasons } from '../shell/secretPaths.ts';
import { failureOutput } from '../toolOutput.ts';
import words from './runCommand.md?raw';

const defaultSeconds = 120;
const maxSeconds = 3600;

const schema = z.strictObject({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes('\0'), say`contains a NUL character`.text)
    .describe('A command line for the shell: /bin/sh, on Windows cmd.'),
  timeout_seconds: z
    .int()
    .min(1)
    .max(maxSeconds)
    .optional()
    .describe(`Time limit in seconds; default ${defaultSeconds}, none in the background.`),
  background: z.boolean().optional().describe('True: it keeps running while you do other things. See read_command.'),
});

export interface RunCommandOptions {
  scope: PathScope;
  clock: Clock;
  environment: Environment;
  /** Secret-looking variables that commands may see. */
  allowedVariables(): Promise<readonly string[]>;
  /** Records its process. */
  journal: ProcessJournal;
  /** Null if unavailable. */
  sandbox: Sandbox | null;
  /** Null if background commands are unavailable. */
  background: BackgroundCommands | null;
}

export function createRunCommand(options: RunCommandOptions): Tool {
  const readCommand = createCommandReader();
  return defineFolderTool({
    name: 'run_command',
    kind: 'execute',
    exclusive: true,
    sandboxable: true,
    words,
    schema,
    facts: async (args, { folder }) => {
      const command = await withPaths(await readCommand(args.command), folder, options.scope, options.environment.HOME);
      return {
        command,
        ...sensitivePathReasons(command),
        ...(args.background === true ? { background: true as const } : {}),
        ...(await sandboxFacts(options.sandbox, folder)),
      };
    },
    watches: (args) =>
      args.background === true
        ? { type: 'none', reason: say`It keeps running in the background, so its file changes cannot be undone.` }
        : { type: 'tree' },
    preview: (args, context) => ({
      type: 'command',
      command: args.command,
      cwd: context.folder,
      ...(args.background === true ? { background: true as const } : {}),
    }),

    async run(args, context) {
      const folder = await stat(context.folder).catch(() => null);
      if (folder === null || !folder.isDirectory()) {
        const message = `the project folder ${context.folder} was not found, so nothing was run. Ask the user where it is.`;
        return failureOutput({ code: 'TOOL_EXEC_FAILED', message });
      }
      const { environment } = options;
      const allowed = await options.allowedVariables();
      const names = withheldNames(args.command, environment, allowed);
      const withheld = names.length === 0 ? '' : `${withheldNote(names)}\n`;
      if (args.background === true) return startCommand(options, args, context, withheld);
      const seconds = args.timeout_seconds ?? defaultSeconds;
      const { conversationId, folder: cwd, signal } = context;
      const request = async (): Promise<Omit<CommandRequest, 'sandbox' | 'onOutput'>> => ({
        tracked: await options.journal.start({ kind: 'command', name: args.command, conversationId }),
        command: args.command,
        cwd,
        env: commandEnvironment(environment, allowed, cwd),
        timeoutMs: seconds * 1000,
        signal,
        clock: options.clock,
        onStarted: (process) => context.onProcess(process),
      });
      if (context.sandbox && options.sandbox) {
        const ended = await runSandboxed(options.sandbox, context, context.sandbox, request);
        if (!ended.ok) return failureOutput(ended.error);
        const { end, sandbox } = ended.value;
        const result = resultOf(end, seconds, `${sandboxNote(sandbox)}${withheld}`);
        return { ...result, details: { ...result.details, ...(sandbox ? { sandbox } : {}) } };
      }
      const ended = await runProcess({
        ...(await request()),
        sandbox: null,
        onOutput: (bytes) => context.print(bytes),
      });
      if (!ended.ok) return failureOutput(ended.error);
      return resultOf(ended.value, seconds, withheld);
    },
  });
}

async function sandboxFacts(
  sandbox: Sandbox | null,
  folder: string,
): Promise<Pick<ToolFacts, 'sandboxable' | 'withoutSandbox'>> {
  const status = await sandbox?.status(folder);
  if (!status) return {};
  return status.available ? { sandboxable: true } : { withoutSandbox: status.reason };
}

function resultOf(end: CommandEnd, seconds: number, withheld: string): ToolOutput {
  const { reason, exitCode, signal } = end;
  const { outcome, before, after, code } = framing(end, seconds);
  return {
    outcome,
    content: '',
    printed: { before: `${before}${withheld}`, after },
    details: {
      exitCode,
      timedOut: reason === 'timeout',
      ...(signal === null ? {} : { signal }),
      ...(code === undefined ? {} : { errorCode: code }),
    },
  };
}

interface Framing {
  outcome: ToolOutput['outcome'];
  before: string;
  after: string;
  code?: ErrorCode;
}

function framing({ reason, exitCode, signal }: CommandEnd, seconds: number): Framing {
  if (reason === 'aborted') {
    const before = 'Error: the user stopped the run; the command and everything it started were ended.\n';
    return { outcome: 'cancelled', before, after: '[stopped]' };
  }
  if (reason === 'timeout') {
    const before = `Error: the command took longer than ${seconds} s and was ended. Give a larger timeout_seconds (at most ${maxSeconds}) if it needs more.\n`;
    return { outcome: 'error', before, after: `[timed out after ${seconds} s]`, code: 'TOOL_TIMEOUT' };
  }
  if (exitCode === 0) return { outcome: 'ok', before: '', after: '[exit code 0]' };
  const code = 'TOOL_EXEC_FAILED';
  if (exitCode !== null) {
    const before = `Error: the command exited with code ${exitCode}.\n`;
    return { outcome: 'error', before, after: `[exit code ${exitCode}]`, code };
  }
  const by = signal ?? say`the system`;
  return { outcome: 'error', before: `Error: the command was killed by ${by}.\n`, after: `[killed by ${by}]`, code };
}
