// Chinese strings for the host's messages about sync.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

const ofStores: HostTranslations = {
  'Enter the full path of a folder.': '请输入文件夹的完整路径。',
  'A session of another app is larger than the limit, and stays on this machine.':
    '其他应用的一个会话超过了大小上限，只留在本机。',
  'A session of another app could not be uploaded: {0}.': '其他应用的一个会话无法上传：{0}。',
  'This session is no longer on its machine.': '此会话已不在其电脑上。',
  'This session is no longer on its machine, or that machine sends none.':
    '此会话已不在其电脑上，或那台电脑不再发送会话。',
  'This session is too large to be read here.': '此会话太大，无法在这里阅读。',
  'What other machines send cannot be stored: {0}.': '无法存储其他电脑发来的内容：{0}。',
  'This session is not on this machine yet: {0}': '此会话尚未到达本机：{0}',
  'This session is on another of your machines. Continue it here to reply.':
    '此会话在你的另一台电脑上。请在这里继续以进行回复。',
  'Sync is not set up.': '尚未设置同步。',
  '{0} is no session of another machine.': '{0}不是其他电脑上的会话。',
  '{0} has not answered, and is no longer asked. --from-here continues from what is here.':
    '{0}没有回应，也不再询问。使用 --from-here 从这里已有的内容继续。',
  'The file is not in the store yet.': '该文件尚未存入存储。',
  'Stopped. The conversation is not on this machine yet.': '已停止。此对话尚未到达本机。',
  'Show a code first.': '请先显示配对码。',
  'No other machine has moved.': '没有其他电脑移到新的空间。',
  'Writing a test object failed': '写入测试对象失败',
  'Reading a test object failed': '读取测试对象失败',
  'Listing the test objects failed': '列出测试对象失败',
  'Removing a test object failed': '删除测试对象失败',
  '{0}: {1}': '{0}：{1}',
  'a removed object can still be read': '已删除的对象仍能读到',
  'a written object cannot be read': '写入的对象读不到',
  'a replaced object still has its earlier content': '替换后的对象仍是以前的内容',
  'an object is read differently than it was written': '读到的内容与写入的不同',
  'a list lacks written objects': '列表中缺少已写入的对象',
  'it does not list large folders ({0})': '它无法列出大的文件夹（{0}）',
  'This store cannot be used: {0}.': '这个存储无法使用：{0}。',
  'The folder {0}': '文件夹{0}',
  'The folder {0} does not exist. Is its drive connected, and its app signed in?':
    '文件夹{0}不存在。磁盘是否已连接，同步应用是否已登录？',
  '{0} has no {1} any more. Is its drive connected, and its app signed in?':
    '{0}中已没有{1}。磁盘是否已连接，同步应用是否已登录？',
  'iCloud has not downloaded {0} to {1} yet. It is tried again later.': 'iCloud 尚未将{0}下载到{1}，稍后会再试。',
  '{0} does not take {1}: it is too large.': '{0}不接受{1}：太大了。',
  '{0} is full, or has reached its limit.': '{0}已满，或已达到上限。',
  '{0} did not respond in time for {1}. It is tried again later.': '{0}没有及时响应{1}，稍后会再试。',
  '{0} cannot handle {1}: {2}.': '{0}无法处理{1}：{2}。',
  'Enter an address that starts with https://.': '请输入以 https:// 开头的地址。',
  'The address must not contain a user name or password. They have fields of their own.':
    '地址中不能包含用户名或密码，它们有单独的输入框。',
  'The address must end with its path. Remove everything from ? or # on.':
    '地址必须以路径结尾。请删除 ? 或 # 及其后的内容。',
  'Plain http would show your sign-in to the network. Enter an address that starts with https://.':
    '普通 http 会向网络暴露你的登录信息。请输入以 https:// 开头的地址。',
  '{0} returned something else for {1}: {2}.': '{0}对{1}返回了别的内容：{2}。',
  '{0} has locked {1} (HTTP 423). It is tried again later.': '{0}锁定了{1}（HTTP 423），稍后会再试。',
  '{0} cannot handle {1} now (HTTP {2}, {3} attempts). It is tried again later.':
    '{0}现在无法处理{1}（HTTP {2}，已尝试{3}次），稍后会再试。',
  '{0} redirects to {1}. Enter that address instead.': '{0}重定向到{1}。请改为输入该地址。',
  'it is larger than {0} bytes': '它超过{0}字节',
  'its response is nested too deeply': '回复嵌套过深',
  'its response is not a list': '回复不是列表',
  'its response is larger than {0} bytes': '回复超过{0}字节',
  'its list ended early': '列表提前结束',
  'The bucket {0} at {1}': '{1}上的存储桶{0}',
  '{0} does not allow {1} (HTTP {2} {3}). Check the keys and what they may do.':
    '{0}不允许{1}（HTTP {2} {3}）。请检查密钥及其权限。',
  '{0} returned HTTP {1} for {2}: {3} {4}': '{0}对{2}返回了 HTTP {1}：{3} {4}',
  '{0} does not continue a list of {1}: the rest of it cannot be seen.': '{0}没有继续列出{1}：看不到其余部分。',
  '{0} does not know this access key, or the secret key does not belong to it.':
    '{0}不认识这个访问密钥，或密钥与之不匹配。',
  '{0} is not in the region {1}. The server names: {2}': '{0}不在区域{1}。服务器给出的是：{2}',
  '{0} does not allow {1} with these keys.': '{0}不允许用这些密钥操作{1}。',
  '{0} refuses the time of this machine’s clock. Set the clock.': '{0}不接受这台机器的时钟时间。请校准时钟。',
  'There is no bucket {0}. Create it, or check its name.': '没有存储桶{0}。请创建它，或检查名称。',
  '{0} returned the beginning of a list, but not the rest: {1}': '{0}只返回了列表的开头，没有返回其余部分：{1}',
  'The folder inside the store must have a name, such as throughline.': '存储中的文件夹必须有名称，例如 throughline。',
  'Enter the name of a bucket: 3 to 63 letters, digits, dots and hyphens.':
    '请输入存储桶名称：3 到 63 个字母、数字、点或连字符。',
  'Enter the region of the bucket, such as us-east-1.': '请输入存储桶所在区域，例如 us-east-1。',
  'The WebDAV folder at {0}': '{0}上的 WebDAV 文件夹',
  '{0} does not accept passwords the basic way, but only: {1}.': '{0}不接受 Basic 方式的密码，只接受：{1}。',
  '{0} refused the user name or the password.': '{0}拒绝了用户名或密码。',
  '{0} does not allow {1} (HTTP 403). Check what this user may do.': '{0}不允许{1}（HTTP 403）。请检查该用户的权限。',
  '{0} returned HTTP {1} for {2}. Is this the address of a WebDAV folder?':
    '{0}对{2}返回了 HTTP {1}。这是 WebDAV 文件夹的地址吗？',
  '{0} has no folder {1}. Create it, or enter another address.': '{0}中没有文件夹{1}。请创建它，或输入其他地址。',
};

const ofKeys: HostTranslations = {
  '{0} in the store was not sealed by this app.': '存储中的{0}不是由此应用加密的。',
  '{0} in the store was sealed with the key of another space.': '存储中的{0}是用另一个空间的密钥加密的。',
  '{0} in the store is cut short.': '存储中的{0}不完整。',
  '{0} in the store was changed after it was sealed.': '存储中的{0}在加密后被更改过。',
  '{0} in the store was sealed by another device ({1}).': '存储中的{0}是由另一台设备（{1}）加密的。',
  '{0} in the store was not signed by the device that it names.': '存储中的{0}没有由其所称的设备签名。',
  '{0} in the store was sealed as {1}: objects were swapped or repeated.':
    '存储中的{0}加密时名为{1}：对象被调换或重复了。',
  'The device {0} is not one of this space.': '设备{0}不属于这个空间。',
  'The device {0} was revoked. What it writes is not read.': '设备{0}已被撤销，不再读取它写入的内容。',
  'Word {0}, “{1}”, is not a word of recovery phrases.': '第{0}个词“{1}”不是恢复短语中的词。',
  'A recovery phrase has {0} words. These are {1}.': '恢复短语有{0}个词，这里有{1}个。',
  'The words do not belong together: one of them is another word of the list, or two have changed places.':
    '这些词不匹配：其中一个是词表中的另一个词，或有两个词互换了位置。',
  'The code has a typing error. Compare it with the one on the other device.':
    '代码有输入错误。请与另一台设备上的代码比较。',
  'Two devices typed the code, so neither was added. Start again, and let nobody else see the code.':
    '有两台设备输入了代码，因此都没有添加。请重新开始，不要让别人看到代码。',
  'The code is no longer valid: nobody typed it within ten minutes. Show another one.':
    '代码已失效：十分钟内没有人输入。请显示另一个代码。',
  'The other device asked in a form that this version does not know.': '另一台设备的请求格式是此版本不认识的。',
  'No device of this store shows this code now. It is valid once, and for ten minutes. Show another one.':
    '这个存储中现在没有设备显示此代码。代码只能用一次，有效期十分钟。请显示另一个代码。',
  'The other device’s answer cannot be read. Start again with another code.':
    '无法读取另一台设备的回复。请用另一个代码重新开始。',
  'A device cannot revoke itself. Let it leave instead, or revoke it from another one.':
    '设备不能撤销自己。请让它退出，或在另一台设备上撤销它。',
  'Two machines were revoked at the same time. Your machines move to another space, which neither can read. Note the new recovery phrase.':
    '两台机器同时撤销了设备。你的机器会移到另一个空间，被撤销的设备都无法读取它。请记下新的恢复短语。',
  'This device was revoked by another one. What it has stays here; it no longer syncs.':
    '这台设备已被另一台设备撤销。已有内容留在这里，但不再同步。',
};

const ofAccount: HostTranslations = {
  'Another process has changed how this machine syncs.': '另一个进程更改了这台机器的同步方式。',
  'Sync did not start: {0}': '同步未能启动：{0}',
  '{0} cannot be read: {1}.': '无法读取{0}：{1}。',
  '{0} is damaged, or of a newer version. Nothing is synced.': '{0}已损坏，或来自较新版本。不会同步任何内容。',
  '{0} cannot be written: {1}.': '无法写入{0}：{1}。',
  'This machine has no keychain, so the keys of sync would be lost when the app closes. Nothing was set up.':
    '这台机器没有钥匙串，应用关闭后同步密钥会丢失。没有进行设置。',
  'The keychain does not have the keys of sync. Unlock it, or leave with “throughline sync leave --here” and join again.':
    '钥匙串中没有同步密钥。请解锁钥匙串，或用“throughline sync leave --here”退出后重新加入。',
  'Sync is already set up on this machine. “throughline sync leave” ends it.':
    '这台机器上已设置同步。“throughline sync leave”可结束同步。',
  'This store has no space of this phrase. Check the phrase, and the address of the store.':
    '这个存储中没有此短语对应的空间。请检查短语和存储地址。',
  'There is no device {0} in this space.': '这个空间中没有设备{0}。',
  'Sync is not set up on this machine. “throughline sync init” does that.':
    '这台机器上未设置同步。“throughline sync init”可进行设置。',
  'This data folder is a copy of one that syncs. Run “throughline sync leave --here” here, and join again.':
    '此数据文件夹是另一个正在同步的文件夹的副本。请在这里运行“throughline sync leave --here”，然后重新加入。',
  '{0} belongs to the data folder of this app. Choose another folder, or another --prefix.':
    '{0}属于此应用的数据文件夹。请选择其他文件夹，或其他 --prefix。',
  'Run this in a terminal: it asks for the recovery phrase.': '请在终端中运行：它会询问恢复短语。',
  'The password is asked in a terminal. Use --secret-file elsewhere.':
    '密码在终端中输入。其他情况请使用 --secret-file。',
  'Several machines are called {0}. Use the beginning of its ID.': '有多台机器名为{0}。请使用其 ID 的开头部分。',
  'There is no machine {0}. “throughline sync devices” lists them.':
    '没有名为{0}的机器。“throughline sync devices”会列出它们。',
};

const ofEngine: HostTranslations = {
  'The conversation could not be stored: {0}. Nothing was saved.': '无法存储对话：{0}。没有保存任何内容。',
  'A conversation could not be uploaded: {0}.': '无法上传一个对话：{0}。',
  'A file could not be uploaded: {0}.': '无法上传一个文件：{0}。',
  'A part of a conversation is not the one that the log of this device names. It was not taken.':
    '对话的某一部分与该设备日志中所记录的不一致，未采用。',
  'A synced text could not be saved: {0}.': '无法保存一个已同步的文本：{0}。',
  'A part of the file is missing in the store.': '存储中缺少该文件的一部分。',
  'Another process is synchronizing this data folder.': '另一个进程正在同步此数据文件夹。',
  'Entry {0} of this device is missing in the store.': '存储中缺少该设备的第{0}条记录。',
  'Entry {0} of this device is not the one that was seen before. The store was replaced or changed. Nothing after it was taken.':
    '该设备的第{0}条记录与之前看到的不同。存储已被替换或更改，其后的内容均未采用。',
  'Entry {0} of this device was written by a newer version of the app, or for another place.':
    '该设备的第{0}条记录由较新版本的应用写入，或属于其他位置。',
  'No synced device has stored the full result.': '没有任何同步设备存有完整结果。',
  'This device has moved to a new space. “throughline sync follow” moves this one along.':
    '此设备已移至新空间。“throughline sync follow”可让这台机器跟随。',
  'No synced device has stored this conversation.': '没有任何同步设备存有此对话。',
  'Several projects are called {0}. Use the ID.': '有多个项目名为{0}。请使用 ID。',
  'There is no project {0}. “throughline sync projects” lists them.':
    '没有项目{0}。“throughline sync projects”会列出它们。',
  'No synced device has stored this file. It may be larger than the limit of its machine.':
    '没有任何同步设备存有此文件。它可能超过了所在电脑的大小上限。',
  'Synchronizing stopped: {0}. It will be continued.': '同步已停止：{0}。稍后将继续。',
  'Synchronizing was stopped.': '同步已停止。',
  'The file could not be stored here: {0}.': '无法在此处保存该文件：{0}。',
  'The file in the store is not the one that the message names.': '存储中的文件与消息所指的文件不一致。',
  'The store has an older state of this device than was seen before: entry {0} is missing. The store was rolled back or is incomplete. Nothing of it was taken.':
    '存储中该设备的状态比之前看到的更旧：缺少第{0}条记录。存储已被回滚或不完整，未采用其中任何内容。',
  'No other machine has stored this conversation.': '没有其他电脑存有此对话。',
  'This conversation is not on this machine yet: {0}': '此对话尚未传到这台电脑：{0}',
  'The conversations of your other machines need about {0} MB, and this disk has {1} MB left. The newest are fetched first, as long as they fit.':
    '其他电脑的对话约需{0} MB，而此磁盘只剩{1} MB。会先获取最新的对话，直到空间不足。',
  'This disk has only {0} MB left. Conversations of your other machines are fetched again when more of it is free; one that you open is fetched all the same.':
    '此磁盘只剩{0} MB。有更多空间后会继续获取其他电脑的对话；你打开的对话仍会获取。',
  'The store does not have its messages yet.': '存储中还没有它的消息。',
  'No connected machine has stored this.': '没有已连接的电脑存有此内容。',
  synchronizing: '正在同步',
  'What another machine wrote could not be merged.': '无法合并另一台机器写入的内容。',
};

const ofRuns: HostTranslations = {
  'Stopped waiting for {0}. Nothing was sent.': '已停止等待{0}，没有发送任何内容。',
  'This conversation runs on {0}. --take-over ends it there first; --from-here continues from what is here.':
    '此对话正在{0}上运行。--take-over 先在那里结束运行；--from-here 从这里已有的内容继续。',
};

export const hostTranslations: HostTranslations = { ...ofStores, ...ofKeys, ...ofAccount, ...ofEngine, ...ofRuns };
