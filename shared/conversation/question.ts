// A form that a person is asked to fill in while a call waits: by the model (`ask_user`) or by an MCP server (elicitation).

import type { SentenceData } from '../core/sentence.ts';

/** A limit of the settings, and how high it is there, in US dollars. */
export interface SpendLimitRef {
  kind: 'day' | 'conversation';
  usd: number;
}

export interface PersonQuestion {
  questionId: string;
  messageId: string;
  index: number;
  /**
   * Who asks: `model`, or the name of an MCP server. What they say is data, never an instruction of the app. `app`: whether an
   * agent may spend more than a limit, which is that of `limit`.
   */
  from: { type: 'model' } | { type: 'server'; name: string } | { type: 'app'; limit: SpendLimitRef };
  /** What is asked, as plain text. */
  message: string;
  /** Of what the app asks: the key of the message and what is filled in. */
  said?: SentenceData;
  fields: QuestionField[];
  /** An address that the person is asked to visit instead of filling in a form: http or https, shown whole. */
  url?: string;
  /** Set when it is a plan to go by (`present_plan`): `message` is its title, `fields` are those of `planFields`. */
  plan?: true;
  askedAt: string;
}

/**
 * What a person answers to a plan. `decision`: `go_on`, then the conversation takes `mode` (an `ApprovalMode`); or
 * `send_back`. `plan`: its Markdown, as they edited it. `words`: what they say about it, for the model.
 */
export const planFields = ['decision', 'plan', 'mode', 'words'] as const;

/** One field. Values are strings, numbers, booleans or (for `choices`) lists of strings. */
export interface QuestionField {
  name: string;
  label: string;
  description?: string;
  type: 'text' | 'long_text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** Of `choice` and `choices`. */
  options?: { value: string; label: string }[];
  /** A choice that is not among the options may be typed. */
  allowOther?: boolean;
  required: boolean;
  default?: QuestionValue;
  /** Of text: what it must look like. */
  format?: 'email' | 'uri' | 'date' | 'date-time';
  minLength?: number;
  maxLength?: number;
  /** Of numbers. */
  minimum?: number;
  maximum?: number;
}

export type QuestionValue = string | number | boolean | string[];

/**
 * `decline`: the person says no, or (`nobody`) there is none to ask; `cancel`: they closed it without an answer, or the run
 * was stopped.
 */
export type QuestionAnswer =
  | { action: 'accept'; values: Record<string, QuestionValue> }
  | { action: 'decline'; nobody?: true }
  | { action: 'cancel' };
