// What is said of servers of models and of what they answer: Chinese. What a server itself says stays as it is.

import type { HostForms } from '../../hostForms.ts';

export const providerForms: HostForms = {
  'The key that is kept belongs to the former address and is not sent to another one. Type the key again. Nothing was changed.':
    '保存的密钥属于原来的地址，不会发送到别的地址。请重新输入密钥。没有更改任何内容。',
  'Servers of models are saved one by one, by provider.save. Nothing was changed.':
    '模型服务器要用 provider.save 逐个保存。没有更改任何内容。',
  'An address begins with http:// or https://, such as https://api.example.com/v1.':
    '地址以 http:// 或 https:// 开头，例如 https://api.example.com/v1。',
  'An address must not have a name or password in it. Enter the key in its own field.':
    '地址中不能包含用户名或密码。请把密钥填在它自己的栏中。',
  'An address ends with its path, usually /v1: leave out what begins with ? or #.':
    '地址以路径结尾，通常是 /v1：请去掉 ? 或 # 之后的部分。',
  'The answer is too large.': '应答太大。',
  '{} sent an event that is not JSON: {}': '{}发送了不是 JSON 的事件：{}',
  '{} answered {} with {} instead of {}.': '{}应答{}，内容是{}，而不是{}。',
  'a redirection to {}; use that address in the settings': '重定向到{}，请在设置中使用该地址',
  '{} answered {}: {}{}{}': '{}应答{}：{}{}{}',
  'No key was sent: none is kept for this server. One that could only be kept in memory is gone after a restart. Enter it in the settings; what you wrote is kept.':
    '没有发送密钥：此服务器没有保存密钥。只能留在内存中的密钥，重启后就没有了。请在设置中输入密钥；你写的内容都保留着。',
  'Check the key of this provider in the settings.': '请在设置中检查此服务商的密钥。',
  'Is the address whole? It usually ends with /v1.': '地址完整吗？它通常以 /v1 结尾。',
  'an error without a message': '没有说明的错误',
  '{} reported an error: {}': '{}报告了错误：{}',
  'nothing in its body': '空的内容',
  'a web page (“{}”)': '一个网页（“{}”）',
  'a web page': '一个网页',
  'a list of models': '模型列表',
  'a stream of events': '事件流',
  'There are {} tools and {} takes at most {}; nothing was sent. Turn some off.':
    '有{}个工具，而{}最多接受{}个。没有发送任何内容，请关闭一些工具。',
  '{} million characters': '{}百万个字符',
  '{} million': '{}百万',
  'One message has {} and {} takes at most {}; nothing was sent. Leave it out to go on.':
    '有一条消息为{}，而{}最多接受{}。没有发送任何内容，移出它即可继续。',
  'An image is of the type {}, which {} does not read': '有一张图像的类型是{}，{}无法读取',
  '{}; nothing was sent. Leave the message out, or send the image as PNG or JPEG.':
    '{}。没有发送任何内容。请移出这条消息，或以 PNG 或 JPEG 发送图像。',
  'An image has {} MB and {} takes at most {} MB': '有一张图像为{}MB，而{}最多接受{}MB',
  '{}; nothing was sent. Leave the message out, or send the image smaller.':
    '{}。没有发送任何内容。请移出这条消息，或发送更小的图像。',
  'There are {} images and {} takes at most {}': '有{}张图像，而{}最多接受{}张',
  '{}; nothing was sent. Leave this one out to go on, or hide earlier ones.':
    '{}。没有发送任何内容。移出这一张即可继续，或隐藏更早的图像。',
  '{} MB of that is one message': '其中一条消息就有{}MB',
  'The request has {} MB and {} takes at most {} MB; nothing was sent. {}: leave it out, or make room in the context.':
    '请求为{}MB，而{}最多接受{}MB。没有发送任何内容。{}：请移出它，或压缩上下文。',
  'Nothing answers at {}: the connection was refused. Is the server running?':
    '{}没有应答：连接被拒绝。服务器在运行吗？',
  'The name {} was not found. Check the address and the network.': '找不到名称{}。请检查地址和网络。',
  'The connection to {} was closed before it answered.': '与{}的连接在应答之前就关闭了。',
  '{} could not be reached in time.': '未能及时连接到{}。',
  'There is no way to {} from here ({}). Check the network.': '从这里无法到达{}（{}）。请检查网络。',
  'The connection to {} is not safe: {} ({}).': '与{}的连接不安全：{}（{}）。',
  '{} has a port that is kept for other services, so nothing was sent. Use another port.':
    '{}的端口保留给其他服务，因此没有发送任何内容。请换一个端口。',
  'The connection to {} failed: {}{}.': '与{}的连接失败：{}{}。',
  'Asking {} for its models was cancelled.': '已取消向{}查询模型。',
  '{} sent more than {} bytes without an end. The rest was not read; what came before it is kept.':
    '{}发送了超过{}字节仍未结束。其余部分没有读取，之前的内容已保留。',
  '{} sent more than {} bytes in one event. The rest was not read; what came before it is kept.':
    '{}在一个事件中发送了超过{}字节。其余部分没有读取，之前的内容已保留。',
  '{} wrote more than {} characters in one reply. The rest was not read; what came before it is kept.':
    '{}在一条回复中写了超过{}个字符。其余部分没有读取，之前的内容已保留。',
  '{} sent {} events in a row that say nothing. The rest was not read; what came before it is kept.':
    '{}连续发送了{}个没有内容的事件。其余部分没有读取，之前的内容已保留。',
  '{} closed the connection before the reply was finished.': '{}在回复完成之前关闭了连接。',
  '{} ended the reply: its content filter stopped it.': '{}结束了回复：被它的内容过滤器阻止。',
  '(it ended with “{}”)': '（结束原因：“{}”）',
  '{} answered without any text or tool call{}.': '{}的应答中没有文字，也没有工具调用{}。',
  '{} seconds': '{}秒',
  '{} milliseconds': '{}毫秒',
  '{} sent nothing for {}, so the request was given up.': '{}已有{}没有发送任何内容，因此放弃了请求。',
  'The key for {} has spaces or characters that no key has; enter it again in the settings.':
    '{}的密钥中有空格或密钥不会有的字符，请在设置中重新填写。',
  'the reply ended with “error”': '回复以“error”结束',
  'OPENAI_BASE_URL is not usable. {}': '环境变量 OPENAI_BASE_URL 无法使用。{}',
  'The address of “{}” is not usable. {}': '“{}”的地址无法使用。{}',
  'A key has no spaces and only plain letters, digits and signs. Copy it again.':
    '密钥中没有空格，只有普通的字母、数字和符号。请重新复制。',
  'The demo is built in.': '演示是内置的。',
  'The demo model could not be started: {}.': '无法启动演示模型：{}。',
  'This provider comes from OPENAI_API_KEY and OPENAI_BASE_URL.':
    '这个服务商来自环境变量 OPENAI_API_KEY 和 OPENAI_BASE_URL。',
  '{} It cannot be changed here; add a provider of your own instead.': '{}不能在这里更改，请改为添加自己的服务商。',
  'This conversation uses the server that OPENAI_BASE_URL and OPENAI_API_KEY name, and neither is set now':
    '此对话使用环境变量 OPENAI_BASE_URL 和 OPENAI_API_KEY 指定的服务器，而它们现在都没有设置',
  '{}. Start Throughline with them, or choose another model.': '{}。请设置它们后启动 Throughline，或选择其他模型。',
  'There is no provider “{}”. Choose another model for this conversation.': '没有服务商“{}”。请为此对话选择其他模型。',
  'Give the provider a name.': '请为服务商命名。',
  'use lower-case letters, digits and hyphens': '请使用小写字母、数字和连字符',
  'an address begins with http:// or https://': '地址以 http:// 或 https:// 开头',
  'tokens cannot be counted: {}': '无法计算 token：{}',
};

/** Put together from several of them: named whole, so that the server's own words are found between them. */
export const joinedProviderForms: HostForms = {
  '{} answered {}: {}. No key was sent: none is kept for this server. One that could only be kept in memory is gone after a restart. Enter it in the settings; what you wrote is kept.':
    '{}应答{}：{}。没有发送密钥：此服务器没有保存密钥。只能留在内存中的密钥，重启后就没有了。请在设置中输入密钥；你写的内容都保留着。',
  '{} answered {}: {} No key was sent: none is kept for this server. One that could only be kept in memory is gone after a restart. Enter it in the settings; what you wrote is kept.':
    '{}应答{}：{} 没有发送密钥：此服务器没有保存密钥。只能留在内存中的密钥，重启后就没有了。请在设置中输入密钥；你写的内容都保留着。',
  '{} answered {}: {}. Check the key of this provider in the settings.': '{}应答{}：{}。请在设置中检查此服务商的密钥。',
  '{} answered {}: {} Check the key of this provider in the settings.': '{}应答{}：{} 请在设置中检查此服务商的密钥。',
  '{} answered {}: {}. Is the address whole? It usually ends with /v1.':
    '{}应答{}：{}。地址完整吗？它通常以 /v1 结尾。',
  '{} answered {}: {} Is the address whole? It usually ends with /v1.': '{}应答{}：{} 地址完整吗？它通常以 /v1 结尾。',
};
