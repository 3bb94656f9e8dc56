// Chinese strings for the host's messages about the shared browser.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'The shared browser must be set up with sharedBrowser.set. Nothing was changed.':
    '必须用 sharedBrowser.set 设置共用浏览器。没有更改任何内容。',
  'The shared browser is off. You can turn it on in Settings, under Browser.':
    '共用浏览器已关闭。可以在设置的“浏览器”中打开。',
  'No Chrome, Chromium, Edge or Brave was found on this machine.': '此电脑上没有找到 Chrome、Chromium、Edge 或 Brave。',
  '{0} is not a program on this machine.': '{0}不是此电脑上的程序。',
  'The app is closing.': '应用正在关闭。',
  'There is no such page. Open one with browser_open.': '没有这个页面。请用 browser_open 打开一个。',
  'The page crashed and was closed. Open it again with browser_open.':
    '页面已崩溃并被关闭。请用 browser_open 重新打开。',
  'The page leads to {0}, which the user has not allowed. Call browser_open with it to ask them.':
    '页面通向{0}，用户尚未允许。请用 browser_open 打开该地址，以便询问用户。',
  'The page in this tab is not of a site that the user has allowed. Open another one with browser_open.':
    '此标签页中的网站未经用户允许。请用 browser_open 打开其他页面。',
  'The page changed since this was approved. Nothing was done. Read it again.':
    '批准之后页面已改变。没有执行任何操作。请重新读取页面。',
  'The shared browser is already open in another window or command. Close it there first.':
    '共用浏览器已在另一个窗口或命令中打开。请先在那里关闭。',
  'The shared browser needs a display. On a machine without one, choose “Without a window” in Settings, under Browser.':
    '共用浏览器需要显示器。在没有显示器的电脑上，请在设置的“浏览器”中选择“不显示窗口”。',
  '{0} could not start with its sandbox, and it is never started without one.':
    '{0}无法带着沙盒启动，而应用绝不会在没有沙盒的情况下启动它。',
  '{0} could not be started: {1}': '无法启动{0}：{1}',
  '“{0}” is not an address. Give a full one, such as https://example.com/page.':
    '“{0}”不是地址。请给出完整的地址，例如 https://example.com/page。',
  'The shared browser opens http and https addresses only, not {0}': '共用浏览器只打开 http 和 https 地址，不打开{0}',
  'The address contains a user name or password. Leave them out: the user signs in on the page.':
    '地址中含有用户名或密码。请去掉：用户会在页面上登录。',
  'The page or the browser was closed. Open the page again with browser_open.':
    '页面或浏览器已关闭。请用 browser_open 重新打开页面。',
  'The element is no longer on the page. Read it again with browser_read.':
    '该元素已不在页面上。请用 browser_read 重新读取。',
  'The site could not be reached: its name has no address, or nothing answers there.':
    '无法访问该网站：它的名称没有对应的地址，或者那里没有应答。',
  'The page did not respond in time: {0}': '页面没有及时响应：{0}',
  'The page could not be used: {0}': '无法使用页面：{0}',
  'ref: missing; {0} needs an element': 'ref：缺失；{0}需要一个元素',
  'Read the page in the shared browser': '读取共用浏览器中的页面',
  'You have not allowed the shared browser to open {0} yet.': '你还没有允许共用浏览器打开{0}。',
  'It uses a page of {0} with your sign-ins.': '它会以你的登录身份使用{0}的页面。',
};
