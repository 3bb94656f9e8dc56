// Strings for search: the palette, the page, and finding in a conversation.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  title: 'Search',
  field: 'Search messages and calls',
  placeholder: 'Words or a "phrase"',
  clear: 'Clear',
  back: 'Back to conversation',
  backToResults: 'Back to results',
  palette: {
    title: 'Find anything',
    placeholder: 'Find conversations, commands or any text…',
    placeholderCommands: 'Find a command…',
    empty: 'No results.',
    emptyHint: 'Try fewer letters or a different word. Type “>” to show only commands.',
    recent: 'Recent',
    commands: 'Commands',
    call: (name: string, description: string) => (description === '' ? `/${name}` : `/${name}: ${description}`),
    settings: 'Settings',
    conversations: 'Conversations',
    hits: 'Messages and calls',
    archived: 'Archived',
    searching: 'Searching…',
    showAll: (text: string) => `Show all results for “${text}”`,
    count: (commands: number, settings: number, conversations: number, hits: number, more: boolean) =>
      `${counted(commands, 'command', 'commands')}, ${settings > 0 ? `${counted(settings, 'setting', 'settings')}, ` : ''}${counted(conversations, 'conversation', 'conversations')}, ${counted(hits, 'match', 'matches')}${more ? ' and more' : ''}`,
    keys: {
      choose: 'choose',
      open: 'open',
      window: 'new window',
      side: 'to the side',
      all: 'all results',
      commands: 'commands only',
    },
  },
  filters: {
    label: 'Filters',
    project: 'Project',
    allProjects: 'All projects',
    noFolder: 'No folder',
    kind: 'Kind',
    allKinds: 'Everything',
    tool: 'Tool',
    tag: 'Tag',
    allTags: 'Any tag',
    allTools: 'All tools',
    time: 'Time',
    anyTime: 'Any time',
    days: { 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last year' },
  },
  kinds: {
    prompt: 'Your messages',
    reply: 'Replies',
    arguments: 'Call arguments',
    result: 'Call results',
    error: 'Errors',
    title: 'Titles',
  },
  parts: {
    you: 'You',
    reply: 'Reply',
    reasoning: 'Reasoning',
    arguments: (tool: string) => `${tool}: arguments`,
    result: (tool: string) => `${tool}: result`,
    error: 'Error',
    title: 'Title',
    note: 'Note',
  },
  results: 'Results',
  found: (count: number, more: boolean) => `${counted(count, 'match', 'matches')}${more ? ' so far' : ''}`,
  inConversation: (count: number) => counted(count, 'match', 'matches'),
  searching: 'Searching…',
  searchingMore: 'Searching earlier conversations…',
  more: 'Show more',
  all: 'End of results',
  startTitle: 'Search every conversation',
  startBody:
    'Searches messages, replies, call arguments and results, errors and titles. Type at least three letters, or one Chinese character.',
  startExample: 'For example, a file name, an error message or a "phrase in quotes".',
  noneTitle: (text: string) => `No results for “${text}”`,
  noneBody: 'All words must appear in the same message or result. Try fewer words, or part of one.',
  noneFiltered: 'There may be more results without the filters.',
  tooShort: 'Keep typing: at least three letters, or one Chinese character.',
  indexing: (done: number, total: number) =>
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')} conversations indexed. The rest will appear automatically.`,
  failedTitle: 'Search didn’t respond',
  keys: { move: 'move', open: 'open', back: 'back to results' },
  find: {
    label: 'Find in this conversation',
    /** For a match in the full text of a large result. */
    openFull: 'Open full output',
    /** `within`: index of the match within the message, from 0. */
    count: (at: number, of: number, more: boolean, within: { at: number; count: number } | null) => {
      const message = `essage ${at.toLocaleString('en')} of ${of.toLocaleString('en')}${more ? '+' : ''}`;
      return within && within.count > 1 ? `${within.at + 1} of ${within.count} in m${message}` : `M${message}`;
    },
    elsewhere: (count: number, more: boolean) =>
      `${count.toLocaleString('en')}${more ? '+' : ''} on other branches · Enter to open`,
    none: 'No matches',
    searching: 'Searching…',
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close',
  },
} as const;
