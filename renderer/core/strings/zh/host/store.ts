// What is said of what is stored: reading, writing, deleting, merging, the rules and the search: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const storeWords: HostTranslations = {
  'Another branch was opened while the calls were printed: they are not all of one branch. Print them again.':
    '输出调用时打开了另一个分支：它们不都属于同一个分支。请重新输出。',
  'Reading the conversation was stopped.': '已停止读取此对话。',
  'looking at changes': '正在查看更改',
  'not a value it may have': '不是允许的值',
  'The message was not sent: the files that it names could not be kept ({0}). Your words are still here; send them again when that is mended.':
    '消息没有发送：无法保存它提到的文件（{0}）。你写的内容仍在这里，解决之后请重新发送。',
  'An attachment could not be read: {0}.': '无法读取附件：{0}。',
  'That attachment is damaged: it is not what was kept. It was left as it is.':
    '附件已损坏：它不是当初保存的内容。它保持原样。',
  'That is not the name of an attachment. Nothing was read.': '那不是附件的名称。没有读取任何内容。',
  'That attachment is no longer kept.': '这个附件已不再保留。',
  'What was attached could not be read again. It is still where it was; add it again.':
    '无法再次读取附件。它仍在原处，请重新添加。',
  'The file could not be attached: it could not be written ({0}). Add it again when that is mended.':
    '无法添加附件：写入失败（{0}）。解决之后请重新添加。',
  'The command was not started: {0}.': '命令没有启动：{0}。',
  'What {0} printed after byte {1} could not be kept: {2}.': '无法保存{0}在第{1}字节之后的输出：{2}。',
  'This conversation has started no background command with the id {0}.': '此对话没有启动过标识为{0}的后台命令。',
  'it is no longer there': '它已不在',
  'What {0} printed could not be read: {1}.': '无法读取{0}的输出：{1}。',
  '{0} is not the id of a {1}. Nothing was read or made.': '{0}不是有效的标识。没有读取或创建任何内容。',
  'There is no conversation {0} in the data folder.': '数据文件夹中没有对话{0}。',
  'The folder {0} could not be read: {1}.': '无法读取文件夹{0}：{1}。',
  'The start or end of a tool call could not be noted: {0}. What was noted before is unharmed.':
    '无法记下工具调用的开始或结束：{0}。之前记下的内容没有受损。',
  'the system wrote nothing': '系统没有写入任何内容',
  'the disk is full': '磁盘已满',
  'the disk quota is used up': '磁盘配额已用完',
  'the file would become larger than the system allows': '文件会超过系统允许的大小',
  'the system refused access': '系统拒绝访问',
  'the disk is read-only': '磁盘是只读的',
  'the disk reported an error': '磁盘报告了错误',
  'too many files are open': '打开的文件太多',
  'the file or its folder is no longer there': '文件或其文件夹已不在',
  'a file stands where a folder should be': '应是文件夹的位置有一个文件',
  'a folder stands where a file should be': '应是文件的位置有一个文件夹',
  'something else stands in its place': '那个位置有别的内容',
  'another program is using the file': '另一个程序正在使用该文件',
  'it is not a file': '它不是文件',
  '{0} could not be written: {1}. It is as it was before.': '无法写入{0}：{1}。它保持原样。',
  '{0} could not be read ({1}); defaults are used. The original is kept beside it when it is next written.':
    '无法读取{0}（{1}），已使用默认值。下次写入时，原文件会保留在旁边。',
  'it is not JSON': '它不是 JSON',
  'it has another form': '它的形式不同',
  'another program replaced the file while it was read': '读取时另一个程序替换了文件',
  'it has version {0}': '它的版本是{0}',
  'copying a conversation': '正在复制对话',
  'The conversation could not be copied: {0}. The one that it would be a copy of was not changed.':
    '无法复制对话：{0}。原来的对话没有更改。',
  'Another branch was opened meanwhile. Nothing was copied; try again.':
    '在此期间打开了另一个分支。没有复制任何内容，请重试。',
  "The system's keychain could not be read: {0}. Unlock it and try again.": '无法读取系统钥匙串：{0}。请解锁后重试。',
  'it does not answer': '它没有应答',
  "The key could not be removed from the system's keychain: {0}.": '无法从系统钥匙串中移除密钥：{0}。',
  'Damaged conversation': '损坏的对话',
  'The conversation could not be locked for writing: {0}. Nothing was changed.':
    '无法锁定对话以便写入：{0}。没有更改任何内容。',
  'This conversation is being written by {0}. Nothing was changed; try again when it has ended.':
    '此对话正由{0}写入。没有更改任何内容，请等它结束后重试。',
  'Not changed: {0} is changing it at this moment. Try again.': '没有更改：{0}此刻正在更改它。请重试。',
  'Not changed: no lock could be had ({0}).': '没有更改：无法锁定（{0}）。',
  'another process': '另一个进程',
  'this program': '此程序',
  '{0} (number {1}, {2}, since {3})': '{0}（编号{1}，{2}，始于{3}）',
  'The data folder {0} is in use by {1}.': '数据文件夹{0}正由{1}使用。',
  'The data folder {0} cannot be used: {1}. Choose another one with --data, or make it writable.':
    '无法使用数据文件夹{0}：{1}。请用 --data 选择另一个，或使它可写。',
  'The message was not saved: its place could not be read ({0}).': '消息没有保存：无法读取它的位置（{0}）。',
  '{0} Nothing was written.': '{0}没有写入任何内容。',
  'A message with the id {0} is stored already.': '标识为{0}的消息已经存储。',
  'it is longer than the {0} MB that a record may have': '它超过一条记录最多{0}MB 的上限',
  'The message was not saved, because it could not be read again: {0}.': '消息没有保存，因为无法重新读取：{0}。',
  'The messages of this conversation could not be read: {0}. They were not changed.':
    '无法读取此对话的消息：{0}。它们没有更改。',
  'There is no message {0} in this conversation.': '此对话中没有消息{0}。',
  'The message {0} is not a tool result.': '消息{0}不是工具结果。',
  'meta.json of this conversation could not be read ({0}), so it is not known what is left out of the context. Nothing was sent; try again.':
    '无法读取此对话的 meta.json（{0}），因此不知道哪些内容移出了上下文。没有发送任何内容，请重试。',
  'There is no message {0} on this branch.': '这个分支上没有消息{0}。',
  'That message is on another branch of this conversation.': '这条消息在此对话的另一个分支上。',
  'messages.json is missing. Copies of it that were kept are in the same folder: {0}.':
    'messages.json 不见了。保留下来的副本在同一文件夹中：{0}。',
  'something that is not a file': '不是文件的内容',
  'messages.json is empty (0 bytes); what it held cannot be known.':
    'messages.json 是空的（0 字节），无法得知它原有的内容。',
  'In the place of messages.json stands {0}; it was left as it is.': 'messages.json 的位置上是{0}，它保持原样。',
  'The end of messages.json ({0} bytes) is an incomplete message that was never confirmed as saved. Everything before it is whole; those bytes are kept in a file of their own when the conversation goes on.':
    'messages.json 的结尾（{0}字节）是一条不完整、从未确认保存的消息。在它之前的内容都是完整的；对话继续时，这些字节会另存为一个文件。',
  'Line {0} of messages.json is not a message and is not shown: {1}.':
    'messages.json 的第{0}行不是消息，没有显示：{1}。',
  'Line {0} of messages.json repeats an earlier message and is not shown twice.':
    'messages.json 的第{0}行重复了之前的消息，不会显示两次。',
  'Line {0} of messages.json has the id of an earlier message but says something else; it is kept as {1}.':
    'messages.json 的第{0}行与之前的消息标识相同但内容不同，已保留为{1}。',
  'Some messages in messages.json do not stand behind the one that they follow; each is taken to follow the one above it in the file, perhaps as another branch. A check names them.':
    'messages.json 中有些消息不在它们所接的消息之后；每条都视为接在文件中它上面那条之后，可能成为另一个分支。检查会逐条列出。',
  'names itself as the message that it follows': '把自己写成了上一条消息',
  'stands before the message that it follows ({0})': '排在它所接续的消息（{0}）之前',
  'follows a message that is not there ({0})': '所接续的消息（{0}）不存在',
  'The message {0} in line {1} of messages.json {2}; it is taken to follow the one above it in the file, perhaps as another branch.':
    'messages.json 第{1}行的消息{0}{2}；现在视为接在文件中它上面那条之后，可能成为另一个分支。',
  'This conversation was written by a newer version of the program (format {0}); it can be read but not changed here.':
    '此对话由更新版本的程序写入（格式{0}），在这里可以读取，但不能更改。',
  'it is {0}': '它是{0}',
  'it is nested deeper than {0} levels': '嵌套超过{0}层',
  'Line {0}': '第{0}行',
  'Lines {0} to {1}': '第{0}到{1}行',
  '{0} of messages.json: {1}.': 'messages.json 的{0}：{1}。',
  '{0} ({1} bytes from byte {2} on)': '{0}（从第{2}字节起，共{1}字节）',
  '{0} of messages.json could not be read: {1}. The rest is shown; nothing was removed from the file.':
    '无法读取 messages.json 的{0}：{1}。其余内容已显示，文件中没有移除任何内容。',
  '… and {0} more places in messages.json.': '…… messages.json 中还有{0}处。',
  'a list': '一个列表',
  'it is not a whole JSON record': '它不是完整的 JSON 记录',
  'The message could not be saved: {0}. Everything saved before is unharmed. Make room or give access, then try again.':
    '无法保存消息：{0}。之前保存的内容都没有受损。请腾出空间或给予访问权限，然后重试。',
  'The conversation cannot be written: {0}. Nothing was changed; try again.':
    '无法写入对话：{0}。没有更改任何内容，请重试。',
  'another program replaced the file at this moment': '另一个程序此刻替换了文件',
  'the open branch is longer than the {0} MB that are taken into memory at once; its end can be read':
    '当前分支超过一次能读入内存的{0}MB；它的结尾仍可读取',
  '{0} could not be read: {1}. {2}': '无法读取{0}：{1}。{2}',
  '{0} could not be read: it is not a whole JSON record. {1}': '无法读取{0}：它不是完整的 JSON 记录。{1}',
  '{0} is not a message and is not shown: {1}.': '{0}不是消息，没有显示：{1}。',
  'The rest is shown; nothing was removed from the file.': '其余内容已显示，文件中没有移除任何内容。',
  'Bytes {0} to {1} of messages.json': 'messages.json 的第{0}到{1}字节',
  'it holds zero bytes': '其中有零字节',
  'some of its bytes are not UTF-8 and are shown as �': '其中有些字节不是 UTF-8，显示为 �',
  'it has more than {0} bytes': '它超过{0}字节',
  'it is a symbolic link': '它是符号链接',
  '{0} could not be written: {1}. It is as it was.': '无法写入{0}：{1}。它保持原样。',
  'changing the MCP servers': '正在更改 MCP 服务器',
  "The folder's own .mcp.json is not changed here: edit it in the folder.":
    '文件夹自己的 .mcp.json 不在这里更改，请在文件夹中编辑。',
  'That is not the id of a project.': '那不是项目的标识。',
  '{0} could not be read ({1}). Nothing was changed.': '无法读取{0}（{1}）。没有更改任何内容。',
  'messages of this conversation': '此对话的消息',
  '{0}.json of this conversation': '此对话的{0}.json',
  '“{0}” is a second copy of the {1}, left by a program that syncs or copies files. It is taken in with the next message, and kept.':
    '“{0}”是{1}的另一份副本，由同步或复制文件的程序留下。它会随下一条消息并入，并保留下来。',
  '“{0}” was not taken in: {1}': '没有并入“{0}”：{1}',
  '“{0}” was taken in, but not renamed: {1}.': '已并入“{0}”，但没有重命名：{1}。',
  '“{0}” was taken in.': '已并入“{0}”。',
  'The copies beside this conversation could not be read: {0}.': '无法读取此对话旁边的副本：{0}。',
  'One message of {0} was taken in.': '已并入{0}的 1 条消息。',
  '{0} messages of {1} were taken in.': '已并入{1}的{0}条消息。',
  'Its message {0} says something else than ours with that id; it is kept as {1}.':
    '其中的消息{0}与我们同标识的消息内容不同，已保留为{1}。',
  'So are {0} more.': '另外{0}条也是如此。',
  '{0} that had been removed for good there are removed here too.': '在那里已永久移除的{0}条，这里也已移除。',
  'One message that was removed for good there stays here.': '那里永久移除的一条消息在这里保留。',
  '{0} messages that were removed for good there stay here.': '那里永久移除的{0}条消息在这里保留。',
  '{0} of its places could not be read; they stay in it.': '其中{0}处无法读取，仍留在原处。',
  '{0}: it was not read.': '{0}：没有读取。',
  '{0} is a symbolic link: it was not read.': '{0}是符号链接：没有读取。',
  '{0} Nothing was taken in.': '{0}没有并入任何内容。',
  'The other copy holds no message that could be read. Nothing was taken in.':
    '另一份副本中没有可读取的消息。没有并入任何内容。',
  '{0}. The copy was not taken in to the end.': '{0}。副本没有完全并入。',
  'The other copy could not be taken in to the end: {0}. Both copies are unharmed; it is tried again.':
    '另一份副本没有完全并入：{0}。两份副本都没有受损，之后会再试。',
  'Which branch is open could not be stored: {0}.': '无法存储当前打开的分支：{0}。',
  '{0} is the data folder itself; there is nothing to take in.': '{0}就是数据文件夹本身，没有可并入的内容。',
  '{0} cannot be read: {1}. Nothing was changed.': '无法读取{0}：{1}。没有更改任何内容。',
  'taking in another copy': '正在并入另一份副本',
  'the copy of {0}': '{0}的副本',
  'Its {0} could not be read: {1}. Nothing was taken in.': '无法读取其中的{0}：{1}。没有并入任何内容。',
  'Which tool calls were started could not be read, so the copy was not taken in.':
    '无法读取已开始的工具调用，因此没有并入副本。',
  'Which calls were started could not be noted: {0}.': '无法记下已开始的调用：{0}。',
  'The conversation could not be made: {0}. Nothing was changed.': '无法创建对话：{0}。没有更改任何内容。',
  'taking in its other copy': '正在并入它的另一份副本',
  'the copy of {0} in the project {1}': '项目{1}中{0}的副本',
  '{0} was not taken in: {1}': '没有并入{0}：{1}',
  '{0} was not taken in to the end, and is still there: {1}.': '{0}没有完全并入，仍在原处：{1}。',
  'The rules could not be saved: {0}. They are as before.': '无法保存规则：{0}。规则保持原样。',
  'There are {0} rules already. Take some back first.': '已有{0}条规则。请先收回一些。',
  'noting which rules were used': '正在记下用到的规则',
  'A rule that allows everything is not made. Choose the mode that asks nothing instead: it is always visible.':
    '不会创建允许一切的规则。请改用“从不询问”模式，它始终可见。',
  'adding a rule': '正在添加规则',
  'taking back a rule': '正在收回规则',
  'There is no such rule any more.': '这条规则已不在。',
  'taking back the rules of a conversation': '正在收回对话的规则',
  'restoring rules': '正在恢复规则',
  '{0} has {1} rules, more than {2}.': '{0}有{1}条规则，超过{2}条。',
  '{0} What you have refused is not known now, so everything is asked about. Taking back that rule in the settings begins a new file; the old one is kept beside it.':
    '{0}现在不知道你拒绝过什么，因此一切都会询问。在设置中收回那条规则会开始一个新文件，旧文件保留在旁边。',
  'One rule': '1 条规则',
  '{0} rules': '{0}条规则',
  '{0} in {1} cannot be read and {2} for nothing; the file is left as it is. A newer version may have made them.':
    '{1}中的{0}无法读取，不起作用；文件保持原样。它们可能由更新的版本创建。',
  'The conversation was not moved: {0}. Everything is where it was.': '对话没有移动：{0}。一切都在原处。',
  'The sample folder {0} could not be made: {1}. Choose a folder of yours instead.':
    '无法建立示例文件夹{0}：{1}。请改为选择你自己的文件夹。',
  'The project could not be made: {0}.': '无法创建项目：{0}。',
  'making a project': '正在创建项目',
  'The projects could not be read: {0}. None was made.': '无法读取项目：{0}。没有创建项目。',
  'This project has no folder on this machine, so there is nothing to trust.':
    '这个项目在本机没有文件夹，没有可信任的内容。',
  'There is no project {0} in the data folder.': '数据文件夹中没有项目{0}。',
  'The choice could not be kept: {0}.': '无法保存你的选择：{0}。',
  'changing a project': '正在更改项目',
  'The folder {0} cannot be opened: {1}.': '无法打开文件夹{0}：{1}。',
  '{0} is not a folder.': '{0}不是文件夹。',
  'removing a message for good': '正在永久移除消息',
  'deleting it': '正在删除它',
  'bringing it back': '正在恢复它',
  'keeping what was deleted until it ends': '在结束之前保留已删除的内容',
  'it is taken': '它已被占用',
  'the file is no longer there': '文件已不在',
  'The full output could not be read: {0} ({1}). The message still has its beginning.':
    '无法读取完整输出：{0}（{1}）。消息中仍有它的开头。',
  'The conversation could not be made: {0}.': '无法创建对话：{0}。',
  'saving a message': '正在保存消息',
  'The conversations could not be listed: {0}.': '无法列出对话：{0}。',
  'taking in a conflict file': '正在并入冲突文件',
  'moving it': '正在移动它',
  'indexing for the search': '正在为搜索建立索引',
  'changing the settings': '正在更改设置',
  'meta.json was written by a newer version of the program; it is not changed here.':
    'meta.json 由更新版本的程序写入，在这里不会更改。',
  'meta.json was not changed: {0}.': 'meta.json 没有更改：{0}。',
  'not valid': '无效',
  'changing its title or settings': '正在更改标题或设置',
  'partial.json is still there: {0}.': 'partial.json 仍在：{0}。',
  'partial.json could not be kept: {0}.': '无法保存 partial.json：{0}。',
  'running a call': '正在运行调用',
  'putting files back': '正在放回文件',
  'a folder': '文件夹',
  "{0} is neither a conversation's folder nor a data folder. Nothing was changed.":
    '{0}既不是对话的文件夹，也不是数据文件夹。没有更改任何内容。',
};
