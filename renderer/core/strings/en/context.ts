// Words of the context: the meter, its panel, the marks on messages, and what will be sent.

import { createCounted } from '../plural.ts';

const number = (count: number): string => count.toLocaleString('en');
const counted = createCounted('en');
const tokens = (count: number): string => counted(count, { one: 'token', other: 'tokens' });
/** What does not fit is not told by how much: the number says it. */
const percent = (share: number): string => (share > 100 ? 'over 100 %' : `${share} %`);

export const contextStrings = {
  title: 'Context',
  open: 'Show the context',
  close: 'Hide the context',
  percent,
  meter: (share: number) => `Context: ${percent(share)} used`,
  used: (used: number, window: number) => `${number(used)} of ${tokens(window)}`,
  tokens,
  number,
  loading: 'Counting…',
  none: 'What the next message sends is counted here once there is a conversation.',
  parts: {
    system: 'Instructions of the app',
    tools: 'Tools',
    environment: 'Environment',
    summary: 'Summary',
    user: 'Your messages',
    mentions: 'Mentioned files',
    assistant: 'Replies',
    calls: 'Tool calls',
    results: 'Tool results',
  },
  kinds: {
    system: 'Instructions',
    tools: 'Tools',
    environment: 'Environment',
    summary: 'Summary',
    user: 'You',
    mentions: 'Mentioned',
    assistant: 'Reply',
    calls: 'Calls',
    results: 'Result',
  },
  free: 'Free',
  partsLabel: 'What it is spent on',
  about: 'About these numbers',
  windowFrom: {
    settings: (size: string) => `The window of ${size} is the one in your settings.`,
    learnt: (size: string) => `The provider said that the window has ${size}.`,
    server: (size: string) => `The window of ${size} is the one that the server lists.`,
    family: (size: string) => `The window of ${size} is known from the model’s name.`,
    default: (size: string) => `Nothing is known of this model’s window; ${size} are assumed. The settings can say it.`,
  },
  limits: (window: number, limit: number, assumed: boolean) =>
    `Window ${number(window)}${assumed ? ' (assumed)' : ''} · compacted above ${number(limit)}`,
  compactAt: (count: number) => `Above ${tokens(count)} the oldest part is compacted before the next request.`,
  method: {
    usage: 'Counted, and corrected by what the provider reported.',
    tokenizer: 'Counted with the model’s own tokenizer.',
    estimate: 'Reckoned; the model’s own tokenizer is not known.',
  },
  lastUsage: (read: number, cached: number) =>
    cached > 0
      ? `For the last reply the provider read ${tokens(read)}, ${number(cached)} of them from its cache.`
      : `For the last reply the provider read ${tokens(read)}, none of them from its cache.`,
  compactNow: 'Compact now',
  compactWaits: 'Room can be made when the run has ended.',
  compacting: 'Compacting…',
  whatIsSent: 'What will be sent',
  compactions: 'Compactions',
  compaction: (summarised: boolean, cleared: number) => {
    const results =
      cleared === 1 ? '1 result replaced by a reference' : `${number(cleared)} results replaced by references`;
    if (!summarised) return results;
    return cleared > 0 ? `Summarised, ${results}` : 'Summarised';
  },
  from: (before: number, after: number) => `${number(before)} → ${tokens(after)}`,
  summarisedRecords: (count: number | null) =>
    count === null ? 'Summarised' : count === 1 ? 'Summarised 1 message' : `Summarised ${number(count)} messages`,
  clearedResults: (count: number) =>
    count === 1 ? 'Replaced 1 old result by a reference' : `Replaced ${number(count)} old results by references`,
  stillHere: 'Everything is still in the conversation; the model can read these results again when it needs them.',
  undone: 'Undone',
  superseded: 'A later summary stands for this one',
  undo: 'Undo',
  redo: 'Redo',
  undoCompaction: 'Undo this compaction: what it stood for is sent again',
  redoCompaction: 'Redo this compaction',
  compactionUndone: 'Undone: what this compaction stood for is sent again.',
  compactionRedone: 'The compaction counts again.',
  records: 'Records',
  recordsEmpty: 'Nothing is in the context yet but the instructions and the tools.',
  order: 'Order of the records',
  inOrder: 'In order',
  largest: 'Largest first',
  showMore: (count: number) => `Show ${number(count)} more`,
  jump: (label: string) => `Show in the conversation: ${label}`,
  state: { hidden: 'Hidden', cleared: 'Replaced by a reference', summarised: 'Summarised', pinned: 'Pinned' },
  saved: (count: number) => `${tokens(count)} saved`,
  hide: 'Hide from the model',
  show: 'Show to the model',
  pin: 'Pin in the context',
  unpin: 'Unpin',
  hideHint: 'It stays in the conversation and is not sent.',
  showHint: 'It is sent again.',
  pinHint: 'It is neither replaced by a reference nor summarised away.',
  unpinHint: 'It may be replaced by a reference or summarised when room is needed.',
  saves: (count: number) => `Saves ${tokens(count)}`,
  takes: (count: number) => `Takes ${tokens(count)}`,
  anew: (count: number) =>
    count > 0 ? `the ${number(count)} after it are read anew once` : 'nothing after it is read anew',
  done: {
    hide: (label: string) => `Hidden from the model: ${label}`,
    show: (label: string) => `Sent to the model again: ${label}`,
    pin: (label: string) => `Pinned in the context: ${label}`,
    unpin: (label: string) => `No longer pinned: ${label}`,
  },
  thisMessage: 'this message',
  /** What a record is called, where it is not called by somebody's own words. */
  named: {
    failed: (why: string) => `Failed: ${why}`,
    modelCall: 'a model call',
    added: 'Added so that the request is valid',
    between: '; ',
  },
  hiddenMark: 'Hidden from the model',
  pinnedMark: 'Pinned in the context',
  request: {
    title: 'What will be sent',
    form: 'In whose words',
    forms: {
      provider: 'As sent',
      openai: 'OpenAI',
      responses: 'Responses',
      anthropic: 'Anthropic',
      gemini: 'Gemini',
      mistral: 'Mistral',
    },
    withDraft: 'With what you have written as the next message.',
    withContinue: 'With “continue” as the next message.',
    loading: 'Building the request…',
    search: 'Search in the request…',
    body: 'Body of the request',
    copy: 'Copy the exact body',
  },
  palette: {
    panel: 'Show or hide the context',
    request: 'What will be sent',
    compact: 'Compact now',
  },
} as const;
