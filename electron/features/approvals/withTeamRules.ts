// The user's rules, and those that members of teams share and the user has accepted. The latter only deny or ask, wherever they come from: what
// cannot be read asks about everything, as a denial may be missing.

import { join } from 'node:path';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { PermissionRule } from '../../../shared/permission/permission.ts';
import type { Permissions } from '../../ports/permissions.ts';
import type { AcceptedItem, AcceptedItems } from '../../stores/acceptedItems.ts';
import { type Disk, readWholeFile } from '../../stores/files/disk.ts';
import { matchHere, readTeamRules, type TeamRule } from '../../stores/teamRules.ts';
import { withoutBroadSites } from './siteWildcards.ts';

interface TeamRulesDeps {
  disk: Disk;
  home: string;
  accepted: Pick<AcceptedItems, 'list' | 'problem' | 'folderOf' | 'onChange'>;
}

const prefix = 'team:';
const askAlways: readonly TeamRule[] = [{ effect: 'ask', match: { tool: '*' } }];

export function withTeamRules(rules: Permissions, { disk, home, accepted }: TeamRulesDeps): Permissions {
  const cached = new Map<string, readonly TeamRule[]>();

  /** Its folder never changes. */
  async function rulesOf(item: AcceptedItem): Promise<readonly TeamRule[]> {
    const folder = accepted.folderOf(item);
    const before = cached.get(folder);
    if (before) return before;
    const file = await readWholeFile(disk, join(folder, 'rules.json'));
    const read = file.kind === 'content' ? readTeamRules(Buffer.from(file.bytes).toString('utf8')) : null;
    if (read) cached.set(folder, read);
    return read ?? askAlways;
  }

  async function ofTeams(): Promise<PermissionRule[]> {
    const items = (await accepted.list()).filter(({ kind }) => kind === 'rules');
    const all = await Promise.all(
      items.map(async (item) => (await rulesOf(item)).map((rule, n) => ruleFrom(rule, item, n))),
    );
    const isUnknown = (await accepted.problem()) !== null;
    return isUnknown ? [...all.flat(), unknownRule] : all.flat();
  }

  function ruleFrom({ effect, match }: TeamRule, item: AcceptedItem, n: number): PermissionRule {
    return {
      id: `${prefix}${item.id}:${n}`,
      effect,
      match: matchHere(match, home),
      scope: { type: 'always' },
      origin: { type: 'team', team: item.teamName, author: item.author },
      createdAt: item.at,
      lastUsedAt: null,
    };
  }

  return {
    ...rules,
    list: async () => withoutBroadSites([...(await rules.list()), ...(await ofTeams())]),
    problem: async () => (await rules.problem()) ?? (await accepted.problem()),
    async remove(ruleId) {
      if (!ruleId.startsWith(prefix)) return rules.remove(ruleId);
      return fail('SETTINGS_INVALID', say`This rule is shared by a team. Turn it off in Settings → Sharing.`);
    },
    used: (ruleIds) => rules.used(ruleIds.filter((id) => !id.startsWith(prefix))),
    onChange(listener) {
      const ends = [rules.onChange(listener), accepted.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

const unknownRule: PermissionRule = {
  id: `${prefix}unknown`,
  effect: 'ask',
  match: { tool: '*' },
  scope: { type: 'always' },
  origin: { type: 'team', team: '', author: '' },
  createdAt: '',
  lastUsedAt: null,
};
