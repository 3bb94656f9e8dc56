// What a search of the web says of itself: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'enter an address that begins with http:// or https://, without a name and password':
    '请输入以 http:// 或 https:// 开头的地址，不含用户名和密码',
  'Web search is off. It can be turned on in the settings, under Web search.':
    '网络搜索已关闭。可以在设置的“网络搜索”中打开。',
  'The address of SearXNG is missing. Enter it in the settings, under Web search.':
    '缺少 SearXNG 的地址。请在设置的“网络搜索”中输入。',
  'There is no key for {0}. Enter one in the settings, under Web search.':
    '还没有{0}的密钥。请在设置的“网络搜索”中输入。',
  'The search service was changed after this search was decided. Nothing was asked; search again.':
    '批准这次搜索之后，搜索服务已更换。没有发出任何请求，请重新搜索。',
  'The search was stopped.': '搜索已停止。',
  'The answer of {0} could not be read.': '无法读取{0}的响应。',
  'The answer of {0} is larger than {1} MB and was not read.': '{0}的响应超过{1} MB，没有读取。',
  '{0} did not answer in full within {1} s.': '{0}没有在{1}秒内完整响应。',
  '{0} was not asked: its address is reserved, or not on the public internet.':
    '没有请求{0}：它的地址是保留地址，或不在公共互联网上。',
  'The connection to {0} is not secure ({1}), so nothing was asked.': '与{0}的连接不安全（{1}），因此没有发出请求。',
  'The connection to {0} broke off or could not be made ({1}).': '与{0}的连接中断或无法建立（{1}）。',
  '{0} did not answer with JSON. Is {1} its address?': '{0}的响应不是 JSON。{1}是它的地址吗？',
  '{0} sends the search on to {1} ({2}). Nothing was asked there. Enter the address that answers itself.':
    '{0}把搜索转到{1}（{2}）。没有请求那里。请输入直接响应的地址。',
  '{0} It says: {1}': '{0}它说：{1}',
  '{0} does not accept the key ({1}). Enter it again in the settings, under Web search.':
    '{0}不接受此密钥（{1}）。请在设置的“网络搜索”中重新输入。',
  'The account at {0} has no searches left ({1}). Check its plan, or choose another service.':
    '{0}账号的搜索次数已用完（{1}）。请查看套餐，或选择其他服务。',
  '{0} takes no more searches for the moment (429). Wait before the next one.':
    '{0}暂时不再接受搜索（429）。请稍后再试。',
  '{0} takes no more searches for the moment (429). Try again in {1} s.':
    '{0}暂时不再接受搜索（429）。请在{1}秒后重试。',
  '{0} has a problem of its own ({1}). Try again later.': '{0}自身出现问题（{1}）。请稍后再试。',
  '{0} refused the search ({1}).': '{0}拒绝了这次搜索（{1}）。',
  '{0} answered in a form that is not known.': '{0}的响应格式未知。',
  '{0} found nothing. {1}': '{0}没有找到任何内容。{1}',
  'Its engines did not respond: {0}.': '它的搜索引擎没有响应：{0}。',
  'This SearXNG gives no JSON (403). Add “json” under search → formats in its settings.yml and restart it.':
    '此 SearXNG 不提供 JSON（403）。请在其 settings.yml 的“search → formats”中加入“json”，然后重新启动。',
  'The limiter of this SearXNG turned the search away (429). Wait, or let this machine pass in its limiter.toml.':
    '此 SearXNG 的限流器拒绝了搜索（429）。请稍候，或在其 limiter.toml 中放行此电脑。',
  'This SearXNG asks for a sign-in (401), which is not supported.': '此 SearXNG 要求登录（401），目前不支持。',
  'There is no SearXNG at this address (404). Check the path.': '此地址没有 SearXNG（404）。请检查路径。',
};
