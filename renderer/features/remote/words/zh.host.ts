// Chinese strings for the host's messages about devices.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'This can only be done on the machine that runs Throughline.': '此操作只能在运行 Throughline 的电脑上进行。',
  'Only a paired device can be notified this way.': '只有已配对的设备才能这样接收通知。',
  'The browser’s push service cannot be used: its address or key is invalid.':
    '无法使用浏览器的推送服务：其地址或密钥无效。',
  'This device was removed, or its rights have changed.': '这台设备已被移除，或其权限已更改。',
  'This device may not do that. Give it more rights on the machine that runs Throughline, under Settings → Devices.':
    '这台设备没有此权限。请在运行 Throughline 的电脑上的“设置 → 设备”中给它更多权限。',
  'This must be confirmed on the machine that runs Throughline. Nothing was changed.':
    '此操作必须在运行 Throughline 的电脑上确认。没有更改任何内容。',
  'This call is dangerous. View it to its end on this device before you allow it. The question is still open.':
    '此调用有危险。请在这台设备上看完全部内容后再允许。问题仍在等待回答。',
  '{0} devices are paired. Remove one first.': (count) => `已配对 ${count} 台设备。请先移除一台。`,
  'No device is waiting to be paired, or its time is over. Nothing was changed.':
    '没有等待配对的设备，或等待时间已过。没有更改任何内容。',
  'There is no such device any more.': '这台设备已不存在。',
  'This is not a name that other machines can use. Enter one such as box.example.':
    '其他电脑无法使用此名称。请输入类似 box.example 的名称。',
  'The local server could not start: {0}.': '本地服务器无法启动：{0}。',
  'No device is named {0}.': '没有名为{0}的设备。',
  'Several devices are named {0}. Use an ID.': '有多台设备名为{0}，请使用 ID。',
  'This needs the passkey of this device. Nothing was changed.': '此操作需要这台设备的通行密钥。没有更改任何内容。',
  'The passkey was not accepted. Nothing was changed: try again, or deny.':
    '通行密钥未被接受。没有更改任何内容：请重试或拒绝。',
  'This came too late, or was used before. Nothing was changed: try again.':
    '来得太晚，或已被使用过。没有更改任何内容：请重试。',
  'The counter of this passkey went back, as if there were a copy of it. It was not accepted; see Settings → Devices on the machine that runs Throughline.':
    '这个通行密钥的计数器倒退了，好像存在一份副本，因此未被接受。请在运行 Throughline 的电脑上查看“设置 → 设备”。',
  'The passkey of this device belongs to {0}, not to this address. Remove it on the machine that runs Throughline, under Settings → Devices, and add another one. Nothing was changed.':
    '这台设备的通行密钥属于{0}，不属于此地址。请在运行 Throughline 的电脑上的“设置 → 设备”中移除它，再添加一个。没有更改任何内容。',
  'Browsers have no passkeys for an IP address. Open Throughline under a host name such as localhost, and pair again there.':
    '浏览器不支持 IP 地址的通行密钥。请用 localhost 等主机名打开 Throughline，并在那里重新配对。',
  'This device has {0} passkeys. Remove one on the desktop first.': (count) =>
    `这台设备已有 ${count} 个通行密钥。请先在电脑上移除一个。`,
  'Only a paired device has passkeys of its own.': '只有已配对的设备才有自己的通行密钥。',
  '{0} cannot be read, so no device gets in. Restore the file, or delete it to remove all passkeys.':
    '无法读取{0}，因此没有设备可以进入。请恢复此文件，或删除它以移除所有通行密钥。',
  '{0} has no passkey.': '{0}没有通行密钥。',
  'changing the paired devices': '更改已配对的设备',
};
