// Where a run's prompt comes from: the command line, or standard input as text or as JSON `{"prompt": …, "attachments"?}`.
// Attachments follow the same limits as in the window.

import { open } from 'node:fs/promises';
import path from 'node:path';
import type { AttachmentRef } from '../../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { textOf } from '../../../../shared/core/sentence.ts';
import { maxMessageCharacters } from '../../../../shared/features/conversations/runMethods.ts';
import type { ModelRef } from '../../../../shared/features/models/modelOptions.ts';
import { notText } from '../input.ts';
import type { Terminal } from '../terminal.ts';
import type { TurnLine } from './turnOptions.ts';

export interface Prompt {
  text: string;
  /** Absolute paths. */
  attachments: readonly string[];
}

const most = maxMessageCharacters.toLocaleString('en-US');
const maxFiles = 50;

interface PromptForm {
  prompt: string;
  attachments?: string[];
}

/** Returns null if there is none and a turn continues. An error is wrong usage. */
export async function readPrompt({ line, folder, input, signal }: Terminal<TurnLine>): Promise<Result<Prompt | null>> {
  const { prompt, resume, pick, continue: latest } = line.values;
  if (prompt !== undefined && prompt !== '-') return ok({ text: prompt, attachments: [] });
  if (prompt === undefined && (resume !== undefined || pick || latest)) return ok(null);
  if (prompt === undefined && input.isTerminal) return noPrompt;
  const inputText = await input.read(4 * maxMessageCharacters, signal);
  if (signal.aborted) return fail('CANCELLED', 'Nothing was sent.');
  if ('problem' in inputText && inputText.problem === 'not-text')
    return fail('PARAMS_INVALID', `${notText} Nothing was sent.`);
  if ('problem' in inputText || inputText.text.length > maxMessageCharacters) {
    return fail('PARAMS_INVALID', `Standard input is longer than ${most} characters. Attach a file instead.`);
  }
  return promptOf(inputText.text, folder);
}

const noPrompt = fail('PARAMS_INVALID', 'run needs a message: -p "…", or text on standard input');

function promptOf(text: string, folder: string): Result<Prompt> {
  const read = asForm(text);
  if (!read.ok) return read;
  const { prompt, attachments = [] } = read.value ?? { prompt: text.replace(/\r?\n$/, '') };
  if (prompt.trim() === '') return noPrompt;
  return ok({ text: prompt, attachments: attachments.map((file) => path.resolve(folder, file)) });
}

/** Null for text. JSON without a prompt counts as text: the user may pipe a JSON file. */
function asForm(text: string): Result<PromptForm | null> {
  if (!text.trimStart().startsWith('{')) return ok(null);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return ok(null);
  }
  if (!Object.hasOwn(value as object, 'prompt')) return ok(null);
  if (isForm(value)) return ok(value);
  return fail(
    'PARAMS_INVALID',
    'JSON on standard input needs a "prompt" text and may have "attachments", a list of paths',
  );
}

function isForm(value: unknown): value is PromptForm {
  const { prompt, attachments = [], ...more } = value as Record<string, unknown>;
  const isPath = (one: unknown): boolean => typeof one === 'string' && one !== '' && one.length <= 4096;
  return (
    typeof prompt === 'string' &&
    Array.isArray(attachments) &&
    attachments.length <= maxFiles &&
    attachments.every(isPath) &&
    Object.keys(more).length === 0
  );
}

const pieceBytes = 1024 * 1024;

/** Attaches files to a message of the conversation. If one fails, none is sent. */
export async function attachFiles(
  { core, err }: Terminal,
  conversationId: string,
  files: readonly string[],
  model: ModelRef | null = null,
): Promise<Result<AttachmentRef[]>> {
  const attachments: AttachmentRef[] = [];
  for (const [at, file] of files.entries()) {
    const attached = await attach(core, { conversationId, connectionId: 'terminal', uploadId: `file-${at}` }, file);
    if (!attached.ok) return attached;
    const { problem: _ofDefaultModel, ...ref } = attached.value;
    attachments.push(ref);
  }
  const problems = await core.attachments.check(conversationId, model, attachments);
  for (const [at, problem] of problems.entries()) if (problem) err(`${attachments[at]?.name}: ${textOf(problem)}\n`);
  return ok(attachments);
}

async function attach(
  core: Terminal['core'],
  upload: { conversationId: string; connectionId: string; uploadId: string },
  file: string,
) {
  try {
    const handle = await open(file);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return fail('NOT_SUPPORTED', `${file} was not attached: it is not a file.`);
      for (let offset = 0; ; ) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, offset);
        const last = offset + bytesRead >= stats.size || bytesRead === 0;
        const piece = { ...upload, name: path.basename(file), bytes: buffer.subarray(0, bytesRead), offset, last };
        const attached = await core.attachments.add(piece);
        if (!attached.ok) return attached;
        if (attached.value !== null) return ok(attached.value);
        offset += bytesRead;
      }
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return fail('NOT_SUPPORTED', `${file} was not attached: ${(thrown as Error).message}.`);
  } finally {
    await core.attachments.drop(upload);
  }
}
