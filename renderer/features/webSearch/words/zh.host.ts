// Chinese strings for the host's messages about web search.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'enter an address that starts with http:// or https://, without a user name or password':
    '请输入以 http:// 或 https:// 开头的地址，不含用户名和密码',
  'Web search is off. You can turn it on in Settings, under Web search.':
    '网络搜索已关闭。可以在设置的“网络搜索”中打开。',
  'The SearXNG address is missing. Enter it in Settings, under Web search.':
    '缺少 SearXNG 的地址。请在设置的“网络搜索”中输入。',
  'There is no key for {0}. Enter one in Settings, under Web search.': '还没有{0}的密钥。请在设置的“网络搜索”中输入。',
  'The search service was changed after this search was approved. Nothing was sent. Search again.':
    '批准此次搜索之后，搜索服务已更改。没有发送任何内容。请重新搜索。',
  'The search was stopped.': '搜索已停止。',
  'The response from {0} could not be read.': '无法读取{0}的响应。',
  'The response from {0} is larger than {1} MB and was not read.': '{0}的响应超过{1} MB，没有读取。',
  '{0} did not finish responding within {1} s.': '{0}没有在{1}秒内完成响应。',
  'No request was sent to {0} because its address is reserved or not on the public internet.':
    '没有向{0}发送请求，因为其地址是保留地址，或不在公共互联网上。',
  'The connection to {0} is not secure ({1}), so nothing was sent.': '与{0}的连接不安全（{1}），因此没有发送任何内容。',
  'The connection to {0} failed or was lost ({1}).': '与{0}的连接中断或无法建立（{1}）。',
  '{0} did not return JSON. Is {1} the right address?': '{0}没有返回 JSON。{1}是正确的地址吗？',
  '{0} redirects searches to {1} ({2}). Nothing was sent there. Enter the final address.':
    '{0}将搜索重定向到{1}（{2}）。没有向那里发送任何内容。请输入最终地址。',
  '{0} Details: {1}': '{0}详情：{1}',
  '{0} rejected the key ({1}). Enter it again in Settings, under Web search.':
    '{0}拒绝了此密钥（{1}）。请在设置的“网络搜索”中重新输入。',
  'The account at {0} has no searches left ({1}). Check its plan, or choose another service.':
    '{0}账号的搜索次数已用完（{1}）。请查看套餐，或选择其他服务。',
  '{0} is limiting searches (429). Wait before searching again.': '{0}正在限制搜索（429）。请稍后再试。',
  '{0} is limiting searches (429). Try again in {1} s.': '{0}正在限制搜索（429）。请在{1}秒后重试。',
  '{0} has a server problem ({1}). Try again later.': '{0}出现服务器问题（{1}）。请稍后再试。',
  '{0} refused the search ({1}).': '{0}拒绝了这次搜索（{1}）。',
  '{0} responded in an unknown format.': '{0}的响应格式未知。',
  '{0} found no results. {1}': '{0}没有找到结果。{1}',
  'Its engines did not respond: {0}.': '其搜索引擎没有响应：{0}。',
  'This SearXNG does not allow JSON (403). Add “json” under search → formats in its settings.yml and restart it.':
    '此 SearXNG 不提供 JSON（403）。请在其 settings.yml 的“search → formats”中加入“json”，然后重新启动。',
  'This SearXNG’s limiter blocked the search (429). Wait, or allow this machine in its limiter.toml.':
    '此 SearXNG 的限流器拒绝了搜索（429）。请稍候，或在其 limiter.toml 中放行此电脑。',
  'This SearXNG requires sign-in (401), which is not supported.': '此 SearXNG 要求登录（401），目前不支持。',
  'There is no SearXNG at this address (404). Check the path.': '此地址没有 SearXNG（404）。请检查路径。',
};
