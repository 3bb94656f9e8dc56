// Chinese strings for the host's messages about updates.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Stopped.': '已停止。',
  'The downloaded update is damaged: its checksum is not the announced one. It was removed, and nothing was changed.':
    '下载的更新已损坏：校验和与公布的不一致。已将其删除，没有更改任何内容。',
  'The update could not be stored: {0}. The app was not changed.': (reason) =>
    `无法存储更新：${reason}。应用没有更改。`,
  'The update needs {0} MB of space, but only {1} MB are free at {2}. Nothing was changed.': (needed, free, place) =>
    `更新需要 ${needed} MB 空间，但 ${place} 只剩 ${free} MB。没有更改任何内容。`,
  'The update server returned HTTP {0} for {1}. What was downloaded is kept.': (status, name) =>
    `更新服务器对 ${name} 返回了 HTTP ${status}。已下载的部分保留着。`,
  'The update server cannot continue the download. Start it again.': '更新服务器无法继续下载。请重新开始。',
  'The update server sent more than the {0} bytes that were announced, so the download was refused and removed. Nothing was changed.':
    (size) => `更新服务器发送的内容超过公布的 ${size} 字节，因此下载被拒绝并删除。没有更改任何内容。`,
  'The connection ended after {0} of {1} bytes. They are kept, and the download can continue.': (done, size) =>
    `连接在 ${size} 字节中的第 ${done} 字节后中断。已下载的部分保留着，可以继续下载。`,
  'The update server’s answer is not signed, so it was refused. Nothing was changed.':
    '更新服务器的回复没有签名，已被拒绝。没有更改任何内容。',
  'The update server’s answer is damaged, so it was refused. Nothing was changed.':
    '更新服务器的回复已损坏，已被拒绝。没有更改任何内容。',
  'The update server’s answer was not signed by the publisher of this app, so it was refused. Nothing was changed.':
    '更新服务器的回复不是由此应用的发布者签名的，已被拒绝。没有更改任何内容。',
  'The update server’s answer names a file outside of its own folder, so it was refused. Nothing was changed.':
    '更新服务器的回复指向其文件夹之外的文件，已被拒绝。没有更改任何内容。',
  'The update server’s answer announces a file that is too large, so it was refused. Nothing was changed.':
    '更新服务器的回复公布的文件过大，已被拒绝。没有更改任何内容。',
  'The update server’s answer has a form that this version does not know ({0}), so it was refused. Nothing was changed.':
    (part) => `此版本不认识更新服务器回复的格式（${part}），因此已拒绝。没有更改任何内容。`,
  'The update server offered version {0} for {1} on {2}, but this is {3} on {4}. It was refused, and nothing was changed.':
    (version, platform, arch, ownPlatform, ownArch) =>
      `更新服务器提供的 ${version} 版本用于 ${platform} ${arch}，而这里是 ${ownPlatform} ${ownArch}。已拒绝，没有更改任何内容。`,
  'The update server sent an answer of {0}, but this app has already seen one of {1}. It was refused as a replay, and nothing was changed.':
    (published, seen) =>
      `更新服务器发来了 ${published} 的回复，但此应用已见过 ${seen} 的回复。已作为重放拒绝，没有更改任何内容。`,
  'The update server offered version {0}, which is older than this one ({1}). It was refused, and nothing was changed.':
    (version, own) => `更新服务器提供的 ${version} 版本比当前版本（${own}）旧。已拒绝，没有更改任何内容。`,
  'This window belongs to the browser host, which does not update itself. Update Throughline the way you installed it, such as with git pull, your package manager, or the desktop app’s own updates.':
    '此窗口属于浏览器主机，它不会自行更新。请用安装时的方式更新 Throughline，例如 git pull、软件包管理器或桌面应用自带的更新。',
  'The update server redirects to an address that is not encrypted ({0}), so it was refused. Nothing was changed.': (
    host,
  ) => `更新服务器重定向到未加密的地址（${host}），已被拒绝。没有更改任何内容。`,
  'The update server redirects too often. Nothing was changed.': '更新服务器重定向次数过多。没有更改任何内容。',
  'The update server stopped answering. Nothing was changed.': '更新服务器停止了响应。没有更改任何内容。',
  'The update server has no version for this system and processor (HTTP 404).':
    '更新服务器没有适合此系统和处理器的版本（HTTP 404）。',
  'The update server returned HTTP {0}. Nothing was changed.': (status) =>
    `更新服务器返回了 HTTP ${status}。没有更改任何内容。`,
  'The update server’s answer is too long, so it was refused. Nothing was changed.':
    '更新服务器的回复过长，已被拒绝。没有更改任何内容。',
  'This copy was built without an update server, so it does not look for updates. Install a new version the way you installed this one.':
    '此版本构建时没有设置更新服务器，因此不会查找更新。请用安装此版本的方式安装新版本。',
  'The address of the update server is not encrypted, so it is not used.': '更新服务器的地址未加密，因此不会使用。',
  'Version {0} was installed. Before, this was {1}.': (version, from) => `已安装 ${version} 版本，之前是 ${from}。`,
  'Version {0} did not start, so {1} was restored. Your conversations and settings were kept. Version {2} will not be offered again.':
    (version, own, refused) =>
      `${version} 版本无法启动，因此已恢复 ${own}。你的对话和设置都保留着。不会再提供 ${refused} 版本。`,
  'Version {0} was not installed: {1}': (version, reason) => `没有安装 ${version} 版本：${reason}`,
  'Version {0} of Throughline is available. You find it in Settings → Updates.': (version) =>
    `Throughline 有新版本 ${version}。可在“设置 → 更新”中查看。`,
  'There is no update to download.': '没有可下载的更新。',
  'There is no downloaded update to install.': '没有已下载的更新可以安装。',
  'The downloaded update changed on the disk, so it was refused. Nothing was changed.':
    '下载的更新在磁盘上被改动，已被拒绝。没有更改任何内容。',
  'The update could not be put next to the app at {0}: {1}. Nothing was changed.': (place, reason) =>
    `无法将更新放到应用所在的 ${place}：${reason}。没有更改任何内容。`,
  'Version {0} does not start on this machine, so it was not installed. Nothing was changed.': (version) =>
    `${version} 版本无法在这台电脑上启动，因此没有安装。没有更改任何内容。`,
  'The file of version {0} says that it is {1}, so it was not installed. Nothing was changed.': (version, found) =>
    `${version} 版本的文件自称是 ${found}，因此没有安装。没有更改任何内容。`,
  'The installer did not finish.': '安装程序没有完成。',
  'This copy was started from its source folder. Update it with git pull, then start it again.':
    '此版本是从源代码文件夹启动的。请用 git pull 更新，然后重新启动。',
  'A package manager installed this copy and updates it. Use the package manager to get a new version.':
    '此版本由软件包管理器安装和更新。请用软件包管理器获取新版本。',
  'The app cannot replace itself, because {0} is in a folder that you may not write to. Move it to a folder of yours and start it there, or download the new version yourself.':
    (file) =>
      `应用无法替换自身，因为你没有 ${file} 所在文件夹的写入权限。请把它移到你自己的文件夹后启动，或自行下载新版本。`,
  'Installing needs a password, and this system has no program that asks for it (pkexec). Download the new package and install it in a terminal with {0}.':
    (command) => `安装需要密码，而此系统没有询问密码的程序（pkexec）。请下载新的软件包，并在终端中用 ${command} 安装。`,
  'The app runs from a disk image or a temporary place, where it cannot be replaced. Move Throughline to the Applications folder and start it there.':
    '应用正从磁盘映像或临时位置运行，在那里无法替换。请把 Throughline 移到“应用程序”文件夹后启动。',
  'The app cannot replace itself, because you may not write to {0}. Ask an administrator to install the new version.': (
    folder,
  ) => `应用无法替换自身，因为你没有 ${folder} 的写入权限。请让管理员安装新版本。`,
  'This copy was unpacked from an archive, so it does not replace itself. Download the new archive and unpack it in a new folder. Your data stays where it is.':
    '此版本是从压缩包解压的，因此不会替换自身。请下载新的压缩包并解压到新文件夹。你的数据保留在原处。',
};
