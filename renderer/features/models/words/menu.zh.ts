// Chinese strings for the pages of the model menu.

import { formatTokenCount } from '../../../core/format/tokens.ts';
import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './menu.en.ts';

export const catalog: Wording<typeof english> = {
  list: {
    filter: '查找模型或智能体，或输入名称…',
    use: (name) => `使用“${name}”`,
    facts: ({ contextWindow, tools, images, thinking, loaded, price }) =>
      [
        loaded ? '已载入' : '',
        contextWindow === undefined ? '' : `${formatTokenCount(contextWindow)} token`,
        tools === undefined ? '' : tools ? '支持工具' : '不支持工具',
        images ? '支持图片' : '',
        thinking ? '支持思考' : '',
        price === undefined
          ? ''
          : price.input + price.output === 0
            ? '免费'
            : `输入 $${price.input}，输出 $${price.output}`,
      ]
        .filter(Boolean)
        .join(' · '),
    of: (provider) => `${provider} 的模型`,
    loading: '正在加载模型…',
    notFound: '没有匹配的模型。',
    settings: '服务商…',
    back: '返回模型列表',
  },
  label: '模型选项',
  reset: '恢复默认',
  default: '默认',
  defaultHint: '使用服务商的默认设置。',
  effort: '思考强度',
  efforts: {
    none: { label: '不思考', hint: '直接回答，不思考。' },
    minimal: { label: '极低', hint: '几乎不思考。' },
    low: { label: '低', hint: '思考时间短，速度快且费用低。' },
    medium: { label: '中', hint: '兼顾速度与质量。' },
    high: { label: '高', hint: '思考更久，适合较难的任务。' },
    xhigh: { label: '很高', hint: '思考时间长得多，费用更高。' },
    max: { label: '最高', hint: '思考时间最长，速度慢且费用高。' },
  },
  most: '最大输出 token 数',
  mostHint: (most) => `包括思考${most === null ? '' : `，最多 ${number(most)}`}。`,
  maxInvalid: '请输入 16 到 1,000,000 的整数，或留空。',
  temperature: '温度',
  temperatureHint: '从 0（稳定）到 2（多变）。',
  temperatureWrong: '请输入 0 到 2 的数字，或留空。',
  thinking: '显示思考过程',
  thinkingHint: '向不显示思考过程的模型请求一份摘要。',
  search: '服务商的网络搜索',
  searchHint: '服务商会自行搜索网络，不会询问你。',
  kept: '随此对话保存。使用此模型的新对话会采用相同设置。',
  running: '本次运行保持原有设置，更改从你的下一条消息起生效。',
  demo: '脚本演示的回答始终相同，因此没有选项。',
  unknown: (model) => `Throughline 不知道 ${model} 支持哪些选项。服务器可能会拒绝其中一些。`,
  leftEffort: (model, takesOne) => `${model} ${takesOne ? '使用工具时' : ''}不支持思考强度，因此不会发送。`,
  leftTemperature: (model, takesOne) =>
    `${model} ${takesOne ? '在此思考强度下不支持此' : '不支持'}温度，因此不会发送。`,
  otherEffort: (model, chosen, sent) => `${model} 没有“${chosen}”这一思考强度，将改为发送“${sent}”。`,
  otherMost: (model, max) => `${model} 最多输出 ${number(max)} token，将改为发送这个上限。`,
  required: {
    label: '每一轮都必须使用 MCP 工具',
    row: '必用的 MCP 工具',
    none: '关闭',
    noneHint: '由模型决定使用哪些工具。',
    hint: '如果一轮的首次回复没有使用它的工具，会再次请求模型。',
    gone: '未设置此服务器。',
  },
};
