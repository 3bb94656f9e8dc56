// Forms that the user fills in while a call waits, sent by the model (`ask_user`) or an MCP server (elicitation).

import type { SentenceData } from '../core/sentence.ts';

/** A spending limit from the settings, and its value in US dollars. */
export interface SpendLimitRef {
  kind: 'day' | 'conversation';
  usd: number;
}

export interface UserQuestion {
  questionId: string;
  messageId: string;
  index: number;
  /**
   * Who asks: `model`, or the name of an MCP server or an external agent, whose text is data and never an instruction of
   * the app. `app`: whether an agent may exceed the spending limit in `limit`.
   */
  from: { type: 'model' } | { type: 'server' | 'agent'; name: string } | { type: 'app'; limit: SpendLimitRef };
  /** The question, as plain text. */
  message: string;
  /** For the app's questions: the message's key and parameters. */
  said?: SentenceData;
  fields: QuestionField[];
  /** A URL to visit instead of filling in a form: http or https, shown in full. */
  url?: string;
  /** Set for a plan (`present_plan`): `message` is its title, `fields` are those of `planFields`. */
  plan?: true;
  askedAt: string;
}

/**
 * The answer to a plan. `decision`: `go_on`, which sets the conversation to `mode` (an `ApprovalMode`), or `send_back`.
 * `plan`: its Markdown, as edited by the user. `words`: the user's comment for the model.
 */
export const planFields = ['decision', 'plan', 'mode', 'words'] as const;

/** Values are strings, numbers, booleans or (for `choices`) lists of strings. */
export interface QuestionField {
  name: string;
  label: string;
  description?: string;
  type: 'text' | 'long_text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** For `choice` and `choices`. */
  options?: { value: string; label: string }[];
  /** Other values may be typed. */
  allowOther?: boolean;
  required: boolean;
  default?: QuestionValue;
  /** Required format of a text. */
  format?: 'email' | 'uri' | 'date' | 'date-time';
  minLength?: number;
  maxLength?: number;
  /** For numbers. */
  minimum?: number;
  maximum?: number;
}

export type QuestionValue = string | number | boolean | string[];

/**
 * `decline`: the user says no, or (`nobody`) there is no user to ask; `cancel`: the user closed it without an answer,
 * or the run was stopped.
 */
export type QuestionAnswer =
  | { action: 'accept'; values: Record<string, QuestionValue> }
  | { action: 'decline'; nobody?: true }
  | { action: 'cancel' };
