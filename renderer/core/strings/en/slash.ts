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
  page: {
    intro:
      'Type / at the start of a message to use them. Each is a Markdown file: your own, one of the chat’s folder, or one of another program.',
    find: 'Find a command, skill or prompt…',
    kinds: { command: 'Commands', skill: 'Skills', prompt: 'Prompts', agent: 'Agents' },
    one: { command: 'Command', skill: 'Skill', prompt: 'Prompt', agent: 'Agent', preset: 'Preset' },
    kindHints: {
      command: 'Sent in place of /name, with what you type after it.',
      skill: 'Instructions for a kind of task. The model can load them by itself; you can call them with /name.',
      prompt: 'Texts you use again. They go into the message for you to complete and send.',
      agent: 'Assistants that the model can hand a task to.',
    },
    make: { prompt: 'New prompt', command: 'New command' },
    back: 'Commands and skills',
    copyFolder: (kind: string) => `Copy folder: ${kind}`,
    copyPath: 'Copy path',
    shadowed: (label: string) => `Not used: ${label} has the same name and comes first.`,
    notes: (count: number) =>
      counted(count, 'thing in its file is not supported', 'things in its file are not supported'),
    problems: 'Files that cannot be used',
    at: (file: string, line: number) => `${file}, line ${line}`,
    untrusted: {
      title: 'Commands and skills of a folder you have not trusted',
      found: (folder: string, count: number) =>
        `${folder} has ${counted(count, 'command or skill', 'commands and skills')}. They are not used until you trust the folder.`,
      more: (count: number) => `and ${count.toLocaleString('en')} more`,
      hint: 'If you trust it, its commands, skills, agents and AGENTS.md count as your own instructions, even after they change.',
    },
    others: 'Use files of other programs in your home folder',
    othersHint: 'Commands, skills and agents in ~/.claude and ~/.agents.',
    name: 'Name',
    nameHint: 'What you type after /. Letters, digits and hyphens.',
    text: 'Text of the file',
    textHint: {
      prompt: '{{name}} is a field that you fill in each time. Between the --- lines: description.',
      command:
        '$ARGUMENTS is what you type after the name, $1 its first word. Between the --- lines: description, argument-hint.',
    },
    example: {
      prompt: '---\ndescription: \n---\n\nExplain {{topic}} in three sentences.\n',
      command:
        '---\ndescription: \nargument-hint: \n---\n\nReview $ARGUMENTS. Name each problem with its file and line.\n',
    },
    fields: 'Fields',
    noFields: 'None: the text is inserted as it is.',
    save: 'Save',
    remove: 'Delete…',
    removeTitle: (name: string) => `Delete /${name}?`,
    removeBody: (file: string) => `The file ${file} is deleted.`,
    elsewhere: 'This file is not in Throughline’s folder. Change it in an editor; changes count at once.',
  },
} as const;
