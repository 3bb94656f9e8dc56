// Chinese strings for the host's messages about backups and data of other versions.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '{0} bytes are not part of a backup, or damaged.': (bytes) => `${bytes} 个字节不属于备份，或已损坏。`,
  '{0} was not written correctly: {1}': (path, reason) => `${path} 未正确写入：${reason}`,
  '{0} is already making a backup. Nothing was changed.': (owner) => `${owner}正在备份。未做任何更改。`,
  '{0} is already restoring a backup. Nothing was changed.': (owner) => `${owner}正在恢复备份。未做任何更改。`,
  '{0} has no backups of Throughline': (folder) => `${folder} 中没有 Throughline 的备份`,
  '{0} is not a prepared restore.': (folder) => `${folder} 不是准备好的恢复。`,
  '{0} in the backup has changed since it was checked': (path) => `备份中的 ${path} 在检查之后发生了变化`,
  '{0} is not a recipient of age (such as age1…)': (key) => `${key} 不是 age 的接收者公钥（如 age1…）`,
  'A backup cannot be inside the data folder. Choose another place.': '备份不能放在数据文件夹中。请选择其他位置。',
  'A backup or restore is already in progress.': '已有备份或恢复正在进行。',
  'A line in list {0} of its files is damaged.': (part) => `其文件清单 ${part} 中有一行已损坏。`,
  'A long name is damaged.': '一个长文件名已损坏。',
  'It cannot be read: {0}.': (reason) => `无法读取：${reason}。`,
  'It could not be read when the backup was made: {0}': (reason) => `备份时无法读取：${reason}`,
  'It does not belong in a backup.': '它不属于备份。',
  'It has {0} bytes instead of {1}.': (bytes, expected) => `它有 ${bytes} 个字节，应为 ${expected} 个。`,
  'It has more lists of files than its end says.': '其文件清单多于末尾所述。',
  'It has the same name as {0} on some systems.': (other) => `在某些系统上，它与 ${other} 同名。`,
  'It is a link, a device or another special file, which is never restored.':
    '它是链接、设备或其他特殊文件，从不恢复。',
  'It is missing.': '它缺失了。',
  'It is not the earlier backup of {0}, but has its name.': (time) => `它不是 ${time} 的较早备份，但名称相同。`,
  'It is there twice.': '它出现了两次。',
  'Its beginning is in a backup that is missing or damaged.': '其开头在一个缺失或损坏的备份中。',
  'Its content is damaged.': '其内容已损坏。',
  'Its end is missing, so it may not be complete.': '其末尾缺失，因此可能不完整。',
  'Its first entry is damaged.': '其第一项已损坏。',
  'Its last entry is damaged.': '其最后一项已损坏。',
  'Its line in the list is damaged.': '清单中对应的一行已损坏。',
  'Its list says that it is in an earlier backup.': '其清单说它在较早的备份中。',
  'Its name could lead outside the data folder, or is not valid on every system.':
    '其名称可能指向数据文件夹之外，或并非在每个系统上都有效。',
  'Its name is not that of a backup.': '其名称不是备份的名称。',
  'Its newest part continues a version that is missing; an earlier version is intact.':
    '其最新部分所接续的版本缺失；较早的版本完好。',
  'List {0} of its files is damaged or missing.': (part) => `其文件清单 ${part} 已损坏或缺失。`,
  'List {0} of its files is damaged, or of another backup.': (part) => `其文件清单 ${part} 已损坏，或属于另一个备份。`,
  'No list names it.': '没有清单列出它。',
  'Nothing was restored or changed: {0}.': (reason) => `未恢复也未更改任何内容：${reason}。`,
  'The backup {0} was not written: {1}. Nothing was left behind.': (file, reason) =>
    `备份 ${file} 未写入：${reason}。没有留下任何文件。`,
  'The backup ended unexpectedly. Nothing was left behind. Try again.': '备份意外结束。没有留下任何文件。请重试。',
  'The backup is damaged in {0} places, so nothing was changed. What is intact can be restored nevertheless. The first place is {1}: {2}':
    (count, path, reason) =>
      `备份有 ${count} 处损坏，因此未做任何更改。完好的部分仍可恢复。第一处是 ${path}：${reason}`,
  'The backup was canceled. Nothing was left behind.': '备份已取消。没有留下任何文件。',
  'The backup was not started: {0}.': (reason) => `备份未开始：${reason}。`,
  'The bytes after it are damaged.': '其后的字节已损坏。',
  'The file ends before it does.': '文件在它结束之前就结束了。',
  'The file ends in the middle of a header.': '文件在一个文件头中间结束。',
  'The folder {0} cannot be used: {1}. If it is on another drive, connect it.': (folder, reason) =>
    `无法使用文件夹 ${folder}：${reason}。如果它在另一个驱动器上，请连接该驱动器。`,
  'The rest cannot be read: {0}.': (reason) => `其余部分无法读取：${reason}。`,
  'The restore could not be discarded: {0}.': (reason) => `无法放弃恢复：${reason}。`,
  'The restore is not finished: {0}. Nothing is lost; it continues at the next start, or when you restore again. “throughline restore --discard” drops it.':
    (reason) =>
      `恢复尚未完成：${reason}。没有丢失任何内容；下次启动或再次恢复时会继续。用“throughline restore --discard”可放弃它。`,
  'The restore was canceled. Nothing was changed.': '恢复已取消。未做任何更改。',
  'The restore was not started: {0}.': (reason) => `恢复未开始：${reason}。`,
  'This data was written by Throughline {0}, whose format this version does not know. It is only shown here: nothing is sent, changed or deleted. Use that version or a newer one.':
    (version) =>
      `此数据由 Throughline ${version} 写入，此版本不认识其格式。这里仅供查看：不会发送、更改或删除任何内容。请使用该版本或更新的版本。`,
  'This earlier backup, of {0}, is missing.': (time) => `${time} 的较早备份缺失。`,
  'it could not be read: {0}': (reason) => `无法读取：${reason}`,
  'it is a symbolic link': '它是符号链接',
  'it is encrypted; enter its passphrase, or a key that it is encrypted for':
    '它已加密；请输入其口令，或可解密它的密钥',
  'it is not a backup of Throughline': '它不是 Throughline 的备份',
  'it was made by Throughline {0}, whose data this version does not know. Update first': (version) =>
    `它由 Throughline ${version} 创建，此版本不认识其数据。请先更新`,
  'it was made by Throughline {0}, which writes a newer format. Update first': (version) =>
    `它由 Throughline ${version} 创建，该版本使用更新的格式。请先更新`,
  'its encryption is damaged at the beginning: {0}': (reason) => `其加密部分在开头已损坏：${reason}`,
  'its first entry is damaged or missing': '其第一项已损坏或缺失',
  'its folder could not be read': '无法读取其文件夹',
  'making a backup': '正在备份',
  'Your data could not be converted for this version: {0}. Nothing was changed, or the next start finishes it. The version before still opens it.':
    (reason) => `无法为此版本转换你的数据：${reason}。未做任何更改，或下次启动时会完成。之前的版本仍可打开。`,
  'Choose a folder for backups first.': '请先选择备份文件夹。',
  'The passphrase for backups is no longer there. Enter it again in the settings, under Data.':
    '备份的口令已不在。请在设置的“数据”中重新输入。',
  'The scheduled backup was not made: {0} It is tried again every ten minutes.': (reason) =>
    `计划的备份未完成：${reason}将每十分钟重试一次。`,
  'This is the first start of version {0}. Your data is too large for a copy of its own ({1} MB); make a backup in the settings, under Data.':
    (version, size) =>
      `这是版本 ${version} 的首次启动。你的数据太大（${size} MB），没有单独保留副本；请在设置的“数据”中备份。`,
  'This is the first start of version {0}. A copy of your data is in {1} ({2} MB).': (version, file, size) =>
    `这是版本 ${version} 的首次启动。数据副本在 ${file}（${size} MB）。`,
  'other systems cannot store its name': '其他系统无法存储其名称',
  'restoring a backup': '正在恢复备份',
  'the key is not one of age (such as AGE-SECRET-KEY-1…)': '该密钥不是 age 的密钥（如 AGE-SECRET-KEY-1…）',
  'the passphrase or key does not open it': '口令或密钥无法打开它',
  'what was read back from {0} is not what was written': (file) => `从 ${file} 读回的内容与写入的不同`,
  'the data in the backup is encrypted with another key than the data here. Restore it into an empty folder (--data FOLDER) and decrypt it there (throughline encryption off); its backup can then be restored here':
    '备份中的数据与此处的数据使用不同的密钥加密。请恢复到空文件夹（--data FOLDER），在那里解密（“throughline encryption off”）；之后其备份即可恢复到此处',
  'the data in the backup is encrypted, and the data here is not. Restore it into an empty folder (--data FOLDER) and decrypt it there (throughline encryption off); its backup can then be restored here':
    '备份中的数据已加密，而此处的数据未加密。请恢复到空文件夹（--data FOLDER），在那里解密（“throughline encryption off”）；之后其备份即可恢复到此处',
  'The data in the backup is encrypted, and its key is not here. Titles and project names are only restored with its recovery code.':
    '备份中的数据已加密，而其密钥不在此处。只有使用其恢复码，才会恢复标题和项目名称。',
  'this recovery code belongs to other data than the backup’s, or is not the one that was valid then':
    '此恢复码属于备份以外的其他数据，或不是当时有效的代码',
  'The passphrase is asked in a terminal. Use --passphrase-file elsewhere.':
    '口令会在终端中询问。其他情况请使用 --passphrase-file。',
  'No passphrase was entered.': '没有输入口令。',
  '{0} could not be read: {1}.': (file, reason) => `无法读取 ${file}：${reason}。`,
  'The passphrase needs at least {0} characters. Nothing was written.': (count) =>
    `口令至少需要 ${count} 个字符。没有写入任何内容。`,
};
