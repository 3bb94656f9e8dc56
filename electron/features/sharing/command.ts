// throughline team.

import { isItemKind, isSingleItem } from '../../../shared/features/sharing/items.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank } from '../../host/terminal/options.ts';
import { checkStoreOptions, storeOptions } from '../sync/storeOptions.ts';

/** With the number of words that may follow. */
const actions: Readonly<Record<string, readonly [min: number, max: number]>> = {
  ...{ status: [0, 0], create: [0, 0], add: [0, 0], join: [1, 1], now: [0, 0], members: [0, 0], list: [0, 0] },
  ...{ items: [0, 0], read: [1, 1], accept: [1, 1], off: [1, 1] },
  ...{ publish: [1, 2], withdraw: [1, 1], continue: [1, 1], remove: [1, 1], follow: [0, 0], leave: [0, 0] },
};

export const team = defineCommand({
  name: 'team',
  usage: [
    {
      synopsis: [
        'team create STORE --team TEAM --name NAME',
        'team join CODE STORE --team TEAM --name NAME',
        'team [status|now|add|members|follow] [--team TEAM]',
        'team remove MEMBER [--team TEAM]',
        'team leave [--here] [--team TEAM]',
      ],
      text: `shares conversations with a team, encrypted, through a store that all members can reach. create makes
the team's space; add shows a code with which somebody joins. STORE is as for sync. --name is how the others see
you. now uploads what waits and fetches what is new. remove moves to a new space without that member, and follow
does so on the others' machines. leave removes what you publish, or only the keys here with --here`,
    },
    {
      synopsis: [
        'team list [--json]',
        'team publish ID [--from MESSAGE] [--no-results] [--no-attachments] [--unmask SECRETS] [--yes] [--team TEAM]',
        'team withdraw ID [--team TEAM]',
        'team continue ID',
      ],
      text: `lists what is published; publishes a conversation, whole or from a message on, after it has shown what
is shared and which secrets are masked, and asked; withdraws it; continues a copy of one. --unmask publishes
the named secrets as they are`,
    },
    {
      synopsis: [
        'team items [--json]',
        'team publish command|skill|preset NAME [--unmask SECRETS] [--yes] [--team TEAM]',
        'team publish instructions|rules [--unmask SECRETS] [--yes] [--team TEAM]',
        'team read ITEM [--json]',
        'team accept ITEM [--yes]',
        'team off ITEM',
      ],
      text: `lists the commands, skills, presets, instructions and rules that members share; publishes yours after it has
shown them; shows what one does, all of its files, and what has changed; accepts it after that; turns it off again.
Nothing of a team is used until you accept it, and a changed version not until you accept that one`,
    },
  ],
  options: {
    ...storeOptions,
    team: nonBlank('--team needs the name of a team'),
    name: nonBlank('--name needs your name'),
    from: nonBlank('--from needs the ID of a message'),
    unmask: nonBlank('--unmask needs IDs of secrets, separated by commas'),
    noResults: flag,
    noAttachments: flag,
    here: flag,
    yes: flag,
    json: flag,
  },
  positionals: { min: 0, max: 3 },
  check({ positionals, values }) {
    const [action = 'status', ...rest] = positionals;
    const count = actions[action];
    if (!count) return `team takes ${Object.keys(actions).join(', ')}, not “${action}”`;
    const begins = action === 'create' || action === 'join';
    const problem = checkStoreOptions(values, `team ${action}`, begins);
    if (problem !== null) return problem;
    if (begins && (!values.team || !values.name)) return `team ${action} needs --team and --name`;
    if (!begins && values.name) return '--name belongs to team create and team join';
    if (values.here && action !== 'leave') return '--here belongs to team leave';
    const publishes = values.from || values.unmask || values.noResults || values.noAttachments;
    if (publishes && action !== 'publish') return 'these options belong to team publish';
    const [what = '', ...names] = action === 'publish' ? rest : [];
    if (isItemKind(what)) {
      if (values.from || values.noResults || values.noAttachments) return 'these options belong to conversations';
      if (!isSingleItem(what)) return names.length === 1 ? null : `team publish ${what} needs a NAME`;
    }
    if (names.length > 0) return `team publish ${what} takes no “${names[0]}”`;
    if (rest.length < count[0]) {
      const missing = { join: 'a CODE', remove: 'a MEMBER', publish: 'an ID', withdraw: 'an ID', continue: 'an ID' }[
        action
      ];
      return `team ${action} needs ${missing ?? 'an ITEM'}`;
    }
    return rest.length > count[1] ? `team ${action} takes no “${rest.at(-1)}”` : null;
  },
  run: async (terminal) => (await import('./teamCommand.ts')).teamCommand(terminal),
});
