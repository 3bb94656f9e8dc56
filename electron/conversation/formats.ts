// Schemas of the files next to messages.json. All of them preserve unknown fields.

import { z } from 'zod';
import type { AllowedBy } from '../../shared/conversation/message.ts';
import { compareSchema } from '../../shared/features/compare/schema.ts';
import { maxInstructionsLength } from '../../shared/features/memory/userText.ts';
import { modelOptionsSchema } from '../../shared/features/models/modelOptions.ts';
import { presetRefSchema } from '../../shared/features/presets/schema.ts';
import { unreadableWorktree, worktreeSchema } from '../../shared/features/worktrees/worktree.ts';
import { approvalModes } from '../../shared/permission/permission.ts';
import { cleanTitle } from './title.ts';

const at = z.string();

/** meta.json: a conversation's metadata; the conversation opens without it. */
export const metaSchema = z.looseObject({
  v: z.number().default(1),
  /** Empty until the user or a model sets one; lists then derive one from the first message. */
  title: z.string().transform(cleanTitle).default(''),
  /** `model`: written by the model; `words`: the user wants the first words. Absent: the user's title, or none yet. */
  namedBy: z.enum(['model', 'words']).exactOptional().catch('words'),
  /** Number of failed attempts to generate a title. */
  titleTries: z.number().int().exactOptional().catch(0),
  model: z.object({ provider: z.string(), model: z.string() }).nullable().default(null),
  approvalMode: z.enum(approvalModes).nullable().default(null),
  /** How the model should answer; absent until chosen or until the first request. */
  modelOptions: modelOptionsSchema.optional(),
  /** The MCP server that each turn must use a tool of. */
  requiredServer: z.string().nullable().default(null),
  /**
   * By external agent: its last session, the last record that this session knows, the options that the user chose, and
   * the cost that the session had reported by then.
   */
  externalAgents: z
    .record(
      z.string(),
      z.looseObject({
        sessionId: z.string().nullable().default(null),
        lastId: z.string().nullable().default(null),
        options: z.record(z.string(), z.string()).default({}),
        /** The agent's mode before plan mode, to be set again afterwards. */
        beforePlan: z.string().exactOptional(),
        cost: z.looseObject({ amount: z.number(), currency: z.string() }).exactOptional(),
      }),
    )
    .exactOptional()
    .catch({}),
  /** The chosen preset. */
  preset: z.looseObject(presetRefSchema.shape).nullable().optional().catch(undefined),
  /** The user's instructions for this conversation; absent: none. */
  instructions: z
    .string()
    .transform((text) => text.slice(0, maxInstructionsLength))
    .exactOptional(),
  /** Pinned or archived in the list. */
  pinned: z.boolean().default(false),
  archived: z.boolean().default(false),
  /** The user's tags; `removed` ones are kept for merging copies. */
  tags: z
    .array(z.looseObject({ name: z.string(), at, removed: z.literal(true).exactOptional() }))
    .exactOptional()
    .catch([]),
  /** A reply ended while the user was not looking. */
  unread: z.boolean().default(false),
  head: z.object({ id: z.string().nullable(), after: z.string() }).nullable().default(null),
  /** The user's rewinds, latest last: the previous head, and the calls whose file changes were undone with it. */
  rewound: z
    .array(
      z.looseObject({
        to: z.string().nullable(),
        head: z.string().nullable(),
        after: z.string(),
        /** The note about the undone changes. */
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
  /** Its git worktree; absent: it works in its project's folder. */
  worktree: worktreeSchema.exactOptional().catch(unreadableWorktree),
  /** Earlier worktree folders: changes made there do not belong to the current folder. */
  formerWorktrees: z.array(z.string()).exactOptional().catch([]),
  /** Its compares, oldest first. An unreadable one is dropped: the answers stay where they are. */
  compares: z
    .array(z.unknown())
    .transform((list) => list.flatMap((each) => compareSchema.safeParse(each).data ?? []))
    .exactOptional()
    .catch([]),
  /** Set while another copy is being merged: the previous head, from which the next writer sets `head`. */
  merging: z.object({ head: z.string() }).optional(),
  marks: z
    .record(
      z.string(),
      z.looseObject({
        hidden: z.boolean().optional(),
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        /** The latest summary at the time a record before it was pinned. */
        under: z.string().optional(),
        at,
      }),
    )
    .default({}),
});
export type ConversationMeta = z.infer<typeof metaSchema>;

const attachment = z.object({ hash: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number() });

/** pending.json: text from the user that the model has not read yet. */
export const pendingSchema = z.looseObject({
  v: z.number().default(1),
  draft: z.string().default(''),
  /** Attachments of the draft. */
  attachments: z.array(attachment).optional(),
  queue: z
    .array(
      z.looseObject({
        id: z.string(),
        text: z.string(),
        attachments: z.array(attachment).optional(),
        /** The record of its hooks, stored after it. */
        hooks: z
          .object({
            content: z.string(),
            includeInContext: z.boolean(),
            details: z.record(z.string(), z.unknown()),
            replyId: z.string(),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type Pending = z.infer<typeof pendingSchema>;

/** review.json: the user's work on a review that is not part of the conversation. */
export const reviewSchema = z.looseObject({
  v: z.number().default(1),
  comments: z
    .array(
      z.looseObject({
        id: z.string(),
        path: z.string(),
        side: z.enum(['old', 'new']),
        start: z.number(),
        end: z.number(),
        lines: z.string(),
        text: z.string(),
      }),
    )
    .default([]),
  /** The viewed version of each file. */
  viewed: z.record(z.string(), z.string()).default({}),
});
export type ReviewNotes = z.infer<typeof reviewSchema>;

/** partial.json: the streaming reply, at most a second old. Ignored once a record has its id. */
export const partialSchema = z.looseObject({
  v: z.number().default(1),
  messageId: z.string(),
  parentId: z.string().nullable(),
  text: z.string(),
  reasoning: z.string().default(''),
  /** Milliseconds spent thinking. */
  reasoningMs: z.number().optional(),
  model: z.string().optional(),
  /** The provider's ids for the reply, once known. */
  response: z.object({ id: z.string().exactOptional(), requestId: z.string().exactOptional() }).optional(),
  /** The external agent that writes it. */
  external: z
    .object({ agentId: z.string(), sessionId: z.string(), folder: z.string().exactOptional() })
    .optional()
    .catch(undefined),
  startedAt: at,
});
export type Partial = z.infer<typeof partialSchema>;

export const repositorySchema = z.object({
  remotes: z.array(z.string()).max(50),
  roots: z.array(z.string()).max(50),
  path: z.string(),
});

/** project.json: a user's folder, with its path per machine, by host name. */
export const projectSchema = z.looseObject({
  v: z.number().default(1),
  id: z.string(),
  name: z.string(),
  folders: z.record(z.string(), z.string()).default({}),
  /** Trusted path by host name: a folder that has moved needs to be trusted again. */
  trusted: z.record(z.string(), z.string()).default({}),
  /** Approval mode by host name; an unknown value counts as none. */
  approvalModes: z.record(z.string(), z.string()).default({}),
  /** False: its memory is neither sent nor changed. */
  memory: z.boolean().exactOptional(),
  /** The identity of its folder's repository; null: the folder is in none. */
  repository: repositorySchema.nullable().exactOptional().catch(null),
  /** When the identity was last read from a folder. */
  repositoryReadAt: z.string().exactOptional().catch(''),
  /** The project that the user shows it as. */
  sameAs: z.string().nullable().exactOptional().catch(null),
  /** Projects that the user does not want it to be shown as. */
  separate: z.array(z.string()).exactOptional().catch([]),
  createdAt: at,
});
export type ProjectFile = z.infer<typeof projectSchema>;

const allowedSchema = z.object({
  by: z.enum(['rule', 'sandbox', 'mode', 'user', 'unneeded']),
  mode: z.string(),
  rules: z.array(z.string()).exactOptional(),
  hook: z.string().exactOptional(),
}) satisfies z.ZodType<AllowedBy>;

const taskSchema = z.object({ form: z.enum(['utility', 'extension']), id: z.string(), server: z.string() });

/** A line of execution/<conversationId>.jsonl. */
export const executionEntrySchema = z.looseObject({
  v: z.number().default(1),
  type: z.enum(['tool_started', 'tool_ended']),
  at,
  /** The assistant message with the call; `index` is the call's position in it. */
  messageId: z.string(),
  toolCallId: z.string(),
  index: z.number().int(),
  name: z.string(),
  /** Set once the tool has a process: its id, and its start time in case the id is reused. */
  pid: z.number().int().optional(),
  processStartedAt: z.string().optional(),
  /** Set once the call has started an agent: the agent's conversation. */
  agent: z.string().optional(),
  /** Set once a server continues the call as a task: how its result can be fetched. */
  task: taskSchema.optional().catch(undefined),
  /** How it was allowed. Absent: unknown, as in older logs. */
  allowed: allowedSchema.optional().catch(undefined),
});
export type ExecutionEntry = z.infer<typeof executionEntrySchema>;

/**
 * removed.json: ids of permanently removed records, so that a merge does not bring them back. `unfinished`: removals
 * that a crash may have interrupted; the record, its files or its attachments may still exist.
 */
export const removedSchema = z.looseObject({
  v: z.number().default(1),
  ids: z.array(z.string()).default([]),
  unfinished: z.array(z.looseObject({ id: z.string(), hashes: z.array(z.string()).default([]) })).default([]),
});
export type RemovalRecord = z.infer<typeof removedSchema>;

/** In UTF-8 bytes. Larger results are stored in a separate file. */
export const spillThresholdBytes = 51_200;
/** Characters of a spilled result that stay in its message. */
export const previewCharacters = 500;
/** Maximum stored bytes of a result: its head and tail, with a notice in between. */
export const resultCapBytes = 64 * 1024 * 1024;

/** Returns the name of a spilled result for users, models and records. */
export function fullOutputPath(conversationId: string, messageId: string): string {
  return `@state/logs/tool-results/${conversationId}/${messageId}.json`;
}

/** Parses such a name; null if it is not one. */
export function parseFullOutputPath(text: string): { conversationId: string; messageId: string } | null {
  const named = /^@?state\/logs\/tool-results\/([a-z2-7]{26})\/([\w-]{1,64})\.json$/.exec(text.trim());
  return named ? { conversationId: named[1] as string, messageId: named[2] as string } : null;
}

/** The active branch is the path from the root to the head. The store walks it backwards, only as far as needed. */
export interface Head {
  /** The parent of the next record; null: the next record starts a new root. */
  id: string | null;
  /** The log's last record when the head was set; the head is void once another follows. */
  after: string;
}
