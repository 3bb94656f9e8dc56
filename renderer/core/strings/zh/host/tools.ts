// What the app's own tools answer when they did not do what was asked: the model reads it in English, the person in their box.

import type { HostForms } from '../../hostForms.ts';

export const toolForms: HostForms = {
  'Error: this call of {} was refused and not run. Nobody was there to approve it.':
    '对{}的这次调用被拒绝，没有运行。当时没有人可以批准。',
  'Error: the person refused this call of {}; it was not run.{}': '你拒绝了对{}的这次调用，没有运行。{}',
  'Error: the person stopped the run before this call was started.': '在这次调用开始之前，你停止了运行。',
  '{} was not fetched. {}': '没有获取{}。{}',
  '{} was not fetched: {}': '没有获取{}：{}',
  'There is no such name. Look at how it is written.': '没有这个名称。请检查写法。',
  'The name could not be looked up: this machine may be offline.': '无法查询这个名称：这台电脑可能没有联网。',
  'Nothing answers at this address.': '这个地址没有应答。',
  'The server ended the connection.': '服务器断开了连接。',
  'The server ended the connection before its answer was whole.': '服务器在应答完整之前断开了连接。',
  'The server could not be reached in time.': '未能及时连接到服务器。',
  '{} did not answer whole within {} s.': '{}没有在{}秒内完整应答。',
  "The server's certificate has expired.": '服务器的证书已过期。',
  "The server's certificate is signed by nobody known.": '服务器的证书没有可信的签名。',
  "The server's certificate is for another name.": '服务器的证书属于另一个名称。',
  'the fetch was stopped.': '获取已停止。',
};
