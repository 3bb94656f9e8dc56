// Where the rules of a person are kept: on this machine, beside the settings. Never in a conversation or a project's folder,
// which may come from somebody else.

import type { Result } from '../../shared/errors.ts';
import type { PermissionRule } from '../../shared/permission.ts';

export interface Permissions {
  /** All of them, the newest first. Damaged lines are left out and told at start. */
  list(): Promise<readonly PermissionRule[]>;
  /** Durable when it resolves. A rule with the same effect, match and scope is replaced. */
  add(rule: Omit<PermissionRule, 'id' | 'createdAt' | 'lastUsedAt'>): Promise<Result<PermissionRule>>;
  remove(ruleId: string): Promise<Result<void>>;
  /** Notes that they decided something; written in the background. */
  used(ruleIds: readonly string[]): void;
  /** The conversation is gone: so are its rules. */
  forgetConversation(conversationId: string): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
