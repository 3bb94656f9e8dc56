// Words of what is called with `/`: the list while one types, the form of a prompt, and the settings page of commands and skills.

import { counted } from './counted.ts';

export const slashStrings = {
  list: 'Commands, skills and prompts',
  nothing: 'No such command. It is sent as text.',
  kinds: {
    command: 'Commands',
    skill: 'Skills',
    prompt: 'Prompts',
    mcp: 'From MCP servers',
    app: 'Throughline',
  },
  scopes: { personal: 'Personal', project: 'Project', app: 'App' },
  /** What the window's own commands do, where that is not said by their titles. */
  app: {
    clear: 'Start a new chat',
    compact: 'Make room in the context now',
    context: 'What the context is made of',
    cost: 'What was spent',
    memory: 'Your instructions for every chat',
    resume: 'Find and open a conversation',
    mcp: 'MCP servers',
    commands: 'Commands, skills and prompts',
    plan: 'Plan first: read only, end with a plan',
  } as Readonly<Record<string, string>>,
  asking: (servers: string) => `Waiting for ${servers}…`,
  more: (count: number) => `${count.toLocaleString('en')} more. Keep typing to find them.`,
  untrusted: (count: number) =>
    `${counted(count, 'command or skill', 'commands and skills')} in this folder, which you have not trusted. View…`,
  none: 'No commands of your own yet. Make one…',
  mayFollow: (hint: string) => `Then: ${hint}`,
  formHint: 'Press Tab for a form.',
  required: 'Fill this in.',
  notAChoice: 'Choose one from the list.',
  optional: 'optional',
  insert: 'Insert',
  insertHint: 'Enter puts the text into your message.',
  send: 'Send',
  sendHint: 'Enter sends it.',
} as const;
