// Chinese translations of host sentences about model servers and their replies. Text from the servers themselves is not
// translated.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'Providers must be saved one at a time with provider.save. Nothing was changed.':
    '服务商必须用 provider.save 逐个保存。没有更改任何内容。',
  'The key of “{0}” is missing: it was kept only until Throughline quit. Enter it again in Settings.':
    '“{0}”的密钥缺失：它只保留到 Throughline 退出为止。请在设置中重新输入。',
  'Enter a name for the provider.': '请输入服务商名称。',
  '{0} sent an event that is not JSON: {1}': '{0}发送了不是 JSON 的事件：{1}',
  '{0} returned {1} with {2} instead of {3}.': '{0}返回{1}，内容是{2}，而不是{3}。',
  'a redirect to {0}; use that address in Settings': '重定向到{0}；请在设置中使用该地址',
  'The problem is the tool {0}. Turn it off to continue without it.': '问题出在工具{0}。将其关闭即可继续。',
  'The server cannot use the schema of one of the tools and does not say which. Turn off MCP tools to find it.':
    '服务器无法使用其中一个工具的 schema，但没有说明是哪一个。请关闭 MCP 工具来查找。',
  'Check this provider’s key.': '请检查此服务商的密钥。',
  'Is the address complete? It usually ends with /v1.': '地址完整吗？它通常以 /v1 结尾。',
  'No key was sent because none is saved for this server. A key that was kept only until you quit must be entered again.':
    '没有发送密钥，因为没有为此服务器保存密钥。只保留到退出为止的密钥需要重新输入。',
  'an error without a message': '没有消息的错误',
  '{0} reported an error: {1}': '{0}报告了错误：{1}',
  'an empty body': '空的内容',
  'a web page (“{0}”)': '一个网页（“{0}”）',
  'a web page': '一个网页',
  'There are {0} tools, but {1} accepts at most {2}. Nothing was sent. Turn some tools off.':
    '有{0}个工具，但{1}最多接受{2}个。没有发送任何内容。请关闭一些工具。',
  '{0} million characters': '{0}百万个字符',
  '{0} million': '{0}百万',
  'A message has {0}, but {1} accepts at most {2}. Nothing was sent. Leave the message out to continue.':
    '有一条消息为{0}，但{1}最多接受{2}。没有发送任何内容。排除该消息即可继续。',
  'An image is of type {0}, which {1} cannot read': '有一张图像的类型是{0}，{1}无法读取',
  '{0}. Nothing was sent. Leave the message out, or send the image as PNG or JPEG.':
    '{0}。没有发送任何内容。请排除该消息，或以 PNG 或 JPEG 格式发送图像。',
  'An image is {0} MB, but {1} accepts at most {2} MB': '有一张图像为{0} MB，但{1}最多接受{2} MB',
  '{0}. Nothing was sent. Leave the message out, or send a smaller image.':
    '{0}。没有发送任何内容。请排除该消息，或发送更小的图像。',
  'There are {0} images, but {1} accepts at most {2}': '有{0}张图像，但{1}最多接受{2}张',
  '{0}. Nothing was sent. Leave this one out to continue, or hide earlier ones.':
    '{0}。没有发送任何内容。排除这一张即可继续，或隐藏更早的图像。',
  '{0} MB of this is a single message': '其中一条消息就占{0} MB',
  'The request is {0} MB, but {1} accepts at most {2} MB. Nothing was sent. {3}: leave it out, or compact the context.':
    '请求为{0} MB，但{1}最多接受{2} MB。没有发送任何内容。{3}：请排除它，或压缩上下文。',
  'a list of models': '模型列表',
  'Loading models from {0} was canceled.': '已取消从{0}加载模型。',
  'a stream of events': '事件流',
  '{0} closed the connection before the reply was complete.': '{0}在回复完成之前关闭了连接。',
  '{0} ended the reply because of its content filter.': '{0}因内容过滤器结束了回复。',
  ' (it ended with “{0}”)': '（结束原因：“{0}”）',
  '{0} returned no text or tool call{1}.': '{0}没有返回任何文字或工具调用{1}。',
  '{0} seconds': '{0}秒',
  '{0} milliseconds': '{0}毫秒',
  '{0} sent nothing for {1}, so the request was canceled.': '{0}在{1}内没有发送任何内容，因此已取消请求。',
  'The key for {0} contains spaces or invalid characters. Enter it again in Settings.':
    '{0}的密钥包含空格或无效字符。请在设置中重新输入。',
  '{0} sent more than {1} characters in one reply. The rest was not read. Everything before it is saved.':
    '{0}在一条回复中发送了超过{1}个字符。其余部分没有读取，之前的内容已保存。',
  '{0} sent {1} empty events in a row. The rest was not read. Everything before them is saved.':
    '{0}连续发送了{1}个空事件。其余部分没有读取，之前的内容已保存。',
  '{0} sent more than {1} bytes in one event. The rest was not read. Everything before it is saved.':
    '{0}在一个事件中发送了超过{1}字节。其余部分没有读取，之前的内容已保存。',
  '{0} sent more than {1} bytes without ending. The rest was not read. Everything before it is saved.':
    '{0}发送了超过{1}字节仍未结束。其余部分没有读取，之前的内容已保存。',
  'the reply ended with “error”': '回复以“error”结束',
  'The demo model could not be started: {0}.': '无法启动演示模型：{0}。',
  'Enter an address that starts with http:// or https://, such as https://api.example.com/v1.':
    '请输入以 http:// 或 https:// 开头的地址，例如 https://api.example.com/v1。',
  'The address must not contain a user name or password. Enter the key in the key field.':
    '地址中不能包含用户名或密码。请在密钥栏中输入密钥。',
  'The address must end with its path, usually /v1. Remove everything from ? or # on.':
    '地址必须以路径结尾，通常是 /v1。请移除 ? 或 # 及之后的部分。',
  'The response is too large.': '响应太大。',
  'Nothing responds at {0}: the connection was refused. Is the server running?':
    '{0}没有响应：连接被拒绝。服务器在运行吗？',
  'The host {0} was not found. Check the address and your network.': '找不到主机{0}。请检查地址和网络。',
  '{0} closed the connection before it responded.': '{0}在响应之前关闭了连接。',
  '{0} could not be reached in time.': '未能及时连接到{0}。',
  'There is no network route to {0} ({1}). Check your network.': '没有到{0}的网络路由（{1}）。请检查网络。',
  'The connection to {0} is not secure: {1} ({2}).': '与{0}的连接不安全：{1}（{2}）。',
  '{0} uses a port reserved for other services, so nothing was sent. Use a different port.':
    '{0}使用了为其他服务保留的端口，因此没有发送任何内容。请换一个端口。',
  'The address of “{0}” cannot be used. {1}': '“{0}”的地址无法使用。{1}',
  'The saved key belongs to the previous address and is not sent to another one. Enter the key again. Nothing was changed.':
    '保存的密钥属于原来的地址，不会发送到其他地址。请重新输入密钥。没有更改任何内容。',
  'A key contains only plain letters, digits and symbols, without spaces. Copy it again.':
    '密钥只包含普通的字母、数字和符号，没有空格。请重新复制。',
  'The demo is built in.': '演示是内置的。',
  'This provider comes from OPENAI_API_KEY and OPENAI_BASE_URL.':
    '此服务商来自环境变量 OPENAI_API_KEY 和 OPENAI_BASE_URL。',
  '{0} It cannot be changed here. Add your own provider instead.': '{0}无法在这里更改。请改为添加你自己的服务商。',
  'This conversation uses the server set by OPENAI_BASE_URL and OPENAI_API_KEY, which are not set now':
    '此对话使用由 OPENAI_BASE_URL 和 OPENAI_API_KEY 指定的服务器，但现在没有设置它们',
  '{0}. Start Throughline with them set, or choose another model.': '{0}。请设置后再启动 Throughline，或选择其他模型。',
  'The provider “{0}” does not exist. Choose another model for this conversation.':
    '服务商“{0}”不存在。请为此对话选择其他模型。',
  'use lowercase letters, digits and hyphens': '请使用小写字母、数字和连字符',
  'must start with http:// or https://': '地址以 http:// 或 https:// 开头',
  '{0} returned {1}: {2}': '{0}返回{1}：{2}',
  'The connection to {0} failed: {1} ({2}).': '与{0}的连接失败：{1}（{2}）。',
  'The connection to {0} failed: {1}.': '与{0}的连接失败：{1}。',

  // Connections (proxy, certificate, headers, address) and providers from the environment or the command line.
  'The header “{0}” of “{1}” has no saved value. Values kept only in memory are lost when the app quits. Enter it in Settings.':
    '“{1}”的请求头“{0}”没有保存值。只保存在内存中的值会在应用退出后丢失。请在设置中输入。',
  'Enter a value for the header “{0}”.': '请输入请求头“{0}”的值。',
  'The saved value of the header “{0}” belongs to the previous address and is not sent to another one. Enter it again. Nothing was changed.':
    '请求头“{0}”保存的值属于原来的地址，不会发送到其他地址。请重新输入。没有更改任何内容。',
  '“{0}” is not a valid header name. Use only letters, digits and hyphens.':
    '“{0}”不是有效的请求头名称。只能使用字母、数字和连字符。',
  'The header “{0}” is for the proxy. Put the proxy’s user name and password in its address.':
    '请求头“{0}”用于代理。请将代理的用户名和密码写在代理地址中。',
  'The header “{0}” is set by Throughline and cannot be changed.': '请求头“{0}”由 Throughline 设置，无法更改。',
  'The header “{0}” appears twice.': '请求头“{0}”出现了两次。',
  'The value of the header “{0}” can contain only plain letters, digits and symbols.':
    '请求头“{0}”的值只能包含普通的字母、数字和符号。',
  'Its address should be {0}.': '其地址应为{0}。',
  'This address uses the {0} API. Choose it instead of {1}.': '此地址使用{0}接口。请选择它，而不是{1}。',
  'This server offers the {0} API at {1}. Choose it instead of {2}.': '此服务器在{1}提供{0}接口。请选择它，而不是{2}。',
  'Enter the full path of the certificate file, such as /etc/ssl/company.pem, or the word system.':
    '请输入证书文件的完整路径，例如 /etc/ssl/company.pem，或输入 system。',
  'The certificate file {0} cannot be used: {1}.': '证书文件{0}无法使用：{1}。',
  'there is no such file': '没有这个文件',
  'The certificate file {0} could not be read: {1}.': '无法读取证书文件{0}：{1}。',
  'The file {0} contains no certificate. It should be text with “-----BEGIN CERTIFICATE-----” (PEM).':
    '文件{0}中没有证书。它应为包含“-----BEGIN CERTIFICATE-----”的文本（PEM）。',
  'The certificate of {0} is not signed by a trusted authority ({1}). If your network or server has its own authority, enter its PEM file as this provider’s certificate in Settings, or enter system to trust the authorities of this machine.':
    '{0}的证书不是由受信任的机构签发的（{1}）。如果你的网络或服务器有自己的证书颁发机构，请在设置中将其 PEM 文件填为此服务商的证书，或填写 system 以信任本机的证书颁发机构。',
  '{0} does not support HTTPS. Use an address that starts with http://, or a different port.':
    '{0}不支持 HTTPS。请使用以 http:// 开头的地址，或换一个端口。',
  '{0} in the environment is not a proxy address such as http://proxy.example.com:3128. Correct it, or set a proxy for this provider in Settings.':
    '环境变量{0}不是代理地址（例如 http://proxy.example.com:3128）。请更正，或在设置中为此服务商设置代理。',
  'Enter the proxy as http://host:port. Leave it empty to use the environment’s proxy, or enter direct for no proxy.':
    '请以 http://host:port 的形式填写代理。留空则使用环境变量中的代理，填写 direct 则不使用代理。',
  'The proxy {0} refused the connection. Is it running?': '代理{0}拒绝了连接。它在运行吗？',
  'The proxy {0} was not found. Check its address and your network.': '找不到代理{0}。请检查其地址和网络。',
  'The proxy {0} could not be reached.': '无法连接到代理{0}。',
  'The proxy {0} requires a user name and password (407). Put them in its address: http://name:password@host:port.':
    '代理{0}需要用户名和密码（407）。请写在其地址中：http://name:password@host:port。',
  'The proxy {0} could not connect to {1} ({2}).': '代理{0}无法连接到{1}（{2}）。',
  'The proxy {0} does not allow connections to {1} ({2}).': '代理{0}不允许连接到{1}（{2}）。',
  'No model was specified, and the provider’s list could not be read. {0}':
    '没有指定模型，也无法读取服务商的模型列表。{0}',
  'No model was specified, and the provider’s list does not indicate a default. Specify one.':
    '没有指定模型，且服务商的列表没有说明默认模型。请指定一个。',
  'This provider comes from the environment or the command line.': '此服务商来自环境变量或命令行。',
  'This conversation uses {0} as set by the environment ({1}), which is not set now. Start Throughline with it set, or choose another model.':
    '此对话使用由环境变量（{1}）指定的{0}，但现在没有设置。请设置后再启动 Throughline，或选择其他模型。',
  'This conversation uses a provider that was set on the command line for one run ({0}). Specify it again with run --provider and --base-url, or choose another model.':
    '此对话使用的服务商是在命令行中为一次运行指定的（{0}）。请用 run --provider 和 --base-url 再次指定，或选择其他模型。',
  '{0} needs your own address. Add --base-url {1}.': '{0}需要你自己的地址。请添加 --base-url {1}。',
  '{0} cannot be used. {1}': '{0}无法使用。{1}',
  '{0} needs a key. Set {1}, or add the provider in Settings and use its ID.':
    '{0}需要密钥。请设置环境变量{1}，或在设置中添加此服务商并使用其 ID。',
  'There is no provider named “{0}”. Use the ID of one in Settings, or one of: {1}.':
    '没有名为“{0}”的服务商。请使用设置中服务商的 ID，或以下之一：{1}。',
  '“{0}” has its own address. With --base-url, use one of: {1}.':
    '“{0}”有自己的地址。使用 --base-url 时，请使用以下之一：{1}。',
  'Set {0}, or choose a model.': '请设置环境变量{0}，或选择模型。',
  'Choose a model.': '请选择模型。',
  'The models of {0} are unknown because it could not be reached.': '{0}的模型未知，因为无法连接。',
  '{0} in the environment is not a proxy address such as http://proxy.example.com:3128.':
    '环境变量{0}不是代理地址（例如 http://proxy.example.com:3128）。',
  '{0} could not be reached. The connection through the proxy set in the environment failed: {1}.':
    '无法连接到{0}。通过环境变量中的代理连接失败：{1}。',

  // Failed replies and refusals. Text from the servers themselves is not translated.
  '{0} refused the request because of its content filter ({1}).': '{0}因内容过滤器拒绝了请求（{1}）。',
  '{0} ended the reply because of its content filter ({1}).': '{0}因内容过滤器结束了回复（{1}）。',
  '{0} ended the reply with an invalid tool call ({1}). None of its calls were run.':
    '{0}以无效的工具调用结束了回复（{1}）。其中的调用均未运行。',
  '{0} cut the reply off ({1}).': '{0}中断了回复（{1}）。',
  '{0} returned no text or tool call (it ended with “{1}”).': '{0}没有返回任何文字或工具调用（结束原因：“{1}”）。',
  'Choose another model. Google no longer offers this one, or not for this key.':
    '请选择其他模型：Google 不再提供此模型，或此密钥不能使用它。',
  '{0} only loaded or unloaded the model and returned no reply.': '{0}只是加载或卸载了模型，没有返回回复。',
  'Download it with “ollama pull {0}”, or choose another model.': '请用“ollama pull {0}”下载，或选择其他模型。',
  'Is this the address of an Ollama server? It is usually http://127.0.0.1:11434.':
    '这是 Ollama 服务器的地址吗？它通常是 http://127.0.0.1:11434。',
  'Choose a model that can call tools.': '请选择能够调用工具的模型。',
  'Or turn off showing the model’s thinking in this conversation.': '或在此对话中关闭显示思考过程。',
  'Reset this conversation’s effort to the default.': '请将此对话的思考强度恢复为默认值。',
};
