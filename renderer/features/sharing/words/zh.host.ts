// Chinese strings for the host's messages about sharing.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Its author no longer shares this conversation, or it is still to come.': '作者不再共享此对话，或者它尚未到达。',
  'The open branch has no message {0}.': '打开的分支中没有消息{0}。',
  'There are no messages to publish.': '没有可发布的消息。',
  'This is larger than {0} MB. Publish it from a later message, or without results and attachments.':
    '内容超过{0} MB。请从较后的消息开始发布，或不包含结果和附件。',
  'These are more than {0} messages. Publish it from a later message.': '消息超过{0}条。请从较后的消息开始发布。',
  'This machine publishes {0} conversations and items. Withdraw one first.':
    '本机已发布{0}个对话和条目。请先撤回一个。',
  'A name has at most {0} characters.': '名称最多{0}个字符。',
  'What the team shares cannot be stored: {0}.': '无法存储团队共享的内容：{0}。',
  '“{0}” in the store is not what its author has published.': '存储中的“{0}”不是作者发布的内容。',
  'A part of “{0}” is not in the store.': '“{0}”的一部分不在存储中。',
  'You were removed from the team {0}. What you have read stays here; you get nothing new. Leave the team to remove it.':
    '你已被移出团队{0}。已读到的内容会留在这里；不会再获得新内容。退出团队即可移除。',
  'What {0} publishes is not in the store any more.': '{0}发布的内容已不在存储中。',
  '{0} in the store has a form that this version does not know.': '存储中的{0}采用了此版本不认识的格式。',
  'The store has an older state of what {0} publishes ({1} instead of {2}). It was rolled back; nothing was taken from it.':
    '存储中{0}发布的内容是较旧的状态（{1}，而不是{2}）。它被回退了；未采用其中任何内容。',
  'A published conversation has a form that this version does not know.': '发布的对话采用了此版本不认识的格式。',
  'This member publishes more than {0} GB. The oldest is not fetched.': '此成员发布的内容超过{0} GB。最旧的不会获取。',
  'What you published as “{0}” cannot be read any more. Withdraw it.': '你发布的“{0}”已无法读取。请撤回它。',
  'changing the teams': '更改团队',
  'sharing with a team': '与团队共享',
  'This machine has no keychain, so the keys of the team would be lost when the app closes. Nothing was set up.':
    '本机没有钥匙串，因此应用关闭后团队的密钥会丢失。未进行任何设置。',
  'The keychain does not have the keys of the team {0}. Unlock it, or leave the team and join again.':
    '钥匙串中没有团队{0}的密钥。请解锁钥匙串，或退出团队后重新加入。',
  'This machine is already a member of this team.': '本机已是此团队的成员。',
  'There is no member {0} in this team.': '此团队中没有成员{0}。',
  '{0} is damaged, or of a newer version. Nothing is shared.': '{0}已损坏，或来自更新的版本。不会共享任何内容。',
  'This data folder is a copy of one that belongs to teams. Remove the folder {0}, and join again.':
    '此数据文件夹是某个属于团队的数据文件夹的副本。请移除文件夹{0}，然后重新加入。',
  'This machine is not a member of this team.': '本机不是此团队的成员。',
  'Several publications begin with {0}. Name the team with --team, or more of the ID.':
    '有多个发布内容以{0}开头。请用 --team 指定团队，或输入更多 ID 字符。',
  'Several members are called {0}. Use the beginning of the ID.': '有多位成员名为{0}。请使用其 ID 的开头。',
  'There is no member {0}. “throughline team members” lists them.':
    '没有成员{0}。“throughline team members”会列出所有成员。',
  'Name one of your teams with --team: {0}.': '请用 --team 指定你的一个团队：{0}。',
  'This machine belongs to no team. “throughline team create” makes one.':
    '本机不属于任何团队。“throughline team create”可以建立团队。',
  'This conversation was shared by a member of the team. Continue a copy to publish it.':
    '此对话由团队成员共享。请继续一份副本再发布。',
  'This preview is no longer valid. Open it again.': '此预览已失效。请重新打开。',
  'You do not publish this any more.': '你已不再发布此内容。',
  'No other member has moved.': '没有其他成员移到新的空间。',
  'A member of your team has shared this conversation. Continue a copy to reply.':
    '此对话由你的团队成员共享。请继续一份副本以进行回复。',
  'This rule is shared by a team. Turn it off in Settings → Sharing.': '此规则由团队共享。请在设置 → 共享中将其关闭。',
  'This preset is shared by {0}. Duplicate it to change it.': '此预设由{0}共享。要更改它，请先复制。',
  'Characters that are invisible or change the order of the text are in {0}.': '{0}中有不可见或会改变文字顺序的字符。',
  '{0} is larger than {1} KB.': '{0}超过{1} KB。',
  'The model receives this text in all of your conversations.': '模型会在你的所有对话中收到这段文字。',
  'Its name cannot be used here.': '它的名称无法在这里使用。',
  'You call it with /{0}; then its text is sent.': '用/{0}调用它，届时会发送其文字。',
  'You cannot call it yourself.': '你不能自行调用它。',
  'The model may read it on its own, and then works by it.': '模型可以自行读取它，然后照此工作。',
  'It names commands for the model to run.': '它列出了供模型运行的命令。',
  'It has scripts: {0}. Each run is approved and sandboxed like any other.':
    '它包含脚本：{0}。每次运行都像其他命令一样需要批准并在沙盒中进行。',
  'Its instructions are sent in conversations that use it.': '使用它的对话会发送其指令。',
  'It selects the model {0}/{1}.': '它选择模型{0}/{1}。',
  'It sets the approval mode “{0}”, but only where that is stricter.': '它将批准模式设为“{0}”，但仅在更严格时生效。',
  'It cannot turn on the provider’s web search.': '它不能开启提供商的网页搜索。',
  'It leaves the model only these tools: {0}.': '它只给模型保留这些工具：{0}。',
  'It leaves the model only these servers: {0}.': '它只给模型保留这些服务器：{0}。',
  'It is no list of rules that deny or ask. Rules of a team never allow anything.':
    '它不是拒绝或询问规则的列表。团队的规则从不允许任何操作。',
  'It denies: {0}': '它拒绝：{0}',
  'It asks about: {0}': '它会询问：{0}',
  '“{0}” is larger than {1} MB, so it is not fetched.': '“{0}”超过{1} MB，因此不会获取。',
  'A published item has a form that this version does not know.': '一个已发布的条目采用了此版本不认识的格式。',
  'The name “{0}” does not work on every system. Rename it first.': '名称“{0}”并非在所有系统上都可用。请先重命名。',
  'You have no instructions for all conversations.': '你没有适用于所有对话的指令。',
  'You have no rules that deny or ask everywhere. Only these can be published.':
    '你没有在所有地方拒绝或询问的规则。只能发布这类规则。',
  'Not shared: {0} rules that allow something, or belong to one conversation, project or server.':
    '不共享：{0}条允许操作的规则，或属于单个对话、项目或服务器的规则。',
  'You have no skill named “{0}”.': '你没有名为“{0}”的技能。',
  'You have no command named “{0}”.': '你没有名为“{0}”的命令。',
  'Not shared: {0}, because {1}.': '不共享：{0}，因为{1}。',
  'Not shared: {0}, because this name does not work on every system.':
    '不共享：{0}，因为此名称并非在所有系统上都可用。',
  '{0} cannot be read. Nothing was published.': '无法读取{0}。未发布任何内容。',
  '{0} cannot be read. Until you restore or remove it, every call asks, and nothing that members of teams share is used.':
    '无法读取{0}。在你恢复或删除它之前，每次调用都会询问，团队成员共享的内容都不会使用。',
  'A skill can be published with at most {0} files, and {1} MB.': '发布的技能最多包含{0}个文件和{1} MB。',
  'Several items are called {0}. Use the beginning of the ID.': '有多个条目名为{0}。请使用 ID 的开头部分。',
  'There is no item {0}. “throughline team items” lists them.': '没有条目{0}。“throughline team items”会列出所有条目。',
  'The name of it or of one of its files looks like a secret. Rename it first.':
    '它或其中一个文件的名称看起来像密钥。请先重命名。',
  'It could not be used by others as it would be published: {0}': '按将要发布的样子，其他人无法使用它：{0}',
  'In {0} of its files nothing can be masked, as they are no text. Look at them first.':
    '其中{0}个文件不是文本，无法遮盖任何内容。请先查看它们。',
  'This is not published any more.': '此内容已不再发布。',
  '“{0}” is still to be fetched.': '“{0}”尚未获取。',
  'It cannot be used: {0}': '无法使用它：{0}',
  'There is nothing to accept.': '没有可接受的内容。',
  '{0} has changed “{1}” meanwhile. Read it again before you accept it.':
    '{0}在此期间更改了“{1}”。请重新阅读后再接受。',
  'You publish nothing with the ID {0}. “throughline team list” and “throughline team items” list what you publish.':
    '你没有发布以{0}开头的内容。“throughline team list”和“throughline team items”会列出你发布的内容。',
  'accepting what a team shares': '接受团队共享的内容',
  'The list of accepted items could not be changed: {0}. Nothing was changed.':
    '无法更改已接受条目的列表：{0}。未作任何更改。',
};
