// Host responses about slash commands, and the files that define them.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { CustomizationInfo } from '../../../../shared/features/customizations/methods.ts';
import type { SlashEntry } from '../../../../shared/features/slash/slash.ts';

type Origin = SlashEntry['origin'];
const project = (label: string): Origin => ({ scope: 'project', label });
const personal = (label: string): Origin => ({ scope: 'personal', label });

function entry(name: string, kind: SlashEntry['kind'], description: string, origin: Origin, more = {}): SlashEntry {
  return { name, kind, description, hint: '', arguments: [], origin, ...more };
}

const slashEntries: SlashEntry[] = [
  entry('review', 'command', 'Review a pull request', project('.claude/commands/review.md'), { hint: '[number]' }),
  entry(
    'git:commit',
    'command',
    'Commit what is staged, with a message in our style',
    project('.claude/commands/git/commit.md'),
  ),
  entry('周报', 'command', '汇总本周的提交，写成一份周报，发给团队', personal('~/.claude/commands/周报.md'), {
    hint: '[项目]',
  }),
  entry('pdf', 'skill', 'Reads, fills in and merges PDF files', personal('~/.claude/skills/pdf')),
  entry(
    'a-skill-with-a-name-that-is-much-longer-than-names-should-be-for-anybody',
    'skill',
    'And a description that goes on as long as descriptions of skills do: when to use it, what for, what it must never be used for, and how',
    project('.agents/skills/a-skill-with-a-name-that-is-much-longer'),
  ),
  entry('standup', 'prompt', 'What I did, what I will do', personal('~/.throughline/prompts/standup.md'), {
    arguments: [
      { name: 'done', description: 'What was finished since yesterday', required: true },
      { name: 'mood', description: '', required: false, choices: ['good', 'fair', 'tired'], default: 'fair' },
    ],
  }),
  entry(
    'tracker:triage',
    'mcp',
    'Sorts the open issues of a repository',
    { scope: 'server', label: 'tracker' },
    {
      arguments: [
        { name: 'repository', description: 'As owner/name', required: true, completes: true },
        { name: 'label', description: 'Only issues with this label', required: false },
      ],
    },
  ),
];

const infos: CustomizationInfo[] = [
  ...slashEntries
    .filter(({ kind }) => kind !== 'mcp')
    .map(
      ({ name, kind, description, origin }): CustomizationInfo => ({
        id: `${kind}/${name}`,
        kind: kind as CustomizationInfo['kind'],
        name,
        title: '',
        description,
        origin,
        shadowedBy: null,
        forModel: kind === 'skill',
        notes: [],
        editable: kind === 'prompt',
      }),
    ),
  {
    id: 'command/review2',
    kind: 'command',
    name: 'review',
    title: '',
    description: 'Review what is on this branch',
    origin: personal('~/.claude/commands/review.md'),
    shadowedBy: '.claude/commands/review.md',
    forModel: false,
    notes: [say`The line ${'hooks'} is not honoured.`],
    editable: false,
  },
  {
    id: 'agent/reviewer',
    kind: 'agent',
    name: 'reviewer',
    title: '',
    description: 'Reads a change as a reviewer who did not write it',
    origin: project('.claude/agents/reviewer.md'),
    shadowedBy: null,
    forModel: true,
    notes: [],
    editable: false,
  },
];

export const folders = {
  command: '~/.throughline/commands',
  prompt: '~/.throughline/prompts',
  skill: '~/.throughline/skills',
};
const nothingUntrusted = { count: 0, names: [] };

export const slashHandlers: Partial<Handlers> = {
  'slash.list': async () => ok({ entries: slashEntries, pending: [] }),
  'slash.complete': async () => ok({ values: ['harbour/api', 'harbour/site', 'harbour/infrastructure'] }),
  'slash.expand': async () => ok({ text: '' }),
  'customization.list': async () =>
    ok({
      entries: infos,
      problems: [
        {
          kind: 'command',
          label: '.claude/commands/deploy.md',
          line: 3,
          message: say`The head of the file is not YAML: ${'mapping values are not allowed here'}.`,
        },
      ],
      untrusted: nothingUntrusted,
      folders,
    }),
  'customization.read': async ({ id }) => {
    const info = infos.find((one) => one.id === id) ?? (infos[0] as CustomizationInfo);
    const text = '---\ndescription: What I did, what I will do\n---\n\nWrite my stand-up: {{done}}.\nMood: {{mood}}\n';
    return ok({ info, text, version: '1' });
  },
};
