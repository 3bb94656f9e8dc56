// Rules with display names, for lists.

import { visibleText } from '../core/visibleText.ts';
import { matchWords } from './matchText.ts';
import type { PermissionRule } from './rule.ts';

export interface RuleNames {
  /** Returns a conversation's title; null: it does not exist. */
  conversation(conversationId: string): Promise<string | null>;
  /** Returns a project's name; null: it does not exist. */
  project(projectId: string): Promise<string | null>;
}

/** "Commands that begin with `npm test`". */
export function ruleWhat({ match }: PermissionRule): string {
  const matchText = matchWords(match);
  return `${matchText.charAt(0).toUpperCase()}${matchText.slice(1)}`;
}

/** "In the project shop", "In the conversation “Tests”", "Everywhere". */
export async function ruleWhere({ scope }: PermissionRule, names: RuleNames): Promise<string> {
  if (scope.type === 'always') return 'Everywhere';
  if (scope.type === 'project') {
    const name = await names.project(scope.projectId);
    return name === null ? 'In a project that no longer exists' : visibleText(`In the project ${name}`);
  }
  const title = await names.conversation(scope.conversationId);
  if (title === null) return 'In a conversation that no longer exists';
  return title === '' ? 'In an untitled conversation' : visibleText(`In the conversation “${title}”`);
}
