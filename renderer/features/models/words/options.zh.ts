// Words of how the model is to answer: Chinese.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './options.en.ts';

export const catalogue: Wording<typeof english> = {
  label: '回答方式',
  differs: '此模型不接受其中的部分设置。',
  andMore: (first, more) => `${first} +${more}`,
  reset: '恢复默认',
  default: '默认',
  defaultHint: '由服务商决定。',
  effort: '思考强度',
  efforts: {
    none: { label: '不思考', short: '不思考', hint: '直接回答，不先思考。' },
    minimal: { label: '极低', short: '思考强度极低', hint: '几乎不思考。' },
    low: { label: '低', short: '思考强度低', hint: '思考较短，又快又省。' },
    medium: { label: '中', short: '思考强度中', hint: '兼顾速度和周全。' },
    high: { label: '高', short: '思考强度高', hint: '思考更久，适合较难的任务。' },
    xhigh: { label: '很高', short: '思考强度很高', hint: '思考久得多，费用更高。' },
    max: { label: '最高', short: '思考强度最高', hint: '尽可能久地思考，又慢又贵。' },
  },
  most: '回复长度上限',
  mostHint: (most) => `以 token 计，包括思考${most === null ? '' : `，最多 ${number(most)}`}。`,
  mostOf: (tokens) => `最多 ${number(tokens)} token`,
  maxInvalid: '请输入 16 到 1,000,000 的整数，或留空。',
  temperature: '温度',
  temperatureHint: '从 0（稳定）到 2（多变）。',
  temperatureOf: (value) => `温度 ${value}`,
  temperatureWrong: '请输入 0 到 2 的数字，或留空。',
  thinking: '显示思考过程',
  thinkingHint: '模型不主动显示时，请求一份摘要。',
  thinkingOff: '不显示思考过程',
  search: '服务商的网页搜索',
  searchHint: '服务商会自行搜索网页，不会询问你。',
  searchOn: '由服务商搜索网页',
  kept: '随此对话保存。使用此模型的新对话也以此开始。',
  running: '当前运行保持不变，更改从你的下一条消息起生效。',
  demo: '脚本演示的回答总是一样的，没有可以选择的。',
  unknown: (model) => `不清楚 ${model} 接受哪些设置。可以随意选择，但服务器可能会拒绝。`,
  leftEffort: (model, takesOne) => `${model} ${takesOne ? '使用工具时' : ''}不接受思考强度，因此不会发送。`,
  leftTemperature: (model, takesOne) =>
    `${model} ${takesOne ? '在此思考强度下不接受这个' : '不接受'}温度，因此不会发送。`,
  otherEffort: (model, chosen, sent) => `${model} 没有“${chosen}”这一思考强度，将改为发送“${sent}”。`,
  otherMost: (model, most) => `${model} 最多输出 ${number(most)} token，将改为发送这个上限。`,
  required: {
    label: '每一轮都使用某个服务器的工具',
    short: (server) => `必用 ${server}`,
    none: '不指定服务器',
    noneHint: '由模型决定使用哪些工具。',
    hint: '如果一轮的首次回复没有使用它的工具，会要求再来一次。',
    of: (server) => `每一轮都使用 ${server} 的工具`,
    gone: '这里没有设置此服务器。',
  },
};
