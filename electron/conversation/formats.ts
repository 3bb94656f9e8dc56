// The files that stand beside messages.json, with the schema of each. All of them tolerate unknown fields and keep them.

import { z } from 'zod';
import { maxInstructionsLength } from '../../shared/features/memory/ownText.ts';
import { modelOptionsSchema } from '../../shared/features/models/modelOptions.ts';
import { presetRefSchema } from '../../shared/features/presets/schema.ts';
import { unreadableWorktree, worktreeSchema } from '../../shared/features/worktrees/worktree.ts';
import { approvalModes } from '../../shared/permission/permission.ts';
import { cleanTitle } from './title.ts';

const at = z.string();

/** meta.json: what is said about a conversation; without it the conversation still opens. */
export const metaSchema = z.looseObject({
  v: z.number().default(1),
  /** Empty until a person or a model gives one; the list then shows one made from the first message. */
  title: z.string().transform(cleanTitle).default(''),
  /** `model`: it wrote the title; `words`: a person wants the first words. Absent: a person's title, or none yet. */
  namedBy: z.enum(['model', 'words']).exactOptional().catch('words'),
  /** How often a model was asked for a title in vain. */
  titleTries: z.number().int().exactOptional().catch(0),
  model: z.object({ provider: z.string(), model: z.string() }).nullable().default(null),
  approvalMode: z.enum(approvalModes).nullable().default(null),
  /** How its model is to answer; absent until it was chosen or the first reply was asked for. */
  modelOptions: modelOptionsSchema.optional(),
  /** The MCP server of which a tool must be used in each turn. */
  requiredServer: z.string().nullable().default(null),
  /** The preset that was chosen for it. */
  preset: z.looseObject(presetRefSchema.shape).nullable().optional().catch(undefined),
  /** What the person says to the model in this conversation alone; absent: nothing. */
  instructions: z
    .string()
    .transform((text) => text.slice(0, maxInstructionsLength))
    .exactOptional(),
  /** In the list: before the others, or out of it. */
  pinned: z.boolean().default(false),
  archived: z.boolean().default(false),
  /** A reply ended while nobody was looking. */
  unread: z.boolean().default(false),
  head: z.object({ id: z.string().nullable(), after: z.string() }).nullable().default(null),
  /** Where the person went back, the last one at the end: what was open before, and the calls whose files were undone with it. */
  rewound: z
    .array(
      z.looseObject({
        to: z.string().nullable(),
        head: z.string().nullable(),
        after: z.string(),
        /** Of the undoing that went with it. */
        noteId: z.string().optional(),
        undone: z
          .array(
            z.object({
              conversationId: z.string(),
              messageId: z.string(),
              index: z.number().int(),
              agent: z.string().exactOptional(),
            }),
          )
          .default([]),
      }),
    )
    .optional(),
  /** The git worktree that it works in; absent: it works in its project's folder. */
  worktree: worktreeSchema.exactOptional().catch(unreadableWorktree),
  /** Folders of worktrees that it worked in before: what it changed there is no change of the folder that it works in now. */
  formerWorktrees: z.array(z.string()).exactOptional().catch([]),
  /** While another copy is taken in: the head that was open before. The next writer sets `head` from it. */
  merging: z.object({ head: z.string() }).optional(),
  marks: z
    .record(
      z.string(),
      z.looseObject({
        hidden: z.boolean().optional(),
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        /** The summary behind which a pinned record stands, when it was pinned after that summary was made. */
        under: z.string().optional(),
        at,
      }),
    )
    .default({}),
});
export type ConversationMeta = z.infer<typeof metaSchema>;

const attachment = z.object({ hash: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number() });

/** pending.json: what the person has written and the model has not read yet. */
export const pendingSchema = z.looseObject({
  v: z.number().default(1),
  draft: z.string().default(''),
  /** What goes with the draft. */
  attachments: z.array(attachment).optional(),
  queue: z
    .array(z.looseObject({ id: z.string(), text: z.string(), attachments: z.array(attachment).optional() }))
    .default([]),
});
export type Pending = z.infer<typeof pendingSchema>;

/** partial.json: the reply that is streaming, at most a second old. It counts only while no record has its id. */
export const partialSchema = z.looseObject({
  v: z.number().default(1),
  messageId: z.string(),
  parentId: z.string().nullable(),
  text: z.string(),
  reasoning: z.string().default(''),
  /** Milliseconds that it has thought. */
  reasoningMs: z.number().optional(),
  model: z.string().optional(),
  /** By what the provider knows it, once that is known. */
  response: z.object({ id: z.string().exactOptional(), requestId: z.string().exactOptional() }).optional(),
  startedAt: at,
});
export type Partial = z.infer<typeof partialSchema>;

/** project.json: a folder of the person's, with its path on each machine by host name. */
export const projectSchema = z.looseObject({
  v: z.number().default(1),
  id: z.string(),
  name: z.string(),
  folders: z.record(z.string(), z.string()).default({}),
  /** By host name the path that the person trusts: a folder that has moved is asked about again. */
  trusted: z.record(z.string(), z.string()).default({}),
  /** By host name what runs without asking there; a word that is not known counts as none. */
  approvalModes: z.record(z.string(), z.string()).default({}),
  /** False: its memory is neither told nor changed. */
  memory: z.boolean().exactOptional(),
  createdAt: at,
});
export type ProjectFile = z.infer<typeof projectSchema>;

/** One line of execution/<conversationId>.jsonl. */
export const executionEntrySchema = z.looseObject({
  v: z.number().default(1),
  type: z.enum(['tool_started', 'tool_ended']),
  at,
  /** The assistant message that asked, and the place of the call in it. */
  messageId: z.string(),
  toolCallId: z.string(),
  index: z.number().int(),
  name: z.string(),
  /** Set once the tool has a process: its id and the start time that tells it from a later one with that id. */
  pid: z.number().int().optional(),
  processStartedAt: z.string().optional(),
  /** Set once the call has started an agent: the conversation that it works in. */
  agent: z.string().optional(),
});
export type ExecutionEntry = z.infer<typeof executionEntrySchema>;

/**
 * removed.json: ids of records that the person removed for good, so that a merge does not bring them back. `unfinished` is
 * what a crash may have interrupted: the record or its files may still be there, with the attachments that it named.
 */
export const removedSchema = z.looseObject({
  v: z.number().default(1),
  ids: z.array(z.string()).default([]),
  unfinished: z.array(z.looseObject({ id: z.string(), hashes: z.array(z.string()).default([]) })).default([]),
});
export type RemovalRecord = z.infer<typeof removedSchema>;

/** Results of more than this many bytes of UTF-8 go to a file of their own. */
export const spillThresholdBytes = 51_200;
/** Characters of a spilled result that stay in its message. */
export const previewCharacters = 500;
/** A result is kept up to this many bytes: its head and its tail, with a notice between. */
export const resultCapBytes = 64 * 1024 * 1024;

/** The name under which a spilled result is known to people, models and records. */
export function fullOutputPath(conversationId: string, messageId: string): string {
  return `@state/logs/tool-results/${conversationId}/${messageId}.json`;
}

/** What such a name says; null: it is none. */
export function namedResult(text: string): { conversationId: string; messageId: string } | null {
  const named = /^@?state\/logs\/tool-results\/([a-z2-7]{26})\/([\w-]{1,64})\.json$/.exec(text.trim());
  return named ? { conversationId: named[1] as string, messageId: named[2] as string } : null;
}
