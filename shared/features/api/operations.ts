// The operations of the local API, one entry each: their HTTP route, required scope, parameters and response. The routes,
// the OpenAPI document, the tools of the MCP server and the tests all use this table.

import { z } from 'zod';
import type * as Api from '../../client/types.ts';
import { id } from '../../protocol/method.ts';
import { maxMessageCharacters } from '../conversations/runMethods.ts';

export const scopes = [
  'history:read',
  'calls:read',
  'runs:start',
  'runs:steer',
  'approvals:answer',
  'openai',
] as const satisfies readonly Api.Scope[];

export type Scope = (typeof scopes)[number];

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output = unknown> {
  method: 'get' | 'post';
  /** Below `/api/v1`. Braces name a field of the input. */
  path: string;
  scope: Scope;
  summary: string;
  input: Input;
  output: z.ZodObject & z.ZodType<Output>;
  /** A repeated request with the same Idempotency-Key runs once. */
  idempotent?: true;
}

const runState = z.enum(['idle', 'running', 'waiting']);
const role = z.enum(['user', 'assistant', 'tool', 'system']);
const error = z.object({ code: z.string(), message: z.string() });

const waitingApproval = z.object({
  id: z.string(),
  messageId: z.string(),
  index: z.int(),
  tool: z.string(),
  reason: z.string(),
  preview: z.string().nullable(),
  windowOnly: z.boolean(),
  askedAt: z.string(),
});

const summary = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  messageCount: z.int().nullable(),
  state: runState,
  pinned: z.boolean(),
  archived: z.boolean(),
  tags: z.array(z.string()),
});

const toolCall = z.object({
  index: z.int(),
  id: z.string(),
  tool: z.string(),
  arguments: z.string().nullable(),
});

const toolResult = z.object({
  callId: z.string(),
  tool: z.string(),
  outcome: z.enum(['ok', 'error', 'denied', 'cancelled', 'interrupted']),
  durationMs: z.number().nullable(),
});

const message = z.object({
  id: z.string(),
  role,
  createdAt: z.string(),
  text: z.string(),
  reasoning: z.string().nullable(),
  model: z.string().nullable(),
  calls: z.array(toolCall),
  result: toolResult.nullable(),
  error: error.nullable(),
});

const started = z.object({ conversationId: z.string(), messageId: z.string(), queued: z.boolean() });

const runStatus = z.object({
  conversationId: z.string(),
  state: runState,
  end: z.enum(['done', 'stopped', 'error', 'max_turns', 'loop']).nullable(),
  text: z.string().nullable(),
  error: error.nullable(),
  waiting: z.array(waitingApproval),
});

const conversationId = id.describe('ID of the conversation');
const text = z.string().min(1).max(maxMessageCharacters).describe('The message');
const cursor = z.string().max(400).optional().describe('From the previous page');
const limit = z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of entries');
const projectId = id.optional().describe('ID of a project; absent: all');

function operation<Output>() {
  return <Input extends z.ZodObject>(entry: Operation<Input, Output>) => entry;
}

export const operations = {
  listProjects: operation<{ projects: Api.Project[] }>()({
    method: 'get',
    path: '/projects',
    scope: 'history:read',
    summary: 'Lists the projects.',
    input: z.object({}),
    output: z.object({
      projects: z.array(z.object({ id: z.string(), name: z.string(), folder: z.string().nullable() })),
    }),
  }),
  listConversations: operation<Api.ConversationPage>()({
    method: 'get',
    path: '/conversations',
    scope: 'history:read',
    summary: 'Lists conversations, newest first.',
    input: z.object({
      project: projectId,
      tag: z.string().max(100).optional().describe('Only conversations with this tag'),
      state: runState.optional().describe('Only conversations in this state'),
      cursor,
      limit,
    }),
    output: z.object({ conversations: z.array(summary), cursor: z.string().nullable() }),
  }),
  getConversation: operation<Api.Conversation>()({
    method: 'get',
    path: '/conversations/{conversationId}',
    scope: 'history:read',
    summary: 'Returns the current state of a conversation.',
    input: z.object({ conversationId }),
    output: z.object({
      id: z.string(),
      projectId: z.string(),
      title: z.string(),
      state: runState,
      streaming: z.string().nullable(),
      waiting: z.array(waitingApproval),
      queued: z.int(),
    }),
  }),
  listMessages: operation<Api.MessagePage>()({
    method: 'get',
    path: '/conversations/{conversationId}/messages',
    scope: 'history:read',
    summary: 'Returns messages of the active branch, oldest first. Without `before`, the newest.',
    input: z.object({
      conversationId,
      before: id.optional().describe('Only messages before this one'),
      limit,
    }),
    output: z.object({ messages: z.array(message), before: z.string().nullable() }),
  }),
  getCall: operation<Api.CallDetails>()({
    method: 'get',
    path: '/conversations/{conversationId}/calls/{messageId}/{index}',
    scope: 'calls:read',
    summary: 'Returns a tool call with its arguments and result.',
    input: z.object({
      conversationId,
      messageId: id.describe('ID of the reply that made the call'),
      index: z.coerce.number().int().min(0).max(10_000).describe('Index of the call in the reply, from 0'),
      offset: z.coerce.number().int().min(0).default(0).describe('Where to continue in a long result, in bytes'),
    }),
    output: toolCall.extend({
      conversationId: z.string(),
      messageId: z.string(),
      result: toolResult
        .extend({
          messageId: z.string(),
          text: z.string(),
          bytes: z.int().nullable(),
          nextOffset: z.int().nullable(),
        })
        .nullable(),
    }),
  }),
  search: operation<Api.SearchPage>()({
    method: 'get',
    path: '/search',
    scope: 'history:read',
    summary: 'Searches all conversations, newest first.',
    input: z.object({
      text: z.string().min(1).max(2000).describe('Words that must all occur; quotes search for a phrase'),
      conversation: conversationId.optional(),
      project: projectId,
      cursor,
      limit,
    }),
    output: z.object({
      hits: z.array(
        z.object({
          conversationId: z.string(),
          title: z.string(),
          messageId: z.string().nullable(),
          role: role.nullable(),
          part: z.enum(['content', 'arguments', 'result', 'error', 'reasoning', 'title']),
          tool: z.string().nullable(),
          createdAt: z.string(),
          snippet: z.string(),
        }),
      ),
      cursor: z.string().nullable(),
      complete: z.boolean(),
    }),
  }),
  startConversation: operation<Api.StartedRun>()({
    method: 'post',
    path: '/conversations',
    scope: 'runs:start',
    summary: 'Starts a conversation. Its calls follow the approval mode and wait for the user.',
    input: z.object({
      text,
      project: id.optional().describe('ID of the project; absent: a chat without a folder'),
      provider: z.string().max(80).optional().describe('With `model`; absent: the default model'),
      model: z.string().min(1).max(300).optional(),
    }),
    output: started,
    idempotent: true,
  }),
  sendMessage: operation<Api.StartedRun>()({
    method: 'post',
    path: '/conversations/{conversationId}/messages',
    scope: 'runs:steer',
    summary: 'Continues a conversation. During a run the message waits for its end.',
    input: z.object({ conversationId, text }),
    output: started,
    idempotent: true,
  }),
  getRun: operation<Api.RunStatus>()({
    method: 'get',
    path: '/conversations/{conversationId}/run',
    scope: 'history:read',
    summary: 'Returns how the run is going. With `wait`, when it has ended or needs the user.',
    input: z.object({
      conversationId,
      wait: z.coerce.number().int().min(0).max(300).default(0).describe('Seconds'),
    }),
    output: runStatus,
  }),
  stopRun: operation<Api.RunStatus>()({
    method: 'post',
    path: '/conversations/{conversationId}/stop',
    scope: 'runs:steer',
    summary: 'Stops the run.',
    input: z.object({ conversationId }),
    output: runStatus,
  }),
  answerApproval: operation<Api.RunStatus>()({
    method: 'post',
    path: '/conversations/{conversationId}/approvals/{approvalId}',
    scope: 'approvals:answer',
    summary: 'Answers an approval, once. Dangerous calls can only be allowed in the window.',
    input: z.object({
      conversationId,
      approvalId: id,
      decision: z.enum(['allow', 'deny']),
      reason: z.string().max(2000).default('').describe('Sent to the model with a denial'),
    }),
    output: runStatus,
  }),
} as const;

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = z.output<Operations[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.output<Operations[Name]['output']>;

export const operationNames = Object.keys(operations) as OperationName[];
