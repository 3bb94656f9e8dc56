// English strings for saving a conversation as a file or opening it in another app.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  title: 'Export conversation',
  webPage: 'Web page',
  form: 'Format',
  groups: { read: 'To read', program: 'For another app', trace: 'For a trace store' },
  /** `holds`: what it includes; `lost`: what it omits. */
  forms: {
    markdown: {
      holds: 'Messages and all calls with arguments and results, as text.',
      lost: 'The end of very long results, and images (as file names only).',
    },
    html: {
      holds: 'One file to share. Calls expand to show arguments and results. It runs no scripts and loads nothing.',
      lost: 'Secrets, content meant only for the model, and the end of very long results.',
    },
    json: {
      holds: 'The current branch as stored, with full results. Can be imported again.',
      lost: 'Contents of images and files, and other branches.',
    },
    'claude-code': {
      holds: 'A session for claude --resume, with all calls, results and sub-agents.',
      lost: 'Thinking from other models, and notes.',
    },
    codex: {
      holds: 'A rollout for codex resume, with all calls and results.',
      lost: 'Thinking from other models, and notes.',
    },
    opencode: {
      holds: 'A session for opencode import, with all calls and results.',
      lost: 'Notes. Sub-agents become separate sessions.',
    },
    chatgpt: {
      holds: 'A conversations.json file like the ones ChatGPT exports.',
      lost: 'Details of results, and image contents.',
    },
    messages: {
      holds: 'A messages[] list with calls and results, in the OpenAI API format.',
      lost: 'Thinking, times, and images in results.',
    },
    otlp: {
      holds: 'A span for each turn, reply and call as OTLP/JSON, with times, tokens and errors.',
      lost: 'Secrets, and content unless you include it.',
    },
  },
  holds: 'Contains',
  lost: 'Left out',
  records: (count: number) => counted(count, 'message', 'messages and tool results'),
  whole: 'no other branches',
  beside: (count: number) =>
    `current branch only (${count.toLocaleString('en')} ${count === 1 ? 'other' : 'others'} not included)`,
  include: { title: 'Include', results: 'Results and file changes', thinking: 'Thinking' },
  content: 'Include content',
  contentHint: 'Messages, arguments and results, each up to 64 kB.',
  preview: {
    title: 'This page contains',
    busy: 'Checking the content…',
    messages: (count: number) => counted(count, 'message', 'messages'),
    calls: (count: number) => counted(count, 'call', 'calls'),
    results: (count: number) => counted(count, 'result', 'results'),
    pictures: (count: number) => counted(count, 'picture', 'pictures'),
    agents: (count: number) => counted(count, 'sub-agent', 'sub-agents'),
    hidden: (count: number) =>
      count === 0
        ? 'No known secrets were found. Review the page before you share it.'
        : `Secrets are masked in ${counted(count, 'place', 'places')}. Review the page before you share it.`,
  },
  save: 'Save…',
  making: 'Preparing…',
  saving: (size: string) => `Saving… ${size}`,
  savingOf: (size: string, all: string) => `Saving… ${size} of ${all}`,
  saved: (name: string) => `Saved ${name}.`,
  failed: 'Export failed. The conversation is unchanged.',
  openIn: {
    action: (program: string) => `Open in ${program}…`,
    where: 'A copy will be saved to this new file:',
    whereOpenCode: 'A copy will be saved to this new file for OpenCode to import:',
    unknown: (program: string) => `${program} has no data on this machine yet.`,
    write: 'Write file',
    writing: 'Writing…',
    command: 'Then continue in a terminal with:',
    written: 'File saved. Continue in a terminal with:',
    copy: 'Copy command',
    failed: 'Nothing was written.',
  },
} as const;
