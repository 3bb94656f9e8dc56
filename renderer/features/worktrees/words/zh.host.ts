// Chinese strings for the host's messages about worktrees.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'This conversation has no worktree.': '此对话没有工作树。',
  'This conversation already has a worktree.': '此对话已有工作树。',
  'Choose a folder for this conversation first.': '请先为此对话选择文件夹。',
  'Trust this folder first.': '请先信任此文件夹。',
  'This conversation’s worktree data cannot be read.': '无法读取此对话的工作树数据。',
  'This conversation’s worktree is on another machine ({0}).': (name) => `此对话的工作树在另一台机器（${name}）上。`,
  'Creating the worktree {0} was interrupted.': (name) => `工作树 ${name} 的创建被中断了。`,
  'Removing the worktree {0} was interrupted.': (name) => `工作树 ${name} 的移除被中断了。`,
  'The worktree {0} (branch {1}) no longer exists.': (name, other) => `工作树 ${name}（分支 ${other}）已不存在。`,
  '{0} is no longer a git worktree.': (name) => `${name} 已不是 Git 工作树。`,
  'The worktree {0} does not belong to this project’s repository.': (name) =>
    `工作树 ${name} 不属于此项目文件夹所在的仓库。`,
  'The worktree {0} has no folder {1}.': (name, other) => `工作树 ${name} 中没有文件夹 ${other}。`,
  'This conversation has a worktree, but its project has no folder on this machine.':
    '此对话有工作树，但其项目在这台机器上没有文件夹。',
  'Some of these changes were made in a folder that this conversation no longer uses. They are left unchanged.':
    '其中一些更改是在此对话已不再使用的文件夹中进行的，将保持原样。',
  'The commit this worktree started from ({0}) is no longer in the repository.': (name) =>
    `此工作树起点的提交（${name}）已不在仓库中。`,
  'This worktree has too many changes to show.': '此工作树中的更改太多，无法显示。',
  'Git could not compare the changes: {0}': (name) => `Git 无法比较：${name}`,
  '{0} no longer differs from the base.': (name) => `${name} 与起点已没有差异。`,
  'Git is not installed on this machine.': '这台电脑上没有安装 Git。',
  'Throughline needs Git {0} or later. The installed version is {1}.{2}.': (name, other, third) =>
    `Throughline 需要 Git ${name} 或更新的版本；当前版本为 ${other}.${third}。`,
  'Git could not be started: {0}.': (name) => `无法启动 Git：${name}。`,
  'Git took longer than {0} seconds and was stopped.': (name) => `Git 运行超过 ${name} 秒，已被结束。`,
  'This was stopped.': '已停止。',
  '{0} The partly created worktree could not be removed: {1}': (name, other) =>
    `${name} 已创建的部分无法移除：${other}`,
  'There is not enough disk space for the worktree.': '磁盘空间不足，无法容纳工作树。',
  'The files could not be checked out: {0}': (name) => `无法检出文件：${name}`,
  'New files that were not copied because they are links, are behind a link there, are too large or cannot be read: {0}.':
    (name) => `未复制过去的新文件（本身是链接、位于那里的链接之后、过大或无法读取）：${name} 个。`,
  'Your uncommitted changes are too large to copy.': '你未提交的更改过大，无法复制。',
  '{0} could not be copied into the worktree: {1}.': (name, other) => `无法将 ${name} 复制到工作树：${other}。`,
  'Your uncommitted changes were not copied: {0} They are still in the project folder.': (name) =>
    `你未提交的更改没有复制过去：${name} 这些更改仍在项目文件夹中。`,
  'The uncommitted changes of the conversation’s worktree were not copied: {0} They are still there.': (reason) =>
    `对话工作树中未提交的更改没有复制过去：${reason} 这些更改仍在那里。`,
  'There is no worktree in {0}.': (path) => `${path} 中没有工作树。`,
  'The branch {0} now has its own commits. Nothing was removed.': (name) =>
    `分支 ${name} 已有自己的提交，没有移除任何内容。`,
  'Another branch is checked out in {0}. Nothing was removed.': (name) =>
    `${name} 中检出的是另一个分支，没有移除任何内容。`,
  'The worktree did not start from a branch, so there is none to merge into.':
    '此工作树不是从分支开始的，没有可合并到的分支。',
  'The branch {0} no longer exists.': (name) => `分支 ${name} 已不存在。`,
  'A {0} is in progress in the worktree. Finish or abort it there first.': (name) =>
    `工作树中有未完成的 ${name}，请先在那里结束它。`,
  'The project folder has no branch checked out. Check out {0} there, then merge.': (name) =>
    `项目文件夹没有检出任何分支。请先在那里检出 ${name}，再合并。`,
  'The project folder has {0} checked out, not {1}. Check out {2} there, then merge.': (name, other, third) =>
    `项目文件夹检出的是 ${name}，而不是 ${other}。请先在那里检出 ${third}，再合并。`,
  'A {0} is in progress in the project folder. Finish or abort it there first.': (name) =>
    `项目文件夹中有未完成的 ${name}，请先在那里结束它。`,
  'The project folder has uncommitted changes in files that the merge would change. Commit or undo them first.':
    '项目文件夹中有合并会涉及的未提交更改。请先提交或撤销。',
  'The changes include files processed by a filter program such as Git LFS, which does not run here. Commit and merge them in a terminal.':
    '更改涉及由过滤程序（如 Git LFS）处理的文件，这里不会运行该程序。请在终端中提交并合并。',
  'There is no branch to merge into.': '没有可合并到的分支。',
  'Nothing was merged. All changes are still in the worktree.': '没有合并任何内容。所有更改仍在工作树中。',
  'There is nothing to merge.': '没有可合并的内容。',
  '{0} and the worktree have conflicting changes: {1}. {2}': (name, other, third) =>
    `${name} 与工作树修改了相同的位置：${other}。${third}`,
  'This merge can no longer be undone because there are newer changes.': '无法再撤销此合并，因为之后有新的更改。',
  'This repository has no commits yet. Create a first commit before using a worktree.':
    '此仓库还没有提交。请先创建第一个提交，再使用工作树。',
  'Submodules are not checked out in worktrees, so their folders are empty there.':
    '工作树中不会检出子模块，因此它们的文件夹是空的。',
  'This repository uses filter programs ({0}), such as Git LFS, which do not run here. In a worktree, such files appear as stored, and you commit and merge changes to them yourself.':
    (name) =>
      `此仓库用程序处理文件（${name}），如 Git LFS。这里不会运行这些程序：工作树中的此类文件保持存储时的样子，对它们的更改由你自己提交和合并。`,
  'This is a shallow clone, so older commits are not available.': '这是浅克隆，因此没有更早的提交。',
  'There are already too many worktrees named {0}.': (name) => `名为 ${name} 的工作树已经太多。`,
  'There is no branch named {0}.': (name) => `没有分支 ${name}。`,
  'No folder can be created for the worktree: neither {0} nor {1} is writable.': (name, other) =>
    `无法为工作树创建文件夹：${name} 和 ${other} 都不可写。`,
  'The worktree {0} could not be removed: {1}': (name, other) => `无法移除工作树 ${name}：${other}`,
  '{0} is not in a Git repository.': (name) => `${name} 不在 Git 仓库中。`,
  'The Git configuration of this repository is too large.': '此仓库的 Git 配置过大。',
  'Git’s output is too long to read.': 'Git 的输出太长，无法读取。',
  'This repository keeps its files in another folder (core.worktree).':
    '此仓库的文件在另一个文件夹中（core.worktree）。',
  'This is a bare repository: it has no files to work on.': '这是裸仓库：其中没有可处理的文件。',
  'Another Git process is using this repository. Try again when it has finished. If none is running, remove the .lock file that Git names: {0}':
    (name) =>
      `另一个 Git 进程正在使用此仓库（已加锁）。请在它结束后重试；如果没有这样的进程，请删除 Git 所说的 .lock 文件：${name}`,
  'The disk is full.': '磁盘已满。',
  'This repository belongs to another user, so Git refuses to use it (safe.directory).':
    '此仓库属于另一个用户，Git 拒绝在其中工作（safe.directory）。',
  'Git does not know your name yet. Set it with git config --global user.name and user.email, then try again.':
    'Git 还不知道你的姓名。请用 git config --global 设置 user.name 和 user.email，然后重试。',
  'Git failed: {0}': (name) => `Git 未能完成：${name}`,
  'There are too many uncommitted files to check.': '未提交的文件太多，无法检查。',
  'Git could not list uncommitted changes: {0}': (name) => `Git 无法确定哪些内容未提交：${name}`,
  'Something has changed there since you last looked. Nothing was done. Review it again.':
    '你查看之后又有了更改。没有执行任何操作。请重新查看。',
};
