// update_memory: changes memory, after user review. Later conversations see the memory, so a proposal is dangerous: it
// needs approval in every mode, and only deny rules apply.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { maxMemoryBytes } from '../../../shared/features/memory/userText.ts';
import type { UserTextFile, UserTextFileName, UserTextFiles } from '../../ports/ownTextFiles.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { diffText, storedDiff } from '../text/diffText.ts';
import { describeLookAlike } from '../text/lookAlikes.ts';
import { convertCrlfToLf, replaceText } from '../text/replaceText.ts';
import { failureOutput, successOutput, toolFailure } from '../toolOutput.ts';
import words from './updateMemory.md?raw';

const schema = z.strictObject({
  scope: z.enum(['all', 'project']).describe('The memory of all projects, or of this one.'),
  action: z.enum(['append', 'edit', 'replace']).describe('Add at the end, change a piece, or write all of it anew.'),
  new_text: z.string().max(100_000).describe('The text to add, or to put in the place of the old one.'),
  old_text: z.string().min(1).optional().describe('For edit: the exact text to replace.'),
});
type Arguments = z.output<typeof schema>;

export interface MemoryAccess {
  files: UserTextFiles;
  /** The user can switch it off globally or per project. */
  isOn(projectId: string): Promise<boolean>;
}

interface Change {
  name: UserTextFileName;
  before: UserTextFile;
  after: string;
}

export function createUpdateMemory({ files, isOn }: MemoryAccess): Tool {
  /** What the user reviewed; exactly that is written, or nothing. */
  const reviewed = new WeakMap<Arguments, { version: string; after: string }>();

  async function prepare(args: Arguments, { conversationId, projectId }: ToolContext): Promise<Result<Change>> {
    if (!(await isOn(projectId))) return toolFailure(say`the user has turned memory off.`);
    const name = nameOf(args, projectId);
    const before = await files.read(name);
    if (before.problem !== null) return toolFailure(say`the memory cannot be used: ${before.problem}.`);
    const seenVersion = files.seenVersion(conversationId, name);
    if (args.action === 'replace' && seenVersion !== undefined && seenVersion !== before.version) {
      files.noteSeen(conversationId, name, before.version);
      return toolFailure(
        `someone has changed the memory since you were told it, so it was not replaced. It says now:\n${before.text}`,
      );
    }
    const after = changedText(args, before.text);
    if (!after.ok) return after;
    if (after.value === before.text) return toolFailure('the memory says that already, so there is nothing to change.');
    const [was, now] = [Buffer.byteLength(before.text), Buffer.byteLength(after.value)];
    if (now > maxMemoryBytes && now >= was) {
      return toolFailure(
        `the memory would have ${now} bytes, and only the first ${maxMemoryBytes} are told. Shorten it with edit or replace first.`,
      );
    }
    return ok({ name, before, after: after.value });
  }

  return defineStateTool({
    name: 'update_memory',
    kind: 'write',
    exclusive: true,
    words,
    schema,
    isSetUp: ({ projectId }) => isOn(projectId),
    // Nothing in the project folder; the memory keeps its own history.
    watches: () => null,

    // Always needs its own approval, whatever else allows it.
    facts: ({ scope }) => ({ changed: toldLater[scope], grave: toldLater[scope] }),

    async preview(args, context) {
      const change = await prepare(args, context);
      if (!change.ok) return change;
      const { before, after } = change.value;
      reviewed.set(args, { version: before.version, after });
      return ok({ type: 'diff', path: before.path, diff: await diffOf(change.value), isNew: before.text === '' });
    },

    async run(args, context) {
      const change = await prepare(args, context);
      if (!change.ok) return failureOutput(change.error);
      const { name, before, after } = change.value;
      const expected = reviewed.get(args);
      if (expected && (expected.version !== before.version || expected.after !== after)) {
        return failureOutput(changedMeanwhile);
      }
      const { messageId, index } = context.call;
      const written = await files.write(name, after, before.version, { messageId, index });
      if (!written.ok) {
        return failureOutput(written.error.code === 'CONTENT_CHANGED' ? changedMeanwhile : written.error);
      }
      files.noteSeen(context.conversationId, name, written.value.version);
      const confirmation = `The user allowed it. ${titles[args.scope]} has changed; conversations are told it from their next message on.`;
      return successOutput(confirmation, {
        path: before.path,
        ...storedDiff(await diffOf(change.value)),
        memory: { scope: args.scope },
      });
    },
  });
}

const { error: changedMeanwhile } = fail(
  'TOOL_EXEC_FAILED',
  say`The memory was changed by someone else in the meantime, so nothing was written. Propose the change again.`,
);

const toldLater = {
  all: say`It changes what models see in all your future conversations.`,
  project: say`It changes what models see in future conversations in this project.`,
} as const;

const titles = { all: 'The memory of all projects', project: 'The memory of this project' } as const;

function nameOf({ scope }: Arguments, projectId: string): UserTextFileName {
  return scope === 'all' ? { about: 'memory' } : { about: 'projectMemory', projectId };
}

function diffOf({ before, after }: Change): Promise<string> {
  const old = before.text === '' ? null : Buffer.from(before.text, 'utf8');
  return diffText('memory.md', old, Buffer.from(after, 'utf8'));
}

function changedText(args: Arguments, before: string): Result<string> {
  const { action, new_text: text, old_text: old } = args;
  if (action === 'replace') return ok(closed(text));
  if (action === 'append') {
    if (text.trim() === '') return toolFailure('new_text is empty, so there is nothing to add.');
    return ok(`${closed(before)}${closed(text)}`);
  }
  if (old === undefined) return toolFailure('edit needs old_text: the exact text to replace.');
  if (convertCrlfToLf(old) === convertCrlfToLf(text)) return toolFailure('old_text and new_text are the same.');
  const replaced = replaceText(before, old, text, false);
  if (replaced.kind === 'none') {
    const similar = describeLookAlike(before, old) ?? 'It must match exactly.';
    return toolFailure(`old_text was not found in the memory, so nothing was changed. ${similar}`);
  }
  if (replaced.kind === 'several') {
    return toolFailure(`old_text was found ${replaced.lines.length} times. Add lines around it until it is unique.`);
  }
  return ok(replaced.text);
}

/** Ends with a line break unless empty. */
function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
