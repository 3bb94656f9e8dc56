// What is said of servers of models and of what they answer: Chinese. What a server itself says stays as it is.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
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

  // What is said of the way to a provider (proxy, certificate, headers, address) and of providers that the environment or the
  // command line names.
  'The value of the header “{0}” of “{1}” is not saved. A value that could only be held in memory is lost on restart. Enter it in Settings; what you wrote is kept.':
    '“{1}”的请求头“{0}”没有保存值。只能留在内存中的值，重启后就没有了。请在设置中输入；你写的内容都保留着。',
  'Enter a value for the header “{0}”.': '请输入请求头“{0}”的值。',
  'The saved value of the header “{0}” belongs to the previous address and is not sent to another one. Enter it again. Nothing was changed.':
    '请求头“{0}”保存的值属于原来的地址，不会发送到别的地址。请重新输入。没有更改任何内容。',
  '“{0}” cannot be the name of a header: letters, digits and hyphens only.':
    '“{0}”不能作为请求头的名称：只能使用字母、数字和连字符。',
  "The header “{0}” is for the proxy. Write the proxy's name and password into its address.":
    '请求头“{0}”是给代理的。请把代理的用户名和密码写在代理的地址中。',
  'The header “{0}” is set by Throughline itself and cannot be changed.':
    '请求头“{0}”由 Throughline 自己设置，不能更改。',
  'The header “{0}” is there twice.': '请求头“{0}”出现了两次。',
  'The value of the header “{0}” may have plain letters, digits and symbols only.':
    '请求头“{0}”的值只能有普通的字母、数字和符号。',
  'Its address should be {0}.': '它的地址应为{0}。',
  'This address speaks {0}: choose that instead of {1}.': '此地址使用的是{0}：请选择它，而不是{1}。',
  'This server speaks {0} at {1}: choose that instead of {2}.': '此服务器在{1}使用{0}：请选择它，而不是{2}。',
  'Enter the whole path of the certificate file, such as /etc/ssl/company.pem, or the word system.':
    '请输入证书文件的完整路径，例如 /etc/ssl/company.pem，或输入 system。',
  'The certificate file {0} cannot be used: {1}.': '证书文件{0}无法使用：{1}。',
  'there is no such file': '没有这个文件',
  'The certificate file {0} could not be read: {1}.': '无法读取证书文件{0}：{1}。',
  'The file {0} has no certificate in it: it should be text with “-----BEGIN CERTIFICATE-----” (PEM).':
    '文件{0}中没有证书：它应是含有“-----BEGIN CERTIFICATE-----”的文本（PEM）。',
  'The certificate of {0} is signed by nobody that is trusted here ({1}). If your network or server has an authority of its own, name its PEM file as the certificate of this provider in Settings, or write system to trust those of this machine.':
    '{0}的证书不是由这里信任的机构签发的（{1}）。如果你的网络或服务器有自己的证书机构，请在设置中把它的 PEM 文件填为此服务商的证书，或填写 system 以信任本机系统的机构。',
  '{0} does not speak HTTPS. Use an address that begins with http://, or another port.':
    '{0}不使用 HTTPS。请使用以 http:// 开头的地址，或换一个端口。',
  '{0} in the environment is not the address of a proxy, such as http://proxy.example.com:3128. Correct it, or set a proxy for this provider in Settings.':
    '环境变量{0}不是代理的地址（例如 http://proxy.example.com:3128）。请更正它，或在设置中为此服务商设置代理。',
  "Enter the proxy as http://host:port. Leave it empty to use the environment's, or write direct for none.":
    '请以 http://host:port 的形式填写代理。留空则使用环境变量中的代理，填写 direct 则不使用代理。',
  'The proxy {0} refused the connection. Is it running?': '代理{0}拒绝了连接。它在运行吗？',
  'The name of the proxy {0} was not found. Check its address and the network.':
    '找不到代理{0}的名称。请检查它的地址和网络。',
  'The proxy {0} could not be reached.': '无法连接到代理{0}。',
  'The proxy {0} wants a name and a password (407). Write them into its address: http://name:password@host:port.':
    '代理{0}需要用户名和密码（407）。请写在它的地址中：http://name:password@host:port。',
  'The proxy {0} could not connect to {1} ({2}).': '代理{0}无法连接到{1}（{2}）。',
  'The proxy {0} does not allow connections to {1} ({2}).': '代理{0}不允许连接到{1}（{2}）。',
  'No model is named, and the provider’s list could not be read. {0}': '没有指定模型，也无法读取服务商的模型列表。{0}',
  'No model is named, and the provider’s list does not tell which to use. Name one.':
    '没有指定模型，从服务商的列表中也看不出该用哪一个。请指定一个。',
  'This provider comes from the environment or the command line.': '这个服务商来自环境变量或命令行。',
  'This conversation uses {0} as the environment names it ({1}), and that is not set now. Start Throughline with it, or choose another model.':
    '此对话使用环境变量（{1}）指定的{0}，而现在没有设置。请设置后启动 Throughline，或选择其他模型。',
  'This conversation uses a provider that was named on the command line for one run ({0}). Name it again with run --provider and --base-url, or choose another model.':
    '此对话使用的服务商是在命令行中为一次运行指定的（{0}）。请用 run --provider 和 --base-url 再次指定，或选择其他模型。',
  '{0} has an address of your own: add --base-url {1}.': '{0}的地址因人而异：请加上 --base-url {1}。',
  '{0} cannot be used. {1}': '{0}无法使用。{1}',
  '{0} needs a key: set {1}, or add the provider in Settings and name it by its id.':
    '{0}需要密钥：请设置环境变量{1}，或在设置中添加此服务商并用它的 ID 指定。',
  'There is no provider “{0}”. Use the id of one in Settings, or one of: {1}.':
    '没有服务商“{0}”。请使用设置中服务商的 ID，或其中之一：{1}。',
  '“{0}” has its own address. With --base-url use one of: {1}.':
    '“{0}”有自己的地址。与 --base-url 一起请使用其中之一：{1}。',
  'Set {0}, or choose a model.': '请设置环境变量{0}，或选择模型。',
  'Choose a model.': '请选择模型。',
  'The models of {0} are not known: it could not be asked.': '不知道{0}有哪些模型：无法查询。',
  '{0} in the environment is not the address of a proxy, such as http://proxy.example.com:3128.':
    '环境变量{0}不是代理的地址（例如 http://proxy.example.com:3128）。',
  '{0} could not be reached. The environment names a proxy, and its way failed: {1}.':
    '无法连接到{0}。环境变量中指定了代理，而经由它的连接失败：{1}。',

  // What is said of replies that are none, and of servers that refuse: Chinese. What a server itself says stays as it is.
  '{0} refused the request: its content filter stopped it ({1}).': '{0}拒绝了请求：被它的内容过滤器阻止（{1}）。',
  '{0} ended the reply: its content filter stopped it ({1}).': '{0}结束了回复：被它的内容过滤器阻止（{1}）。',
  '{0} ended the reply with a tool call that cannot be used ({1}). No call of it was run.':
    '{0}以无法使用的工具调用结束了回复（{1}）。其中的调用都没有运行。',
  '{0} broke the reply off ({1}).': '{0}中断了回复（{1}）。',
  '{0} answered without any text or tool call (it ended with “{1}”).':
    '{0}的应答中没有文字，也没有工具调用（结束原因：“{1}”）。',
  'Choose another model: Google no longer has this one, or not for this key.':
    '请选择其他模型：Google 不再提供此模型，或此密钥不能使用它。',
  '{0} only loaded or unloaded the model and answered nothing.': '{0}只是加载或卸载了模型，没有应答。',
  'Get it with “ollama pull {0}”, or choose another model.': '请用“ollama pull {0}”下载，或选择其他模型。',
  'Is this the address of an Ollama server? It is usually http://127.0.0.1:11434.':
    '这是 Ollama 服务器的地址吗？它通常是 http://127.0.0.1:11434。',
  'Choose a model that can call tools.': '请选择能够调用工具的模型。',
  'Or switch off that this conversation shows the thinking.': '也可以在此对话中关闭显示思考过程。',
  'Set the effort of this conversation back to the default.': '请将此对话的思考强度恢复为默认值。',
};
