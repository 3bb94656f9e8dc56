// Chinese translations of host sentences about project files: reading, changing and undoing changes.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'There is no such result in this project.': '此项目中没有这个结果。',
  'There is no result named "{0}" in this conversation.': '此对话中没有名为“{0}”的结果。',
  'It is too large: at most {0} bytes can be sent. Choose a range of lines, such as @path#L1-200.':
    '太大：最多可以发送{0}字节。请选择行范围，例如 @path#L1-200。',
  'It has only {0} lines, so there is no line {1}.': '只有{0}行，没有第{1}行。',
  'The app closed while a call was running. Changes made before that are attributed to the call; later changes are left alone.':
    '调用运行期间应用已关闭。在此之前的更改归于该调用，之后的更改不受影响。',
  'A call is running or was interrupted, so its changes are not known yet.':
    '有调用正在运行或被中断，因此尚不知道它更改了什么。',
  'The undo data of a call cannot be read.': '无法读取某次调用的撤销数据。',
  'The change to "{0}" cannot be undone because the file could not be read afterwards or contains one of the app’s keys, which are never stored.':
    '无法撤销对“{0}”的更改，因为之后无法读取该文件，或其中包含从不存储的应用密钥。',
  'Nothing was changed because the change could not be recorded: {0}.': '没有更改任何内容，因为无法记录此更改：{0}。',
  'These changes cannot be undone: {0}': '无法撤销这些更改：{0}',
  'The undo could not be recorded: {0}.': '无法记录此次撤销：{0}。',
  'There is no undo data for these changes, or no changes were made.': '这些更改没有撤销数据，或没有任何更改。',
  'These changes have already been undone.': '这些更改已经撤销。',
  'These changes have not been undone.': '这些更改尚未撤销。',
  'A call’s changes can no longer be undone because the undo storage limit in Settings was reached (undoMegabytes).':
    '某次调用的更改已无法撤销，因为达到了设置中的撤销存储上限（undoMegabytes）。',
  'Nothing was changed because the folder could not be locked ({0}).': '没有更改任何内容，因为无法锁定文件夹（{0}）。',
  'Something is running or being restored in this folder. Nothing was changed. Try again when it has finished, or stop it first.':
    '此文件夹中有正在进行的运行或恢复。没有更改任何内容。请在其结束后重试，或先停止它。',
  'The app closed while the call was running, and this was changed later, perhaps by someone else. It is left unchanged.':
    '调用运行期间应用已关闭，之后此处又被更改，可能是他人所为。保持原样。',
  'One file is listed without its changes because there are too many to show here.':
    '有 1 个文件只列出名称而不显示更改，因为内容太多。',
  '{0} files are listed without their changes because there are too many to show here.':
    '有{0}个文件只列出名称而不显示更改，因为内容太多。',
  'The earlier content could not be saved ({0}), so these changes cannot be undone.':
    '无法保存之前的内容（{0}），因此无法撤销这些更改。',
  'These changes could not be saved ({0}), so they cannot be undone.': '无法保存这些更改（{0}），因此无法撤销。',
  'It names no file, so its changes cannot be undone.': '它没有指明文件，因此无法撤销其更改。',
  'The change to "{0}" cannot be undone because the file could not be read beforehand or contains one of the app’s keys, which are never stored.':
    '无法撤销对“{0}”的更改，因为之前无法读取该文件，或其中包含从不存储的应用密钥。',
  'It has been changed since.': '之后又被更改过。',
  'It belongs to git or to the app’s own data, which undo never changes.':
    '它属于 git 或应用自己的数据，撤销不会更改它。',
  'Its folder no longer exists.': '其文件夹已不存在。',
  'It is now a pipe, a socket or a device.': '现在是管道、套接字或设备。',
  'There is now a link or a file in place of its folder.': '其文件夹的位置现在是链接或文件。',
  'It can no longer be read.': '已无法读取。',
  'It contains something that is not part of this change: {0}': '其中有不属于这次更改的内容：{0}',
  'Its folder cannot be restored.': '无法恢复其文件夹。',
  'The folder was not found, so it is unknown what was changed in it.': '找不到文件夹，因此不知道其中更改了什么。',
  '"{0}" is not in the project folder, so the change cannot be undone.': '“{0}”不在项目文件夹中，因此无法撤销更改。',
  '"{0}" belongs to git or to the app’s own data, so the change cannot be undone.':
    '“{0}”属于 git 或应用自己的数据，因此无法撤销更改。',
  '"{0}" could not be checked, so the change cannot be undone.': '无法检查“{0}”，因此无法撤销更改。',
  'The folder was not found.': '找不到文件夹。',
  'Not covered because the folder is large and .gitignore excludes it: {0}.':
    '不在撤销范围内，因为文件夹很大且被 .gitignore 忽略：{0}。',
  'Not covered because it is larger than 32 MB, or more than 128 MB in total: {0}.':
    '不在撤销范围内，因为大于 32 MB，或总计超过 128 MB：{0}。',
  'Not covered because it is a pipe, a socket or a device: {0}.': '不在撤销范围内，因为是管道、套接字或设备：{0}。',
  'Not covered because it could not be read: {0}.': '不在撤销范围内，因为无法读取：{0}。',
  'Not covered because it contains one of the app’s keys, which are never stored: {0}.':
    '不在撤销范围内，因为包含从不存储的应用密钥：{0}。',
  'Not covered because the name is not valid text: {0}.': '不在撤销范围内，因为名称不是有效文本：{0}。',
  'Not covered because it is on another file system: {0}.': '不在撤销范围内，因为在另一个文件系统上：{0}。',
  'Not covered because too many new files were created: {0}.': '不在撤销范围内，因为新建的文件太多：{0}。',
  'Not covered because scanning the folder took too long: {0}.': '不在撤销范围内，因为扫描文件夹用时过长：{0}。',
  'Something else has just changed it.': '刚刚被其他程序更改。',
  'Its path now leads through a link.': '其路径现在经过一个链接。',
  'Something that is not part of this change has taken its place.': '其位置已被不属于这次更改的内容占用。',
  'anything not listed here': '这里没有列出的内容',
  'Scanning the folder took too long, so it is unknown what was changed in it.':
    '扫描文件夹用时过长，因此不知道其中更改了什么。',
  'The folder has more than {0} files or {1} MB, so it is unknown what was changed in it.':
    '文件夹超过{0}个文件或{1} MB，因此不知道其中更改了什么。',
  'there is no folder': '没有文件夹',
  'It is outside the project folder, so it is not shown.': '它在项目文件夹之外，因此不显示。',
  'It leads outside the project folder, so it was not read.': '它指向项目文件夹之外，因此没有读取。',
  'It is a folder, so it has no lines.': '它是文件夹，没有行。',
  'It is a file, not a folder.': '它是文件，不是文件夹。',
  'It is not a path in the project. Use paths relative to the project folder, such as src/index.ts.':
    '不是项目中的路径。请使用相对于项目文件夹的路径，例如 src/index.ts。',
  'It contains "..". Use paths relative to the project folder.': '包含“..”。请使用相对于项目文件夹的路径。',
  'It is a folder, not a file.': '它是文件夹，不是文件。',
  'No such file or folder.': '没有此文件或文件夹。',
  'It is a pipe, a socket or a device, not a file.': '它是管道、套接字或设备，不是文件。',
  'It cannot be read because of its permissions or those of its folder.': '无法读取：文件或其文件夹的权限不允许。',
  'It cannot be read because the system does not allow it.': '无法读取：系统不允许。',
  'It is a circular link.': '它是循环链接。',
  'A command still running in the sandbox may have written it, so it is not used yet.':
    '可能由仍在沙盒中运行的命令写入，因此暂不使用。',
  'It is an image ({0}, {1} bytes), not text.': '它是图像（{0}，{1}字节），不是文本。',
  'It is a binary file ({0} bytes), not text.': '它是二进制文件（{0}字节），不是文本。',
  'Choose a range of lines, such as @{0}#L1-200.': '请选择行范围，例如 @{0}#L1-200。',
  'It is too large: {0} bytes, and at most {1} can be sent. {2}': '太大：{0}字节，最多可以发送{1}字节。{2}',
  'It is not UTF-8 text, and its encoding is unknown. Save it as UTF-8, then try again.':
    '不是 UTF-8 文本，且编码未知。请保存为 UTF-8，然后重试。',
  '"{0}" changed to point elsewhere while it was being opened, so it was left alone. Check it with list_files, then try again.':
    '“{0}”在打开时改为指向别处，因此没有更改它。请用 list_files 检查后重试。',
  '"{0}" does not exist as it is written, and several names there differ from it only in their Unicode form: {1}. Give one of these, with its escapes.':
    '“{0}”不存在，但有几个名称与它仅在 Unicode 形式上不同：{1}。请使用其中一个（含转义）。',
  '"{0}" {1}': '“{0}”{1}',
  'does not exist. Look for it with list_files or search_files.': '不存在。请用 list_files 或 search_files 查找。',
  'uses a file as if it were a folder. Check the path with list_files.': '将文件用作文件夹。请用 list_files 检查路径。',
  'is a folder. Use list_files to see what is in it.': '是文件夹。',
  'is a pipe, a socket or a device, not a file. It was left alone.': '是管道、套接字或设备，不是文件。没有更改。',
  'cannot be opened or changed: the permissions of the file or its folder do not allow it.':
    '无法打开或更改：文件或其文件夹的权限不允许。',
  'cannot be opened: the system does not allow it.': '无法打开：系统不允许。',
  'is a circular link.': '是循环链接。',
  'is longer than the file system allows. Use a shorter name.': '超过文件系统允许的长度。请使用更短的名称。',
  'could not be written: the disk is full. Nothing was changed.': '无法写入：磁盘已满。没有更改任何内容。',
  'could not be written: the disk quota is used up. Nothing was changed.':
    '无法写入：磁盘配额已用完。没有更改任何内容。',
  'could not be written: the file system is read-only. Nothing was changed.':
    '无法写入：文件系统是只读的。没有更改任何内容。',
  'could not be opened: too many files are open. Try again.': '无法打开：打开的文件太多。请重试。',
  '"{0}" now points elsewhere than when approval was asked for, so it was left alone. Check it with list_files, then try again.':
    '“{0}”现在指向的位置与请求批准时不同，因此没有更改它。请用 list_files 检查后重试。',
  '"{0}" cannot be written: {1}. Nothing was changed.': '无法写入“{0}”：{1}。没有更改任何内容。',
  '"{0}" is a folder. Give the path of a file; missing folders are created.':
    '“{0}”是文件夹。请给出文件的路径，中间的文件夹会自动创建。',
  '"{0}" leads to the system\'s process files, which are neither read nor written.':
    '“{0}”指向系统的进程文件，不会读取或写入。',
  '"{0}" is outside the project folder. Use a path inside it, relative to the folder, such as src/index.ts.':
    '“{0}”在项目文件夹之外。请使用其中的相对路径，例如 src/index.ts。',
  'The path is empty. Use "." for the project folder.': '路径为空。项目文件夹请写作“.”。',
  'The path contains a NUL character. Remove it.': '路径包含 NUL 字符，请将其移除。',
  'The path is longer than {0} bytes. Use a shorter one.': '路径超过{0}字节，请使用更短的路径。',
  'The path is more than {0} levels deep. Use a shorter one.': '路径超过{0}层，请使用层级更少的路径。',
  'A name in the path is longer than {0} bytes. Use a shorter one.': '路径中有名称超过{0}字节，请使用更短的名称。',
  'The path has a colon in a name, which Windows does not allow.': '路径的名称中有冒号，Windows 不允许。',
  'Line numbers start at 1.': '行号从 1 开始。',
  'Line {0} is before line {1}. Put the smaller number first.': '第{0}行在第{1}行之前。请先写较小的行号。',
  'The lines are beyond the first {0} MB of the file.': '这些行在文件的前{0}MB 之后。',
  'It is empty': '它是空的',
  'It has {0} {1}': '它有{0}行',
  '{0}; line {1} is past its end.': '{0}，第{1}行在结尾之后。',
  'These lines are binary data, not text.': '这些行是二进制数据，不是文本。',
  'The lines from {0} on exceed {1} bytes. Choose fewer.': '从第{0}行起的内容超过{1}字节。请少选几行。',
  'The command has a quotation mark that is not closed.': '命令中有未闭合的引号。',
  'The command must begin with the name or path of a program.': '命令必须以程序的名称或路径开头。',
  'Enter the program’s full path, or only its name.': '请输入程序的完整路径，或只输入名称。',
  'The command must run the editor itself, without a shell.': '命令必须直接运行编辑器，不能经过 shell。',
  'The program “{0}” was not found.': '找不到程序“{0}”。',
  'No editor was found on this machine. Choose a command in the file panel.':
    '在这台电脑上没有找到编辑器。请在文件面板中选择命令。',
  'This editor is not installed. Choose another one in the file panel.':
    '此编辑器未安装。请在文件面板中选择其他编辑器。',
  'The editor’s program is in the project folder, so it was not started.': '编辑器程序位于项目文件夹中，因此没有启动。',
  'The editor did not start: {0}': '编辑器未能启动：{0}',
  'The editor must be chosen with editor.open or editor.setCommand. Nothing was changed.':
    '必须用 editor.open 或 editor.setCommand 选择编辑器。没有更改任何内容。',
  'Nothing is staged.': '没有已暂存的更改。',
  'There are no changes since the last commit.': '上次提交以来没有更改。',
  'Git could not read this: {0}.': 'Git 无法读取：{0}。',
  'There is no such call in that conversation.': '该对话中没有这次调用。',
  'This is the conversation that you are in.': '这就是当前对话。',
  'The search did not run: {0}': '搜索未能运行：{0}',
};
