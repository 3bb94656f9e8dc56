// Runs a hook in a shell: event on standard input, no secrets in its environment, in its own recorded process group
// that is killed with all descendants.

import type { SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox, SandboxedProgram } from '../../ports/sandbox.ts';
import { commandEnvironment } from '../../tools/process/commandEnvironment.ts';
import { type CommandEnd, runProcess } from '../../tools/process/commandProcess.ts';
import type { HookEnd } from './hookAnswer.ts';

const tailBytes = 12 * 1024;

/** A truncated secret would not be recognized, so nothing this close to a cut is shown. */
const marginCharacters = 2048;

export interface HookProcessDeps {
  clock: Clock;
  journal: ProcessJournal;
  environment: Environment;
  /** Secret-looking variables that hooks may see. */
  allowedVariables(): Promise<readonly string[]>;
  sandbox: Sandbox;
  mask: SecretMask;
}

export interface HookProcess {
  command: string;
  cwd: string;
  folder: string | null;
  conversationId: string;
  input: string;
  timeoutMs: number;
  /** `project`: sandboxed, may write only to the folder. `readOnly`: may change nothing. */
  boundary: 'none' | 'project' | 'readOnly';
  signal: AbortSignal;
}

export interface HookProcessEnd extends HookEnd {
  reason: CommandEnd['reason'];
  output: string;
  printed: number;
  /** Blocked actions, if it failed or created forbidden files. */
  refused: SandboxViolation[];
}

/** Maximum characters of an answer. */
const maxAnswerBytes = 64 * 1024;
const maxKept = 8 * 1024;
const maxReasonLength = 10_000;

export async function runHookProcess(deps: HookProcessDeps, hook: HookProcess): Promise<Result<HookProcessEnd>> {
  const { clock, journal, mask } = deps;
  const { command, cwd, folder, conversationId } = hook;
  const sandbox = hook.boundary === 'none' ? null : await openSandbox(deps.sandbox, hook);
  if (sandbox && !sandbox.ok) return sandbox;
  const env = commandEnvironment(deps.environment, await deps.allowedVariables(), cwd);
  const [output, errors] = [createOutputBuffer(maxAnswerBytes), createOutputBuffer(maxAnswerBytes)];
  const program = sandbox?.value ?? null;
  const ended = await runProcess({
    command: apart(command),
    cwd,
    env: { ...env, ...(folder === null ? {} : { CLAUDE_PROJECT_DIR: folder, THROUGHLINE_PROJECT_DIR: folder }) },
    sandbox: program,
    input: hook.input,
    timeoutMs: hook.timeoutMs,
    signal: hook.signal,
    clock,
    tracked: await journal.start({ kind: 'hook', name: command, conversationId }),
    onStarted: async () => {},
    onOutput: (bytes) => output.add(bytes),
    onErrors: (bytes) => errors.add(bytes),
  });
  const failed = !ended.ok || ended.value.exitCode !== 0;
  const refused = (await program?.end(failed ? errors.shown(maxReasonLength, mask) : '')) ?? [];
  if (!ended.ok) return ended;
  const stdout = output.whole();
  return ok({
    ...ended.value,
    stdout: stdout === null ? null : mask.text(stdout),
    stderr: errors.shown(maxReasonLength, mask),
    output: [output, errors]
      .map((each) => each.shown(maxKept, mask))
      .filter(Boolean)
      .join('\n'),
    printed: output.total() + errors.total(),
    refused,
  });
}

async function openSandbox(
  sandbox: Sandbox,
  { boundary, conversationId, folder }: HookProcess,
): Promise<Result<SandboxedProgram>> {
  const status = await sandbox.status(folder ?? undefined);
  if (!status.available) {
    if (boundary === 'project') return fail('NOT_SUPPORTED', say`It was not run: ${status.reason}`);
    return fail(
      'NOT_SUPPORTED',
      say`It was not run. In plan mode, hooks run only in the sandbox, and none is available. ${status.reason}`,
    );
  }
  const opening = {
    ...{ paths: [], hosts: [], refusedHosts: [] },
    ...(boundary === 'readOnly' ? { readOnly: true as const } : {}),
  };
  return sandbox.open({ conversationId, folder, opening });
}

/**
 * Adds a shell between hook and app, so that a hook that kills its parent does not kill the app. `cat` turns standard
 * input into a real pipe that can be reopened as /dev/stdin.
 */
function apart(command: string): string {
  if (process.platform === 'win32') return command;
  return `cat | /bin/sh -c '${command.replaceAll("'", `'\\''`)}'; exit $?`;
}

/** Keeps the start and end of a hook's output, so that endless output fills neither memory nor disk. */
interface OutputBuffer {
  add(bytes: Buffer): null;
  total(): number;
  /** Everything, if it fits in the head; else null. */
  whole(): string | null;
  /** At most `max` characters, with a note about omissions. Masks secrets. */
  shown(max: number, mask: SecretMask): string;
}

/** `headBytes`: size of the head. */
function createOutputBuffer(headBytes: number): OutputBuffer {
  const head: Buffer[] = [];
  let headLength = 0;
  let tail = Buffer.alloc(0);
  let total = 0;

  return {
    add(bytes) {
      total += bytes.length;
      const free = headBytes - headLength;
      if (free > 0) {
        const piece = Buffer.from(bytes.subarray(0, free));
        head.push(piece);
        headLength += piece.length;
      }
      const rest = bytes.subarray(Math.max(0, free));
      // Let it double before truncating, to avoid copying everything per chunk.
      if (rest.length > 0) tail = Buffer.concat([tail, rest.subarray(-2 * tailBytes)]);
      if (tail.length > 4 * tailBytes) tail = Buffer.from(tail.subarray(-2 * tailBytes));
      return null;
    },
    total: () => total,
    whole: () => (total <= headBytes ? Buffer.concat(head).toString('utf8') : null),

    shown(max, mask) {
      const beginning = Buffer.concat(head);
      const isWhole = total <= beginning.length + tail.length;
      const all = isWhole ? Buffer.concat([beginning, tail]) : beginning;
      const text = mask.text(all.toString('utf8'));
      if (isWhole && text.length <= max) return text;
      const half = Math.floor(max / 2);
      const first = text.slice(0, half);
      const end = isWhole ? text : mask.text(tail.subarray(-tailBytes).toString('utf8')).slice(marginCharacters);
      const last = end.slice(-half);
      const omittedBytes = total - Buffer.byteLength(first) - Buffer.byteLength(last);
      return `${first}\n[… ${omittedBytes} bytes left out …]\n${last}`;
    },
  };
}
