// What is said of replies that are none, and of servers that refuse: Chinese. What a server itself says stays as it is.

import type { HostTranslations } from '../../hostTranslations.ts';

export const wireFaultWords: HostTranslations = {
  '{0} refused the request: its content filter stopped it ({1}).': '{0}拒绝了请求：被它的内容过滤器阻止（{1}）。',
  '{0} ended the reply: its content filter stopped it ({1}).': '{0}结束了回复：被它的内容过滤器阻止（{1}）。',
  '{0} ended the reply with a tool call that cannot be used ({1}). No call of it was run.':
    '{0}以无法使用的工具调用结束了回复（{1}）。其中的调用都没有运行。',
  '{0} broke the reply off ({1}).': '{0}中断了回复（{1}）。',
  '{0} answered without any text or tool call (it ended with “{1}”).':
    '{0}的应答中没有文字，也没有工具调用（结束原因：“{1}”）。',
  'Choose another model: Google no longer has this one, or not for this key.':
    '请选择其他模型：Google 不再提供此模型，或此密钥不能使用它。',
  '{0} only loaded or unloaded the model and answered nothing.': '{0}只是加载或卸载了模型，没有应答。',
  'Get it with “ollama pull {0}”, or choose another model.': '请用“ollama pull {0}”下载，或选择其他模型。',
  'Is this the address of an Ollama server? It is usually http://127.0.0.1:11434.':
    '这是 Ollama 服务器的地址吗？它通常是 http://127.0.0.1:11434。',
  'Choose a model that can call tools.': '请选择能够调用工具的模型。',
  'Or switch off that this conversation shows the thinking.': '也可以在此对话中关闭显示思考过程。',
  'Set the effort of this conversation back to the default.': '请将此对话的思考强度恢复为默认值。',
};
