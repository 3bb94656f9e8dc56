// What is said of the way to a provider (proxy, certificate, headers, address) and of providers that the environment or the
// command line names: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const connectionWords: HostTranslations = {
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
};
