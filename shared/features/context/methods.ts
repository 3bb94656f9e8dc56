// The context that a model receives, and how the user changes it.

import { z } from 'zod';
import type { EnvironmentTopic, Outcome } from '../../conversation/message.ts';
import type { SentenceData, UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import type { ModelRef } from '../models/modelOptions.ts';

/** A model's context window in tokens, and where the number comes from. */
export interface ContextWindow {
  tokens: number;
  /**
   * `learnt`: from a refusal that named it; `accepted`: the largest request that it has answered, more than was known
   * or assumed; `catalogue`: published by its provider; `family`: from a table by model name; `default`: unknown.
   */
  source: 'settings' | 'learnt' | 'accepted' | 'server' | 'catalogue' | 'family' | 'default';
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

/** How a call failed: the outcome of its result, or that it never started. */
export type CallEnd = Exclude<Outcome, 'ok'> | 'not_started';

/**
 * `ended`: outcome of the call that a result answers. `told`: topic of an environment record, repeated by its label.
 * `added`: by the repair. Arguments are shortened but stay valid JSON.
 */
export type ContextNote =
  | { type: 'calls'; done: boolean; ended?: CallEnd; calls: { name: string; arguments: string }[] }
  | { type: 'failed'; error: { code: string; message: string; said?: SentenceData } | null }
  | { type: 'told'; about: EnvironmentTopic }
  | { type: 'added' };

/** A record of the context, as the next request contains it. */
export interface ContextItem {
  messageId: string;
  kind: ContextKind;
  /** Display name, in English. */
  label: string;
  /** The label in translatable form; absent for third-party text. */
  words?: ContextNote;
  /** Its current size. */
  tokens: number;
  /** What hiding it would save; for hidden or cleared records, what that saves now. */
  saves: number;
  /** Tokens after it: changing this record makes the provider process all of them again. */
  tokensAfter: number;
  state: 'sent' | 'hidden' | 'cleared' | 'summarised';
  pinned: boolean;
}

/** Contents and cost of the next request. */
export interface ContextReport {
  model: ModelRef;
  window: ContextWindow;
  /** Tokens of the next request, without the draft. */
  used: number;
  /** Threshold for automatic compaction. */
  compactAt: number;
  /**
   * `usage`: calibrated by the provider's reported usage; `tokenizer`: counted; `estimate`: estimated from the
   * characters.
   */
  method: 'usage' | 'tokenizer' | 'estimate';
  parts: { kind: ContextKind; tokens: number; count: number }[];
  /** In request order; hidden ones in place. */
  items: ContextItem[];
  compactions: CompactionInfo[];
  /** The provider's count for the last reply, and how much of it came from its cache. */
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
  /** Replaced by a later summary: undoing or redoing it has no effect. */
  superseded: boolean;
}

/** Result of a compaction; a failed or ineffective one loses nothing. */
export interface CompactionOutcome {
  result: 'done' | 'no_effect' | 'failed' | 'stopped';
  /** A sentence for the user. */
  message: UserTextData;
  tokensBefore: number;
  tokensAfter: number;
}

/** The text of one topic, as the model reads it. `shortened`: only here, not for the model. */
export interface InstructionText {
  text: string;
  tokens: number;
  bytes: number;
  shortened?: true;
}

/** Something the model is given in addition to the conversation. */
export interface ModelInstructionsPart {
  about: 'system' | 'tools' | EnvironmentTopic;
  /** For `folder`: which one, relative to the project folder. */
  folder?: string;
  /** The version in the context. Null: none. */
  now: InstructionText | null;
  /** What changes with the next message; null: nothing. */
  next: InstructionText | 'ends' | null;
  /** Absolute path of its file. */
  path: string | null;
  /** Why the file cannot be used, a phrase. */
  problem: UserTextData | null;
  /** Why it is not sent: switched off, or in an untrusted folder. `hidden`: the user hides its record. */
  why?: 'off' | 'untrusted' | 'hidden';
  /** Exceeds the limit and is cut. */
  cut?: true;
  /** Number of tools. */
  count?: number;
  /** The record that contains it. */
  messageId?: string;
}

/** In the model's reading order; tools last. */
export interface ModelInstructionsReport {
  model: ModelRef;
  projectId: string;
  parts: ModelInstructionsPart[];
}

export const contextMethods = {
  /** Returns the contents of the next request, by part and by record. */
  'context.read': defineMethod<ContextReport>()('none', z.object({ conversationId })),
  /**
   * Returns what the model is given in addition to the conversation, and what the next message changes. For a
   * conversation, or the next one of a project (null: of those without a folder).
   */
  'context.told': defineMethod<ModelInstructionsReport>()(
    'none',
    z.object({ conversationId: conversationId.nullable().default(null), projectId: id.nullable().default(null) }),
  ),
  /**
   * Hides a record from requests or pins it; null clears the mark. Returns the previous marks; send them to undo. A
   * hidden summary counts as undone.
   */
  'context.mark': defineMethod<{ before: { hidden: boolean | null; pinned: boolean | null } }>()(
    'conversation',
    z.object({
      conversationId,
      messageId: id,
      hidden: z.boolean().nullable().optional(),
      pinned: z.boolean().nullable().optional(),
    }),
  ),
  /** Compacts the context now. Returns when done; `run.stop` cancels it. */
  'context.compact': defineMethod<CompactionOutcome>()('none', z.object({ conversationId })),
} as const;
