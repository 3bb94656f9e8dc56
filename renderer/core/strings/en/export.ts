// Words of a conversation that is saved as a file or handed to another program.

import { counted } from './counted.ts';

export const exportStrings = {
  title: 'Export conversation',
  webPage: 'Web page',
  form: 'Format',
  groups: { read: 'To read', program: 'For another program', trace: 'For a trace store' },
  /** `holds` what is in it, `lost` what is not. */
  forms: {
    markdown: {
      holds: 'Messages and every call with its arguments and result, as text.',
      lost: 'Very long results are cut short; pictures are named only.',
    },
    html: {
      holds: 'One file to share. Calls open to their arguments and results. Nothing in it runs or loads.',
      lost: 'Secrets, and what only the model reads. Very long results are cut short.',
    },
    json: {
      holds: 'The open branch as stored, with all results in full. Can be imported again.',
      lost: 'Bytes of pictures and files, and other branches.',
    },
    'claude-code': {
      holds: 'A session for claude --resume, with every call and result, and its sub-agents.',
      lost: 'Thinking of other models, and notes.',
    },
    codex: {
      holds: 'A rollout for codex resume, with every call and result.',
      lost: 'Thinking of other models, and notes.',
    },
    opencode: {
      holds: 'A session for opencode import, with every call and result.',
      lost: 'Notes. Sub-agents are sessions of their own.',
    },
    chatgpt: {
      holds: 'A conversations.json like those in ChatGPT’s own exports.',
      lost: 'Details of results, and the bytes of pictures.',
    },
    messages: {
      holds: 'A messages[] list with calls and results, in the OpenAI API’s format.',
      lost: 'Thinking, times, and pictures of results.',
    },
    otlp: {
      holds: 'Spans of each turn, reply and call as OTLP/JSON, with times, tokens and errors.',
      lost: 'What was said, unless you include it, and secrets.',
    },
  },
  holds: 'Contains',
  lost: 'Left out',
  records: (count: number) => counted(count, 'message', 'messages and tool results'),
  whole: 'no other branches',
  beside: (count: number) =>
    count === 1
      ? 'open branch only, not the other one'
      : `open branch only, not the ${count.toLocaleString('en')} others`,
  include: { title: 'Include', results: 'Results and changes of calls', thinking: 'Thinking' },
  content: 'Include what was said',
  contentHint: 'Messages, arguments and results, each up to 64 kB.',
  preview: {
    title: 'In this page',
    busy: 'Looking at what is in it…',
    messages: (count: number) => counted(count, 'message', 'messages'),
    calls: (count: number) => counted(count, 'call', 'calls'),
    results: (count: number) => counted(count, 'result', 'results'),
    pictures: (count: number) => counted(count, 'picture', 'pictures'),
    agents: (count: number) => counted(count, 'sub-agent', 'sub-agents'),
    hidden: (count: number) =>
      count === 0
        ? 'No known secrets were found. Read it before you share it.'
        : `Secrets are hidden in ${counted(count, 'place', 'places')}. Read it before you share it.`,
  },
  save: 'Save…',
  making: 'Preparing…',
  saving: (size: string) => `Saving… ${size}`,
  savingOf: (size: string, all: string) => `Saving… ${size} of ${all}`,
  saved: (name: string) => `Saved ${name}.`,
  failed: 'Export failed. The conversation is unchanged.',
  openIn: {
    action: (program: string) => `Open in ${program}…`,
    where: 'A copy will be written to this new file:',
    whereOpenCode: 'A copy will be written to this new file, which OpenCode imports:',
    unknown: (program: string) => `${program} keeps nothing on this machine yet.`,
    write: 'Write file',
    writing: 'Writing…',
    command: 'Then continue in a terminal with:',
    written: 'The file is written. Continue in a terminal with:',
    copy: 'Copy command',
    failed: 'Nothing was written.',
  },
} as const;
