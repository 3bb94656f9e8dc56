// What is said of the files of a project: reading them, changing them, and undoing that: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'There is no such result in this project.': '此项目中没有这个结果。',
  'There is no result named "{0}" in this conversation.': '此对话中没有名为“{0}”的结果。',
  'It is too large: at most {0} bytes can be sent. Choose lines, such as @path#L1-200.':
    '它太大：最多能发送{0}字节。请指明行，例如 @path#L1-200。',
  'It has only {0} lines, so there is no line {1}.': '它有{0}行，第{1}行在结尾之后。',
  "The app closed while a call was running: changes made until then count as the call's own; later changes are left alone.":
    '应用在调用运行时结束：到那时为止的更改算作它的，之后的更改不动。',
  'A call is running or was interrupted; its changes are not known yet.':
    '有调用正在运行或被中断，还不知道它更改了什么。',
  'The undo data of a call cannot be read.': '无法读取为一次调用保存的内容。',
  '"{0}" could not be read afterwards, or contains one of the app\'s keys, which are never stored; its change cannot be undone.':
    '之后无法读取“{0}”，或其中有从不存储的应用密钥，因此无法撤销对它的更改。',
  'Nothing was changed because the change could not be recorded: {0}.': '没有更改任何内容，因为无法记下所做的事：{0}。',
  'What this changes cannot be undone: {0}': '无法撤销它的更改：{0}',
  'The undo could not be recorded: {0}.': '无法记下正在撤销的内容：{0}。',
  'There is no undo data for these changes, or there were none.': '没有为这些更改保存内容，或没有更改。',
  'These changes are already undone.': '这些更改已经撤销。',
  'These changes have not been undone.': '这些更改没有撤销。',
  "A call's changes can no longer be undone: the undo storage limit in Settings was reached (undoMegabytes).":
    '一次调用的更改已不再保存，因为用于撤销的内容超过了设置中的上限（undoMegabytes）。',
  'Nothing was changed because the folder could not be locked ({0}).': '没有更改任何内容，因为无法锁定（{0}）。',
  'Something is running or being restored in this folder. Nothing was changed; try again when it has finished, or stop it first.':
    '此文件夹中正有运行或放回操作。没有更改任何内容，请等它结束后重试，或先停止它。',
  'The app closed while the call was running, and this was changed later, perhaps by someone else. It is left as it is.':
    '应用在调用运行时结束，之后它又被更改，可能是别人所为。它保持原样。',
  'One file is listed without its changes because there are too many to show here.':
    '有 1 个文件只列出名称，没有显示差异，因为内容超出了这里能显示的范围。',
  '{0} files are listed without their changes because there are too many to show here.':
    '有{0}个文件只列出名称，没有显示差异，因为内容超出了这里能显示的范围。',
  'The earlier content could not be saved ({0}), so these changes cannot be undone.':
    '无法保存之前的内容（{0}），因此无法撤销它的更改。',
  'These changes could not be saved ({0}), so they cannot be undone.': '无法保存它更改的内容（{0}），因此无法撤销。',
  'It names no file, so its changes cannot be undone.': '它没有指明文件，因此无法撤销它的更改。',
  '"{0}" could not be read beforehand, or contains one of the app\'s keys, which are never stored; its change cannot be undone.':
    '之前无法读取“{0}”，或其中有从不存储的应用密钥，因此无法撤销对它的更改。',
  'It has been changed since.': '它已不是这次更改后的样子。',
  "It belongs to git or to the app's own data, which undo leaves alone.": '它属于 git 或应用自己的数据，撤销不会动它。',
  'Its folder no longer exists.': '它所在的文件夹已不在。',
  'It is now a pipe, a socket or a device.': '那里现在是管道、套接字或设备。',
  'There is now a link or a file in place of its folder.': '它的文件夹原来的位置现在是链接或文件。',
  'It can no longer be read.': '现在无法读取它。',
  'It contains something that is not part of this change: {0}': '其中有不属于这次更改的内容：{0}',
  'Its folder cannot be restored.': '无法放回它的文件夹。',
  'The folder was not found, so what this changed in it is unknown.': '文件夹不在，因此不知道它更改了什么。',
  '"{0}" is not in the project folder, so its change cannot be undone.':
    '“{0}”不在项目文件夹中，因此无法撤销对它的更改。',
  '"{0}" belongs to git or to the app\'s own data, so its change cannot be undone.':
    '“{0}”属于 git 或应用自己的数据，因此无法撤销对它的更改。',
  '"{0}" could not be checked, so its change cannot be undone.': '无法查看“{0}”，因此无法撤销对它的更改。',
  'The folder was not found.': '文件夹不在。',
  'Not covered because the folder is large and .gitignore excludes it: {0}.':
    '文件夹很大，因此 .gitignore 忽略的内容不在撤销范围内：{0}。',
  'Not covered because it is larger than 32 MB, or more than 128 MB in total: {0}.':
    '大于 32 MB，或总计超过 128 MB，因此不在撤销范围内：{0}。',
  'Not covered because it is a pipe, a socket or a device: {0}.': '管道、套接字或设备不在撤销范围内：{0}。',
  'Not covered because it could not be read: {0}.': '无法读取，因此不在撤销范围内：{0}。',
  "Not covered because it contains one of the app's keys, which are never stored: {0}.":
    '其中有应用的密钥，密钥从不存储，因此不在撤销范围内：{0}。',
  'Not covered because the name is not valid text: {0}.': '名称不是有效的文字，不在撤销范围内：{0}。',
  'Not covered because it is on another file system: {0}.': '另一个文件系统不在撤销范围内：{0}。',
  'Not covered because too many new files were created: {0}.':
    '新建的文件太多，无法全部保存；以下内容及其中的文件不在撤销范围内：{0}。',
  'Not covered because scanning the folder took too long: {0}.': '未能及时查看完文件夹，不在撤销范围内：{0}。',
  'Something else just changed it.': '它刚刚被别的程序更改。',
  'Its path now leads through a link.': '通往它的路径上现在有一个链接。',
  'Something that is not part of this change is in its place.': '它的位置上有不属于这次更改的内容。',
  'anything not listed here': '这里没有列出的内容',
  'Scanning the folder took too long, so what this changed in it is unknown.':
    '未能及时查看完文件夹，因此不知道它更改了什么。',
  'The folder has more than {0} files or {1} MB, so what this changed in it is unknown.':
    '文件夹超过{0}个文件或{1}MB，因此不知道它更改了什么。',
  'there is no folder': '没有文件夹',
  'It is outside the project folder, so it is not shown.': '它在项目文件夹之外，因此不显示。',
  'It leads outside the project folder, so it was not read.': '它指向项目文件夹之外，因此没有读取。',
  'It is a folder, so it has no lines.': '它是文件夹，没有行。',
  'It is a file, not a folder.': '它是文件，不是文件夹。',
  'It is not a path in the project: name files relative to the project folder, such as src/index.ts.':
    '它不是项目中的路径：请从项目文件夹开始写，例如 src/index.ts。',
  'It contains "..": name files relative to the project folder.': '其中有“..”：请从项目文件夹开始写。',
  'It is a folder, not a file.': '它是文件夹，不是文件。',
  'No such file or folder.': '没有这个名称的文件或文件夹。',
  'It is a pipe, a socket or a device, not a file.': '它是管道、套接字或设备，不是文件。',
  "It cannot be read: its permissions, or its folder's, do not allow it.": '无法读取：它或其文件夹的权限不允许。',
  'It cannot be read: the system does not allow it.': '无法读取：系统不允许。',
  'It is a circular link.': '它是循环的链接。',
  'A command that is still running in the sandbox may have written it, so it is not used yet.':
    '它可能是仍在沙盒中运行的命令写入的，因此暂不使用。',
  'It is an image ({0}, {1} bytes), not text.': '它是图像（{0}，{1}字节），不是文本。',
  'It is a binary file ({0} bytes), not text.': '它是二进制文件（{0}字节），不是文本。',
  'Choose the lines that matter, such as @{0}#L1-200.': '请指明需要的行，例如 @{0}#L1-200。',
  'It is too large: {0} bytes, and at most {1} can be sent. {2}': '它太大：{0}字节，最多能发送{1}字节。{2}',
  'It is not UTF-8 text, and its encoding is unknown. Save it as UTF-8, then try again.':
    '它不是 UTF-8 文本，也无法判断编码。请保存为 UTF-8，然后重试。',
  '"{0}" changed to point elsewhere while it was being opened, so it was left alone. Check it with list_files, then try again.':
    '“{0}”在打开时变为指向别处，因此没有动它。请重试。',
  '"{0}" does not exist as it is written, and several names there differ from it only in their Unicode form: {1}. Give one of these, with its escapes.':
    '“{0}”按所写的形式不存在，而那里有几个名称与它仅在 Unicode 形式上不同：{1}。请使用其中一个（含转义）。',
  '"{0}" {1}': '“{0}”{1}',
  'does not exist. Look for it with list_files or search_files.': '不存在。',
  'uses a file as if it were a folder. Check the path with list_files.': '把一个文件当作文件夹。请检查路径。',
  'is a folder. Use list_files to see what is in it.': '是文件夹。',
  'is a pipe, a socket or a device, not a file. It was left alone.': '是管道、套接字或设备，不是文件。没有动它。',
  'cannot be opened or changed: the permissions of the file or its folder do not allow it.':
    '无法打开或更改：文件或其文件夹的权限不允许。',
  'cannot be opened: the system does not allow it.': '无法打开：系统不允许。',
  'is a circular link.': '是循环的链接。',
  'is longer than the file system allows. Use a shorter name.': '超过文件系统允许的长度。请使用更短的名称。',
  'could not be written: the disk is full. Nothing was changed.': '无法写入：磁盘已满。没有更改任何内容。',
  'could not be written: the disk quota is used up. Nothing was changed.':
    '无法写入：磁盘配额已用完。没有更改任何内容。',
  'could not be written: the file system is read-only. Nothing was changed.':
    '无法写入：文件系统是只读的。没有更改任何内容。',
  'could not be opened: too many files are open. Try again.': '无法打开：打开的文件太多。请重试。',
  '"{0}" now points elsewhere than when approval was asked for, so it was left alone. Check it with list_files, then try again.':
    '“{0}”现在指向的位置与询问时不同，因此没有动它。请重试。',
  '"{0}" cannot be written: {1}. Nothing was changed.': '无法写入“{0}”：{1}。没有更改任何内容。',
  '"{0}" is a folder. Give the path of a file; missing folders are created.':
    '“{0}”是文件夹。请给出文件的路径，中间的文件夹会自动创建。',
  '"{0}" leads to the system\'s process files, which are neither read nor written.':
    '“{0}”指向系统为运行中的程序生成的内容，不会读取或写入。',
  '"{0}" is outside the project folder. Use a path inside it, relative to the folder, such as src/index.ts.':
    '“{0}”在项目文件夹之外。请使用其中的相对路径，例如 src/index.ts。',
  'The path is empty. Use "." for the project folder.': '路径为空。项目文件夹请写作“.”。',
  'The path contains a NUL character. Remove it.': '路径中有空字符（NUL），请去掉。',
  'The path is longer than {0} bytes. Use a shorter one.': '路径超过{0}字节，请使用更短的路径。',
  'The path is more than {0} levels deep. Use a shorter one.': '路径超过{0}层，请使用层级更少的路径。',
  'A name in the path is longer than {0} bytes. Use a shorter one.': '路径中有名称超过{0}字节，请使用更短的名称。',
  'The path has a colon in a name, which Windows does not allow.': '路径的名称中有冒号，Windows 不允许。',
  'Line numbers start at 1.': '行号从 1 开始。',
  'Line {0} is before line {1}: put the first one first.': '第{0}行在第{1}行之前：请先写较小的行号。',
  'The lines are beyond the first {0} MB of the file.': '这些行在文件的前{0}MB 之后。',
  'It is empty': '它是空的',
  'It has {0} {1}': '它有{0}行',
  '{0}; line {1} is past its end.': '{0}，第{1}行在结尾之后。',
  'These lines are binary data, not text.': '这些行是二进制数据，不是文本。',
  'The lines from {0} on are larger than {1} bytes. Choose fewer.': '从第{0}行起的内容超过{1}字节，请少写几行。',
};
