// Stores the user's permission rules on this machine, next to the settings. Never in a conversation or project folder,
// which may come from someone else.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { PermissionRule } from '../../shared/permission/permission.ts';

export interface Permissions {
  /**
   * Returns all rules as currently on disk, newest first. Damaged ones are skipped and reported in `problem`. If the
   * whole file is unreadable, refusals are unknown, so it yields one rule that asks about everything.
   */
  list(): Promise<readonly PermissionRule[]>;
  /** Returns a sentence about unreadable rules; null if there are none. */
  problem(): Promise<Sentence | null>;
  /** Durable when it resolves. Replaces a rule with the same effect, match and scope. SETTINGS_INVALID: too broad. */
  add(rule: Omit<PermissionRule, 'id' | 'createdAt' | 'lastUsedAt'>): Promise<Result<PermissionRule>>;
  /** Removing the rule of an unreadable file sets that file aside and starts a new one. */
  remove(ruleId: string): Promise<Result<void>>;
  /** Records that they determined a decision; written in the background. */
  used(ruleIds: readonly string[]): void;
  /** Call when a conversation is deleted: deletes its rules. */
  forgetConversation(conversationId: string): Promise<void>;
  /** Call when a deletion is undone: restores its rules, unless the app has restarted. */
  restoreConversation(conversationId: string): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
