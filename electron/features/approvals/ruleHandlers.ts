// permission.*: lists and removes the user's rules.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { permissionMethods } from '../../../shared/features/approvals/ruleMethods.ts';
import { type PermissionRule, type RuleNames, ruleWhat, ruleWhere } from '../../../shared/permission/permission.ts';
import { hasWildcard } from '../../../shared/permission/siteCover.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { rulesEverywherePower } from '../dangerousPowers.ts';
import { isOneOwner } from './siteWildcards.ts';

/** The names that rules are shown with. */
export function ruleNames(store: Pick<AppParts['store'], 'listConversation' | 'getProject'>): RuleNames {
  return {
    async conversation(conversationId) {
      const row = await store.listConversation(conversationId);
      return row.ok && row.value ? row.value.title : null;
    },
    async project(projectId) {
      const project = await store.getProject(projectId);
      return project.ok ? project.value.name : null;
    },
  };
}

const onlyHere = fail('DEVICE_REFUSED', say`This can only be done on the machine that runs Throughline.`);

export function permissionHandlers(deps: AppParts): HandlersOf<typeof permissionMethods> {
  const { permissions, store } = deps;
  const names = ruleNames(store);

  /** A window may restore exactly what it removed, with the original origin that limits its scope. This is its undo. */
  const takenBack = new Map<string, Map<string, PermissionRule>>();
  const wordsOf = ({ match, scope, effect }: Pick<PermissionRule, 'match' | 'scope' | 'effect'>): string =>
    JSON.stringify([Object.entries(match).sort(), Object.entries(scope).sort(), effect]);

  return {
    async 'permission.list'() {
      const rules = await permissions.list();
      const describedRules = rules.map(async (rule) => ({
        rule,
        what: ruleWhat(rule),
        where: await ruleWhere(rule, names),
      }));
      return ok({ rules: await Promise.all(describedRules) });
    },

    async 'permission.add'(rule, connection) {
      const { scope, match } = rule;
      if (scope.type === 'project') {
        const project = await store.getProject(scope.projectId);
        if (!project.ok) return project;
      }
      if (scope.type === 'conversation' && (await names.conversation(scope.conversationId)) === null) {
        return fail(
          'CONVERSATION_NOT_FOUND',
          say`The conversation ${scope.conversationId} does not exist. No rule was added.`,
        );
      }
      const origin = rule.match.origin;
      if (origin !== undefined && !isOrigin(origin)) {
        return fail(
          'SETTINGS_INVALID',
          say`"${origin}" is not a site. Use the form https://example.com. No rule was added.`,
        );
      }
      if (origin !== undefined && hasWildcard(origin)) {
        if (!match.tool.startsWith('browser_')) {
          return fail('SETTINGS_INVALID', say`Only the shared browser takes sites with a wildcard. No rule was added.`);
        }
        if (!(await isOneOwner(origin))) {
          return fail(
            'SETTINGS_INVALID',
            say`${origin} would cover sites of different owners, or of private networks. Name a domain, such as https://*.example.com. No rule was added.`,
          );
        }
      }
      const removedHere = takenBack.get(connection.id);
      const before = removedHere?.get(wordsOf(rule));
      if (before) {
        removedHere?.delete(wordsOf(rule));
        return permissions.add(before);
      }
      if (rule.effect === 'allow' && scope.type === 'always') {
        const confirmed = deps.confirm.require(rulesEverywherePower([match]));
        if (!confirmed.ok) return confirmed;
      }
      return permissions.add({ ...rule, origin: { type: 'settings' } });
    },

    async 'permission.remove'({ ruleId }, connection) {
      const rule = (await permissions.list()).find(({ id }) => id === ruleId);
      // Without a rule that denies or asks, more runs.
      if (connection.device && rule && rule.effect !== 'allow') return onlyHere;
      const removed = await permissions.remove(ruleId);
      if (!removed.ok) return removed;
      if (rule) {
        const removedHere = takenBack.get(connection.id) ?? new Map();
        takenBack.set(connection.id, removedHere.set(wordsOf(rule), rule));
        connection.onClose(() => takenBack.delete(connection.id));
      }
      return ok({});
    },
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
