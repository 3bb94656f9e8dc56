// Words of the search: the palette, the page, and finding in a conversation.

import { createCounted } from '../plural.ts';

const counted = createCounted('en');

export const searchStrings = {
  title: 'Search',
  field: 'Search everything that was said and done',
  placeholder: 'Words, or a "phrase"',
  clear: 'Clear',
  back: 'Back to the conversation',
  backToResults: 'Back to the results',
  palette: {
    title: 'Find anything',
    placeholder: 'Find a conversation, a command, any word that was said…',
    placeholderCommands: 'Find a command…',
    empty: 'Nothing found.',
    emptyHint: 'Try fewer letters, or a word that was said. “>” lists commands only.',
    commands: 'Commands',
    conversations: 'Conversations',
    hits: 'Messages and calls',
    archived: 'Archived',
    searching: 'Searching…',
    showAll: (text: string) => `Show all results for “${text}”`,
    count: (commands: number, conversations: number, hits: number, more: boolean) =>
      `${counted(commands, { one: 'command', other: 'commands' })}, ${counted(conversations, { one: 'conversation', other: 'conversations' })}, ${counted(hits, { one: 'place', other: 'places' })}${more ? ' and more' : ''}`,
    keys: { choose: 'choose', open: 'open', all: 'all results', commands: 'commands only' },
  },
  filters: {
    label: 'Only',
    project: 'Project',
    allProjects: 'All projects',
    noFolder: 'Without a folder',
    kind: 'Kind',
    allKinds: 'Everything',
    tool: 'Tool',
    allTools: 'All tools',
    time: 'Time',
    anyTime: 'At any time',
    days: { 1: 'Last day', 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last year' },
    reset: 'Without filters',
  },
  kinds: {
    prompt: 'Your messages',
    reply: 'Replies',
    arguments: 'What calls were given',
    result: 'Results of calls',
    error: 'Errors',
    title: 'Titles',
  },
  parts: {
    you: 'You',
    reply: 'Reply',
    reasoning: 'Reasoning',
    arguments: (tool: string) => `${tool}: given`,
    result: (tool: string) => `${tool}: result`,
    error: 'Error',
    title: 'Title',
    note: 'Note',
  },
  results: 'Results',
  found: (count: number, more: boolean) =>
    `${counted(count, { one: 'place', other: 'places' })}${more ? ' so far' : ''}`,
  inConversation: (count: number) => counted(count, { one: 'place', other: 'places' }),
  searching: 'Searching…',
  searchingMore: 'Looking further back…',
  more: 'Show more',
  all: 'That was all.',
  startTitle: 'Every word, in every conversation',
  startBody:
    'Messages, replies, what calls were given and what they returned, errors and titles. Three letters are enough; of Chinese, one character.',
  startExample: 'For example a file name, an error, or a "phrase in quotes".',
  noneTitle: (text: string) => `Nothing found for “${text}”`,
  noneBody: 'All words have to stand in the same message or result. Try fewer, or part of one.',
  noneFiltered: 'There are filters. Without them there may be more.',
  tooShort: 'A little more: three letters, or one Chinese character.',
  indexing: (done: number, total: number) =>
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')} conversations known yet. What is missing comes by itself.`,
  failedTitle: 'The search did not answer',
  keys: { move: 'move', open: 'open', back: 'back to the results' },
  find: {
    label: 'Find in this conversation',
    /** Of a place that stands in the full text of a large result. */
    openFull: 'Open the full output',
    /** `within`: which place of the message, counted from 0. */
    count: (at: number, of: number, more: boolean, within: { at: number; count: number } | null) => {
      const message = `essage ${at.toLocaleString('en')} of ${of.toLocaleString('en')}${more ? '+' : ''}`;
      return within && within.count > 1 ? `${within.at + 1} of ${within.count} in m${message}` : `M${message}`;
    },
    elsewhere: (count: number, more: boolean) =>
      `${count.toLocaleString('en')}${more ? '+' : ''} on other branches: Enter opens`,
    none: 'Nothing found',
    searching: 'Searching…',
    previous: 'Previous place',
    next: 'Next place',
    close: 'Close',
  },
  copyFailed: 'The clipboard was not available. Select the text and copy it.',
} as const;
