// What is said of servers of models and of what they answer: Chinese. What a server itself says stays as it is.

import type { HostTranslations } from '../../hostTranslations.ts';

export const providerWords: HostTranslations = {
  'Providers are saved one at a time, with provider.save. Nothing was changed.':
    '模型服务器要用 provider.save 逐个保存。没有更改任何内容。',
  'Give the provider a name.': '请为服务商命名。',
  '{0} sent an event that is not JSON: {1}': '{0}发送了不是 JSON 的事件：{1}',
  '{0} answered {1} with {2} instead of {3}.': '{0}应答{1}，内容是{2}，而不是{3}。',
  'a redirect to {0}; use that address in Settings': '重定向到{0}，请在设置中使用该地址',
  'The problem is the tool {0}. Turn it off to continue without it.': '问题出在工具{0}。停用它即可继续。',
  'The server cannot use the schema of one of the tools, and does not say which. Turn off tools of MCP servers to find it.':
    '服务器无法使用其中一个工具的参数说明，但没有指出是哪一个。请逐个停用 MCP 服务器的工具来找出它。',
  'Check this provider’s key.': '请检查此服务商的密钥。',
  'Is the address complete? It usually ends with /v1.': '地址完整吗？它通常以 /v1 结尾。',
  'No key was sent: none is saved for this server. A key that could only be held in memory is lost on restart. Enter it in Settings; what you wrote is kept.':
    '没有发送密钥：此服务器没有保存密钥。只能留在内存中的密钥，重启后就没有了。请在设置中输入密钥；你写的内容都保留着。',
  'an error without a message': '没有说明的错误',
  '{0} reported an error: {1}': '{0}报告了错误：{1}',
  'an empty body': '空的内容',
  'a web page (“{0}”)': '一个网页（“{0}”）',
  'a web page': '一个网页',
  'There are {0} tools, but {1} accepts at most {2}. Nothing was sent. Turn some off.':
    '有{0}个工具，而{1}最多接受{2}个。没有发送任何内容，请关闭一些工具。',
  '{0} million characters': '{0}百万个字符',
  '{0} million': '{0}百万',
  'One message has {0}, but {1} accepts at most {2}. Nothing was sent. Leave it out to continue.':
    '有一条消息为{0}，而{1}最多接受{2}。没有发送任何内容，移出它即可继续。',
  'An image is of type {0}, which {1} cannot read': '有一张图像的类型是{0}，{1}无法读取',
  '{0}. Nothing was sent. Leave the message out, or send the image as PNG or JPEG.':
    '{0}。没有发送任何内容。请移出这条消息，或以 PNG 或 JPEG 发送图像。',
  'An image has {0} MB, but {1} accepts at most {2} MB': '有一张图像为{0}MB，而{1}最多接受{2}MB',
  '{0}. Nothing was sent. Leave the message out, or send a smaller image.':
    '{0}。没有发送任何内容。请移出这条消息，或发送更小的图像。',
  'There are {0} images, but {1} accepts at most {2}': '有{0}张图像，而{1}最多接受{2}张',
  '{0}. Nothing was sent. Leave this one out to continue, or hide earlier ones.':
    '{0}。没有发送任何内容。移出这一张即可继续，或隐藏更早的图像。',
  '{0} MB of that is one message': '其中一条消息就有{0}MB',
  'The request has {0} MB, but {1} accepts at most {2} MB. Nothing was sent. {3}: leave it out, or compact the context.':
    '请求为{0}MB，而{1}最多接受{2}MB。没有发送任何内容。{3}：请移出它，或压缩上下文。',
  'a list of models': '模型列表',
  'Loading models from {0} was cancelled.': '已取消向{0}查询模型。',
  'a stream of events': '事件流',
  '{0} closed the connection before the reply was complete.': '{0}在回复完成之前关闭了连接。',
  '{0} ended the reply: its content filter stopped it.': '{0}结束了回复：被它的内容过滤器阻止。',
  ' (it ended with “{0}”)': '（结束原因：“{0}”）',
  '{0} answered without any text or tool call{1}.': '{0}的应答中没有文字，也没有工具调用{1}。',
  '{0} seconds': '{0}秒',
  '{0} milliseconds': '{0}毫秒',
  '{0} sent nothing for {1}, so the request was cancelled.': '{0}已有{1}没有发送任何内容，因此放弃了请求。',
  'The key for {0} contains spaces or characters that keys cannot have. Enter it again in Settings.':
    '{0}的密钥中有空格或密钥不会有的字符，请在设置中重新填写。',
  '{0} wrote more than {1} characters in one reply. The rest was not read; everything before it is kept.':
    '{0}在一条回复中写了超过{1}个字符。其余部分没有读取，之前的内容已保留。',
  '{0} sent {1} empty events in a row. The rest was not read; everything before it is kept.':
    '{0}连续发送了{1}个没有内容的事件。其余部分没有读取，之前的内容已保留。',
  '{0} sent more than {1} bytes in one event. The rest was not read; everything before it is kept.':
    '{0}在一个事件中发送了超过{1}字节。其余部分没有读取，之前的内容已保留。',
  '{0} sent more than {1} bytes without ending. The rest was not read; everything before it is kept.':
    '{0}发送了超过{1}字节仍未结束。其余部分没有读取，之前的内容已保留。',
  'the reply ended with “error”': '回复以“error”结束',
  'The demo model could not be started: {0}.': '无法启动演示模型：{0}。',
  'Enter an address that begins with http:// or https://, such as https://api.example.com/v1.':
    '地址以 http:// 或 https:// 开头，例如 https://api.example.com/v1。',
  'The address must not contain a user name or password. Enter the key in its own field.':
    '地址中不能包含用户名或密码。请把密钥填在它自己的栏中。',
  'The address ends with its path, usually /v1: leave out anything from ? or # on.':
    '地址以路径结尾，通常是 /v1：请去掉 ? 或 # 之后的部分。',
  'The response is too large.': '应答太大。',
  'Nothing answers at {0}: the connection was refused. Is the server running?':
    '{0}没有应答：连接被拒绝。服务器在运行吗？',
  'The name {0} was not found. Check the address and the network.': '找不到名称{0}。请检查地址和网络。',
  '{0} closed the connection before it responded.': '与{0}的连接在应答之前就关闭了。',
  '{0} could not be reached in time.': '未能及时连接到{0}。',
  'There is no network route to {0} ({1}). Check the network.': '从这里无法到达{0}（{1}）。请检查网络。',
  'The connection to {0} is not secure: {1} ({2}).': '与{0}的连接不安全：{1}（{2}）。',
  '{0} uses a port reserved for other services, so nothing was sent. Use another port.':
    '{0}的端口保留给其他服务，因此没有发送任何内容。请换一个端口。',
  'The address of “{0}” cannot be used. {1}': '“{0}”的地址无法使用。{1}',
  'The saved key belongs to the previous address and is not sent to another one. Enter the key again. Nothing was changed.':
    '保存的密钥属于原来的地址，不会发送到别的地址。请重新输入密钥。没有更改任何内容。',
  'A key has no spaces, only plain letters, digits and symbols. Copy it again.':
    '密钥中没有空格，只有普通的字母、数字和符号。请重新复制。',
  'The demo is built in.': '演示是内置的。',
  'This provider comes from OPENAI_API_KEY and OPENAI_BASE_URL.':
    '这个服务商来自环境变量 OPENAI_API_KEY 和 OPENAI_BASE_URL。',
  '{0} It cannot be changed here; add your own provider instead.': '{0}不能在这里更改，请改为添加自己的服务商。',
  'This conversation uses the server set by OPENAI_BASE_URL and OPENAI_API_KEY, and neither is set now':
    '此对话使用环境变量 OPENAI_BASE_URL 和 OPENAI_API_KEY 指定的服务器，而它们现在都没有设置',
  '{0}. Start Throughline with them, or choose another model.': '{0}。请设置它们后启动 Throughline，或选择其他模型。',
  'There is no provider “{0}”. Choose another model for this conversation.':
    '没有服务商“{0}”。请为此对话选择其他模型。',
  'use lowercase letters, digits and hyphens': '请使用小写字母、数字和连字符',
  'must begin with http:// or https://': '地址以 http:// 或 https:// 开头',
  '{0} answered {1}: {2}': '{0}应答{1}：{2}',
  'The connection to {0} failed: {1} ({2}).': '与{0}的连接失败：{1}（{2}）。',
  'The connection to {0} failed: {1}.': '与{0}的连接失败：{1}。',
};
