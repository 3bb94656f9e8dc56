// The methods about tools: what they may do, what they changed, what runs in the background, and the MCP servers.

import { z } from 'zod';
import type { QuestionValue } from '../conversation/question.ts';
import type { PermissionRule, RuleMatch, RuleScope } from '../permission.ts';
import type { ToolInfo } from '../toolInfo.ts';
import type { AttachmentRef } from './browseResources.ts';
import { conversationId, id, method, type Nothing, nothing } from './method.ts';
import type {
  BackgroundCommand,
  ChangeOutcome,
  ChangePreview,
  ChangeReview,
  McpCandidate,
  McpLogLine,
  McpServerInfo,
  NotSaved,
  ShownRule,
} from './toolResources.ts';

const messageId = id;
const place = z.number().int().min(0).max(10_000);
const words = z.string().min(1).max(4096);

const match: z.ZodType<RuleMatch> = z.strictObject({
  tool: z.string().min(1).max(200),
  server: z.string().min(1).max(200).exactOptional(),
  serverId: z.string().min(1).max(400).exactOptional(),
  background: z.literal(true).exactOptional(),
  process: z.string().min(1).max(200).exactOptional(),
  command: z.array(words).min(1).max(50).exactOptional(),
  commandLine: z.string().min(1).max(10_000).exactOptional(),
  path: words.exactOptional(),
  origin: z.string().min(1).max(1000).exactOptional(),
});

const scope: z.ZodType<RuleScope> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversationId }),
  z.object({ type: z.literal('project'), projectId: id }),
  z.object({ type: z.literal('always') }),
]);

const changeTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), messageId, index: place }),
  z.object({ type: z.literal('turn'), messageId }),
  z.object({ type: z.literal('since'), messageId }),
]);
const changeDirection = z.enum(['undo', 'redo']);

const serverName = z.string().min(1).max(100);
const mcpOrigin = z.discriminatedUnion('type', [
  z.object({ type: z.literal('global') }),
  z.object({ type: z.literal('project'), projectId: id }),
  z.object({ type: z.literal('folder'), projectId: id }),
]);
const mcpServer = z.object({ origin: mcpOrigin, name: serverName });
const serverToSave = z.object({
  server: mcpServer,
  configuration: z.string().max(100_000),
  secrets: z.record(z.string().max(200), z.string().max(20_000)).default({}),
  isNew: z.boolean().default(false),
});

export const toolMethods = {
  /**
   * Accepted once for each question; a stale or repeated answer is refused. `remember` makes a rule of one of the offers of
   * the question; `stop` also ends the run.
   */
  'approval.answer': method<Nothing>()(
    'none',
    z.object({
      conversationId,
      approvalId: id,
      decision: z.enum(['allow', 'deny']),
      remember: z
        .object({ offer: z.number().int().min(0).max(100), scope: z.enum(['conversation', 'project', 'always']) })
        .nullable()
        .default(null),
      reason: z.string().max(10_000).default(''),
      stop: z.boolean().default(false),
    }),
  ),
  /**
   * One answer to several questions, this once: to exactly those that are named and still open, never to one that came later.
   * A question that is asked by itself (`byItself`) is refused among those to allow, and then nothing is answered.
   */
  'approval.answerTogether': method<{ answered: string[]; gone: string[] }>()(
    'none',
    z.object({
      conversationId,
      approvalIds: z.array(id).min(1).max(200),
      decision: z.enum(['allow', 'deny']),
      reason: z.string().max(10_000).default(''),
    }),
  ),
  /** The form of a call that waits for the person. Accepted once; values are checked against the fields. */
  'question.answer': method<Nothing>()(
    'none',
    z.object({
      conversationId,
      questionId: id,
      action: z.enum(['accept', 'decline', 'cancel']),
      values: z
        .record(
          z.string().max(200),
          z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(1000)]),
        )
        .default({} as Record<string, QuestionValue>),
    }),
  ),

  /** Every rule there is, the newest first. */
  'permission.list': method<{ rules: ShownRule[] }>()('none', nothing),
  /** Makes a rule by hand. */
  'permission.add': method<PermissionRule>()(
    'app',
    z.object({ effect: z.enum(['allow', 'ask', 'deny']), match, scope }),
  ),
  'permission.remove': method<Nothing>()('app', z.object({ ruleId: id })),

  /** The tools that a conversation (or, null, a new one of the project) can use, switched off or not. */
  'tool.list': method<{ tools: (ToolInfo & { enabled: boolean; parameters: Record<string, unknown> })[] }>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), projectId: id.nullable().default(null) }),
  ),
  /**
   * A person runs a tool: asked like any call. Answers when it has begun. The result is a `tool_run` record; `inContext`
   * false: it is not sent to the model.
   */
  'tool.run': method<Nothing>()(
    'conversation',
    z.object({
      conversationId,
      toolName: z.string().min(1).max(200),
      /** JSON text. */
      arguments: z.string().max(2_000_000),
      inContext: z.boolean().default(true),
    }),
  ),

  /** What undoing or redoing would do now. Changes nothing. */
  'changes.preview': method<ChangePreview>()(
    'none',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Does it; files with a conflict are left as they are. */
  'changes.apply': method<ChangeOutcome>()(
    'conversation',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Everything that a turn or a call changed in files, as one diff from before to after. */
  'changes.review': method<ChangeReview>()('none', z.object({ conversationId, target: changeTarget })),
  /**
   * Goes back to before a message of the person: the conversation goes on from there, and with `files` the changes since
   * then are undone. Answers the message's text, for the composer. Nothing is removed.
   */
  'conversation.rewind': method<{ text: string; attachments: AttachmentRef[]; files: ChangeOutcome | null }>()(
    'conversation',
    z.object({ conversationId, messageId, files: z.boolean() }),
  ),
  /** Undoes the last rewind while nothing was said since. */
  'conversation.unrewind': method<{ files: ChangeOutcome | null }>()('conversation', z.object({ conversationId })),

  'process.list': method<{ commands: BackgroundCommand[] }>()('none', nothing),
  /** A page of what it has printed; offsets are bytes of UTF-8. */
  'process.output': method<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      processId: z.string().max(100),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Answers when it and everything it started are gone. */
  'process.end': method<Nothing>()('none', z.object({ conversationId, processId: z.string().max(100) })),

  /** Of all files (null: of the global one and every project). Starts nothing. */
  'mcp.list': method<{ servers: McpServerInfo[]; problems: string[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /**
   * Adds or replaces a server. `configuration`: its entry under `mcpServers`, as JSON. Values in `secrets` go to the
   * keychain; the configuration names them as `${keychain:…}`. What a person saves here is approved by that.
   * `isNew`: one that is there already is not replaced.
   */
  'mcp.save': method<McpServerInfo>()('app', serverToSave),
  /** Several at once, which the person confirms at once. */
  'mcp.saveAll': method<{ failed: NotSaved[] }>()('app', z.object({ servers: z.array(serverToSave).min(1).max(100) })),
  'mcp.remove': method<Nothing>()('app', z.object({ server: mcpServer })),
  'mcp.enable': method<McpServerInfo>()('app', z.object({ server: mcpServer, enabled: z.boolean() })),
  /** `tool`: the `callName` of it, whatever its server calls it. */
  'mcp.enableTool': method<McpServerInfo>()(
    'app',
    z.object({ server: mcpServer, tool: z.string().min(1).max(300), enabled: z.boolean() }),
  ),
  /** Approves the configuration with exactly this hash; another one is refused. */
  'mcp.approve': method<McpServerInfo>()('app', z.object({ server: mcpServer, hash: z.string().min(1).max(200) })),
  /**
   * Ends it and starts it anew; answers when it is ready or has failed. `projectId`: where one for all projects that runs for
   * none is tried.
   */
  'mcp.restart': method<McpServerInfo>()(
    'none',
    z.object({ server: mcpServer, projectId: id.nullable().default(null) }),
  ),
  'mcp.logs': method<{ lines: McpLogLine[] }>()('none', z.object({ server: mcpServer })),
  /** Answers with where to sign in; the rest goes on in the person's browser. */
  'mcp.signIn': method<{ url: string; opened: boolean }>()('none', z.object({ server: mcpServer })),
  'mcp.signOut': method<McpServerInfo>()('app', z.object({ server: mcpServer })),
  /** Servers in the files of other clients on this machine. Starts nothing. */
  'mcp.candidates': method<{ candidates: McpCandidate[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),

  /** Saves candidates under names that are free, which the person confirms at once; their secrets never pass through the window. */
  'mcp.take': method<{ failed: NotSaved[] }>()(
    'app',
    z.object({
      servers: z
        .array(z.object({ server: mcpServer, candidateId: z.string().min(1).max(200) }))
        .min(1)
        .max(100),
      projectId: id.nullable().default(null),
    }),
  ),

  /** The bytes of an image that a result or a person brought, as base64. Other attachments: `attachment.readPart`. */
  'attachment.read': method<{ mediaType: string; base64: string }>()(
    'none',
    z.object({ conversationId, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
} as const;
