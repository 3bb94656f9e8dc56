// Words of the context: the meter, its panel, the marks on messages, and what will be sent: Chinese.

import type { contextStrings as en } from '../en/context.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

const tokens = (count: number): string => `${number(count)} 个 token`;
const percent = (share: number): string => (share > 100 ? '超过 100%' : `${share}%`);

export const contextStrings: Wording<typeof en> = {
  title: '上下文',
  open: '显示上下文',
  close: '隐藏上下文',
  percent,
  meter: (share) => `上下文：已用 ${percent(share)}`,
  used: (used, window) => `${number(used)} / ${tokens(window)}`,
  tokens,
  number,
  loading: '正在计算…',
  none: '有了对话之后，这里会计算下一条消息要发送多少内容。',
  parts: {
    system: '应用的指令',
    tools: '工具',
    environment: '环境',
    summary: '总结',
    user: '你的消息',
    mentions: '提到的文件',
    assistant: '回复',
    calls: '工具调用',
    results: '工具结果',
  },
  kinds: {
    system: '指令',
    tools: '工具',
    environment: '环境',
    summary: '总结',
    user: '你',
    mentions: '提到',
    assistant: '回复',
    calls: '调用',
    results: '结果',
  },
  free: '空闲',
  partsLabel: '用在了哪里',
  about: '关于这些数字',
  windowFrom: {
    settings: (size) => `上下文窗口为 ${size}，由你的设置指定。`,
    learnt: (size) => `服务商说明上下文窗口为 ${size}。`,
    server: (size) => `上下文窗口为 ${size}，由服务器列出。`,
    family: (size) => `上下文窗口为 ${size}，由模型名称得知。`,
    default: (size) => `不知道此模型的上下文窗口，按 ${size} 计算。可以在设置中指定。`,
  },
  limits: (window, limit, assumed) =>
    `窗口 ${number(window)}${assumed ? '（假定）' : ''} · 超过 ${number(limit)} 时压缩`,
  compactAt: (count) => `超过 ${tokens(count)} 时，会在下一次请求之前压缩最旧的部分。`,
  method: {
    usage: '已计数，并按服务商报告的用量校正。',
    tokenizer: '用模型自己的分词器计数。',
    estimate: '为估算值，不知道模型的分词器。',
  },
  lastUsage: (read, cached) =>
    cached > 0
      ? `上一次回复时，服务商读取了 ${tokens(read)}，其中 ${number(cached)} 个来自缓存。`
      : `上一次回复时，服务商读取了 ${tokens(read)}，没有使用缓存。`,
  compactNow: '立即压缩',
  compactWaits: '运行结束后才能压缩。',
  compacting: '正在压缩…',
  whatIsSent: '将要发送的内容',
  compactions: '压缩记录',
  compaction: (summarised, cleared) => {
    const results = `${number(cleared)} 个结果改为引用`;
    if (!summarised) return results;
    return cleared > 0 ? `已总结，${results}` : '已总结';
  },
  from: (before, after) => `${number(before)} → ${tokens(after)}`,
  summarisedRecords: (count) => (count === null ? '已总结' : `总结了 ${number(count)} 条消息`),
  clearedResults: (count) => `把 ${number(count)} 个旧结果改为引用`,
  stillHere: '所有内容都还在对话中，模型需要时可以重新读取这些结果。',
  undone: '已撤销',
  superseded: '已由更晚的总结代替',
  undo: '撤销',
  redo: '重做',
  undoCompaction: '撤销此次压缩：重新发送原来的内容',
  redoCompaction: '重做此次压缩',
  compactionUndone: '已撤销：重新发送此次压缩所代替的内容。',
  compactionRedone: '此次压缩重新生效。',
  records: '记录',
  recordsEmpty: '上下文中还只有指令和工具。',
  order: '记录的顺序',
  inOrder: '按顺序',
  largest: '最大的在前',
  showMore: (count) => `再显示 ${number(count)} 条`,
  jump: (label) => `在对话中显示：${label}`,
  state: { hidden: '已隐藏', cleared: '已改为引用', summarised: '已总结', pinned: '已固定' },
  saved: (count) => `节省了 ${tokens(count)}`,
  hide: '对模型隐藏',
  show: '对模型显示',
  pin: '固定在上下文中',
  unpin: '取消固定',
  hideHint: '它仍在对话中，但不会发送。',
  showHint: '会重新发送。',
  pinHint: '它不会被改为引用，也不会被总结掉。',
  unpinHint: '需要空间时，它可能被改为引用或被总结。',
  saves: (count) => `节省 ${tokens(count)}`,
  takes: (count) => `占用 ${tokens(count)}`,
  anew: (count) => (count > 0 ? `其后的 ${number(count)} 个会重新读取一次` : '其后没有需要重新读取的内容'),
  done: {
    hide: (label) => `已对模型隐藏：${label}`,
    show: (label) => `重新发送给模型：${label}`,
    pin: (label) => `已固定在上下文中：${label}`,
    unpin: (label) => `不再固定：${label}`,
  },
  thisMessage: '这条消息',
  hiddenMark: '已对模型隐藏',
  pinnedMark: '已固定在上下文中',
  request: {
    title: '将要发送的内容',
    form: '采用谁的格式',
    forms: {
      provider: '实际发送',
      openai: 'OpenAI',
      responses: 'Responses',
      anthropic: 'Anthropic',
      gemini: 'Gemini',
      mistral: 'Mistral',
    },
    withDraft: '以你已写的内容作为下一条消息。',
    withContinue: '以“继续”作为下一条消息。',
    loading: '正在生成请求…',
    search: '在请求中查找…',
    body: '请求正文',
    copy: '复制完整正文',
  },
  palette: {
    panel: '显示或隐藏上下文',
    request: '将要发送的内容',
    compact: '立即压缩',
  },
};
