// Every method of the contract in one table: parameters (validated at the door), result, and lane. A method is added
// with one line here and one handler in `electron/handlers`.

import { z } from 'zod';
import type { ConversationState } from '../conversation/event.ts';
import type { Message } from '../conversation/message.ts';
import type { LocalServer, ModelInfo } from '../modelInfo.ts';
import { approvalModes } from '../permission.ts';
import type { Settings } from '../settings.ts';
import type { ToolInfo } from '../toolInfo.ts';
import { attachmentRefs, browseMethods, saysNothing, saysSomething } from './browseMethods.ts';
import type { AttachmentRef } from './browseResources.ts';
import { conversationId, id, method, nothing } from './method.ts';
import {
  type CompactionOutcome,
  type ContextReport,
  type ConversationRow,
  type DeletionPreview,
  type ForgottenMessage,
  freeable,
  type PathCompletion,
  type ProjectInfo,
  type ProviderInfo,
  type SearchAnswer,
  type SpaceReport,
  searchKinds,
  wireForms,
} from './resources.ts';
import { toolMethods } from './toolMethods.ts';

export type { Lane } from './method.ts';

const modelRef = z.object({ provider: z.string().max(80), model: z.string().min(1).max(300) });

/** A message is bounded here; anything longer belongs in a file. */
export const maxMessageCharacters = 2_000_000;
const messageText = z.string().max(maxMessageCharacters);

export const methods = {
  ...toolMethods,
  ...browseMethods,

  /**
   * The state of the whole app; app events after `seq` follow. With `first` it may hold only the newest of many conversations,
   * the pinned ones and those of `also`, so that a window can be drawn at once; it then says `more`.
   */
  'app.open': method<AppSnapshot>()('none', z.object({ first: z.object({ also: z.array(id).max(4) }).optional() })),

  'conversation.create': method<{ conversationId: string }>()('app', z.object({ projectId: id.nullable() })),
  /** A snapshot; the events of this conversation follow on this connection until it is closed. */
  'conversation.open': method<ConversationState>()(
    'none',
    z.object({ conversationId, tail: z.number().int().min(1).max(5000).default(200) }),
  ),
  'conversation.close': method<Record<string, never>>()('none', z.object({ conversationId })),
  /** Records of the active branch that stand before `before`, oldest first. */
  'conversation.earlier': method<{ messages: Message[]; hasEarlier: boolean }>()(
    'none',
    z.object({ conversationId, before: id, limit: z.number().int().min(1).max(1000).default(200) }),
  ),
  'conversation.rename': method<Record<string, never>>()(
    'conversation',
    z.object({ conversationId, title: z.string().trim().min(1).max(300) }),
  ),
  'conversation.configure': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      model: modelRef.nullable().optional(),
      approvalMode: z.enum(approvalModes).optional(),
      requiredServer: z.string().max(100).nullable().optional(),
    }),
  ),
  /** What is absent stays as it is. */
  'conversation.saveDraft': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      draft: z.string().max(maxMessageCharacters).optional(),
      attachments: attachmentRefs.optional(),
    }),
  ),
  /** What would go if it were deleted, to be named before the question. Changes nothing. */
  'conversation.deletion': method<DeletionPreview>()('none', z.object({ conversationId })),
  /** Deletes the conversation with all that belongs to it; it can be undone until the app is closed. A run is stopped. */
  'conversation.delete': method<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Undoes a deletion of this app since its start. */
  'conversation.restore': method<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Removes one message or result for good, from every file; it cannot be undone. A run is stopped. */
  'conversation.forgetMessage': method<ForgottenMessage>()('conversation', z.object({ conversationId, messageId: id })),
  /** What the next request holds, by part and by record. */
  'context.read': method<ContextReport>()('none', z.object({ conversationId })),
  /**
   * Hides a record from what is sent, or pins it there; null takes the mark back. Answers what the marks were, so that it
   * can be undone by sending them. A hidden summary is one that is undone.
   */
  'context.mark': method<{ before: { hidden: boolean | null; pinned: boolean | null } }>()(
    'conversation',
    z.object({
      conversationId,
      messageId: id,
      hidden: z.boolean().nullable().optional(),
      pinned: z.boolean().nullable().optional(),
    }),
  ),
  /** Makes room now. Answers when it is done; `run.stop` cancels it. */
  'context.compact': method<CompactionOutcome>()('none', z.object({ conversationId })),

  /** The exact body that the next turn would send with `text` as its user message; changes nothing. */
  'conversation.request': method<{ body: unknown }>()(
    'none',
    z.object({
      conversationId,
      text: messageText.default('continue'),
      attachments: attachmentRefs.default([]),
      form: z.enum(wireForms).default('provider'),
    }),
  ),

  /** Answers when the person's message is on disk (or, during a run, in the queue); the run goes on by itself. */
  'run.send': method<{ queued: boolean; messageId: string }>()(
    'conversation',
    z
      .object({ conversationId, text: messageText, attachments: attachmentRefs.default([]) })
      .refine(saysSomething, saysNothing),
  ),
  /**
   * Goes on from the end of the log without a new message: after a failure, a crash, or calls that were resolved. Where a
   * reply was cut, "Continue." is stored as the person's message, because a request may not end with a reply.
   */
  'run.resume': method<Record<string, never>>()('conversation', z.object({ conversationId })),
  /**
   * The person's choice for a call that was interrupted: its one result. `run_again` runs it, asked like any call; what it
   * started and what is still alive is ended first with `endProcess`, else CALL_STILL_RUNNING.
   */
  'call.resolve': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      messageId: id,
      index: z.number().int().min(0).max(10_000),
      choice: z.enum(['run_again', 'skip', 'mark_done']),
      endProcess: z.boolean().optional(),
    }),
  ),
  /** Answers when the run has ended: every call has its result. */
  'run.stop': method<Record<string, never>>()('none', z.object({ conversationId })),
  'run.withdraw': method<{ text: string | null; attachments: AttachmentRef[] }>()(
    'conversation',
    z.object({ conversationId, queueId: id }),
  ),

  /** The text that a message sent for the file or folder it mentions; `part`: its place in the message's content. */
  'mention.read': method<{ text: string }>()(
    'none',
    z.object({ conversationId, messageId: id, part: z.number().int().min(0).max(10_000) }),
  ),

  /** A page of the whole text of a result, spilled or not. Offsets are bytes of UTF-8; a page ends between characters. */
  'toolResult.read': method<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Where a line of the whole result begins (of one that is not there the last), or which line stands at an offset. From 1. */
  'toolResult.place': method<{ offset: number; line: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
    }),
  ),
  /** Places where `text` occurs in the whole result, without regard to case: at most `limit` of them. */
  'toolResult.search': method<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      text: z.string().min(1).max(1000),
      limit: z.number().int().max(1000).default(200),
    }),
  ),

  /**
   * Everything that was said and done, newest first: words separated by white space must all occur in one part of a message,
   * "quotes" hold a phrase. `more`: go on with `cursor`, also where there are no hits yet. `complete` false: the index has
   * not followed everything yet. PARAMS_INVALID with `details.reason` `too_short`: the message says what to type.
   */
  'search.query': method<SearchAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000),
      projectId: id.nullable().default(null),
      /** Only in this conversation, on all of its branches; without its title. */
      conversationId: conversationId.nullable().default(null),
      /** Of these kinds, and of these tools; empty: of all. */
      kinds: z.array(z.enum(searchKinds)).default([]),
      tools: z.array(z.string().max(300)).max(200).default([]),
      /** ISO 8601, UTC: not before, and not after. */
      from: z.iso.datetime().nullable().default(null),
      to: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(50),
      cursor: z.string().max(200).nullable().default(null),
    }),
  ),

  /** Opens the project of a folder, making it when the folder has none yet. */
  'project.open': method<ProjectInfo>()('app', z.object({ path: z.string().min(1).max(4096) })),
  /** Opens the project of the sample folder that comes with the app, made anew where it is not there. */
  'project.demo': method<ProjectInfo>()('app', nothing),
  /** Asks the person for a folder with the system's dialog; null when they chose none or the host has no dialog. */
  'project.pick': method<{ path: string | null; supported: boolean }>()('none', nothing),
  /** Folders that begin with what was typed, for completing a path where there is no dialog. */
  'folder.complete': method<{ folders: string[] }>()('none', z.object({ path: z.string().max(4096) })),
  /** Gives a chat without a folder one: its conversation moves to the project of that folder. */
  'conversation.setFolder': method<{ projectId: string }>()(
    'conversation',
    z.object({ conversationId, path: z.string().min(1).max(4096) }),
  ),

  /** Whether what the folder's own files say is followed. Only a person says so. */
  'project.trust': method<ProjectInfo>()('app', z.object({ projectId: id, trusted: z.boolean() })),
  /**
   * What the project's folder itself says to models in its AGENTS.md, for a person to look at before it is trusted; null when
   * there is none. `cut`: it goes on behind what is sent.
   */
  'project.instructions': method<{ text: string | null; cut: boolean }>()('none', z.object({ projectId: id })),
  /**
   * Files and folders of a project that fit what was typed after `@`, the best first. `complete` false: the folder is still
   * being read, and asking again may give more.
   */
  'mention.complete': method<{ paths: PathCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      projectId: id,
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),

  /** How much space every project takes, and what of it nobody needs. */
  'data.space': method<SpaceReport>()('none', nothing),
  /** Removes what nobody needs, of one kind; kept copies are only removed when they are named. */
  'data.free': method<{ files: number; bytes: number }>()('app', z.object({ projectId: id, what: z.enum(freeable) })),

  'settings.update': method<Settings>()('app', z.object({ patch: z.record(z.string(), z.unknown()) })),
  'provider.save': method<ProviderInfo>()(
    'app',
    z.object({ id: z.string().max(40).nullable(), name: z.string(), baseUrl: z.string() }),
  ),
  'provider.remove': method<Record<string, never>>()('app', z.object({ provider: z.string().max(80) })),
  /** The key goes to the keychain, or is kept for the life of the process; it is never sent back. */
  'provider.setKey': method<ProviderInfo>()(
    'app',
    z.object({ provider: z.string().max(80), key: z.string().max(4096) }),
  ),
  /** Asks the provider for its models; the error says what is wrong with address or key. */
  'provider.models': method<{ models: ModelInfo[] }>()('none', z.object({ provider: z.string().max(80) })),
  /** The same of what a form has, and stores nothing. `provider`: the saved one, whose key is used when `key` is empty. */
  'provider.test': method<{ models: ModelInfo[] }>()(
    'none',
    z.object({ provider: z.string().max(80).nullable(), baseUrl: z.string(), key: z.string().max(4096) }),
  ),
  /** Servers of models that run on this machine now and that the settings do not have yet. Takes a moment. */
  'provider.discover': method<{ servers: LocalServer[] }>()('none', nothing),
} as const;

export type MethodName = keyof typeof methods;
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ValidParamsOf<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type ResultOf<M extends MethodName> = NonNullable<(typeof methods)[M]['result']>;

export interface AppSnapshot {
  /** The sequence number of the last app event in this snapshot. */
  seq: number;
  version: string;
  host: 'desktop' | 'browser';
  settings: Settings;
  providers: ProviderInfo[];
  projects: ProjectInfo[];
  conversations: ConversationRow[];
  /** There are more conversations than these. */
  more?: true;
  tools: ToolInfo[];
  /** The project that the app was started on, by `--project`. */
  startProjectId: string | null;
  /** The conversation that the app was started on, by `--resume` or `--continue`; `key` differs for every start. */
  start: { key: string; conversationId: string } | null;
  /** What was wrong at start, as sentences: damaged settings that were set aside, for example. */
  notices: string[];
  /** What was done at start and asks for nothing, as sentences. */
  news: string[];
}
