// UI strings of shared pages, per language.

export interface PageLabels {
  language: string;
  you: string;
  assistant: string;
  thinking: string;
  arguments: string;
  result: string;
  changes: string;
  noResult: string;
  resultLeftOut: string;
  error: string;
  summary: string;
  cleared: string;
  removed: string;
  ranByYou: string;
  subAgent: string;
  attached: string;
  cut: (shown: number, all: number) => string;
  outcome: Readonly<Record<'ok' | 'error' | 'denied' | 'cancelled' | 'interrupted', string>>;
  counts: (messages: number, calls: number) => string;
  untitled: string;
  madeWith: string;
  exitCode: (code: number) => string;
}

const english: PageLabels = {
  language: 'en',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  arguments: 'Arguments',
  result: 'Result',
  changes: 'Changes',
  noResult: 'No result was recorded.',
  resultLeftOut: 'The result was left out of this page.',
  error: 'Error',
  summary: 'Summary of the conversation so far',
  cleared: 'Results were removed from the context.',
  removed: 'Permanently removed',
  ranByYou: 'Run by you',
  subAgent: 'Sub-agent',
  attached: 'Attached',
  cut: (shownLength, all) => `The first ${shownLength.toLocaleString('en')} of ${all.toLocaleString('en')} characters.`,
  outcome: { ok: 'done', error: 'failed', denied: 'denied', cancelled: 'cancelled', interrupted: 'interrupted' },
  counts: (messages, calls) =>
    `${messages} ${messages === 1 ? 'message' : 'messages'} · ${calls} tool ${calls === 1 ? 'call' : 'calls'}`,
  untitled: 'Conversation',
  madeWith: 'Exported from Throughline',
  exitCode: (code) => `exit code ${code}`,
};

const chinese: PageLabels = {
  language: 'zh-CN',
  you: '你',
  assistant: '助手',
  thinking: '思考',
  arguments: '参数',
  result: '结果',
  changes: '更改',
  noResult: '没有记录结果。',
  resultLeftOut: '此页面不含该结果。',
  error: '错误',
  summary: '此前对话的摘要',
  cleared: '部分结果已移出上下文。',
  removed: '已永久删除',
  ranByYou: '由你运行',
  subAgent: '子代理',
  attached: '附件',
  cut: (shownLength, all) => `共 ${all.toLocaleString('en')} 个字符，仅显示前 ${shownLength.toLocaleString('en')} 个。`,
  outcome: { ok: '完成', error: '失败', denied: '已拒绝', cancelled: '已取消', interrupted: '已中断' },
  counts: (messages, calls) => `${messages} 条消息 · ${calls} 次工具调用`,
  untitled: '对话',
  madeWith: '由 Throughline 导出',
  exitCode: (code) => `退出码 ${code}`,
};

export function pageLabels(language: 'en' | 'zh'): PageLabels {
  return language === 'zh' ? chinese : english;
}
