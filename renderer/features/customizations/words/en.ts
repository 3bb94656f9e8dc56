// English strings for `/` entries: completion, the form of a prompt, and the settings page.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  list: 'Commands, skills and prompts',
  nothing: 'No matching command. It will be sent as text.',
  kinds: {
    command: 'Commands',
    skill: 'Skills',
    prompt: 'Prompts',
    mcp: 'From MCP servers',
    app: 'Throughline',
  },
  scopes: { personal: 'Personal', project: 'Project', team: 'Team', plugin: 'Plugin', app: 'App' },
  /** Descriptions of the window's own commands whose titles need one. */
  app: {
    clear: 'Start a new chat',
    compact: 'Compact the context now',
    context: 'Show what is in the context',
    cost: 'Show costs',
    memory: 'Edit your instructions for all conversations',
    resume: 'Find and open a conversation',
    mcp: 'MCP servers',
    commands: 'Commands, skills and prompts',
    plan: 'Plan: read only, end with a plan',
  } as Readonly<Record<string, string>>,
  asking: (servers: string) => `Waiting for ${servers}…`,
  more: (count: number) => `${count.toLocaleString('en')} more. Keep typing to find them.`,
  untrusted: (count: number) =>
    `${counted(count, 'command or skill', 'commands and skills')} in this untrusted folder. View…`,
  none: 'You have no commands yet. Create one…',
  mayFollow: (hint: string) => `Then: ${hint}`,
  formHint: 'Press Tab for a form.',
  required: 'Fill this in.',
  notAChoice: 'Choose one from the list.',
  optional: 'optional',
  insert: 'Insert',
  insertHint: 'Enter inserts the text into your message.',
  send: 'Send',
  sendHint: 'Enter sends the message.',
  page: {
    intro:
      'Type / at the start of a message to use these. Each is a Markdown file from your own collection, from the conversation’s folder, or from another app.',
    find: 'Find a command, skill or prompt…',
    kinds: { command: 'Commands', skill: 'Skills', prompt: 'Prompts', agent: 'Agents' },
    one: { command: 'Command', skill: 'Skill', prompt: 'Prompt', agent: 'Agent', preset: 'Preset' },
    kindHints: {
      command: 'Sent in place of /name, with anything you type after it.',
      skill: 'Instructions for a type of task. The model can load them on its own, or you can call them with /name.',
      prompt: 'Reusable text that is inserted into the message for you to complete and send.',
      agent: 'Assistants the model can delegate tasks to.',
    },
    make: { prompt: 'New prompt', command: 'New command' },
    back: 'Commands and skills',
    copyFolder: (kind: string) => `Copy folder: ${kind}`,
    copyPath: 'Copy path',
    shadowed: (label: string) => `Not used because ${label} has the same name and takes precedence.`,
    notes: (count: number) =>
      counted(count, 'setting in its file isn’t supported', 'things in its file aren’t supported'),
    problems: 'Files that can’t be used',
    at: (file: string, line: number) => `${file}, line ${line}`,
    untrusted: {
      title: 'Commands and skills in an untrusted folder',
      found: (folder: string, count: number) =>
        `${folder} has ${counted(count, 'command or skill', 'commands and skills')}. They aren’t used until you trust the folder.`,
      more: (count: number) => `and ${count.toLocaleString('en')} more`,
      hint: 'If you trust this folder, its commands, skills, agents and AGENTS.md are used like your own instructions, even after they change.',
    },
    others: 'Use other apps’ files in your home folder',
    othersHint: 'Commands, skills and agents in ~/.claude and ~/.agents.',
    name: 'Name',
    nameHint: 'What you type after /. Letters, digits and hyphens.',
    text: 'File content',
    textHint: {
      prompt: '{{name}} is a field you fill in each time. Put the description between the --- lines.',
      command:
        '$ARGUMENTS is what you type after the name, and $1 is its first word. Put the description and argument-hint between the --- lines.',
    },
    example: {
      prompt: '---\ndescription: \n---\n\nExplain {{topic}} in three sentences.\n',
      command:
        '---\ndescription: \nargument-hint: \n---\n\nReview $ARGUMENTS. Name each problem with its file and line.\n',
    },
    fields: 'Fields',
    noFields: 'None. The text is inserted unchanged.',
    save: 'Save',
    remove: 'Delete…',
    removeTitle: (name: string) => `Delete /${name}?`,
    removeBody: (file: string) => `The file ${file} will be deleted.`,
    elsewhere: 'This file is outside Throughline’s folder. Edit it in another editor. Changes take effect right away.',
  },
} as const;
