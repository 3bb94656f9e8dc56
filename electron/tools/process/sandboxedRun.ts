// Runs a command in the sandbox: if the sandbox boundary blocks it, the user is asked once, and it runs again with the
// granted access, or outside. The model sees what was blocked, and the result keeps it.

import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SandboxRunDetails, SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { lastCharacters } from '../../lib/text.ts';
import type { Sandbox, SandboxedProgram, SandboxOpening } from '../../ports/sandbox.ts';
import type { ToolContext } from '../../ports/tool.ts';
import { isSystemPseudoFile } from '../paths/sensitivePaths.ts';
import { isBelow } from '../sandbox/isBelow.ts';
import { type CommandEnd, type CommandRequest, runProcess } from './commandProcess.ts';

export interface SandboxedEnd {
  end: CommandEnd;
  /** Null if it finally ran outside. */
  sandbox: SandboxRunDetails | null;
}

/** UTF-16 units of output, from its end, to search for system refusals. */
const keptOfOutput = 16_384;

/** Takes the usual command context. `again` starts another attempt, as `runProcess` needs it. */
export async function runSandboxed(
  sandbox: Sandbox,
  context: Pick<ToolContext, 'conversationId' | 'openSandbox' | 'print'> & { folder: string },
  opening: SandboxOpening,
  again: () => Promise<Omit<CommandRequest, 'sandbox' | 'onOutput'>>,
): Promise<Result<SandboxedEnd>> {
  const first = await runOnce(sandbox, context, opening, await again());
  if (!first.ok) return first;
  const { end, violations } = first.value;
  const stoppedAt = violations.filter((each) =>
    each.type === 'host' ? each.port === null : each.type === 'write' || each.type === 'read',
  );
  const failed = end.reason === 'exit' && end.exitCode !== 0;
  if (!failed || stoppedAt.length === 0 || opening.readOnly) return ok(first.value.output);
  const { command } = first.value;
  const paths = await grantablePaths(stoppedAt, sandbox.home);
  const answer = await context.openSandbox({ type: 'files', command, stoppedAt, paths });
  if (answer === 'refused') return ok(first.value.output);
  await context.print('\n');
  if (answer === 'outside') {
    const outside = await runProcess({ ...(await again()), sandbox: null, onOutput: (bytes) => context.print(bytes) });
    return outside.ok ? ok({ end: outside.value, sandbox: null }) : outside;
  }
  const wider = { ...opening, paths: [...opening.paths, ...paths] };
  const second = await runOnce(sandbox, context, wider, await again());
  if (!second.ok) return second;
  const { output } = second.value;
  return ok({ ...output, sandbox: output.sandbox && { ...output.sandbox, ranAgain: true } });
}

interface Once {
  command: string;
  end: CommandEnd;
  violations: SandboxViolation[];
  output: SandboxedEnd;
}

async function runOnce(
  sandbox: Sandbox,
  {
    conversationId,
    folder,
    openSandbox,
    print,
  }: Pick<ToolContext, 'conversationId' | 'openSandbox' | 'print'> & { folder: string },
  opening: SandboxOpening,
  request: Omit<CommandRequest, 'sandbox' | 'onOutput'>,
): Promise<Result<Once>> {
  const { command, signal } = request;
  const askHost = async (host: string, port: number): Promise<boolean> =>
    opening.readOnly !== true && (await openSandbox({ type: 'host', command, host, port }, signal)) === 'opened';
  const opened = await sandbox.open({ conversationId, folder, opening, askHost });
  if (!opened.ok) return opened;
  const program: SandboxedProgram = opened.value;
  let tail = '';
  const ended = await runProcess({
    ...request,
    sandbox: program,
    onOutput(bytes) {
      tail = lastCharacters(tail + bytes.toString('utf8'), keptOfOutput);
      return print(bytes);
    },
  });
  const failed = !ended.ok || ended.value.exitCode !== 0;
  const violations = await program.end(failed ? tail : '');
  if (!ended.ok) return ended;
  const details: SandboxRunDetails = { kind: program.kind, network: [...opening.hosts], violations };
  return ok({ command, end: ended.value, violations, output: { end: ended.value, sandbox: details } });
}

/**
 * The paths to grant: the path itself if it exists, else the folder it would be created in; never a parent of the home
 * folder, never system pseudo-files.
 */
async function grantablePaths(violations: readonly SandboxViolation[], home: string): Promise<string[]> {
  const paths = await Promise.all(violations.map(async (each) => ('path' in each ? nearest(each.path) : '/')));
  return [...new Set(paths)].filter((path) => path !== '/' && !isBelow(home, path) && !isSystemPseudoFile(path));
}

async function nearest(path: string): Promise<string> {
  const there = await realpath(path).catch(() => null);
  return there ?? (dirname(path) === path ? path : nearest(dirname(path)));
}
