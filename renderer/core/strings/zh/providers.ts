// Words of the providers: Chinese.

import type { providerStrings as en } from '../en/providers.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

export const providerStrings: Wording<typeof en> = {
  intro: '提供模型的服务器。任何兼容 OpenAI 的服务器都可以。',
  add: '添加服务器',
  edit: '编辑',
  remove: '移除',
  removeTitle: (name) => `移除“${name}”？`,
  removeBody: '会移除它的地址和密钥。使用过它的对话都会保留，可以换用其他模型继续。',
  test: '测试',
  testing: '正在测试…',
  answers: (count) => `已连接 · ${number(count)} 个模型`,
  demo: '这台电脑上的脚本。它会真正使用工具，并会表明自己是脚本。',
  environment: '来自启动时的 OPENAI_BASE_URL 和 OPENAI_API_KEY',
  key: {
    none: '没有密钥',
    keychain: '密钥在系统钥匙串中',
    memory: '密钥保留到退出为止',
    environment: '密钥来自环境变量',
    not_needed: '不需要密钥',
  },
  first: (name, model) => `新对话现在使用“${name}”的 ${model}。可以在“模型”中更改。`,
  firstWithout: (name) => `“${name}”已保存，但它没有说明有哪些模型。请在“模型”中填写一个，新对话才会使用它。`,
  nameMissing: '请输入名称。',
  addressBad: '请输入以 http:// 或 https:// 开头的地址。',
  form: {
    name: '名称',
    namePlaceholder: '我的服务器',
    address: '地址',
    addressPlaceholder: 'https://api.example.com/v1',
    addressHint: '写到 /v1 为止（包括 /v1）。',
    key: '密钥',
    keyHint: '如果服务器不需要密钥，请留空。',
    keyHintAgain: '已保存的密钥属于原来的地址，保存后会被移除。如果这个服务器需要密钥，请重新输入。',
    keyHintSaved: '密钥已保存，不会再次显示。留空则继续使用它。',
    test: '测试连接',
    testing: '正在测试…',
    tested: (count) => `已连接，${number(count)} 个模型。`,
    model: '新对话使用的模型',
    modelMissing: '请选择新对话使用的模型：服务器有多个。',
    use: '使用此服务器',
  },
};
