// What the window browses: pages of a conversation, the branches of its tree, chains of calls, attachments and files.

import type { LiveCall } from '../conversation/event.ts';
import type { Message, Outcome, WaitedTime } from '../conversation/message.ts';

/** A stretch of the open branch, oldest first. */
export interface MessagePage {
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

/** A call that started an agent, with the title of its conversation. */
export interface StartedBy {
  conversationId: string;
  messageId: string;
  index: number;
  title: string;
}

/** A place where a conversation parts: several records follow the same one. */
export interface Fork {
  /** The record that they follow; null: the conversation begins in several ways. */
  parentId: string | null;
  /** In the order in which they were begun. */
  branches: ForkBranch[];
  /** Which of them is open; -1: none, the person went back to where they begin. */
  active: number;
}

export interface ForkBranch {
  /** The first record of it. */
  messageId: string;
  /** The first of them that says something: a message of the person's or a reply, where notes for the model stand before it. */
  saidId: string;
  /** The newest record that follows from it. */
  leafId: string;
  /** ISO 8601, UTC: of the first record. */
  createdAt: string;
  /** Its first words, on one line. */
  label: string;
}

/** Some of the places where a conversation parts. */
export interface ForkPage {
  forks: Fork[];
  /** How many branches part from the open one, at all places together. */
  beside: number;
  /** Whether there are places behind these. */
  more: boolean;
}

/** A call of a chain, light enough to send thousands: neither arguments nor result are whole. */
export interface ChainCall {
  conversationId: string;
  /** The record that asked, and the place of the call in it. Of a call by the person its own record, and 0. */
  messageId: string;
  index: number;
  /** As its result names it. */
  callId: string;
  name: string;
  /** At most `chainTextLimit` characters: the exact string; of a longer one JSON that reads, with its values shortened. */
  arguments: string;
  /** `interrupted` also for a call that has no result. */
  outcome: Outcome;
  /** Interrupted before it began. */
  neverStarted: boolean;
  /** ISO 8601, UTC: when the model had asked. */
  askedAt: string;
  startedAt: string | null;
  /** Milliseconds. */
  duration: number | null;
  /** Milliseconds that it waited for a person, before it started. */
  waitedMs: number | null;
  /** Of the whole result, in bytes of UTF-8; null when there is none. */
  bytes: number | null;
  /** The record of the result; null when there is none. */
  resultId: string | null;
  /** How the result begins, on one line: at most `chainTextLimit` characters. */
  resultHead: string;
  /** The conversation of the agent that it started, and when that one's calls waited for the person. */
  agent: { conversationId: string; waits?: WaitedTime[] } | null;
  /** It changed files. */
  changed: boolean;
  byHand: boolean;
}

export const chainTextLimit = 500;

/** Where a turn begins: the person's message, how it begins, and its first call by its place in the chain. */
export interface ChainTurn {
  messageId: string;
  createdAt: string;
  words: string;
  first: number;
}

/** A piece of a chain; `first` of a turn counts from the beginning of the chain. */
export interface ChainPiece {
  calls: ChainCall[];
  /** All of them, with the first piece. */
  turns: ChainTurn[];
  /** How many calls the chain has. */
  total: number;
  /** Null: this was the last piece. */
  cursor: string | null;
}

/** A call found among all conversations. */
export interface FoundCall extends ChainCall {
  /** It goes on now; `outcome` says nothing of it yet. */
  live?: LiveCall['state'];
  title: string;
  projectId: string;
  /** Set for a call of a sub-agent: the call that the agent belongs to, in a conversation that a person opened. */
  within: { conversationId: string; messageId: string; index: number; title: string } | null;
  /** Where the text was found, on one line; ranges are UTF-16 units of the snippet. `place` as in a search hit. */
  match: { part: 'arguments' | 'result'; place: number; snippet: string; ranges: [number, number][] } | null;
}

export interface ChainAnswer {
  /** Newest first. */
  calls: FoundCall[];
  /** True: time or the limit was up; go on with `cursor`, also where `calls` is empty. */
  more: boolean;
  cursor: string | null;
  /** False while there is something that the index does not know yet. */
  complete: boolean;
  done: number;
  total: number;
}

/** What can be filtered by: the names of tools that were ever called, the most used first. */
export interface ChainFacets {
  tools: { name: string; count: number }[];
}

/** Something that a person adds to a message: kept once by its hash. */
export interface AttachmentRef {
  /** SHA-256 of its bytes. */
  hash: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** `problem`: why the model that is chosen will not get it as it is; a sentence. */
export interface AddedAttachment extends AttachmentRef {
  problem: string | null;
}

/** A page of a text file of the project's folder. Offsets are bytes of the file, whatever its encoding; a page ends between characters. */
export interface FilePage {
  /** Relative to the folder, with `/`. */
  path: string;
  text: string;
  offset: number;
  nextOffset: number | null;
  totalBytes: number;
  /** The number of the first line of the page, from 1. */
  firstLine: number;
}

export const exportForms = ['markdown', 'json'] as const;
export type ExportForm = (typeof exportForms)[number];
