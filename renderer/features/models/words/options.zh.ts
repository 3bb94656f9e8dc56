// Chinese strings for the summary of model options in the composer.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './options.en.ts';

export const catalog: Wording<typeof english> = {
  differs: '此模型不支持其中部分选项。',
  andMore: (first, more) => `${first} +${more}`,
  efforts: {
    none: '不思考',
    minimal: '思考强度极低',
    low: '思考强度低',
    medium: '思考强度中',
    high: '思考强度高',
    xhigh: '思考强度很高',
    max: '思考强度最高',
  },
  mostOf: (tokens) => `最多 ${number(tokens)} token`,
  temperatureOf: (value) => `温度 ${value}`,
  thinkingOff: '不显示思考过程',
  searchOn: '服务商的网络搜索',
  requiredOf: (server) => `每一轮都使用 ${server} 的工具`,
};
