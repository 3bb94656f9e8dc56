// Where a person's rules are stored: on this machine, beside the settings. Never in a conversation or a project folder, which
// may come from someone else.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { PermissionRule } from '../../shared/permission/permission.ts';

export interface Permissions {
  /**
   * All of them, the newest first, as they are on disk now. Damaged ones are left out and told in `problem`. Where the whole
   * file cannot be read nobody knows what was refused: then one rule stands in it, to ask about everything.
   */
  list(): Promise<readonly PermissionRule[]>;
  /** What of them cannot be read, as a sentence for people; null: all of it could be. */
  problem(): Promise<Sentence | null>;
  /** Durable when it resolves. A rule with the same effect, match and scope is replaced. SETTINGS_INVALID: it is too wide. */
  add(rule: Omit<PermissionRule, 'id' | 'createdAt' | 'lastUsedAt'>): Promise<Result<PermissionRule>>;
  /** Taking back the rule of a file that cannot be read sets that file aside and begins a new one. */
  remove(ruleId: string): Promise<Result<void>>;
  /** Notes that they decided something; written in the background. */
  used(ruleIds: readonly string[]): void;
  /** The conversation is gone: so are its rules. */
  forgetConversation(conversationId: string): Promise<void>;
  /** Its removal was undone: its rules are there again, unless the app has ended since. */
  restoreConversation(conversationId: string): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
