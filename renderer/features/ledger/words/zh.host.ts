// Chinese strings for the host's messages about the ledger.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'enter the address without its password': '请输入不含密码的地址',
  'The check was stopped.': '检查已停止。',
  'The export was stopped.': '导出已停止。',
  '{0} may not write to the ledger. Its owner grants that with throughline.enroll.': (user) =>
    `${user} 无权写入账本。账本的所有者可用 throughline.enroll 授权。`,
  'Writing to the ledger was stopped. What was written stays; the next time continues.':
    '已停止写入账本。已写入的内容会保留；下次会继续。',
  'This is not the address of a database. It looks like postgres://user@host:5432/database.':
    '这不是数据库地址。地址形如 postgres://user@host:5432/database。',
  'The address must start with postgres://.': '地址必须以 postgres:// 开头。',
  'The address has an option that is not supported: {0}.': (name) => `地址中有不支持的选项：${name}。`,
  'The address has no host.': '地址中没有主机。',
  'The address has no user. It looks like postgres://user@host:5432/database.':
    '地址中没有用户。地址形如 postgres://user@host:5432/database。',
  'The address has no database.': '地址中没有数据库。',
  'The connection to {0} must be encrypted. Remove sslmode=disable from the address.': (host) =>
    `与 ${host} 的连接必须加密。请从地址中删除 sslmode=disable。`,
  'The ledger has version {0} of its tables; this Throughline knows version {1}. Update Throughline. Nothing was written.':
    (theirs, ours) =>
      `账本的表是版本 ${theirs}，此 Throughline 只认识版本 ${ours}。请更新 Throughline。未写入任何内容。`,
  '{0} refuses the password of {1}: it is wrong or has expired.': (at, user) =>
    `${at} 拒绝 ${user} 的密码：密码错误或已过期。`,
  '{0} does not let {1} in: {2}.': (at, user, reason) => `${at} 不允许 ${user} 登录：${reason}。`,
  '{0} has no database {1}.': (at, database) => `${at} 上没有数据库 ${database}。`,
  'The database {0} has no ledger. Its owner creates it with “throughline ledger setup --to ADDRESS”.': (database) =>
    `数据库 ${database} 中没有账本。其所有者可用“throughline ledger setup --to ADDRESS”创建。`,
  '{0} has no right to do this in the ledger: {1}.': (user, reason) => `${user} 在账本中无权执行此操作：${reason}。`,
  '{0} is starting up or recovering.': (at) => `${at} 正在启动或恢复。`,
  '{0} is read-only at the moment: it may be a standby.': (at) => `${at} 目前为只读：它可能是备用服务器。`,
  'The disk of {0} is full.': (at) => `${at} 的磁盘已满。`,
  '{0} has no connection left.': (at) => `${at} 没有可用的连接。`,
  'The ledger refused the records: {0}.': (reason) => `账本拒绝了这些记录：${reason}。`,
  '{0} does not encrypt connections. Nothing was sent to it.': (at) => `${at} 不加密连接。未向其发送任何内容。`,
  'The certificate of {0} has expired.': (at) => `${at} 的证书已过期。`,
  'The certificate of {0} is for another name.': (at) => `${at} 的证书属于另一个名称。`,
  'The certificate of {0} comes from nobody that this machine trusts. Add sslrootcert=FILE to the address.': (at) =>
    `${at} 的证书不是由本机信任的机构签发的。请在地址中加上 sslrootcert=FILE。`,
  'There is no host {0}.': (host) => `没有主机 ${host}。`,
  'Nothing answers at {0}.': (at) => `${at} 没有响应。`,
  '{0} does not answer.': (at) => `${at} 没有回应。`,
  'The connection to {0} was lost.': (at) => `与 ${at} 的连接已断开。`,
  '{0} failed: {1}.': (at, reason) => `${at} 失败：${reason}。`,
  'No ledger is set. Add one in Settings → Team, or name it with “--to postgres://…”.':
    '尚未设置账本。请在“设置 → 团队”中添加，或用“--to postgres://…”指定。',
  'What was written to the ledger could not be noted: {0}.': (reason) => `无法记下已写入账本的内容：${reason}。`,
  'writing to the ledger': '正在写入账本',
  'The ledger’s notes on this machine cannot be opened.': '无法打开本机上的账本记录。',
  'The ledger had lost the last {0} rows of this device. They were written again; “throughline ledger verify” names them.':
    (count) => `账本丢失了本设备的最后 ${count} 行。已重新写入；“throughline ledger verify”会列出它们。`,
};
