// Chinese strings for the host's messages about git.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '{0} is not a valid branch name.': (name) => `${name} 不是有效的分支名。`,
  'A {0} is in progress. Finish or abort it before switching branches.': (name) =>
    `正在进行 ${name}。请先完成或中止，再切换分支。`,
  'Uncommitted changes would be overwritten. Commit or discard them first.':
    '未提交的更改会被覆盖。请先提交或放弃这些更改。',
  '{0} is checked out in another worktree.': (name) => `${name} 已在另一个工作树中检出。`,
  'There already is a branch {0}.': (name) => `分支 ${name} 已存在。`,
  'Some files still have conflicts. Resolve them first.': '有些文件仍有冲突，请先解决。',
  'Nothing is staged, so there is nothing to commit.': '没有已暂存的更改，无可提交。',
  'Git does not know your name and email yet.': 'Git 还不知道你的姓名和邮箱。',
  'A name or email cannot contain line breaks or angle brackets.': '姓名和邮箱不能包含换行或尖括号。',
  'This file has no conflict any more.': '此文件已没有冲突。',
  'The file still has conflict markers. Resolve them, or take one side.':
    '文件中仍有冲突标记。请先解决，或采用其中一方。',
  'This is a repository of its own. Resolve its conflict in a terminal.': '这是一个独立的仓库，请在终端中解决其冲突。',
  'No merge is in progress.': '当前没有进行中的合并。',
  'This merge would also restore stashed changes. Abort it in a terminal.':
    '中止此合并还会恢复贮藏的更改。请在终端中中止。',
  'A {0} is in progress. Finish or abort it first.': (name) => `正在进行 ${name}。请先完成或中止。`,
  'A {0} is in progress. Finish or abort it before amending.': (name) =>
    `正在进行 ${name}。请先完成或中止，再修改提交。`,
  'No branch is checked out, so there is nothing to pull.': '当前未检出任何分支，无法拉取。',
  '{0} follows no branch of a remote, so there is nothing to pull.': (name) => `${name} 没有跟踪远程分支，无法拉取。`,
  '{0} has no branch {1}.': (name, other) => `${name} 没有分支 ${other}。`,
  '{0} and {1} both have new commits. Pull with a merge to join them.': (name, other) =>
    `${name} 和 ${other} 都有新提交。请用合并的方式拉取。`,
  'Git could not record {0}, so nothing was pulled.': (name) => `Git 无法记录 ${name}，因此未拉取任何内容。`,
  'Uncommitted changes would be overwritten. Commit or stash them first.':
    '未提交的更改会被覆盖。请先提交或贮藏这些更改。',
  'Another branch was checked out meanwhile. Nothing was pulled.': '期间检出了其他分支，未拉取任何内容。',
  'There is nothing to stash.': '没有可贮藏的更改。',
  'There is no stash.': '没有贮藏。',
  'The newest stash is another one by now. Nothing was done. Look at it first.':
    '最新的贮藏已是另一个，未做任何操作。请先查看。',
  'Part of the stash was restored, but not all of its new files. The stash is kept. Compare them in a terminal.':
    '贮藏已恢复一部分，但并非所有新文件都已恢复。贮藏予以保留，请在终端中比较。',
  'The last commit is another one by now. Nothing was done. Look at it first.':
    '最后一次提交已是另一个，未做任何操作。请先查看。',
  'There are too many changed files to check. Do this in a terminal.': '更改的文件太多，无法检查。请在终端中操作。',
  'This repository’s configuration depends on the branch (includeIf onbranch). Switch branches in a terminal.':
    '此仓库的配置取决于分支（includeIf onbranch）。请在终端中切换分支。',
  'The stash changes files that have uncommitted changes. Commit or discard them first.':
    '贮藏涉及有未提交更改的文件。请先提交或放弃这些更改。',
  'This repository contains another one (a submodule), whose programs Git would run. Do this in a terminal.':
    '此仓库包含另一个仓库（子模块），Git 会运行其中的程序。请在终端中操作。',
  'There is no commit yet, so there is nothing to amend.': '还没有提交，无可修改。',
  'The last commit is already on {0}, so it cannot be amended. Make a new commit instead.': (name) =>
    `最后一次提交已在 ${name} 上，不能修改。请创建新的提交。`,
  '{0} is set to fetch to an unusual place. Fetch it in a terminal.': (name) =>
    `${name} 设置为抓取到非常规位置，请在终端中抓取。`,
  'The files have changed since, so the discarded changes do not fit any more.':
    '文件之后又有改动，已放弃的更改无法再套用。',
  'The file has changed since it was shown. Nothing was done.': '文件在显示之后又有改动，未做任何操作。',
  'These changes are too large to be kept for undo, so they were not discarded. Discard them in a terminal.':
    '这些更改太大，无法保留以供撤销，因此没有放弃。请在终端中操作。',
  'This file has a name that is not UTF-8. Discard it in a terminal.': '此文件的名称不是 UTF-8，请在终端中放弃更改。',
  '{0} cannot be kept for undo, so it was not discarded. Discard it in a terminal.': (name) =>
    `无法保留 ${name} 以供撤销，因此没有放弃。请在终端中操作。`,
  '{0} could not be restored: {1}.': (name, other) => `无法恢复 ${name}：${other}。`,
  'This is not a file of the repository.': '这不是仓库中的文件。',
  'This can no longer be undone.': '此操作已无法撤销。',
  'The model did not write a message. Write one yourself.': '模型没有写出提交说明，请自己填写。',
  'The connection could not be prepared: {0}.': (name) => `无法准备连接：${name}。`,
  'Throughline does not know how to open a pull request at {0}. Push the branch, and open it there.': (name) =>
    `Throughline 不知道如何在 ${name} 创建拉取请求。请推送分支，然后在该网站上创建。`,
  'There already is a pull request for {0}: {1}': (name, other) => `${name} 已有拉取请求：${other}`,
  'There already is a pull request for {0}.': (name) => `${name} 已有拉取请求。`,
  '{0} is not signed in. The branch was pushed. Run {1} in a terminal, then try again.': (name, other) =>
    `${name} 尚未登录。分支已推送。请在终端中运行 ${other}，然后重试。`,
  'The branch was pushed, but {0} could not open the pull request: {1}': (name, other) =>
    `分支已推送，但 ${name} 无法创建拉取请求：${other}`,
  'There is no remote {0}.': (name) => `没有名为 ${name} 的远程仓库。`,
  'No branch is checked out, so there is nothing to push. Create a branch first.':
    '当前未检出任何分支，无法推送。请先创建分支。',
  'This repository has no commit yet.': '此仓库还没有任何提交。',
  'The branch was pushed, but Git could not record it here: {0}': (name) =>
    `分支已推送，但 Git 无法在本地记录：${name}`,
  'The remote says: {0}': (name) => `远程仓库回复：${name}`,
  '{0} The remote says: {1}': (name, other) => `${name}远程仓库回复：${other}`,
  '{0} has commits on {1} that are not here. Nothing was pushed. Pull them first.': (name, other) =>
    `${name} 的 ${other} 分支有本地没有的提交，未推送任何内容。请先拉取。`,
  '{0} is protected on {1}. Nothing was pushed. Push a branch of its own and open a pull request.': (name, other) =>
    `${name} 在 ${other} 上受保护，未推送任何内容。请推送单独的分支并创建拉取请求。`,
  '{0} rejected the push. Nothing was pushed.': (name) => `${name} 拒绝了推送，未推送任何内容。`,
  '{0} did not accept your sign-in. Sign in once in a terminal (git fetch, gh auth login or ssh-add), then try again.':
    (name) => `${name} 未接受你的登录信息。请先在终端中登录一次（“git fetch”、“gh auth login”或“ssh-add”），然后重试。`,
  'The host key of {0} is unknown. Connect to it once in a terminal to check it, then try again.': (name) =>
    `${name} 的主机密钥未知。请先在终端中连接一次以核对，然后重试。`,
  '{0} could not be reached.': (name) => `无法连接 ${name}。`,
  '{0} has no such repository, or you may not see it.': (name) => `${name} 没有这个仓库，或你无权查看。`,
  'Throughline does not contact this address: {0}. It uses https, ssh and local folders.': (name) =>
    `Throughline 不会连接此地址：${name}。只支持 https、ssh 和本地文件夹。`,
  'The change is too large to show.': '更改太大，无法显示。',
  'This repository has too many changed files to show.': '此仓库中更改的文件太多，无法显示。',
  'Commits, pulls and pushes made here do not run this repository’s hooks: {0}.': (name) =>
    `在此提交、拉取和推送不会运行此仓库的钩子：${name}。`,
  'Commits made here are not signed, although Git is set to sign them.':
    '在此提交不会签名，尽管 Git 设置为对提交签名。',
};
