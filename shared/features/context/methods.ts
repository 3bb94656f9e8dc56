// What a model is sent, and how a person changes that.

import { z } from 'zod';
import type { EnvironmentTopic, Outcome } from '../../conversation/message.ts';
import type { SentenceData, UserTextData } from '../../core/sentence.ts';
import { conversationId, id, method } from '../../protocol/method.ts';
import type { ModelRef } from '../models/modelOptions.ts';

/** The room that a model has, in tokens, and who says so. */
export interface ContextWindow {
  tokens: number;
  /**
   * `learnt`: from a refusal that named it; `catalogue`: what is published of the model at its provider; `family`: a table by
   * the model's name; `default`: nothing is known of it.
   */
  source: 'settings' | 'learnt' | 'server' | 'catalogue' | 'family' | 'default';
}

export const contextKinds = [
  'system',
  'tools',
  'environment',
  'summary',
  'user',
  'mentions',
  'assistant',
  'calls',
  'results',
] as const;

export type ContextKind = (typeof contextKinds)[number];

/** How a call ended that did not go well: the outcome of its result, or that it never began. */
export type CallEnd = Exclude<Outcome, 'ok'> | 'not_started';

/** `ended`: of the call that a result answers. `told`: what it says about, which its label repeats. `added`: by the repair of what is sent. Arguments are shortened, and JSON that reads. */
export type ContextNote =
  | { type: 'calls'; done: boolean; ended?: CallEnd; calls: { name: string; arguments: string }[] }
  | { type: 'failed'; error: { code: string; message: string; said?: SentenceData } | null }
  | { type: 'told'; about: EnvironmentTopic }
  | { type: 'added' };

/** One record of the context, as the next request holds it. */
export interface ContextItem {
  messageId: string;
  kind: ContextKind;
  /** A line that names it for people, in English. */
  label: string;
  /** What the line says, where it is not somebody's own words: a window says it in its language. */
  words?: ContextNote;
  /** What it takes now. */
  tokens: number;
  /** What hiding it would save; of what is hidden or cleared, what that saves. */
  saves: number;
  /** What stands after it: a change of this record makes the provider read all of that anew. */
  tokensAfter: number;
  state: 'sent' | 'hidden' | 'cleared' | 'summarised';
  pinned: boolean;
}

/** What the next request holds and costs. */
export interface ContextReport {
  model: ModelRef;
  window: ContextWindow;
  /** Tokens of the next request without what is being typed. */
  used: number;
  /** Compaction begins above this. */
  compactAt: number;
  /** `usage`: calibrated by what the provider reported; `tokenizer`: counted; `estimate`: reckoned from the letters. */
  method: 'usage' | 'tokenizer' | 'estimate';
  parts: { kind: ContextKind; tokens: number; count: number }[];
  /** In the order in which they are sent; hidden ones in their places. */
  items: ContextItem[];
  compactions: CompactionInfo[];
  /** Of the last reply: what the provider counted and what of it came from its cache. */
  lastUsage: { inputTokens: number; cachedInputTokens: number } | null;
}

export interface CompactionInfo {
  messageId: string;
  createdAt: string;
  /** False: only results were cleared. */
  summarised: boolean;
  cleared: number;
  tokensBefore: number;
  tokensAfter: number;
  undone: boolean;
  /** A later summary stands for it: undoing it or doing it again changes nothing. */
  superseded: boolean;
}

/** What came of a compaction; nothing is lost by one that failed or had no effect. */
export interface CompactionOutcome {
  result: 'done' | 'no_effect' | 'failed' | 'stopped';
  /** A sentence for people. */
  message: UserTextData;
  tokensBefore: number;
  tokensAfter: number;
}

/** What is told of one topic, as the model reads it. `shortened`: here, not for the model. */
export interface ToldText {
  text: string;
  tokens: number;
  bytes: number;
  shortened?: true;
}

/** One of the things that a model is told besides what is said in the conversation. */
export interface ToldPart {
  about: 'system' | 'tools' | EnvironmentTopic;
  /** What is in force: with what the context holds. Null: nothing. */
  now: ToldText | null;
  /** What the next message changes about it; null: nothing. */
  next: ToldText | 'ends' | null;
  /** The file that it is in, absolute. */
  path: string | null;
  /** Why that cannot be used, a phrase. */
  problem: UserTextData | null;
  /** Why nothing of it is told: it is switched off, or in a folder that is not trusted. `hidden`: the person hides its record. */
  why?: 'off' | 'untrusted' | 'hidden';
  /** It is longer than what is told. */
  cut?: true;
  /** How many tools. */
  count?: number;
  /** The record that tells it. */
  messageId?: string;
}

/** In the order in which a model reads it; the tools last. */
export interface ToldReport {
  model: ModelRef;
  projectId: string;
  parts: ToldPart[];
}

export const contextMethods = {
  /** What the next request holds, by part and by record. */
  'context.read': method<ContextReport>()('none', z.object({ conversationId })),
  /**
   * What the model is told besides that, and what the next message changes; of a conversation, or of the next one of a project
   * (null: of those without a folder).
   */
  'context.told': method<ToldReport>()(
    'none',
    z.object({ conversationId: conversationId.nullable().default(null), projectId: id.nullable().default(null) }),
  ),
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
} as const;
