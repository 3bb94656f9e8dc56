// English strings for the context: meter, panel, marks and next request.

import { counted } from '../../../core/words/wording.ts';

const number = (count: number): string => count.toLocaleString('en');
const tokens = (count: number): string => counted(count, 'token', 'tokens');
/** Overflow shows no exact percentage; the number is displayed anyway. */
const percent = (share: number): string => (share > 100 ? 'over 100%' : `${share}%`);

export const catalog = {
  title: 'Context',
  close: 'Hide context',
  percent,
  meter: (share: number) => `Context: ${percent(share)} used`,
  used: (used: number, window: number) => `${number(used)} of ${tokens(window)}`,
  tokens,
  number,
  loading: 'Counting…',
  none: 'Start a conversation to see what the next message will send.',
  parts: {
    system: 'App instructions',
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
  partsLabel: 'Context usage',
  windowFrom: {
    settings: (size: string) => `The context window of ${size} is set in your settings.`,
    learnt: (size: string) => `The provider reported a context window of ${size}.`,
    accepted: (size: string) =>
      `This model has answered a request of ${size}, so its context window is at least that. You can set it in Settings.`,
    server: (size: string) => `The server lists a context window of ${size}.`,
    catalogue: (size: string) => `The context window of ${size} comes from the model catalog.`,
    family: (size: string) => `The context window of ${size} is inferred from the model’s name.`,
    default: (size: string) =>
      `This model’s context window is unknown, so ${size} are assumed. You can set it in Settings.`,
  },
  limits: (window: number, limit: number, assumed: boolean) =>
    `Window ${number(window)}${assumed ? ' (assumed)' : ''} · compacted above ${number(limit)}`,
  compactAt: (count: number) => `Above ${tokens(count)}, the oldest part is compacted before the next request.`,
  method: {
    usage: 'Counted, then corrected with the provider’s figures.',
    tokenizer: 'Counted with the model’s own tokenizer.',
    estimate: 'Estimated, because the model’s tokenizer is unknown.',
  },
  lastUsage: (read: number, cached: number) =>
    cached > 0
      ? `For the last reply, the provider read ${tokens(read)}, including ${number(cached)} from its cache.`
      : `For the last reply, the provider read ${tokens(read)}, none from its cache.`,
  compactNow: 'Compact now',
  compactWaits: 'You can compact the context when the run has finished.',
  compacting: 'Compacting…',
  whatIsSent: 'Next request',
  compactions: 'Compactions',
  compaction: (summarised: boolean, cleared: number) => {
    const results = counted(cleared, 'result replaced with a reference', 'results replaced with references');
    if (!summarised) return results;
    return cleared > 0 ? `Summarized, ${results}` : 'Summarized';
  },
  from: (before: number, after: number) => `${number(before)} → ${tokens(after)}`,
  summarisedRecords: (count: number | null) =>
    count === null ? 'Summarized' : `Summarized ${counted(count, 'message', 'messages')}`,
  clearedResults: (count: number) =>
    `Replaced ${counted(count, 'old result with a reference', 'old results with references')}`,
  stillHere: 'Everything is still in the conversation; the model can read these results again when it needs them.',
  undone: 'Undone',
  superseded: 'Replaced by a later summary',
  undo: 'Undo',
  redo: 'Redo',
  undoCompaction: 'Undo this compaction: the original content is sent again',
  redoCompaction: 'Redo this compaction',
  compactionUndone: 'Compaction undone: the original content is sent again.',
  compactionRedone: 'Compaction redone.',
  records: 'Items',
  recordsEmpty: 'So far, the context contains only instructions and tools.',
  order: 'Sort items',
  inOrder: 'In order',
  largest: 'Largest first',
  showMore: (count: number) => `Show ${number(count)} more`,
  jump: (label: string) => `Show in the conversation: ${label}`,
  state: { hidden: 'Hidden', cleared: 'Replaced with a reference', summarised: 'Summarized', pinned: 'Pinned' },
  saved: (count: number) => `${tokens(count)} saved`,
  hide: 'Hide from the model',
  show: 'Show to the model',
  pin: 'Pin in the context',
  unpin: 'Unpin',
  hideHint: 'Stays in the conversation but isn’t sent.',
  showHint: 'Will be sent again.',
  pinHint: 'Never replaced with a reference or summarized.',
  unpinHint: 'May be replaced with a reference or summarized when the context is compacted.',
  saves: (count: number) => `Saves ${tokens(count)}`,
  takes: (count: number) => `Adds ${tokens(count)}`,
  anew: (count: number) =>
    count > 0 ? `the ${number(count)} after it are processed again once` : 'nothing after it is processed again',
  done: {
    hide: (label: string) => `Hidden from the model: ${label}`,
    show: (label: string) => `Sent to the model again: ${label}`,
    pin: (label: string) => `Pinned in the context: ${label}`,
    unpin: (label: string) => `Unpinned: ${label}`,
  },
  thisMessage: 'this message',
  /** Labels for messages without text of their own. */
  named: {
    failed: (why: string) => `Failed: ${why}`,
    modelCall: 'a model call',
    added: 'Added to make the request valid',
    between: '; ',
  },
  hiddenMark: 'Hidden from the model',
  pinnedMark: 'Pinned in the context',
  request: {
    title: 'Next request',
    form: 'Format',
    forms: {
      provider: 'As sent',
      openai: 'OpenAI',
      responses: 'Responses',
      anthropic: 'Anthropic',
      gemini: 'Gemini',
      ollama: 'Ollama',
      mistral: 'Mistral',
    },
    withDraft: 'With your draft as the next message.',
    withContinue: 'With “continue” as the next message.',
    loading: 'Preparing request…',
    search: 'Find in request…',
    body: 'Request body',
    copy: 'Copy request body',
  },
} as const;
