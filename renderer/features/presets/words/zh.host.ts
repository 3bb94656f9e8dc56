// Chinese strings for the host's messages about presets: files, choosing one, imports from other apps.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'The approval mode was not changed because running every tool without asking was not confirmed.':
    '批准方式没有更改，因为未确认让所有工具不经询问运行。',
  'The preset “{0}” does not exist here. Nothing was changed.': '这里没有预设“{0}”。没有更改任何内容。',
  'the tool {0} is not included in the preset “{1}”, which the user chose; it was not run.':
    '所选的预设“{1}”不包含工具{0}，因此没有运行。',
  'It is larger than {0} bytes, so it was not read.': '文件超过{0}字节，没有读取。',
  'The file is empty.': '文件是空的。',
  '“{0}” was skipped because it is too long for a preset.': '已跳过“{0}”，因为它超出了预设的长度上限。',
  'Only the first {0} presets in the file were imported.': '只导入了文件中的前{0}个预设。',
  'It is not valid JSON.': '它不是有效的 JSON。',
  'It is not a preset, a Cherry Studio, LibreChat or Open WebUI export, or a character card.':
    '它不是预设，也不是 Cherry Studio、LibreChat 或 Open WebUI 的导出文件，也不是角色卡。',
  'model must be a provider and a model, such as openai/gpt-5.1': 'model 须为服务商和模型，例如：openai/gpt-5.1',
  '“{0}” is not a field of a preset, so it is ignored.': '“{0}”不是预设的字段，已忽略。',
  'The instructions are longer than {0} characters.': '指令超过{0}个字符。',
  'name must be 1 to {0} characters.': 'name 须为 1 到{0}个字符。',
  'description must be at most {0} characters.': 'description 最多{0}个字符。',
  'effort must be none, minimal, low, medium, high, xhigh or max.':
    'effort 须为 none、minimal、low、medium、high、xhigh 或 max。',
  'temperature must be a number from 0 to 2.': 'temperature 须为 0 到 2 之间的数字。',
  'max-output-tokens must be a whole number from 16 to 1000000.': 'max-output-tokens 须为 16 到 1000000 之间的整数。',
  'show-thinking must be true or false.': 'show-thinking 须为 true 或 false。',
  'provider-search must be true or false.': 'provider-search 须为 true 或 false。',
  'tools must be a list of tool names, or all.': 'tools 须为工具名称的列表，或 all。',
  'mcp-servers must be a list of server names, or all.': 'mcp-servers 须为服务器名称的列表，或 all。',
  'approval-mode must be ask, read, edit, sandbox, all or plan.':
    'approval-mode 须为 ask、reads、edits、sandbox、all 或 plan。',
  'examples must be a list of at most {0} user and assistant pairs, each up to {1} characters.':
    'examples 须为列表，最多{0}组 user 和 assistant，每项最多{1}个字符。',
  'Only the first {0} presets in this folder are used.': '只使用此文件夹中的前{0}个预设。',
  'You can save presets in a folder once you trust it. Nothing was saved.':
    '信任此文件夹后，才能在其中保存预设。没有保存任何内容。',
  '{0} is a link. Edit the file it points to. Nothing was changed.':
    '{0}是链接。请修改它指向的文件。没有更改任何内容。',
  '{0} is a link that points elsewhere. Nothing was saved.': '{0}是指向别处的链接。没有保存任何内容。',
  'The preset is too long. A file can have at most {0} bytes.': '预设太长：文件最多{0}字节。',
  '{0} was written, but could not be read again.': '已写入{0}，但无法再次读取。',
  'The preset “{0}” no longer exists. Nothing was changed.': '预设“{0}”已不存在。没有更改任何内容。',
  '{0} was changed by another app in the meantime. Nothing was saved. Close the form and open it again.':
    '{0}在此期间被其他应用更改。没有保存任何内容。请关闭表单后重新打开。',
  'Its name contains characters not allowed in preset file names.': '名称包含预设文件名不允许的字符。',
  'There is no preset named “{0}”. See: throughline preset list':
    '没有名为“{0}”的预设。请运行“throughline preset list”',
  '“{0}” matches several presets: {1}.': '“{0}”匹配多个预设：{1}。',
  'Nothing was changed.': '没有更改任何内容。',
  'This preset lets every tool run without asking. To use it here, add {0}.':
    '此预设让所有工具不经询问运行。要在此处使用，请添加{0}。',
  '{0} is not a file.': '{0}不是文件。',
  '{0} is larger than {1} bytes.': '{0}超过{1}字节。',
  '{0} could not be read: {1}': '无法读取{0}：{1}',
  'The preset’s model {0} was not selected because the provider “{1}” is not set up here.':
    '没有选择预设的模型{0}，因为这里没有设置服务商“{1}”。',
  'The provider’s web search stays off because only your own presets can turn it on. You can turn it on in the model options.':
    '服务商的网络搜索保持关闭，因为只有你自己的预设才能开启它。你可以在模型选项中开启。',
  'The approval mode was not changed because only your own presets can loosen approvals. You can choose the mode yourself.':
    '批准方式没有更改，因为只有你自己的预设才能放宽批准方式。你可以自行选择。',
};
