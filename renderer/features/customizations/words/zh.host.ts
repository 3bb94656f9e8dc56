// Chinese translations of host sentences about commands, skills, prompts and agents in files.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '/{0} would send more than {1} KB. Nothing was sent.': '/{0}要发送的内容超过{1} KB。未发送任何内容。',
  'agent: there is no agent named "{0}". Available agents: {1}.': 'agent：没有名为“{0}”的智能体。可用的智能体：{1}。',
  '/{0} needs a value for "{1}". Use {2}=…': '/{0}需要“{1}”的值。请使用{2}=…',
  '"{0}" of /{1} must be one of: {2}.': '/{1}的“{0}”只能是以下之一：{2}。',
  'name: there is no skill named "{0}". Available skills: {1}.': 'name：没有名为“{0}”的技能。可用的技能：{1}。',
  '/{0} no longer exists.': '/{0}已不存在。',
  'This file no longer exists.': '此文件已不存在。',
  'The file was saved but no longer exists.': '文件已保存，但已不存在。',
  '"{0}" is not a valid name. Use up to 64 letters, digits, ".", "-" and "_".':
    '“{0}”不是有效的名称。请使用字母、数字、“.”、“-”和“_”，最多 64 个字符。',
  'An agent needs a "description" that says when to use it.': '智能体需要“description”：说明何时使用它。',
  'There is no text below the frontmatter.': '文件头（frontmatter）下面没有正文。',
  'Its file names it "{0}", but the name of its folder is used.': '其文件中的名称为“{0}”，但使用文件夹的名称。',
  '"allowed-tools" has no effect here. Its calls need approval like any other.':
    '“allowed-tools”在这里不起作用。其调用和其他调用一样需要批准。',
  '"model" is ignored. The conversation’s model is used.': '“model”已忽略。使用对话的模型。',
  'Commands marked !`…` are not run. The model is informed and may run them with its own tools.':
    '标为 !`…` 的命令不会运行。模型会得知这一点，并可以用自己的工具运行。',
  'Requested tools that are not available: {0}.': '请求但不可用的工具：{0}。',
  'Ignored here: {0}.': '在这里忽略：{0}。',
  'The frontmatter is longer than {0} KB.': '文件头（frontmatter）超过{0} KB。',
  'The frontmatter has no closing "---" line.': '文件头（frontmatter）缺少结尾的“---”行。',
  'The frontmatter is nested too deeply.': '文件头（frontmatter）嵌套太深。',
  'It is not valid YAML: {0}': '不是有效的 YAML：{0}',
  'YAML aliases (*name) are not supported.': '不支持 YAML 别名（*name）。',
  'The frontmatter must be lines of "key: value".': '文件头（frontmatter）必须由“key: value”这样的行组成。',
  '"{0}" appears twice.': '“{0}”出现了两次。',
  'The file has changed on disk since it was opened. Nothing was written.':
    '文件打开之后在磁盘上已被更改。未写入任何内容。',
  'A name can contain letters, digits, ".", "-" and "_". A command name can also contain ":".':
    '名称由字母、数字、“.”、“-”和“_”组成；命令的名称中间可以有“:”。',
  'The name "{0}" is already taken.': '名称“{0}”已被使用。',
  'Line {0}: {1}': '第{0}行：{1}',
  '{0} points outside the data folder.': '{0}指向数据文件夹之外。',
  'The file "{0}" no longer exists.': '文件“{0}”已不存在。',
  '{0} could not be removed: {1}.': '无法删除{0}：{1}。',
  '"variables" must be a list of names, or of entries with "name", "description", "default" and "choices".':
    '“variables”必须是名称的列表，或由“name”、“description”、“default”和“choices”组成的列表。',
  'A variable needs a name of letters, digits, "-" and "_".': '变量的名称由字母、数字、“-”和“_”组成。',
  'The variable "{0}" is declared twice.': '变量“{0}”声明了两次。',
  '"choices" of the variable "{0}" must be a list of words.': '变量“{0}”的“choices”必须是词语的列表。',
  'The default of the variable "{0}" is not one of its choices.': '变量“{0}”的默认值不在它的选项之中。',
  'It has more than {0} variables.': '变量超过{0}个。',
  'It is not text in UTF-8 or UTF-16.': '它不是 UTF-8 或 UTF-16 文本。',
  'The folder has too many files. Only the first {0} are used.': '文件夹中的文件太多。只使用前{0}个。',
  'It is a link that points outside the folder, so it is not read.': '它是指向文件夹之外的链接，因此没有读取。',
  'It is too large: {0} bytes, and at most {1} can be read.': '太大：{0}字节，最多可以读取{1}字节。',
  'It is a broken link.': '它是失效的链接。',
  'It cannot be read: {0}.': '无法读取：{0}。',
  '"{0}" is not in the skill’s folder, so it was not read.': '“{0}”不在技能的文件夹中，因此没有读取。',
  '"{0}" is larger than {1} KB. Read parts of it with your file tools.':
    '“{0}”超过{1} KB。请用文件工具读取其中的一部分。',
  'It was not read because {0}. To send it, mention it yourself.': '没有读取，因为{0}。如需发送，请自行提及它。',
  '"{0}" was not read because {1}. Your file tools ask the user about it.':
    '未读取“{0}”，因为{1}。请用文件工具读取，它们会先询问用户。',
  '"{0}" is not text in UTF-8 or UTF-16.': '“{0}”不是 UTF-8 或 UTF-16 文本。',
  '"{0}" is a binary file ({1} bytes), not text.': '“{0}”是二进制文件（{1}字节），不是文本。',
  'The skill has no file "{0}".': '技能中没有文件“{0}”。',
  '"{0}" is a folder.': '“{0}”是文件夹。',
  '"{0}" cannot be read: {1}.': '无法读取“{0}”：{1}。',
  'Load the skill {0}': '加载技能{0}',
  'Read {0} of the skill {1}': '读取技能{1}的{0}',
  'Agent: {0}': '智能体：{0}',
};
